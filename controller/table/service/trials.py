"""Tests of the hardware in service: the unit's self-test, its faults cleared, a shake outside of play, all lamps lit,
a seat's screen touched all over.

A test is wanted until it is done, service ends, or another is begun. Nothing of it touches wagers, rounds or meters:
a test shake has an id and a nonce like any throw, and a record of its own.
"""

from typing import Any

from controller.facts.cabinet_kinds import TrialDrawn, TrialEnded, TrialThrown
from controller.table.commands.clients import name_of
from controller.table.events import ShakeDrawn, Thrown, TouchTested, UnitTested
from controller.table.round.shooting import check_nonce, next_roll_id
from controller.table.service.state import Trial
from controller.table.staff.act import OperatorAct
from controller.table.state import Table
from controller.table.work import Refuse, Work

HARMLESS = frozenset({"service", "operator", "no_rolls", "dice", "malfunction", "core", "books"})
"""Held by these alone, the dice may be shaken for a test; an open lid or door, a fault or a lost link forbid it."""

LONGEST_MEDIUM = 64
MOST_DAYS = 3650
"""That stay in the journal, at most: an older entry is always old enough."""
TOUCH = "touch_test"
MOST_FIELDS = 1000
"""Of a touch test; a screen with more of them is none that a finger could test."""


def begin(work: Work, by: OperatorAct, **about: Any) -> None:
    """While no dice are wanted, and one at a time."""
    if work.table.throw is not None:
        raise Refuse("not_now", f"throw {work.table.throw.id} is wanted; a test waits until it is over")
    begin_any_time(work, by, **about)


def begin_any_time(work: Work, by: OperatorAct, **about: Any) -> None:
    """What needs no service."""
    break_off(work, cause="begun", act=by.act.word)
    work.table.trial = Trial(by.act.word, by.operator, name_of(work.table, by.client, by.id), **about)


def end(table: Table) -> None:
    """Nothing is tested any more."""
    table.trial = None


def break_off(work: Work, **why: str) -> None:
    """Whatever is tested ends here. A person waits for what came of a touch test, so that it was broken off is told."""
    trial = work.table.trial
    if trial is not None and trial.what == TOUCH:
        work.decide(TrialEnded(TOUCH, trial.by, trial.seat, "broken_off", dict(why)))
    end(work.table)


def lose_screen(work: Work, seat: int) -> None:
    """The terminal of this seat has gone, and with it the screen that was touched."""
    trial = work.table.trial
    if trial is not None and trial.what == TOUCH and trial.seat == seat:
        break_off(work, cause="terminal_lost")


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
    work.decide(TrialThrown(event.roll_id, event.outcome, event.shown))
    showed = {"outcome": event.outcome, **event.shown}
    work.decide(TrialEnded(table.trial.what, table.trial.by, 0, "thrown", showed))
    end(table)


def unit_tested(work: Work, event: UnitTested) -> None:
    """The unit has done what was asked, or could not."""
    trial = work.table.trial
    if trial is None or trial.what != event.what:
        work.ignore(0, event.what, "nobody asked for it", "not_asked", what="UnitTested", test=event.what)
        return
    work.decide(TrialEnded(trial.what, trial.by, 0, event.came, event.about))
    end(work.table)


def touch_tested(work: Work, event: TouchTested) -> None:
    """What a terminal counted. It is believed for nothing but this record."""
    if not 0 <= event.touched <= event.fields <= MOST_FIELDS:
        raise Refuse(
            "bad_count", f"of {event.fields} fields {event.touched} were touched; at most {MOST_FIELDS} there are"
        )
    trial = work.table.trial
    if trial is None or (trial.what, trial.seat, trial.name) != (TOUCH, event.seat, event.test):
        text = f"touch test of seat {event.seat}"
        work.ignore(event.seat, text, "nobody asked for it", "not_asked", what="TouchTested", seat=event.seat)
        return
    work.decide(TrialEnded(TOUCH, trial.by, event.seat, "touched", {"touched": event.touched, "fields": event.fields}))
    end(work.table)
