"""What `verify` proves entry by entry: chain, signatures, books, dice, and that played again it is the same."""

import hmac
import sqlite3
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from config.devices import UNITS
from controller.facts.english import plain_text
from controller.protocol.devices.authentic import mac_of
from controller.table.canonical import canonical
from controller.table.records import with_shown
from controller.table.service.state import Trial
from controller.table.snapshot import plain
from controller.table.state import Throw
from controller.vault.books.clerk import Clerk, clerk_of
from controller.vault.books.event_log import KEPT
from controller.vault.engine import engine_version
from controller.vault.faults import VaultFault
from controller.vault.journal.chain import hash_of
from controller.vault.journal.identity import VaultRow
from controller.vault.journal.keys import check_seal
from controller.vault.journal.recovery import check_link
from controller.vault.journal.signing import Seal
from controller.vault.journal.snapshots import (
    Packed,
    Snapshot,
    clients_of,
    read_clients,
    unpack,
    with_clients,
    without_answers,
)
from controller.vault.prove.replay import MakeTable, Replay

Entry = Mapping[str, Any]


SIGNED: Mapping[str, Callable[[bytes], tuple[int, dict[str, Any]]]] = {
    unit.shows: import_module(f"controller.protocol.devices.authentic.{unit.outcome}").signed_in
    for unit in UNITS.values()
}
"""What a device shows → how its signed bytes are read."""

NONCES_KEPT = 4


class ChainProof:
    """Every entry is there, whole and in its place."""

    def __init__(self, standing: VaultRow) -> None:
        self.seq, self.hash = standing.base_seq, standing.base_hash

    def take(self, found: int, body: bytes, stored: bytes) -> dict[str, Any]:
        """The next row of the table."""
        self.hash = hash_of(self.hash, body)
        entry = check_link(self.seq + 1, found, body, self.hash, stored)
        self.seq += 1
        return entry


class SealProof:
    """Every signature fits, none is missing from between, and no round ended after the last."""

    def __init__(self, connection: sqlite3.Connection, standing: VaultRow) -> None:
        self._connection, self._journal = connection, standing.journal
        self.public_key = b""
        self.last: int | None = 0 if standing.base_seq == 0 else None
        self.count = 0
        self._seals: list[Seal] = []
        self._read_to = standing.base_seq

    def take(self, seq: int, hash: bytes, head: int) -> None:
        """The chain has come to this entry."""
        if seq > self._read_to:
            self._read_to = min(seq + 2000, head)
            between = (seq, self._read_to)
            rows = self._connection.execute("select * from seal where seq between ? and ? order by seq desc", between)
            self._seals = [Seal(*row) for row in rows]
        while self._seals and self._seals[-1].seq == seq:
            self._check(self._seals.pop(), hash)

    def _check(self, seal: Seal, hash: bytes) -> None:
        if self.last is not None and seal.after != self.last:
            what = f"the signature of entry {seal.seq} follows on one of entry {seal.after}, which is gone"
            raise VaultFault("seal_bad", what, seal.seq)
        check_seal(seal, hash, self.public_key, self._journal)
        self.last = seal.seq
        self.count += 1


