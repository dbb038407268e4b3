"""The vault behind the loop's store port: a table whose every step is on disk before anybody hears of it."""

import time
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import structlog
from pydantic import ValidationError

from config.cabinet import Cabinet, TableStart
from config.files.complaints import complaint
from config.files.reading import BadFile
from controller.books import book_file, find_book, load_rules
from controller.compliance.profile import find_profile
from controller.games.interface import History
from controller.games.par import why_under
from controller.games.registry import table_row
from controller.server.loop.ports import StoreFailed
from controller.table.cash.events import CashSetUp
from controller.table.events import Event, Restarted, SecondPlaceChecked
from controller.table.round.opening import open_game
from controller.table.sas.events import HostSetUp
from controller.table.snapshot import from_plain, plain
from controller.table.staff.change_settings import is_of_table
from controller.table.staff.settings import TableSettings
from controller.table.state import Table
from controller.uplink.floor_word import check_against_floor
from controller.vault.books.gaming_day import day_settings
from controller.vault.books.tickets import TicketBook
from controller.vault.counts.meters import MeterBook
from controller.vault.faults import VaultFault, VaultLost
from controller.vault.journal.known_key import pinned
from controller.vault.journal.writer import Clock
from controller.vault.kept_table import KeptStep, KeptTable, figures_now
from controller.vault.lifecycle.archive import Archived, begin_after
from controller.vault.lifecycle.creation import Birth, Dice, Life, bear

log = structlog.get_logger()

MOST_SAID = 200
"""Characters of what is wrong with the second place."""
NO_PIN = "no public key is pinned: `boxcars vault pin`"

DAY_LOOKED_AT = 1000
"""Milliseconds between two looks at whether the gaming day is over."""


