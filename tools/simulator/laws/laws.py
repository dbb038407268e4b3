"""What must hold whatever happens, watched from outside: at every event, every commit, every answer, every start.

Nothing here is asked of the parts that are watched. What is on the disk is read from the disk and played again in a
second table from the journal's birth on; what was told is remembered by whom it was told.
"""

import json
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from controller.facts.english import why_held
from controller.games.interface import Shown
from controller.table.digest import digest_of
from controller.table.events import OutcomeNears, Thrown
from controller.table.phases import MOVES, Phase
from controller.table.snapshot import from_plain
from controller.table.state import Table
from controller.vault.books.gaming_day import day_settings
from controller.vault.faults import VaultFault
from controller.vault.kept_table import KeptTable
from controller.vault.prove.replay import Replay
from tools.simulator.cash.laws import CashLawBroken, CashLaws
from tools.simulator.checks import LawBroken, bounds, contradictions
from tools.simulator.dome.kind import UnitKind, Witness
from tools.simulator.floor.laws import JackpotLawBroken, JackpotLaws
from tools.simulator.laws.answers import Answers, keep

ROLLS_COMPARED = 64
UNSETTLED_BORNE = 25
"""Rounds in a row; so many are no bad luck, but a table that does not get away from something."""
DAY = day_settings("06:00", "UTC")
FROM_SCRATCH_EVERY = 40
"""Commits between two looks at the whole state."""