class BooksProof:
    """The lists of rounds, days and the log stand in the file as the entries make them; postings sum to zero."""

    def __init__(self, connection: sqlite3.Connection, base: Snapshot | None) -> None:
        self._connection = connection
        self.clerk = Clerk() if base is None else clerk_of(base.data["clerk"])
        self._base = 0 if base is None else base.seq
        (oldest,) = connection.execute("select min(id) from event_log").fetchone()
        self._oldest_logged = oldest or 1
        self.rounds = self.round_seats = self.days = self.figures = self.shifts = 0
        self.last_round_end = 0

    def take(self, seq: int, entry: Entry) -> None:
        """One entry, and what it leaves in the books."""
        clerk = self.clerk
        clerk.take(seq, entry["at"], entry["kind"], entry)
        if clerk.imbalance is not None:
            raise VaultFault("postings", f"entry {seq}: {clerk.imbalance.what}", seq)
        for row in clerk.round_rows:
            self._same("round", "number", row.number, (*row[:7], plain_text(row.seats)), seq)
            for seat in row.seats:
                self._has_seat(int(seat), row.number, seq)
            self.rounds += 1
            self.last_round_end = seq
        for logged in clerk.logged:
            if logged.id >= self._oldest_logged:
                self._same("event_log", "id", logged.id, (*logged[:3], *logged.row), seq)
        for day in clerk.day_rows:
            self._same("day", "day", day.day, (*day[:3], plain_text(day.totals)), seq)
            self.days += 1
        for figures in clerk.figures_rows:
            self._same("figures", "seq", figures.seq, tuple(figures), seq)
            self.figures += 1
        for shift in clerk.shift_rows:
            self._same("shift", "seq", shift.seq, (*shift[:4], plain_text(shift.stood)), seq)
            self.shifts += 1
        clerk.forget_rows()

    def at_the_end(self) -> None:
        """Nothing stands in the file that no entry made."""
        for table, code, due in (
            (f"round where last_seq > {self._base}", "round_differs", self.rounds),
            (f"round_seat where round > {self._last_archived()}", "round_differs", self.round_seats),
            (f"day where closed_seq > {self._base}", "meter_differs", self.days),
            *self._due_if_there("figures", self.figures),
            *self._due_if_there("shift", self.shifts),
        ):
            (found,) = self._connection.execute(f"select count(*) from {table}").fetchone()
            if found != due:
                raise VaultFault(code, f"table {table} has {found} rows; the entries make {due}")
        (oldest, newest) = self._connection.execute("select min(id), max(id) from event_log").fetchone()
        if (newest or 0) != self.clerk.next_log_id - 1:
            due = self.clerk.next_log_id - 1
            raise VaultFault("log_differs", f"the event log ends with line {newest}; the entries make it {due}")
        if (oldest or 1) > max(1, self.clerk.next_log_id - KEPT):
            raise VaultFault(
                "log_differs", f"the event log begins with line {oldest}; older ones were still to be kept"
            )

    def _due_if_there(self, table: str, due: int) -> list[tuple[str, str, int]]:
        """Files of older schemas have not every table."""
        known = self._connection.execute("select 1 from sqlite_master where name = ?", (table,)).fetchone()
        return [(f"{table} where seq > {self._base}", "meter_differs", due)] if known else []

    def _last_archived(self) -> int:
        """The last round that is left over of an archive; 0 where none is."""
        last = "select coalesce(max(number), 0) from round where last_seq <= ?"
        return int(self._connection.execute(last, (self._base,)).fetchone()[0])

    def _same(self, table: str, key: str, value: object, due: tuple[Any, ...], seq: int) -> None:
        row = self._connection.execute(f"select * from {table} where {key} = ?", (value,)).fetchone()
        if row != due:
            code = {"round": "round_differs", "event_log": "log_differs"}.get(table, "meter_differs")
            what = "is gone" if row is None else "is not what the entries make it"
            raise VaultFault(code, f"{table} {value} {what}", seq)

    def _has_seat(self, seat: int, round: int, seq: int) -> None:
        self.round_seats += 1
        found = self._connection.execute("select 1 from round_seat where seat = ? and round = ?", (seat, round))
        if found.fetchone() is None:
            raise VaultFault("round_differs", f"seat {seat} is missing from round {round}", seq)


class DiceProof:
    """Every throw that showed something was signed by the unit, for the nonce that was drawn for it."""

    def __init__(self, key: bytes, base: Snapshot | None = None) -> None:
        self._key = key
        self._nonces: dict[int, str] = {} if base is None else _drawn_before(base.data["state"])
        self.count = 0

    def take(self, seq: int, entry: Entry) -> None:
        """Draws and reports."""
        for decision in entry.get("decisions", ()):
            if decision["type"] in ("DrawTaken", "TrialDrawn"):
                self._draw(decision["roll_id"], decision["nonce"])
            elif decision["type"] in ("ResultKnown", "ResultUnused", "NoRoll", "TrialThrown"):
                self._check(seq, entry["event"])

    def _draw(self, id: int, nonce: str) -> None:
        """The last few are kept: an outcome of a round that was broken off may come when another has been drawn."""
        self._nonces[id] = nonce
        if len(self._nonces) > NONCES_KEPT:
            del self._nonces[next(iter(self._nonces))]

    def _check(self, seq: int, event: Entry) -> None:
        id, nonce = event["roll_id"], self._nonces.get(event["roll_id"])
        if nonce is None:
            raise VaultFault("mac_bad", f"entry {seq}: throw {id} counted, and nothing was drawn for it", seq)
        payload = bytes.fromhex(event["payload"])
        mac = mac_of(self._key, bytes.fromhex(nonce), payload)
        if not hmac.compare_digest(mac, bytes.fromhex(event["mac"])):
            raise VaultFault("mac_bad", f"entry {seq}: throw {id} is not signed with this unit's key", seq)
        shown = with_shown(event)["shown"]
        signed_id, signed = SIGNED[next(iter(shown))](payload)
        if signed_id != id or (event["outcome"] == "ok" and shown != signed):
            raise VaultFault("mac_bad", f"entry {seq}: throw {id} says something else than what was signed", seq)
        self.count += 1


