"""The dice unit's outcomes, by the names that the wire gives them."""

from typing import get_args

from controller.games.craps.at_the_table import MEANS
from controller.protocol.devices.dice import Outcome
from tools.simulator.unit import OUTCOMES


def test_every_outcome_that_the_wire_can_name_means_something_for_the_round() -> None:
    assert set(MEANS) == set(get_args(Outcome))


def test_the_seeded_unit_of_the_simulator_throws_every_outcome_and_no_other() -> None:
    assert {outcome for outcome, _ in OUTCOMES} == set(get_args(Outcome))