class Laws:
    """The watcher of one run."""

    def __init__(self, kind: UnitKind, witness: Witness, cash: CashLaws, jackpots: JackpotLaws | None = None) -> None:
        self._kind, self._witness, self.cash, self.jackpots = kind, witness, cash, jackpots
        self._replay: Replay | None = None
        self._seq, self._hash = 0, b""
        self.answers = Answers()
        self._results: OrderedDict[int, Shown] = OrderedDict()
        self._drawn: OrderedDict[int, bool] = OrderedDict()
        witness.watch = self._moved
        self._commits = self._unsettled = 0
        self.entries = self.rolls = 0
        self.ended: dict[str, int] = {}

    @property
    def head(self) -> str:
        """The hash of the last entry: all of the journal in one word."""
        return self._hash.hex()

    # ---- an event has been taken ----

    def took(self, before: Table, event: Any, table: Table) -> None:
        """The state after any event, committed or not."""
        _check_that_bets_close(before, event, table)
        money = table.outside + table.on_seats()
        if money:
            raise LawBroken("money", f"{money} more than came in is on the seats")
        for problem in (*bounds(table), *contradictions(table)):
            raise LawBroken("state", problem)
        for reason in ("core", "books"):
            if reason in table.holds:
                raise LawBroken("failed", f"{reason}: {why_held(reason, table.holds[reason])}")
        with _of_cash():
            self.cash.took(before, event, table)
            if self.jackpots is not None:
                self.jackpots.took(before, table)

    # ---- a commit has returned, or the journal has been opened again ----

    def opened(self, kept: KeptTable) -> None:
        """After a start: all that had been committed is there, and the table is what it was then."""
        self.answers.starts += 1
        connection = kept.vault.connection()
        if self._replay is None:
            self._replay = Replay(kept.vault.recovered.state, from_plain)
        row = connection.execute("select hash from entry where seq = ?", (self._seq,)).fetchone()
        if self._seq and (row is None or row[0] != self._hash):
            raise LawBroken("lost", f"entry {self._seq} had been committed and told, and is not there")
        self._read(kept)
        if digest_of(kept.table) != self._replay.digest:
            raise LawBroken("replay", f"after entry {self._seq} the recovered table is another one")

    def committed(self, kept: KeptTable) -> None:
        """Everything up to here may be told."""
        self._read(kept)
        if self._seq != kept.vault.seq:
            raise LawBroken("lost", f"the commit of entry {kept.vault.seq} returned, the disk ends with {self._seq}")
        ledger, game = kept.vault.clerk.ledger, kept.table.game
        for seat in game.seat_numbers():
            if list(game.money(seat)) != ledger.of_seat(str(seat))[:3]:
                raise LawBroken("money", f"seat {seat} and the ledger disagree")
        with _of_cash():
            self.cash.look()
        self._commits += 1
        if self._commits % FROM_SCRATCH_EVERY == 0:
            if ledger.full_sum():
                raise LawBroken("money", f"all accounts together hold {ledger.full_sum()}")
            if self._replay is not None and digest_of(kept.table) != self._replay.digest:
                raise LawBroken("replay", f"after entry {self._seq} the live table is another one")

    def _read(self, kept: KeptTable) -> None:
        rows = kept.vault.connection().execute("select seq, body, hash from entry where seq > ?", (self._seq,))
        for seq, body, hash in rows.fetchall():
            if seq != self._seq + 1 and self._seq:
                raise LawBroken("lost", f"entry {self._seq + 1} is missing")
            self._seq, self._hash = seq, hash
            entry = json.loads(body)
            if entry["kind"] == "step":
                self._entry(entry)

    def _entry(self, entry: Mapping[str, Any]) -> None:
        assert self._replay is not None
        self.entries += 1
        before = self._replay.table
        phase = before.phase
        try:
            self._replay.take(entry)
        except VaultFault as fault:
            raise LawBroken("replay", str(fault)) from None
        event, decisions = entry["event"], entry["decisions"]
        total = 0
        for decision in decisions:
            match decision["type"]:
                case "SeriesBegun":
                    self.answers.begun(decision["client"], decision["series"])
                case "Posting":
                    total += decision["amount"]
                case "PhaseEntered":
                    entered = Phase(decision["phase"])
                    if entered not in MOVES[phase]:
                        raise LawBroken("phase", f"{phase} led to {entered}, at entry {entry['seq']}")
                    phase = entered
                case "Accepted":
                    self.answers.accepted(event["client"], event["id"])
                case "DrawTaken":
                    self._drawn[decision["roll_id"]] = True
                    keep(self._drawn, ROLLS_COMPARED)
                case "ResultKnown":
                    self._result(decision["roll_id"], decision["result"])
                case "RoundEnded":
                    self._ended(decision["how"])
                case _:
                    with _of_cash():
                        self.cash.decided(decision)
        if total:
            raise LawBroken("money", f"the postings of entry {entry['seq']} sum to {total}")
        if phase is not self._replay.table.phase:
            raise LawBroken("phase", f"{self._replay.table.phase} was entered without a record, at {entry['seq']}")
        if self.jackpots is not None:
            with _of_cash():
                self.jackpots.entry(before, self._replay.table, entry)

    def _ended(self, how: str) -> None:
        self.ended[how] = self.ended.get(how, 0) + 1
        self._unsettled = 0 if how == "settled" else self._unsettled + 1
        if self._unsettled >= UNSETTLED_BORNE:
            raise LawBroken("stuck", f"{self._unsettled} rounds in a row have not been settled")

    def _result(self, roll_id: int, result: Shown) -> None:
        if roll_id in self._results:
            raise LawBroken("roll", f"roll {roll_id} has a second result")
        assert self._replay is not None
        self._results[roll_id] = result
        keep(self._results, ROLLS_COMPARED)
        self.rolls += 1
        if self._witness.moved[roll_id] == 0:
            raise LawBroken("roll", f"roll {roll_id} counts, and for it nothing ever moved")
        shown = [self._kind.shown(bytes.fromhex(signed)) for signed in self._witness.signed[roll_id]]
        if result not in [self._replay.table.game.result(one) for one in shown]:
            raise LawBroken("roll", f"roll {roll_id} counted as {result}; the unit showed {shown}")

    def _moved(self, roll_id: int, times: int) -> None:
        """Dice or ball are set in motion."""
        if roll_id not in self._drawn:
            raise LawBroken("durable", f"the unit moves for roll {roll_id}, and no draw for it is on the disk")
        if times > 1:
            raise LawBroken("roll", f"the unit moves for roll {roll_id}, for the {times}. time")

    # ---- somebody was told ----

    def shown(self, table: Mapping[str, Any]) -> None:
        """What everybody sees is what is on the disk."""
        assert self._replay is not None
        kept = self._replay.table
        if (table["round"], table["phase"], table["levels"]) != (kept.round, kept.phase.value, kept.levels or {}):
            raise LawBroken("durable", f"shown is {table['phase']} of round {table['round']}, on the disk {kept.phase}")
        if self.jackpots is not None:
            with _of_cash():
                self.jackpots.shown(table)

    def at_end(self, owed: int) -> None:
        """Nothing is open any more; so much is owed on tickets, says who keeps their book."""
        with _of_cash():
            self.cash.ended(owed)
            if self.jackpots is not None:
                self.jackpots.ended()

    def has(self, kept: KeptTable, seat: int, told: Mapping[str, Any]) -> None:
        """In a quiet moment: what a terminal was told that its seat has."""
        due = list(kept.table.game.money(seat))
        if [told["credits"], told["layout"], told["vigorish"]] != due:
            raise LawBroken("account", f"seat {seat} was told {told}, and has {due}")


@contextmanager
def _of_cash() -> Iterator[None]:
    """A law of notes and tickets, or of jackpots, said as all are."""
    try:
        yield
    except (CashLawBroken, JackpotLawBroken) as broken:
        raise LawBroken(broken.law, broken.text) from None


def _check_that_bets_close(before: Table, event: Any, table: Table) -> None:
    """Where bets are open while the device works, what it tells of the wanted throw closes them."""
    wanted = before.throw
    tells = isinstance(event, Thrown | OutcomeNears) and wanted is not None and event.roll_id == wanted.id
    if tells and before.phase is Phase.DRAWING and (table.phase, table.round) == (Phase.DRAWING, before.round):
        raise LawBroken("late", f"bets are open in round {table.round}, and the device has told of its throw")
