"""Phases and events as tables: every move happens, and no row of an event is missing."""

from collections.abc import Callable

import pytest

from controller.facts.kinds import PhaseEntered
from controller.games.craps.course import COURSE
from controller.table.event_rows import EVENTS
from controller.table.machine import DUE
from controller.table.phases import MEANING, MOVES, Phase
from controller.table.staff.settings import TableSettings
from tests.asked import KINDS
from tests.table.evening import Evening, an_evening, an_evening_of_the_toy
from tests.table.test_holds import in_phase
from tests.table.test_void_and_close_out import close_out, void
from tests.toy.game import course_of, toy_rules
from tests.toy.test_the_round import a_late_wheel, a_turning_wheel

IDLE, B, D, C, SH, R, SE, RE, A = Phase


def carried(phase: str) -> Evening:
    """The same phase one round later: seat 1's pass line stands on a point."""
    evening = an_evening().bet(1, "pass_line", 500).roll(1, 3)
    ways: dict[str, Callable[[], Evening]] = {
        "closed": lambda: evening.close(),
        "shooting": lambda: evening.close().draw(),
        "rolling": lambda: evening.to_the_throw(),
        "recovery": lambda: evening.to_the_throw().power_failure().unit_back(),
        "asking": lambda: evening.close().power_failure().unit_back(),
    }
    return ways[phase]()


def unknown(phase: str) -> Evening:
    """The controller started again in this phase, and the unit does not know the throw."""
    evening = in_phase(phase).power_failure().unit_back()
    return evening.knows_nothing() if evening.phase is RE else evening


WAYS: dict[tuple[Phase, Phase], Callable[[], Evening]] = {
    (IDLE, B): lambda: an_evening().bet(1, "field", 500),
    (IDLE, D): lambda: an_evening_of_the_toy().bet(1, "number:5", 100),
    (IDLE, IDLE): lambda: an_evening().operator("settings", change={"bet_time": 40}),
    (B, C): lambda: in_phase("closed"),
    (B, IDLE): lambda: in_phase("betting").take_down(1, "pass_line").close(),
    (B, D): lambda: a_late_wheel(),
    (D, B): lambda: void(a_late_wheel().bet(1, "number:5", 100)).bet(1, "number:5", 100),
    (B, B): lambda: in_phase("settling").time_is_up().operator("settings", change={"bet_time": 40}),
    (D, R): lambda: a_turning_wheel().close(),
    (D, SE): lambda: a_turning_wheel().throw(5, 0),
    (D, IDLE): lambda: void(a_turning_wheel()),
    (C, SH): lambda: in_phase("shooting"),
    (C, R): lambda: an_evening().bet(1, "field", 500).close().draw(),
    (C, B): lambda: void(carried("closed")),
    (C, IDLE): lambda: void(in_phase("closed")),
    (C, RE): lambda: in_phase("closed").power_failure(),
    (SH, R): lambda: in_phase("rolling"),
    (SH, B): lambda: void(carried("shooting")),
    (SH, IDLE): lambda: void(in_phase("shooting")),
    (SH, RE): lambda: in_phase("shooting").power_failure(),
    (R, SE): lambda: in_phase("settling"),
    (R, A): lambda: in_phase("rolling").unit_says("power_lost"),
    (R, B): lambda: void(carried("rolling")),
    (R, IDLE): lambda: void(in_phase("rolling")),
    (R, RE): lambda: in_phase("rolling").power_failure(),
    (SE, B): lambda: in_phase("settling").time_is_up(),
    (SE, D): lambda: a_turning_wheel().throw(5, 0).time_is_up(),
    (SE, IDLE): lambda: a_turning_wheel().throw(4, 0).time_is_up(),
    (RE, SE): lambda: in_phase("rolling").power_failure().unit_back().throw(1, 3),
    (RE, A): lambda: in_phase("asking"),
    (RE, R): lambda: in_phase("rolling").power_failure().unit_back().is_rolling(),
    (RE, B): lambda: void(carried("recovery")),
    (RE, IDLE): lambda: close_out(in_phase("recovery")),
    (A, C): lambda: unknown("closed").keep(1),
    (A, SH): lambda: unknown("shooting").keep(1),
    (A, R): lambda: unknown("rolling").keep(1),
    (A, SE): lambda: unknown("rolling").throw(1, 3),
    (A, B): lambda: void(carried("asking")),
    (A, IDLE): lambda: unknown("rolling").withdraw(1),
    (A, RE): lambda: unknown("rolling").power_failure(),
}

ONLY_IN_ANOTHER_GAME = {(D, D), (R, D), (RE, D), (A, D)}
"""A void that leaves wagers, or a question, in a game whose betting stays open: a void of the toy leaves none."""


def test_every_move_in_the_table_of_moves_has_a_way() -> None:
    moves = {(a, b) for a, leads in MOVES.items() for b in leads}
    assert moves == WAYS.keys() | ONLY_IN_ANOTHER_GAME


@pytest.mark.parametrize("move", WAYS, ids=lambda move: f"{move[0]}-{move[1]}")
def test_every_move_in_the_table_of_moves_happens(move: tuple[Phase, Phase]) -> None:
    evening = WAYS[move]()
    assert [told.phase for told in evening.just_told(PhaseEntered)][-1:] == [move[1]]


def test_every_phase_says_what_it_is_and_whether_time_ends_it() -> None:
    assert MEANING.keys() == MOVES.keys() == set(Phase)
    timers = [course_of(toy_rules().settings).timers, COURSE.timers]
    assert {phase for timer in timers for phase in timer} <= DUE.keys()
    assert {name for names in COURSE.timers.values() for name in names} <= set(TableSettings.model_fields)


def test_every_event_has_one_row_and_a_code_where_it_may_be_refused_for_its_phase() -> None:
    assert EVENTS.keys() == KINDS
    for kind, row in EVENTS.items():
        assert bool(row.code) == row.stands_still() == any(row.refused_in(phase) for phase in Phase), kind
