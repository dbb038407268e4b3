"""Tests of the hardware in service: the unit's self-test, its faults cleared, a shake outside of play, all lamps lit,
a seat's screen touched all over, or set right.

A test is wanted until it is done, service ends, or another is begun. Nothing of it touches wagers, rounds or meters:
a test shake has an id and a nonce like any throw, and a record of its own.
"""

from typing import Any

from config.touch import BadMatrix, not_set, read_matrix
from controller.facts.cabinet_kinds import TestEnd, TrialDrawn, TrialEnded, TrialThrown
from controller.table.commands.clients import name_of
from controller.table.events import Thrown
from controller.table.round.shooting import check_nonce, next_roll_id
from controller.table.service.events import ShakeDrawn, TouchNotSet, TouchSet, TouchTested, UnitTested
from controller.table.service.state import Trial
from controller.table.staff.act import OperatorAct
from controller.table.state import Table
from controller.table.work import Refuse, Work

HARMLESS = frozenset({"service", "operator", "no_rolls", "dice", "malfunction", "core", "books"})
"""Held by these alone, the dice may be shaken for a test; an open lid or door, a fault or a lost link forbid it."""

LONGEST_MEDIUM = 64
MOST_DAYS = 3650
"""That stay in the journal, at most: an older entry is always old enough."""
TOUCH, CALIBRATE = "touch_test", "calibrate_seat"
OF_A_SCREEN = (TOUCH, CALIBRATE)
"""Somebody stands at the seat, and waits for what comes of it."""
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
    """Whatever is tested ends here. A person waits for what comes of a screen, so that it was broken off is told."""
    trial = work.table.trial
    if trial is not None and trial.what in OF_A_SCREEN:
        work.decide(TrialEnded(trial.what, trial.by, trial.seat, "broken_off", dict(why)))
    end(work.table)


def lose_screen(work: Work, seat: int) -> None:
    """The terminal of this seat has gone, and with it the screen that was touched."""
    trial = work.table.trial
    if trial is not None and trial.what in OF_A_SCREEN and trial.seat == seat:
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
    _screen_done(work, event, TOUCH, "touched", {"touched": event.touched, "fields": event.fields})


def touch_set(work: Work, event: TouchSet) -> None:
    """What a person set at a seat, on record before the terminal keeps it. Believed for nothing else."""
    _screen_done(work, event, CALIBRATE, "set", numbers(event.before, event.after))


def touch_not_set(work: Work, event: TouchNotSet) -> None:
    """Nothing came of it; why is told to who began it."""
    _screen_done(work, event, CALIBRATE, "broken_off", {"cause": not_set(event.cause)})


def numbers(before: str, after: str) -> dict[str, str]:
    """How a screen was set and how it is; refused where these are no such numbers."""
    for name, text in (("before", before), ("after", after)):
        try:
            if text or name == "before":
                read_matrix(text)
        except BadMatrix as error:
            raise Refuse("bad_setting", f"{name}: {error}") from None
    return {"before": before, "after": after}


def _screen_done(
    work: Work, event: TouchTested | TouchSet | TouchNotSet, what: str, came: TestEnd, about: dict[str, Any]
) -> None:
    """If it is the screen and the test that are wanted."""
    trial, seat = work.table.trial, event.seat
    if trial is None or (trial.what, trial.seat, trial.name) != (what, seat, event.test):
        kind = type(event).__name__
        work.ignore(seat, f"{what} of seat {seat}", "nobody asked for it", "not_asked", what=kind, seat=seat)
        return
    work.decide(TrialEnded(what, trial.by, seat, came, about))
    end(work.table)
