"""Random evenings, legal and illegal events mixed, by all three books: the laws hold after each event.

`BOXCARS_EXAMPLES=500 BOXCARS_STEPS=200 make test` looks longer; by default the same small set is tried every time.
"""

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import Phase as Part
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from controller.books import shipped_names
from controller.facts.kinds import Refused
from controller.games.craps.rules.bets import BETS
from controller.table.digest import digest_of
from controller.table.events import (
    COMMANDS,
    ButtonPressed,
    DoorMoved,
    Drawn,
    Event,
    FaultsChanged,
    KeyTurned,
    LidMoved,
    MoveAsked,
    MoveEnded,
    RollUnderWay,
    RollUnknown,
    SeatJoined,
    SeatLeft,
    ShakeRefused,
    Thrown,
    TimePassed,
    UnitFound,
    UnitLost,
)
from controller.table.machine import step
from controller.table.phases import Phase
from controller.table.service.events import TouchNotSet, TouchSet, TouchTested
from controller.table.staff.operating import ACTS
from controller.table.staff.said import act_said
from tests.asked import cash_out, choose, done, pass_dice, shoot, wager
from tests.table.evening import NONCE, SERIAL, Evening, an_evening, an_evening_of_the_toy

EXAMPLES = int(os.environ.get("BOXCARS_EXAMPLES", "30"))
STEPS = int(os.environ.get("BOXCARS_STEPS", "60"))
TABLES = (*shipped_names(), "toy")

SEATS = st.integers(0, 4)
CLIENTS = st.sampled_from(["terminal-1", "terminal-2", "operator-supervisor", "a stranger"])
IDS = st.integers(-1, 40)
ROUNDS = st.integers(0, 12)
FAULTS = st.sampled_from([(), ("sensor_dead",), ("motor_stall", "memory")])
ROLLS = st.one_of(st.integers(-1, 20), st.sampled_from([2**32 + 5, 2**63]))
BET_NAMES = st.sampled_from([*BETS, "number:5", "nonsense", ""])
AMOUNTS = st.one_of(st.none(), st.integers(-2, 2000).map(lambda hundreds: hundreds * 100), st.just(10**18))
MAYBE = st.one_of(st.none(), st.booleans())
TEXT = st.sampled_from(["", "17", "operator-supervisor/1", "bill-1", "reason"])
OUTCOMES = ["ok", "leaning", "stacked", "die_missing", "aborted", "lid_opened", "power_lost", "no_spin", "outcome 11"]
CHANGES: list[dict[str, Any] | None] = [
    None,
    {},
    {"bet_time": 30},
    {"bet_time": 0},
    {"limits": {"max": 1000}},
    {"denomination": 50},
    {"nonsense": 1},
]
FACES = st.tuples(st.integers(-1, 7), st.integers(-1, 7))
SHOWN = st.builds(lambda faces: {"faces": list(faces)}, FACES)

COMMAND = (SEATS, CLIENTS, IDS, ROUNDS)
ANY_EVENT: st.SearchStrategy[Event] = st.one_of(
    st.builds(wager, *COMMAND, st.sampled_from(["place", "take_down", "turn", "eat"]), BET_NAMES, AMOUNTS, MAYBE),
    st.builds(done, *COMMAND),
    st.builds(shoot, *COMMAND),
    st.builds(pass_dice, *COMMAND),
    st.builds(choose, *COMMAND, st.booleans()),
    st.builds(cash_out, SEATS, CLIENTS, IDS),
    st.builds(
        act_said,
        CLIENTS,
        IDS,
        st.just("ann"),
        st.sampled_from(["supervisor", "attendant", "technician", "player"]),
        st.sampled_from([*ACTS, "make coffee"]),
        seat=SEATS,
        amount=st.integers(-5, 10**8),
        reference=TEXT,
        change=st.sampled_from(CHANGES),
    ),
    st.builds(SeatJoined, SEATS),
    st.builds(SeatLeft, SEATS),
    st.builds(ButtonPressed, SEATS, st.booleans()),
    st.builds(DoorMoved, st.sampled_from(["main", "logic", "drop", "dome", "barn"]), st.booleans()),
    st.builds(KeyTurned, st.sampled_from(["attendant", "operator", "car"]), st.booleans()),
    st.builds(UnitFound, st.sampled_from([SERIAL, 9]), ROLLS, st.booleans(), FAULTS),
    st.builds(UnitLost),
    st.builds(Thrown, ROLLS, st.sampled_from(OUTCOMES), SHOWN, st.booleans()),
    st.builds(RollUnknown, ROLLS),
    st.builds(RollUnderWay, ROLLS),
    st.builds(ShakeRefused, ROLLS, st.sampled_from(["busy", "stale", "bad_parameter", "lid_open"]), ROLLS),
    st.builds(LidMoved, st.booleans()),
    st.builds(FaultsChanged, FAULTS),
    st.builds(Drawn, ROLLS, st.sampled_from([NONCE, "", "zz" * 8]), st.just({"any_seven": "high"})),
    st.builds(MoveAsked, TEXT, SEATS, st.just("bill"), st.integers(-1, 10**8), st.booleans()),
    st.builds(TouchTested, SEATS, TEXT, st.integers(-1, 97), st.just(96)),
    st.builds(TouchSet, SEATS, TEXT, st.just("1.000000 0.000000 0.000000 0.000000 1.000000 0.000000"), TEXT),
    st.builds(TouchNotSet, SEATS, TEXT, TEXT),
    st.builds(MoveEnded, TEXT, st.booleans(), TEXT),
)