class StoreFailure:
    """Whatever comes out of the store or its books is a failed store (law 17): foreseen or not, nothing is written
    after it, the process ends, and the next start recovers what was committed."""

    def __init__(self, kept: KeptTable) -> None:
        self._kept = kept

    def __enter__(self) -> None:
        """From here on."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is None or not isinstance(error, Exception) or isinstance(error, StoreFailed):
            return
        self._kept.give_up()
        if isinstance(error, VaultFault):
            raise StoreFailed(str(error)) from error
        log.critical("keeping the journal failed in a way that nobody foresaw", exc_info=error)
        raise StoreFailed(f"{type(error).__name__}: {error}") from error


class Journal:
    """A table on a journal."""

    def __init__(self, kept: KeptTable, dice: Dice, clock: Clock | None = None, unpinned: bool = False) -> None:
        """`clock` is the wall's, unless somebody turns one by hand; `unpinned`: for money, and no key is pinned."""
        self._unpinned = unpinned
        self._clock = clock or wall_clock
        self._kept = kept
        self._dice = dice
        self.failure = StoreFailure(kept)
        """What is done within it on the vault succeeds, or is the end of this process's writing."""
        self._look_at_day = 0
        self.archive: dict[str, int | str | bool] = {}
        """How far the moving of old entries is, for people; nothing while none was asked for."""

    @property
    def table(self) -> Table:
        """After the last event taken, committed or not."""
        return self._kept.table

    @property
    def history(self) -> History:
        """What people like to know of the rounds that are over."""
        return self._kept.vault.clerk.history

    @property
    def tickets(self) -> TicketBook:
        """Every ticket of this cabinet, as its own authority knows them."""
        return self._kept.vault.clerk.tickets

    @property
    def meters(self) -> MeterBook:
        """What was counted, as of the last event taken."""
        return self._kept.vault.clerk.meters

    @property
    def drawn_before(self) -> int:
        """The largest sequence of a ticket that the second place knew of at the start."""
        return self._kept.vault.drawn_before

    @property
    def demo(self) -> bool:
        """Whether every screen has to say so."""
        return self._kept.vault.life is Life.DEMO

    def due_in(self) -> int | None:
        """Milliseconds until something is due."""
        return self._kept.due_in()

    def unkept(self) -> int:
        """Milliseconds that no entry tells of yet."""
        return self._kept.unkept

    def take(self, event: Event, elapsed: int = 0) -> None:
        """Apply an event; it waits for the commit."""
        with self.failure:
            self._kept.take(event, elapsed, self._dice)

    def commit(self) -> Sequence[KeptStep]:
        """All that was taken is on disk."""
        with self.failure:
            committed = self._kept.commit()
        for told in committed:
            if told.failed is not None:
                log.critical("the core failed: the event is refused, the table held", exc_info=told.failed)
        return committed

    def rest(self) -> None:
        """A snapshot, if one is due, and the close of the gaming day."""
        with self.failure:
            self._turn_day()
            self._kept.rest()

    def wall_clock(self) -> int:
        """The machine's clock, UTC in milliseconds: for paper, never decided by."""
        return self._clock()

    def day_running(self) -> str | None:
        """The gaming day that could be closed now; None if it has been closed before its time."""
        with self.failure:
            day = self._kept.day_running()
        return None if day is None else day.isoformat()

    def _turn_day(self) -> None:
        """Which day it is is looked at now and then."""
        now = self._clock()
        if abs(now - self._look_at_day) < DAY_LOOKED_AT:
            return
        self._look_at_day = now
        closed = self._kept.turn_day()
        if closed is not None:
            log.info("gaming day closed", day=str(closed))

    @property
    def days_closed(self) -> int:
        """Gaming days that this process has closed."""
        return self._kept.vault.days_closed

    def look_at_second_place(self, at_start: bool = False) -> SecondPlaceChecked | None:
        """What is wrong with it, when the journal was opened or now; None where nothing is."""
        vault = self._kept.vault
        finding = vault.second_place_finding(at_start)
        if finding is None:
            return None
        log.warning("second place", code=finding.code, why=str(finding))
        holds = vault.life is Life.LIVE and vault.requires_second_place
        return SecondPlaceChecked(finding.code, finding.details[:MOST_SAID], holds)

    def facts(self) -> dict[str, int | str | bool]:
        """What a person wants to know of the journal at a glance."""
        vault = self._kept.vault
        facts: dict[str, int | str | bool] = {
            "journal": vault.journal,
            "life": vault.life.value,
            "entries": vault.seq,
            "committed": vault.committed,
            "fingerprint": vault.fingerprint,
        }
        if self._unpinned:
            facts["pin"] = NO_PIN
        return facts | ({"second_place": vault.trouble} if vault.trouble else {}) | self.archive

    @property
    def is_left_over(self) -> bool:
        """Whether entries are still here that an archive has."""
        with self.failure:
            return self._kept.vault.is_left_over

    def begin_after(self, moved: Archived) -> str | None:
        """The journal says what is in the archive, and begins after it; where that is not so any more, says why."""
        with self.failure:
            try:
                begin_after(self._kept.vault, moved)
            except VaultFault as fault:
                if isinstance(fault, VaultLost):
                    raise
                return str(fault)
            return None

    def remove_archived(self) -> bool:
        """One short step of taking off what the archive has; False once all is done."""
        with self.failure:
            return self._kept.vault.remove_archived()

    def close(self) -> None:
        """End in order, with a snapshot."""
        with self.failure:
            self._kept.close()


def wall_clock() -> int:
    """UTC in milliseconds: written down with each entry, never decided by."""
    return time.time_ns() // 1_000_000


