"""What players expect to see of the numbers that came, and whether the wheel is even."""

import random
from fractions import Fraction

import pytest

from controller.games.chi_square import CRITICAL, passed_by
from controller.games.roulette.rules.wheel import NUMBERS, ROTOR, run
from controller.games.roulette.statistics import (
    SECTORS,
    SHARED,
    PastNumber,
    fairness,
    hot_and_cold,
    last_numbers,
    sectors,
    shares,
)

DAY = [*map(PastNumber, [17, 17, 0, 32, 17, 32, 5]), PastNumber(9, counted=False)]


def test_the_last_twenty_are_shown_newest_first_with_their_colours() -> None:
    assert last_numbers(DAY)[:3] == [(5, "red"), (32, "red"), (17, "black")]
    assert last_numbers(DAY)[4] == (0, "green")
    assert len(last_numbers([PastNumber(number) for number in NUMBERS])) == 20


def test_a_voided_number_is_in_nothing_that_players_see() -> None:
    assert 9 not in [number for number, _ in last_numbers(DAY)]
    assert 9 not in [number for number, _ in hot_and_cold(DAY)[0]]
    assert shares(DAY) == shares(DAY[:-1])


def test_hot_came_most_often_and_cold_least() -> None:
    hot, cold = hot_and_cold(DAY)
    assert hot == [(17, 3), (32, 2), (0, 1), (5, 1)]
    assert cold == [(1, 0), (2, 0), (3, 0), (4, 0)]


def test_before_the_first_number_nothing_is_hot_or_cold_and_there_are_no_shares() -> None:
    assert hot_and_cold([]) == ([], [])
    assert shares([PastNumber(3, counted=False)]) == {}
    assert last_numbers([]) == []


def test_shares_are_of_all_numbers_and_zero_is_in_none() -> None:
    found = shares(DAY)
    assert list(found) == list(SHARED)
    assert (found["red"], found["black"]) == (Fraction(3, 7), Fraction(3, 7))
    assert (found["odd"], found["even"]) == (Fraction(4, 7), Fraction(2, 7))
    assert sum(found[f"dozen:{place}"] for place in (1, 2, 3)) == Fraction(6, 7)
    assert (found["column:1"], found["column:2"], found["column:3"]) == (Fraction(0), Fraction(6, 7), Fraction(0))


# ---- is the wheel even? ----


def test_the_sectors_are_runs_of_neighbours_and_make_the_whole_rotor() -> None:
    runs = list(sectors().values())
    assert tuple(number for run in runs for number in run) == ROTOR
    assert [len(run) for run in runs] == [5] + [4] * (SECTORS - 1)


def even(spins: int) -> list[PastNumber]:
    chance = random.Random(20)
    return [PastNumber(chance.randrange(37), counted=chance.random() > 0.1) for _ in range(spins)]


def test_an_even_wheel_is_not_warned_of_and_every_authentic_number_is_counted() -> None:
    spun = even(4_000)
    told = fairness(spun)
    assert told["spins"] == sum(told["numbers"]["counts"].values()) == sum(told["sectors"]["counts"].values()) == 4_000
    assert not told["numbers"]["warning"]
    assert not told["sectors"]["warning"]
    assert (told["numbers"]["degrees_of_freedom"], told["sectors"]["degrees_of_freedom"]) == (36, 8)


def test_a_wheel_that_leans_to_one_side_is_seen_in_its_sectors_first() -> None:
    """A tenth of the balls drift to the next run of nine: no single number stands out yet."""
    chance, near = random.Random(3), run(22, 9)
    spun = [PastNumber(chance.choice(near)) if chance.random() < 0.1 else one for one in even(1_000)]
    told = fairness(spun)
    assert told["sectors"]["warning"]
    assert not told["numbers"]["warning"]


def test_too_few_spins_are_not_judged() -> None:
    told = fairness(even(184))
    assert told["numbers"]["chi_square"] is None
    assert told["sectors"]["chi_square"] is not None


@pytest.mark.parametrize("freedom, once_in_20, once_in_1000", [(8, *CRITICAL[8]), (36, *CRITICAL[36])])
def test_the_critical_values_are_those_of_the_tables(freedom: int, once_in_20: float, once_in_1000: float) -> None:
    assert passed_by(once_in_20, freedom) == pytest.approx(0.05, abs=0.0001)
    assert passed_by(once_in_1000, freedom) == pytest.approx(0.001, abs=0.00001)