class ATable(RuleBasedStateMachine):
    """`Evening` checks the laws after each event; here they come in any order."""

    name = "electronic"

    def __init__(self) -> None:
        super().__init__()
        self.evening: Evening

    @initialize()
    def opens(self) -> None:
        toy = self.name == "toy"
        self.evening = an_evening_of_the_toy((1, 2, 3)) if toy else an_evening(self.name, (1, 2, 3))

    @rule(event=ANY_EVENT, after=st.sampled_from([0, 0, 1, 5000, 10**7]))
    def anything_happens(self, event: Event, after: int) -> None:
        self.evening.happens(event, after)

    @rule(seat=st.integers(1, 3), bet=BET_NAMES, hundreds=st.integers(1, 12))
    def a_player_bets(self, seat: int, bet: str, hundreds: int) -> None:
        self.evening.bet(seat, bet, hundreds * 100)

    @rule(seat=st.integers(1, 3), bet=st.sampled_from(["pass_line", "dont_pass", "come", "field", "number:5"]))
    def a_player_bets_sensibly(self, seat: int, bet: str) -> None:
        self.evening.bet(seat, bet, 500 if self.name != "toy" else 50)

    @rule(seat=st.integers(1, 3))
    def a_player_takes_a_wager_down(self, seat: int) -> None:
        for bet in list(self.evening.layout(seat))[:1]:
            self.evening.take_down(seat, bet)

    @rule(seat=st.integers(1, 3), keep=st.booleans())
    def a_player_chooses(self, seat: int, keep: bool) -> None:
        if keep:
            self.evening.keep(seat)
        else:
            self.evening.withdraw(seat)

    @precondition(lambda self: self.evening.table.left is not None)
    @rule()
    def time_is_up(self) -> None:
        self.evening.time_is_up()

    @rule()
    def the_round_goes_on(self) -> None:
        """Whatever is wanted happens."""
        evening = self.evening
        if evening.wishes.draw is not None:
            evening.draw()
        if evening.wishes.shoot_lamp is not None:
            evening.press()

    @precondition(lambda self: self.evening.table.throw is not None)
    @rule(outcome=st.sampled_from([*["ok"] * 5, *OUTCOMES]), a=st.integers(1, 6), b=st.integers(1, 6))
    def the_unit_reports(self, outcome: str, a: int, b: int) -> None:
        self.evening.unit_says(outcome, (a, b) if outcome == "ok" else (0, 0))

    @precondition(lambda self: self.evening.table.throw is not None)
    @rule(rolling=st.booleans())
    def the_unit_has_no_result(self, rolling: bool) -> None:
        if rolling:
            self.evening.is_rolling()
        else:
            self.evening.knows_nothing()

    @rule()
    def power_fails_and_comes_back(self) -> None:
        self.evening.power_failure()

    @precondition(lambda self: self.evening.table.holds)
    @rule()
    def everything_is_mended(self) -> None:
        evening = self.evening.unit_lost().unit_back()
        evening.operator("accept_unit").operator("end_service")
        evening.door("logic", False).door("dome", False).operator("resume")
        assert not evening.holds, "every hold has a remedy"

    @precondition(lambda self: self.evening.last.answer is not None)
    @rule()
    def the_last_command_comes_again(self) -> None:
        event, _ = self.evening.history[-1]
        answer, before = self.evening.answer, digest_of(self.evening.table)
        if isinstance(event, COMMANDS) and answer.code != "stale_id":
            again = step(self.evening.table, event)
            assert again.answer == answer
            assert (again.decisions, digest_of(again.table)) == ([], before)

    def teardown(self) -> None:
        """The same events give the same state, to the bit, and so do those alone that the journal keeps."""
        evening = self.evening
        table, thinned, owed = evening.first, evening.first, 0
        for event, after in evening.history:
            done = step(table, event, after)
            owed += after
            if done.decisions or digest_of(step(table, event, 0).table) != digest_of(table):
                thinned, owed = step(thinned, event, owed).table, 0
            table = done.table
        assert digest_of(table) == digest_of(evening.table)
        assert digest_of(step(thinned, TimePassed(), owed).table) == digest_of(table)
        assert not [told for told in evening.all_told(Refused) if told.code.endswith("_failed")]
        assert evening.table.phase in Phase


@pytest.mark.parametrize("name", TABLES)
def test_the_laws_hold_whatever_happens(name: str) -> None:
    machine = type("ATable", (ATable,), {"name": name})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=[Part.generate, Part.shrink] if "BOXCARS_EXAMPLES" in os.environ else [Part.generate],
        ),
    )