def first_table(start: TableStart, day: Mapping[str, str] | None = None) -> Table:
    """The table that a new journal begins with; BadFile where the settings cannot be played by."""
    try:
        row, rules = load_rules(start.rulebook)
        rules = rules.turned(start.game)
        settings = TableSettings.model_validate({**(day or {}), **_by_profile(start), **start.settings})
        day_settings(settings.day_closes, settings.time_zone)
    except ValidationError as error:
        raise BadFile(f"table: {complaint(error)}") from None
    except ValueError as error:
        raise BadFile(f"table: {error}") from None
    worked_out = row.worked_out(rules)
    if worked_out["over"]:
        raise BadFile(f"table.game: {worked_out['over']}")
    under = why_under(worked_out["least"], Fraction(settings.least_return or 0))
    if under:
        raise BadFile(f"table.settings.least_return: {under}")
    opened = open_game(row.name, rules, start.seat_numbers(), settings)
    strange = [name for name in start.settings if not is_of_table(name, opened.game.course)]
    if strange:
        raise BadFile(
            f"table.settings: {', '.join(strange)}: a table of {row.name} has none; its own are in table.game"
        )
    return opened


def _by_profile(start: TableStart) -> dict[str, Any]:
    """The settings that a law turns; BadFile where it forbids what is wanted besides, or the book."""
    if start.profile is None:
        return {}
    found = find_profile(start.profile)
    found.check_settings(start.settings, lambda name: f"table.settings.{name} = {start.settings[name]}")
    found.check_book(find_book(start.rulebook), book_file(start.rulebook))
    return found.profile.settings


def new_journal(directory: Path, life: Life, start: TableStart, by: str, day: Mapping[str, str] | None = None) -> str:
    """Create a journal that begins with this table; `day`: when its gaming day ends, and where. Returns its name."""
    table = first_table(start, day)
    return bear(directory, Birth(life, plain(table), wall_clock(), by=by, figures=figures_now(table)))


def open_journal(cabinet: Cabinet) -> Journal:
    """Recover the table: VaultFault or BadFile says why not. The controller has been away: links are gone."""
    row, _ = load_rules(cabinet.table.rulebook)
    dice = Dice.EMULATOR if cabinet.unit_of(table_row(row.name).device).emulated else Dice.UNIT
    second = Path(cabinet.journal.second_place) if cabinet.journal.second_place else None
    known = pinned(Path(cabinet.journal.pin))
    directory = Path(cabinet.journal.directory)
    if cabinet.floor is not None:
        check_against_floor(directory, cabinet.floor)
    kept = KeptTable.open(directory, wall_clock, from_plain, dice=dice, second_place=second, public_key=known)
    life = kept.vault.life.value
    if life != cabinet.journal.life:
        kept.vault.close()
        raise BadFile(f"journal.life is {cabinet.journal.life!r}; the journal in {cabinet.journal.directory} is {life}")
    played = kept.table.game.name
    if played != row.name:
        kept.vault.close()
        where = cabinet.journal.directory
        raise BadFile(f"table.rulebook is of {row.name}; the journal in {where} plays {played}, and does for good")
    seats, wanted = sorted(kept.table.seats), cabinet.table.seat_numbers()
    if seats != wanted:
        kept.vault.close()
        raise BadFile(f"table.seats is {wanted}; the journal in {cabinet.journal.directory} has {seats}")
    unpinned = known is None and kept.vault.life is Life.LIVE
    journal = Journal(kept, dice, unpinned=unpinned)
    journal.rest()  # a day that ended while the machine was off
    journal.take(Restarted())
    if cabinet.cash or journal.table.cash:
        journal.take(CashSetUp({str(one.seat): one.rules() for one in cabinet.cash}, cabinet.tickets.rules()))
    if cabinet.sas or journal.table.sas:
        unit = 10**cabinet.money.decimals
        journal.take(HostSetUp({str(one.address): one.rules(unit) for one in cabinet.sas}))
    found = journal.look_at_second_place(at_start=True)
    if found is not None:
        journal.take(found)
    journal.commit()
    if unpinned:
        log.warning(NO_PIN, fingerprint=kept.vault.fingerprint)
    log.info("journal", journal=kept.vault.journal, life=life, entries=kept.vault.seq, phase=journal.table.phase.value)
    return journal
