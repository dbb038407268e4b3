"""Snapshots: the whole state and the clerk's books at one entry, so that a start does not play history again.

The entry after it names the snapshot's SHA-256, so it is as much in the chain as an event. Answers to commands are
kept beside the snapshots, each written once, because 512 terminals have too many to write them all every time.
"""

import hashlib
import sqlite3
import zlib
from collections.abc import Mapping
from typing import Any, NamedTuple

from controller.facts.english import plain_text
from controller.table.canonical import NotPlain, canonical, read_plain, whole_numbers
from controller.table.state import Client as Heard
from controller.vault.faults import VaultFault

KEPT = 3
"""The last ones. Of the older ones those stay that closed a gaming day, because a journal can be archived up to them,
and the one that an archived journal begins with. Of all others only the digest stays, in the chain."""

State = Mapping[str, Any]

PACKING = 1
"""zlib's quickest: a snapshot is written between two events."""


class Snapshot(NamedTuple):
    """State, books and engine after the entry `seq`."""

    seq: int
    data: dict[str, Any]
    hash: bytes = b""
    """Of the text it was read from."""


class Packed(NamedTuple):
    """As it stands in the file."""

    seq: int
    body: bytes
    hash: bytes


def pack(snapshot: Snapshot) -> Packed:
    """Ready to be written."""
    try:
        text = whole_numbers(canonical(snapshot.data))
    except NotPlain as error:
        raise VaultFault("entry_unwritable", f"snapshot of entry {snapshot.seq}: {error}") from None
    return Packed(snapshot.seq, zlib.compress(text, PACKING), hashlib.sha256(text).digest())


def unpack(packed: Packed) -> Snapshot:
    """Read it, or say that it cannot be read."""
    try:
        text = zlib.decompress(packed.body)
    except zlib.error as error:
        raise VaultFault("snapshot_bad", f"snapshot of entry {packed.seq}: {error}") from None
    if hashlib.sha256(text).digest() != packed.hash:
        raise VaultFault("snapshot_bad", f"snapshot of entry {packed.seq} is not the one that was written")
    return Snapshot(packed.seq, read_plain(text), packed.hash)


def write_snapshot(connection: sqlite3.Connection, packed: Packed, base_seq: int, of_day: str = "") -> None:
    """Into the open transaction; those no longer needed go."""
    connection.execute("insert into snapshot values (?, ?, ?, ?)", (*packed, of_day))
    newest = "select seq from snapshot order by seq desc limit ?"
    connection.execute(
        f"delete from snapshot where seq != ? and of_day = '' and seq not in ({newest})", (base_seq, KEPT)
    )


def last_snapshot(connection: sqlite3.Connection, where: str) -> Snapshot:
    """The newest one, if it is whole."""
    row = connection.execute("select seq, body, hash from snapshot order by seq desc limit 1").fetchone()
    if row is None:
        raise VaultFault("snapshot_bad", f"{where} has no snapshot")
    return unpack(Packed(*row))


def snapshot_before(connection: sqlite3.Connection, seq: int) -> Snapshot | None:
    """The newest one that is kept of before this entry; the one a journal begins with always is."""
    newest = "select seq, body, hash from snapshot where seq < ? order by seq desc limit 1"
    row = connection.execute(newest, (seq,)).fetchone()
    return None if row is None else unpack(Packed(*row))


def state_before(connection: sqlite3.Connection, seq: int) -> tuple[int, State] | None:
    """The nearest state kept of before this entry, and after which entry it was: a snapshot's, or the birth's."""
    snapshot = snapshot_before(connection, seq)
    if snapshot is not None:
        return snapshot.seq, snapshot.data["state"]
    row = connection.execute("select body from entry where seq = 1 and seq < ?", (seq,)).fetchone()
    return None if row is None else (1, read_plain(row[0])["state"])


# ---- answers ----------------------------------------------------------------------------------------------------

Client = list[Any]
"""Name, last id, answers and series, as `table.snapshot.plain` has them among its books."""


def clients_of(state: State) -> list[Client]:
    """Everybody who was ever answered, in the order in which they were heard."""
    return list(state["books"]["clients"])


def with_clients(state: State, clients: list[Client]) -> dict[str, Any]:
    """The state with these clients in place of its own; none, in a snapshot."""
    return {**state, "books": {**state["books"], "clients": clients}}


class AnswersKept:
    """Which answers stand in the file already."""

    def __init__(self) -> None:
        self._last: dict[str, tuple[int, int]] = {}
        """Client → its series, and the last of it that is there."""

    def write(self, connection: sqlite3.Connection, clients: Mapping[str, Heard]) -> list[list[Any]]:
        """Write what is new into the open transaction; returns what the snapshot itself holds of each client."""
        kept: list[list[Any]] = []
        for name, (last_id, answers, series) in clients.items():
            in_series, was = self._last.get(name, (series, -1))
            if in_series != series or last_id < was:  # the numbers have begun anew
                connection.execute("delete from answer where client = ?", (name,))
                was = -1
            first = answers.oldest or last_id + 1
            if last_id > was:
                rows = [(name, answer.id, plain_text(list(answer))) for answer in answers.after(was)]
                connection.executemany("insert or replace into answer values (?, ?, ?)", rows)
                connection.execute("delete from answer where client = ? and id < ?", (name, first))
            kept.append([name, last_id, first, series])
        for name in self._last.keys() - {client[0] for client in kept}:
            connection.execute("delete from answer where client = ?", (name,))
        self.remember(kept)
        return kept

    def remember(self, kept: list[list[Any]]) -> None:
        """What the file holds, when it is opened."""
        self._last = {name: (series, last_id) for name, last_id, _, series in map(_with_series, kept)}


def read_clients(connection: sqlite3.Connection, kept: list[list[Any]]) -> list[Client]:
    """The clients with their answers, as `table.snapshot.from_plain` wants them."""
    found = "select body from answer where client = ? and id between ? and ? order by id"
    return [
        [name, last_id, [read_plain(body) for (body,) in connection.execute(found, (name, first, last_id))], series]
        for name, last_id, first, series in map(_with_series, kept)
    ]


def without_answers(kept: list[list[Any]]) -> list[Client]:
    """The clients with the numbers that they had used by then; which answers they had been given is not asked."""
    return [[name, last_id, [], series] for name, last_id, _, series in map(_with_series, kept)]


def _with_series(kept: list[Any]) -> tuple[str, int, int, int]:
    """What a snapshot holds of a client; one of before there were series says none, which is the first."""
    name, last_id, first, *series = kept
    return name, last_id, first, *(series or [0])
