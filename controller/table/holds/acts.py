"""What the staff does about a table that stands still, or a seat that calls."""

from collections.abc import Mapping
from typing import Any

from controller.table.holds import alarms
from controller.table.holds.reasons import looked_behind
from controller.table.round.rounds import abandon_throw, device_rests
from controller.table.staff.act import EVERYBODY, FLOOR, SUPERVISOR, Act, AtTheSeat, OperatorAct
from controller.table.state import Table
from controller.table.work import Refuse, Work

RESUMES: dict[str, frozenset[str]] = {
    "operator": FLOOR,
    "no_rolls": FLOOR,
    "dice": FLOOR,
    "malfunction": FLOOR,
    "door_latch": FLOOR,
    "core": SUPERVISOR,
    "books": SUPERVISOR,
    "second_place": SUPERVISOR,
}
"""The holds that end because a person says so, and who may; behind the logic door somebody looks who answers for it."""


def who_resumes(reason: str, about: Mapping[str, Any]) -> frozenset[str]:
    """Who may end this hold, as it stands."""
    if reason == "door_latch" and "logic" in about.get("doors", ()):
        return SUPERVISOR
    return RESUMES.get(reason, frozenset())


def _his_holds(table: Table, role: str) -> list[str]:
    ends = [reason for reason in sorted(table.holds) if role in who_resumes(reason, table.holds[reason])]
    return [reason for reason in ends if not (reason == "malfunction" and _only_voided(table))]


def _only_voided(table: Table) -> bool:
    """Whether the game draws no second outcome in this round, so that it can only be voided once its device has
    said too often what cannot be."""
    return table.throw is not None and bool(table.game.course.voids_result)


def _something_to_resume(table: Table, role: str) -> None:
    if not _his_holds(table, role):
        left = ", ".join(sorted(table.holds)) or "nothing"
        raise Refuse("nothing_to_resume", f"a person in the role of {role} cannot end what holds: {left}")


class Attend(AtTheSeat, roles=FLOOR, group="table"):
    """A seat that called has been attended to."""

    def do(self, work: Work, _by: OperatorAct) -> None:
        if not work.seat(self.seat).called:
            raise Refuse("not_calling", f"seat {self.seat} calls nobody")


def _something_to_silence(table: Table, _role: str) -> None:
    if not table.alarms:
        raise Refuse("no_alarm", "no alarm sounds")


class SilenceAlarm(Act, roles=EVERYBODY, group="table", first=_something_to_silence):
    """Somebody has looked at the door, and its alarm is silenced."""

    reason: str

    def do(self, work: Work, by: OperatorAct) -> None:
        for door in work.table.alarms:
            alarms.end(work, door, by.operator)


class Hold(Act, roles=FLOOR, group="table"):
    """The table stands still."""

    reason: str = ""

    def do(self, work: Work, by: OperatorAct) -> None:
        work.hold("operator", by=by.operator, why=by.why)


class Resume(Act, roles=FLOOR, group="table", first=_something_to_resume):
    """Holds that a person ends are ended."""

    def do(self, work: Work, by: OperatorAct) -> None:
        table, his = work.table, _his_holds(work.table, by.role)
        for reason in his:
            work.release(reason, by=by.operator)
        table.voids = 0
        if "no_rolls" in his:
            table.no_rolls = 0
        if "door_latch" in his:
            looked_behind(table)
        if "malfunction" in his:
            table.malfunctions = 0
            if table.result is None:
                abandon_throw(work)
            if table.waits_for_device():
                device_rests(work)  # a person has looked: what it says of that throw will never be believed
