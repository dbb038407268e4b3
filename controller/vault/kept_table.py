"""A table whose every step is kept: the machine and the vault, put together so that nothing is shown too early.

`take` applies an event and tells nobody; `commit` puts all that was taken on the disk and only then hands out what
may be told. The server's loop is this, with sockets on one side and a clock on the other.
"""

from datetime import date
from pathlib import Path
from typing import Any, NamedTuple, Self

from config.files.reading import BadFile
from controller.facts.kinds import Answer, Decision, PhaseEntered
from controller.facts.staff_kinds import BooksTurned, SettingsChanged
from controller.games.registry import figures
from controller.table.canonical import NotPlain, recorded
from controller.table.digest import Digester, digest_of
from controller.table.events import COMMANDS, BooksDisagree, Event, SeriesWanted, TimePassed
from controller.table.machine import StepResult, step
from controller.table.phases import Phase
from controller.table.records import to_json
from controller.table.snapshot import plain
from controller.table.state import Table
from controller.vault.books.clerk import BOOKS
from controller.vault.books.gaming_day import DaySettings, day_settings
from controller.vault.engine import engine_version
from controller.vault.faults import VaultFault, VaultLost
from controller.vault.journal.known_key import KnownKey
from controller.vault.journal.writer import FROM_THE_UNIT, Clock, Vault
from controller.vault.lifecycle.creation import Dice
from controller.vault.prove.replay import MakeTable
from controller.vault.recovered_table import recovered_table
from controller.vault.untraced_refusals import UntracedRefusals

WHILE_OPEN = (Phase.BETTING, Phase.DRAWING)
CLOSED = (Phase.CLOSED.value, Phase.ROLLING.value)


class KeptStep(NamedTuple):
    """What may be told of one event, now that it is on the disk."""

    seq: int
    """Its entry; of one that changed nothing, the last entry there was."""
    decisions: list[Decision]
    answer: Answer | None
    failed: Exception | None = None
    """What made the core fail on it, for the log."""


