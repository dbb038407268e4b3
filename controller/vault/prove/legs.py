"""Playing again by several workers: a journal that nobody writes is cut at the snapshots that it has kept, and each
leg is played by one of them, from the snapshot it begins with to the one it ends with.

What one leg begins with another has ended with, so together they prove what one walk does. The answers to a client
may have been given in several of them, so these are put together here. Of what is not good nothing is said: one walk
through all of it finds what it is, and where.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from controller.background_jobs import mind_the_parent
from controller.vault.faults import VaultFault
from controller.vault.journal.chain import read_entry
from controller.vault.journal.files import open_reader
from controller.vault.journal.identity import VaultRow
from controller.vault.journal.snapshots import Packed, Snapshot, read_clients, unpack
from controller.vault.prove.proof import ReplayProof, check_answers
from controller.vault.prove.replay import MakeTable

BAD = (VaultFault, sqlite3.DatabaseError, KeyError, TypeError, ValueError, AttributeError)
"""What playing a journal again may meet in it."""


class Leg(NamedTuple):
    """Entries from `first` to `last`, and the snapshot they begin with; the birth has its own state."""

    file: Path
    snapshot: int
    first: int
    last: int
    make_table: MakeTable
    is_archive: bool


class Replayed(NamedTuple):
    """What was played again."""

    played: int = 0
    not_played: int = 0
    other_engines: frozenset[str] = frozenset()
    clients: list[Any] = []
    """With what they were answered in it, as they stood at its end."""


Played = Callable[[int], Replayed]
"""Once all legs are good and end with this entry; VaultFault otherwise."""


@contextmanager
def played_by_legs(
    file: Path, connection: sqlite3.Connection, standing: VaultRow, make_table: MakeTable, workers: int
) -> Iterator[Played]:
    """They are played meanwhile, by so many workers."""
    cut = legs(file, connection, standing, make_table)
    with ProcessPoolExecutor(min(workers, len(cut)), get_context("spawn"), mind_the_parent) as pool:
        under_way = [pool.submit(play, leg) for leg in cut]
        try:
            yield lambda last: _together(connection, standing, cut, under_way, last)
        finally:
            pool.shutdown(cancel_futures=True)


def legs(file: Path, connection: sqlite3.Connection, standing: VaultRow, make_table: MakeTable) -> list[Leg]:
    """Without a gap, from the first entry of this journal to its last."""
    first, begins = standing.base_seq + 1, standing.base_snapshot if standing.base_seq else 1
    kept = connection.execute("select seq from snapshot where seq > ? order by seq", (first,)).fetchall()
    (last,) = connection.execute("select coalesce(max(seq), 0) from entry").fetchone()
    found: list[Leg] = []
    for end in (*(seq for (seq,) in kept), last):
        if end >= first:
            found.append(Leg(file, begins, first, end, make_table, bool(standing.end_seq)))
            begins, first = end, end + 1
    return found


def play(leg: Leg) -> Replayed | None:
    """Nothing where it is not good."""
    try:
        connection = open_reader(leg.file)
        try:
            return _played(connection, leg)
        finally:
            connection.close()
    except BAD:
        return None


def _played(connection: sqlite3.Connection, leg: Leg) -> Replayed:
    proof = ReplayProof(connection, _base(connection, leg.snapshot), leg.make_table, leg.is_archive)
    between = (leg.first, leg.last)
    for (body,) in connection.execute("select body from entry where seq between ? and ? order by seq", between):
        proof.take(read_entry(body))
    proof.at_snapshot(leg.last, leg.last + 1)  # the entry that names it is of the next leg
    return Replayed(proof.played, proof.not_played, frozenset(proof.other_engines), proof.clients())


def _base(connection: sqlite3.Connection, seq: int) -> Snapshot:
    row = connection.execute("select seq, body, hash from snapshot where seq = ?", (seq,)).fetchone()
    if row is not None:
        return unpack(Packed(*row))
    (body,) = connection.execute("select body from entry where seq = ?", (seq,)).fetchone()
    born = read_entry(body)
    return Snapshot(seq, {"state": born["state"], "engine": born["engine"]})


def _together(
    connection: sqlite3.Connection,
    standing: VaultRow,
    cut: Sequence[Leg],
    under_way: Sequence["Future[Replayed | None]"],
    last: int,
) -> Replayed:
    found = [_result(future) for future in under_way]
    good = [one for one in found if one is not None]
    if len(good) < len(cut) or cut[-1].last != last:
        raise VaultFault("replay_differs", "a leg of the journal is not good, or has grown meanwhile")
    if standing.base_seq == 0 and not standing.end_seq:
        _check_all_answers(connection, cut, good)
    engines = frozenset().union(*(one.other_engines for one in good))
    return Replayed(sum(one.played for one in good), sum(one.not_played for one in good), engines)


def _result(future: "Future[Replayed | None]") -> Replayed | None:
    try:
        return future.result()
    except BrokenProcessPool:
        return None


def _check_all_answers(connection: sqlite3.Connection, cut: Sequence[Leg], played: Sequence[Replayed]) -> None:
    """Those that the file has of the last snapshot are those that were given, in whatever leg."""
    row = connection.execute("select seq, body, hash from snapshot order by seq desc limit 1").fetchone()
    snapshot = unpack(Packed(*row))
    given: dict[str, list[Any]] = {}
    for leg, one in zip(cut, played, strict=True):
        if leg.last <= snapshot.seq:
            given = {client[0]: _with_earlier(client, given.get(client[0])) for client in one.clients}
    if any(one.not_played for one in played):  # what another engine gave is taken from the file, as by one walk
        kept = {client[0]: client for client in read_clients(connection, snapshot.data["clients"])}
        given = {name: _with_earlier(client, kept.get(name)) for name, client in given.items()}
    if given:
        check_answers(connection, list(given.values()), snapshot, snapshot.seq + 1, from_birth=True)


def _with_earlier(client: list[Any], earlier: list[Any] | None) -> list[Any]:
    """What a client was answered, with what it was answered before, unless its numbers have begun anew."""
    name, last_id, answers, series = client
    if earlier is None or earlier[3] != series or earlier[1] > last_id:
        return client
    oldest = min((answer[1] for answer in answers), default=last_id + 1)
    return [name, last_id, [*(answer for answer in earlier[2] if answer[1] < oldest), *answers], series]