class ReplayProof:
    """Under the same engine the same events lead to the same decisions and the same states."""

    def __init__(self, connection: sqlite3.Connection, base: Snapshot, make_table: MakeTable, is_archive: bool) -> None:
        self._connection, self._make_table, self._is_archive = connection, make_table, is_archive
        self._engine = base.data["engine"]
        self._replay: Replay | None = None
        self.played = self.not_played = 0
        self.other_engines: set[str] = set()
        if self._engine == engine_version():
            clients = without_answers(base.data.get("clients", []))
            self._replay = Replay(with_clients(base.data["state"], clients), make_table)
        self._from_birth = base.seq == 1

    def take(self, entry: Entry) -> None:
        """Play it, if this engine decided it."""
        if entry["kind"] == "started" and entry["engine"] != self._engine:
            self._engine, self._replay = entry["engine"], None
        if entry["kind"] == "snapshot":
            self.at_snapshot(entry["of"], entry["seq"])
        if entry["kind"] != "step":
            return
        if self._replay is None:
            self.not_played += 1
            self.other_engines.add(self._engine)
        else:
            self._replay.take(entry)
            self.played += 1

    def at_snapshot(self, of: int, seq: int) -> None:
        """Those that are still there must be the state that was played; they are where another engine goes on."""
        row = self._connection.execute("select seq, body, hash from snapshot where seq = ?", (of,)).fetchone()
        if row is None or self._engine != engine_version():
            return
        snapshot = unpack(Packed(*row))
        if self._replay is None:
            clients = read_clients(self._connection, snapshot.data["clients"])
            self._replay = Replay(with_clients(snapshot.data["state"], clients), self._make_table)
            return
        state = plain(self._replay.table)
        if canonical(with_clients(state, [])) != canonical(snapshot.data["state"]):
            raise VaultFault("snapshot_differs", f"snapshot of entry {of} is another state", seq)
        if not self._is_archive:
            check_answers(self._connection, clients_of(state), snapshot, seq, self._from_birth)

    def clients(self) -> list[Any]:
        """Everybody who was answered, with what they were answered here; nobody where nothing was played."""
        return [] if self._replay is None else clients_of(plain(self._replay.table))


def check_answers(
    connection: sqlite3.Connection, clients: list[Any], snapshot: Snapshot, seq: int, from_birth: bool
) -> None:
    """Of the last snapshot: answers that older ones had may have gone since. Not `from_birth`: answers from before are
    not known, and cannot be compared."""
    (last,) = connection.execute("select max(seq) from snapshot").fetchone()
    if snapshot.seq != last:
        return
    kept = {client[0]: client for client in read_clients(connection, snapshot.data["clients"])}
    for name, last_id, answers, series in clients:
        _, kept_last, rows, kept_series = kept.get(name, [name, -1, [], 0])
        in_file = {answer[1]: answer for answer in rows}
        given = {answer[1]: answer for answer in answers if answer[1] >= min(in_file, default=0)}
        others = from_birth and canonical(_words(in_file)) != canonical(_words(given))
        if others or (kept_last, kept_series) != (last_id, series):
            raise VaultFault("answer_differs", f"the answers given to {name} are others", seq)


def _drawn_before(state: Mapping[str, Any]) -> dict[int, str]:
    """A throw that is under way when an archive ends was drawn in there, and its result is the next journal's."""
    table = state.get("table", {})
    throws = [Throw(*row) for row in (table.get("abandoned"), table.get("throw")) if isinstance(row, list)]
    drawn = {throw.id: throw.nonce for throw in throws}
    trial = table.get("trial") and Trial(*table["trial"])
    return {**drawn, trial.roll_id: trial.nonce} if trial and trial.nonce else drawn


def _words(answers: Mapping[int, Any]) -> list[Any]:
    return [answers[id] for id in sorted(answers)]