class KeptTable:
    """One table on one journal."""

    def __init__(self, vault: Vault, table: Table) -> None:
        self.vault = vault
        self.table = table
        self._digester = Digester(table)
        self._committed = table
        self._elapsed = 0
        self._told: list[KeptStep] = []
        self._unrecorded: dict[str, int] = {}
        self._untraced = UntracedRefusals()
        self._closed_day = ""
        """One whose snapshot is still to be made."""

    @classmethod
    def open(
        cls,
        path: Path,
        clock: Clock,
        make_table: MakeTable,
        *,
        dice: Dice,
        key: Path | None = None,
        second_place: Path | None = None,
        public_key: KnownKey | None = None,
        mending: bool = False,
    ) -> Self:
        """Recover the table from its journal; VaultFault says why not. What `Restarted` means, the caller says.

        `mending`: also where another engine decided the last entries, if this one decides them the same.
        """
        vault = Vault(path, clock, dice=dice, key=key, second_place=second_place, public_key=public_key)
        try:
            table, upgraded = recovered_table(vault.recovered, make_table, str(vault.file), mending)
            kept = cls(vault, table)
            differs = kept._seat_that_differs() if mending else None
            if differs is not None:
                raise VaultFault("replay_differs", differs)
            digest = kept._digester.digest(table)
            told = {"engine": engine_version(), "books": BOOKS, "dice": dice.value, "digest": digest}
            vault.append("started", told)
            kept._write_figures()
            vault.commit()
            if upgraded:
                kept.snapshot()
        except BaseException:
            vault.close()
            raise
        return kept

    def due_in(self) -> int | None:
        """Milliseconds until something is due; None while nothing is."""
        return max(0, (self.table.left or 0) - self._elapsed) if self.table.runs() else None

    @property
    def unkept(self) -> int:
        """Milliseconds that have passed since the last event that was kept."""
        return self._elapsed

    def take(self, event: Event, elapsed: int = 0, dice: Dice = Dice.UNIT) -> None:
        """Apply an event, `elapsed` milliseconds after the one before. A deadline beats it, as an entry of its own."""
        self._elapsed += elapsed
        if self.due_in() == 0:
            self._keep(TimePassed(), step(self.table, TimePassed(), self._elapsed), dice)
        if isinstance(event, TimePassed):
            return
        if isinstance(event, SeriesWanted):
            self._untraced.forget(event.client)
        told = self._untraced.answer(event, self.table)
        if told is not None:
            self._told.append(KeptStep(self.vault.seq, [], told))
            return
        done = step(self.table, event, self._elapsed)
        if done.repeated or self._changes_nothing(event, done):
            self._told.append(KeptStep(self.vault.seq, [], done.answer))
            if not done.repeated and done.answer is not None:
                self._untraced.add(event, done.answer)
        else:
            self._keep_or_refuse(event, done, dice)

    def commit(self) -> list[KeptStep]:
        """All that was taken goes on the disk; then, and only then, it may be told."""
        try:
            self.vault.commit()
        except VaultLost:
            self.give_up()
            raise
        self._committed = self.table
        told, self._told = self._told, []
        return told

    def give_up(self) -> None:
        """Keeping has failed: nothing more is written, and the table is what it was after the last commit."""
        self.vault.close()
        self.table = self._committed
        self._told.clear()

    def rest(self) -> None:
        """A quiet moment: make a snapshot if one is due."""
        if self.vault.wants_snapshot or self._closed_day:
            self.snapshot()

    def snapshot(self) -> None:
        """Keep the whole state, so that the next start begins from here; the one of a closed day for the archive."""
        self.vault.snapshot(plain(self.table, answers=False), self.table.clients, of_day=self._closed_day)
        self._committed, self._closed_day = self.table, ""

    def turn_day(self, settings: DaySettings | None = None) -> date | None:
        """Close the gaming day if it is over; returns the day that was closed. Its snapshot is kept for the archive."""
        settings = settings or self._day_settings()
        day = self.vault.day_to_close(settings)
        if day is not None:
            self.vault.close_day(day, settings)
            self._closed_day = day.isoformat()
            self.snapshot()
        return day

    def day_running(self) -> date | None:
        """The gaming day that a supervisor could close now; None if it has been closed before its time."""
        return self.vault.day_running(self._day_settings())

    def close(self) -> None:
        """End in order, with a snapshot."""
        try:
            self.snapshot()
        finally:
            self.vault.close()

    # ---- inside ---------------------------------------------------------------------------------------------------

    def _changes_nothing(self, event: Event, done: StepResult) -> bool:
        """What is not journalled: unchanged status, and refusals past their bound, which are only counted.

        Such a refusal never happened as far as the state goes, so a flood of them neither fills the disk nor crowds
        out answers that were given.
        """
        if done.decisions:
            return False
        if done.answer is not None:
            asked = getattr(event, "seat", 0)
            seat = str(asked if asked in self.table.seats else 0)
            self._unrecorded[seat] = self._unrecorded.get(seat, 0) + 1
            return True
        return digest_of(step(self.table, event, 0).table) == digest_of(self.table)

    def _keep_or_refuse(self, event: Event, done: StepResult, dice: Dice) -> None:
        """What somebody sent and cannot be kept exactly is refused, and is as if it had never been sent."""
        try:
            self._keep(event, done, dice)
        except VaultFault as fault:
            if fault.code != "entry_unwritable" or not isinstance(event, COMMANDS) or _can_be_kept(event):
                raise
            self._digester = Digester(self.table)  # it has looked ahead
            answer = Answer(event.client, event.id, False, "not_recordable", fault.details, {})
            self._told.append(KeptStep(self.vault.seq, [], answer))
            self._untraced.add(event, answer)

    def _keep(self, event: Event, done: StepResult, dice: Dice) -> None:
        record = to_json(event)
        data: dict[str, Any] = {
            "event": record,
            "elapsed": self._elapsed,
            "decisions": [to_json(decision) for decision in done.decisions],
            "round": done.table.round,
            "left": done.table.left,
            "digest": self._digester.after(done.table, done.touched),
        }
        if record["type"] in FROM_THE_UNIT:
            data["dice"] = dice.value
        closed = self._closes(done)
        if closed is not None:
            data["layout"] = {str(seat): closed.game.seat_data(seat) for seat in closed.seats_with_wagers()}
        if done.table.round != self.table.round and self._unrecorded:
            data["unrecorded"], self._unrecorded = self._unrecorded, {}
        opens = done.table.round != self.table.round
        seq = self.vault.append("step", data)
        self.table, self._elapsed = done.table, 0
        self._told.append(KeptStep(seq, done.decisions, done.answer, done.failed))
        for decision in done.decisions:
            if isinstance(decision, BooksTurned):
                self._turn_page(decision)
            elif isinstance(decision, SettingsChanged):
                self._write_figures()
        self._check_books(opens)

    def _write_figures(self) -> None:
        """Where the rules make other returns than before, what every bet is expected to hold from now on is an entry
        in the same commit: so no report ever has to work out what was expected in the past."""
        if self.table.game.returns_key() != self.vault.clerk.priced_by:
            self.vault.append("figures", figures_now(self.table))

    def _turn_page(self, turned: BooksTurned) -> None:
        """What a supervisor ended ends in the same commit as the act."""
        if turned.of == "period":
            self.vault.clear_period(turned.by)
            return
        settings = self._day_settings()
        day = self.vault.day_running(settings)
        if day is not None:
            self.vault.close_day(day, settings, turned.by)
            self._closed_day = day.isoformat()

    def _day_settings(self) -> DaySettings:
        """A zone that this machine does not know, in a journal from elsewhere, must not stop the table."""
        settings = self.table.settings
        try:
            return day_settings(settings.day_closes, settings.time_zone)
        except BadFile:
            return day_settings(settings.day_closes, "UTC")

    def _closes(self, done: StepResult) -> Table | None:
        """Where bets close with this step: the table with what lay on the layout then, which recall wants to know. An
        outcome that closed them has been settled since, so that it is the table before it."""
        entered = {decision.phase for decision in done.decisions if isinstance(decision, PhaseEntered)}
        if self.table.phase not in WHILE_OPEN:
            return None
        if Phase.SETTLING in entered:
            return self.table
        return done.table if entered.intersection(CLOSED) else None

    def _check_books(self, new_round: bool) -> None:
        """Each event's postings, and each round the full sum and every seat: a breach holds the table."""
        clerk = self.vault.clerk
        what = None if clerk.imbalance is None else clerk.imbalance.what
        if new_round and what is None:
            what = self._seat_that_differs()
        if what is not None and "books" not in self.table.holds:
            clerk.imbalance = None
            event = BooksDisagree(what)
            self._keep(event, step(self.table, event, 0), Dice.UNIT)

    def _seat_that_differs(self) -> str | None:
        ledger, game = self.vault.clerk.ledger, self.table.game
        for seat in game.seat_numbers():
            held, booked = list(game.money(seat)), ledger.of_seat(str(seat))[:3]
            if held != booked:
                return f"seat {seat} holds {held}, the ledger says {booked}"
        return None


def _can_be_kept(event: Event) -> bool:
    """Whether this event itself reads back as what it is; if so, what does not is our own."""
    try:
        recorded(to_json(event))
    except NotPlain:
        return False
    return True


def figures_now(table: Table) -> dict[str, Any]:
    """What every bet is expected to hold by the rules in force, as the journal has it."""
    return {"rules": table.game.returns_key(), "bets": {bet: list(of) for bet, of in figures(table.game).items()}}
