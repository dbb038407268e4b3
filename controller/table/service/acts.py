"""What the staff does to the machine: service and its tests, dice, copies of the journal, the end of the program."""

from controller.facts.cabinet_kinds import MachineEnds, TrialEnded
from controller.facts.kinds import DiceReplaced, UnitAccepted
from controller.table.holds.reasons import accept_unit
from controller.table.phases import Phase
from controller.table.round.shooting import LAST_ROLL_ID
from controller.table.service import trials
from controller.table.staff.act import (
    BETWEEN_ROLLS,
    SUPERVISOR,
    WORKSHOP,
    Act,
    OperatorAct,
)
from controller.table.state import Table
from controller.table.work import Refuse, Work

HELD_BY_A_PERSON = ("operator", "service")


def _in_service(table: Table, _role: str) -> None:
    if "service" not in table.holds:
        raise Refuse("no_service", "the table is not in service")


def _stands_still(table: Table, _role: str) -> None:
    """Held by a person, so that play does not go on by itself after the next start; and no dice under way."""
    if not any(reason in table.holds for reason in HELD_BY_A_PERSON):
        raise Refuse("not_held", "the table could play on: hold it, or begin service, first")
    if table.throw is not None:
        raise Refuse("not_now", f"throw {table.throw.id} is under way; let it end, or void the round")
    if table.trial is not None and (table.trial.nonce or table.trial.keep_days is not None):
        raise Refuse("not_now", f"{table.trial.what} is under way; let it end first")


def _unit_waits(table: Table, _role: str) -> None:
    found = table.unit_found
    if found is None:
        raise Refuse("no_unit_waiting", "no other unit waits to be accepted")
    if found.last_roll >= LAST_ROLL_ID:
        raise Refuse("no_ids_left", f"the unit's last roll is {found.last_roll}; after that there are no roll ids")


def _about(act: str, reference: str) -> str:
    if not reference:
        raise Refuse("reason_missing", f"{act} says in a reference what it is about")
    return reference


def _check_screen(work: Work, seat: int) -> None:
    if not work.seat(seat).linked:
        raise Refuse("no_terminal", f"the terminal of seat {seat} has no link, so its screen shows no test")


class BeginService(Act, roles=WORKSHOP):
    """Play is suspended exactly where it is."""

    def do(self, work: Work, by: OperatorAct) -> None:
        work.hold("service", by=by.operator)


class EndService(Act, roles=WORKSHOP, first=_in_service):
    """Play goes on exactly where it was."""

    def do(self, work: Work, by: OperatorAct) -> None:
        work.release("service", by=by.operator)
        trials.break_off(work, cause="service_ended")


class _AnyTime(Act):
    """A test that needs no service."""

    def do(self, work: Work, by: OperatorAct) -> None:
        trials.begin_any_time(work, by)


class _InService(Act):
    """A test that is done in service."""

    def do(self, work: Work, by: OperatorAct) -> None:
        trials.begin(work, by)


class ClearFaults(_AnyTime, roles=WORKSHOP):
    """The unit is told to clear its fault latch."""


class SelfTest(_InService, roles=WORKSHOP, phases=BETWEEN_ROLLS, first=_in_service):
    """The unit tests itself."""


class TestShake(_InService, roles=WORKSHOP, phases=BETWEEN_ROLLS, first=_in_service):
    """Dice are shaken, or a ball is spun, outside of play."""


class LampTest(_InService, roles=WORKSHOP, phases=BETWEEN_ROLLS, first=_in_service):
    """All lamps are lit until service ends."""


class TouchTest(Act, roles=WORKSHOP, phases=BETWEEN_ROLLS, first=_in_service):
    """A person touches the screen of a seat all over."""

    seat: int

    def do(self, work: Work, by: OperatorAct) -> None:
        _check_screen(work, self.seat)
        trials.begin(work, by, seat=self.seat)


class CalibrateSeat(Act, roles=WORKSHOP, phases=BETWEEN_ROLLS, first=_in_service):
    """A person sets the touch of a seat's screen right, or back to how it was delivered."""

    seat: int
    as_delivered: bool = False

    def do(self, work: Work, by: OperatorAct) -> None:
        _check_screen(work, self.seat)
        trials.begin(work, by, seat=self.seat, as_delivered=self.as_delivered)


