"""Random evenings of roulette, legal and illegal events mixed: the laws of the table hold after each."""

from hypothesis import HealthCheck, settings
from hypothesis import Phase as Part
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule, run_state_machine_as_test

from controller.games.roulette.rules.outcomes import MEANS
from controller.games.roulette.rules.spots import SPOTS
from controller.table.phases import Phase
from tests.games.roulette.evening import AnEvening, an_evening
from tests.table.test_properties import EXAMPLES, STEPS, ATable


class ARouletteTable(ATable):
    """What happens to any table, and what a wheel says."""

    evening: AnEvening

    @initialize(before=st.sampled_from([0, 8]), confirm=st.sampled_from([0, 2]), voids=st.integers(1, 3))
    def opens(self, before: int, confirm: int, voids: int) -> None:
        self.evening = an_evening(spin_before=before, confirm_time=confirm, max_voids=voids)

    @rule(seat=st.integers(1, 3), bet=st.sampled_from([*SPOTS, "straight:37"]), hundreds=st.integers(1, 12))
    def a_player_bets(self, seat: int, bet: str, hundreds: int) -> None:
        self.evening.bet(seat, bet, hundreds * 100)

    @rule(seat=st.integers(1, 3), bet=st.sampled_from(["red", "straight:0", "dozen:2", "split:17-20"]))
    def a_player_bets_sensibly(self, seat: int, bet: str) -> None:
        self.evening.bet(seat, bet, 500)

    @precondition(lambda self: self.evening.table.throw is not None)
    @rule(outcome=st.sampled_from([*["ok"] * 20, *MEANS]), a=st.integers(0, 37), b=st.booleans())
    def the_unit_reports(self, outcome: str, a: int, b: bool) -> None:
        self.evening.wheel_says(outcome, a if outcome == "ok" else 255, authentic=b or a % 3 > 0)

    @precondition(lambda self: self.evening.table.throw is not None)
    @rule()
    def the_ball_leaves_the_track(self) -> None:
        self.evening.nears()
        assert self.evening.phase is not Phase.DRAWING

    @rule()
    def a_ball_of_a_round_that_was_broken_off_is_known_of(self) -> None:
        self.evening.ball_gone()
        assert self.evening.table.abandoned is None

    @rule()
    def a_person_says_no_spin(self) -> None:
        self.evening.operator("no_spin", role="attendant", reason="a hand")

    @precondition(lambda self: self.evening.table.holds)
    @rule()
    def everything_is_mended(self) -> None:
        evening = self.evening.unit_lost().unit_back()
        evening.operator("accept_unit").operator("end_service")
        evening.door("logic", False).door("dome", False)
        if "malfunction" in evening.holds and evening.table.throw is not None:
            evening.operator("no_spin", reason="the wheel said what cannot be")
        evening.operator("resume")
        assert not evening.holds, "every hold has a remedy"


def test_the_laws_hold_whatever_happens() -> None:
    run_state_machine_as_test(
        ARouletteTable,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=[Part.generate],
        ),
    )
