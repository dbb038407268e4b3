"""The dice unit's outcomes, by the names that the wire gives them."""

from typing import get_args

from controller.games.craps.course import MEANS
from controller.protocol.devices.dice import Outcome


def test_every_outcome_that_the_wire_can_name_means_something_for_the_round() -> None:
    assert set(MEANS) == set(get_args(Outcome))