class CalibrateMenu(Act, roles=WORKSHOP, phases=BETWEEN_ROLLS, first=_in_service):
    """The touch of the service menu's own screen was set right; its station keeps it once this is on record."""

    before: str
    after: str = ""

    def do(self, work: Work, by: OperatorAct) -> None:
        work.decide(TrialEnded(self.word, by.operator, 0, "set", trials.numbers(self.before, self.after)))


class CheckSoftware(_AnyTime, roles=WORKSHOP):
    """The installed files are compared with the release."""


class Export(Act, roles=WORKSHOP, group="machine"):
    """A copy of the journal is made on a medium."""

    reference: str

    def do(self, _work: Work, _by: OperatorAct) -> None:
        _about(self.word, self.reference)


class Support(Act, roles=WORKSHOP, group="machine"):
    """A bundle for whoever helps from elsewhere is put on a medium."""

    reference: str

    def do(self, _work: Work, _by: OperatorAct) -> None:
        _about(self.word, self.reference)


class Archive(Act, roles=SUPERVISOR, phases=BETWEEN_ROLLS, group="machine", first=_in_service, twice=True):
    """Old entries of the journal go to a medium."""

    reference: str
    keep_days: int | None

    def do(self, work: Work, by: OperatorAct) -> None:
        if not self.reference or len(self.reference) > trials.LONGEST_MEDIUM:
            raise Refuse("reason_missing", "archive needs the name of a medium")
        if self.keep_days is None or not 0 <= self.keep_days <= trials.MOST_DAYS:
            days = f"0 to {trials.MOST_DAYS} whole days that stay in the journal"
            raise Refuse("bad_setting", f"archive needs keep_days, {days}")
        if work.table.trial is not None:
            raise Refuse("not_now", f"{work.table.trial.what} is under way; let it end first")
        trials.begin(work, by, medium=self.reference, keep_days=self.keep_days)


class _Ending(Act):
    """The machine, or its program, ends in order. Who runs it sees to it once this is on record."""

    reason: str

    def do(self, work: Work, by: OperatorAct) -> None:
        for reason in HELD_BY_A_PERSON:
            if reason in work.table.holds:
                work.hold(reason, act=self.word, by=by.operator, why=self.reason)
        work.decide(MachineEnds(self.word, by.operator, self.reason))
        work.details = {"on_seats": work.table.on_seats(), "seats_with_wagers": len(work.table.seats_with_wagers())}


class PowerOff(_Ending, roles=WORKSHOP, group="machine", first=_stands_still, twice=True):
    """The machine is switched off; money and wagers stay."""


class Restart(_Ending, roles=WORKSHOP, group="machine", first=_stands_still, twice=True):
    """The controller is started anew; money and wagers stay."""


def _nobody_plays(table: Table, role: str) -> None:
    """Another program takes the table over: no money of a player may be on it, and no round under way."""
    _stands_still(table, role)
    if table.on_seats():
        raise Refuse("credits_on_seats", f"{table.on_seats()} of players is on the machine", amount=table.on_seats())


class Rollback(
    _Ending, roles=SUPERVISOR, phases=frozenset({Phase.IDLE}), group="machine", first=_nobody_plays, twice=True
):
    """The program that was installed before takes the place of this one; the journal stays."""

    seconds = WORKSHOP

    def takes_two(self, table: Table) -> bool:
        """Where the house wants two persons for the rules: another program may have others."""
        return table.settings.two_for_rules


class ChangeDice(Act, roles=WORKSHOP, first=_in_service):
    """Other dice lie in the dome, or another ball in the wheel, named by their marks."""

    reference: str

    def do(self, work: Work, by: OperatorAct) -> None:
        work.decide(DiceReplaced(_about(self.word, self.reference), by.operator))


class AcceptUnit(Act, roles=SUPERVISOR, first=_unit_waits):
    """Another unit, or its count of throws, is accepted."""

    def do(self, work: Work, by: OperatorAct) -> None:
        found = work.table.unit_found
        assert found is not None
        work.decide(UnitAccepted(found.serial, found.last_roll, by.operator, by.why))
        accept_unit(work, found)
