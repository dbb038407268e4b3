"""Tests of the hardware in service: the unit's self-test, its faults cleared, a shake outside of play, all lamps lit.

A test is wanted until it is done, service ends, or another is begun. Nothing of it touches wagers, rounds or meters:
a test shake has an id and a nonce like any throw, and a record of its own.
"""

from controller.table.decisions import TrialDrawn, TrialEnded, TrialThrown
from controller.table.events import OperatorAct, ShakeDrawn, Thrown, UnitTested
from controller.table.shooting import check_nonce, next_roll_id
from controller.table.state import Table, Trial
from controller.table.work import Refuse, Work

HARMLESS = frozenset({"service", "operator", "no_rolls", "dice", "malfunction", "core", "books"})
"""Held by these alone, the dice may be shaken for a test; an open lid or door, a fault or a lost link forbid it."""

LONGEST_MEDIUM = 64
MOST_DAYS = 3650
"""That stay in the journal, at most: an older entry is always old enough."""


def begin(work: Work, act: OperatorAct) -> None:
    """In service only, and one at a time."""
    if "service" not in work.table.holds:
        raise Refuse("no_service", f"{act.act} is done in service; begin service first")
    if work.table.throw is not None:
        raise Refuse("not_now", f"throw {work.table.throw.id} is wanted; a test waits until it is over")
    begin_any_time(work, act)


def begin_any_time(work: Work, act: OperatorAct) -> None:
    """What needs no service."""
    work.table.trial = Trial(act.act, act.operator, f"{act.client}/{act.id}")


def begin_archive(work: Work, act: OperatorAct) -> None:
    """Old entries of the journal are to go to a medium; who runs the machine sees to it, and says what came of it."""
    days = (act.change or {}).get("keep_days")
    if not act.reference or len(act.reference) > LONGEST_MEDIUM:
        raise Refuse("reason_missing", "archive needs the name of a medium")
    if set(act.change or {}) != {"keep_days"} or type(days) is not int or not 0 <= days <= MOST_DAYS:
        raise Refuse("bad_setting", f"archive needs keep_days, 0 to {MOST_DAYS} whole days that stay in the journal")
    if work.table.trial is not None:
        raise Refuse("not_now", f"{work.table.trial.what} is under way; let it end first")
    begin(work, act)
    assert work.table.trial is not None
    work.table.trial = work.table.trial._replace(medium=act.reference, keep_days=days)


def end(table: Table) -> None:
    """Nothing is tested any more."""
    table.trial = None


def shake_drawn(work: Work, event: ShakeDrawn) -> None:
    """Chance for a test shake: its nonce, journalled before the dice move."""
    table, trial = work.table, work.table.trial
    if trial is None or not trial.wants_nonce():
        raise Refuse("no_draw_wanted", "no test shake wants a nonce")
    if event.roll_id != next_roll_id(table):
        raise Refuse("wrong_roll_id", f"the next throw is {next_roll_id(table)}, not {event.roll_id}")
    check_nonce(event.nonce)
    table.trial = trial._replace(roll_id=event.roll_id, nonce=event.nonce)
    table.last_roll = event.roll_id
    work.decide(TrialDrawn(event.roll_id, event.nonce))


def is_of_the_test(table: Table, event: Thrown) -> bool:
    """Whether this report is the test shake's, and to be believed."""
    return table.trial is not None and event.roll_id == table.trial.roll_id and event.authentic


def thrown(work: Work, event: Thrown) -> None:
    """What the test shake showed is recorded, and that is all."""
    table = work.table
    assert table.trial is not None
    if table.unit is not None:
        table.unit = table.unit._replace(last_roll=max(table.unit.last_roll, event.roll_id))
    work.decide(TrialThrown(event.roll_id, event.outcome, event.faces))
    told = f"{event.faces[0]} {event.faces[1]}" if event.outcome == "ok" else event.outcome
    work.decide(TrialEnded(table.trial.what, table.trial.by, told))
    end(table)


def unit_tested(work: Work, event: UnitTested) -> None:
    """The unit has done what was asked, or could not."""
    trial = work.table.trial
    if trial is None or trial.what != event.what:
        work.ignore(0, event.what, "nobody asked for it")
        return
    work.decide(TrialEnded(trial.what, trial.by, event.told))
    end(work.table)
