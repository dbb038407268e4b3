"""The felt: 157 spots and no more (R3.4, Appendices A and B), the wheel, and the racetrack over it."""

from collections import Counter

import pytest

from controller.games.roulette.racetrack import SERIES, neighbours
from controller.games.roulette.rules.spots import SPOTS
from controller.games.roulette.rules.wheel import NUMBERS, ROTOR, colour, run
from tests.games.roulette.tables import REDS, code, table, wins


def test_there_are_157_spots_so_many_of_each_kind() -> None:
    assert len(SPOTS) == 157
    assert Counter(spot.kind for spot in SPOTS.values()) == {
        "straight": 37,
        "split": 60,
        "street": 14,
        "corner": 23,
        "six_line": 11,
        "column": 3,
        "dozen": 3,
        **dict.fromkeys(("low", "high", "even", "odd", "red", "black"), 1),
    }


@pytest.mark.parametrize("name", SPOTS)
def test_a_spot_has_the_numbers_that_its_name_says(name: str) -> None:
    assert SPOTS[name].numbers == {number for number in NUMBERS if wins(name, number)}


def test_only_wagers_that_touch_zero_have_it() -> None:
    """R4.2: straight up 0, and combinations of 0 with 1, 2 and 3."""
    assert {name for name, spot in SPOTS.items() if 0 in spot.numbers} == {
        *("straight:0", "split:0-1", "split:0-2", "split:0-3"),
        *("street:0-1-2", "street:0-2-3", "corner:0-1-2-3"),
    }


def test_two_spots_with_the_same_numbers_do_not_exist() -> None:
    assert len({spot.numbers for spot in SPOTS.values()}) == 157


@pytest.mark.parametrize(
    "name",
    [
        *("six_line:1-2-3-4-5-6", "split:2-1", "split:3-4", "split:1-5", "corner:3-4-6-7", "street:2-3-4"),
        *("straight:37", "straight:01", "straight", "straight:", "straight:-1", "column:0", "column:4", "dozen:0"),
        *("split:0-4", "split:1-1", "street:0-1-3", "corner:1-2-3-4", "six_line:0-3", "six_line:2-7", "voisins"),
        *("RED", "red ", "red:1", "green", "pass_line", "", "straight:1٧", "x" * 5000),
    ],
)
def test_anything_else_is_an_unknown_bet(name: str) -> None:
    assert {code(table(), do, name, 100) for do in ("place", "take_down", "turn")} == {"unknown_bet"}


# ---- the wheel ----


def test_the_rotor_has_every_number_once_and_its_colours_alternate() -> None:
    assert sorted(ROTOR) == list(range(37))
    assert ROTOR[0] == 0
    assert {number for number in NUMBERS if colour(number) == "red"} == REDS
    round_it = [colour(number) for number in ROTOR[1:]]
    assert round_it == ["red", "black"] * 18


# ---- the racetrack ----


def reached(series: str) -> set[int]:
    return {number for bet in SERIES[series] for number in SPOTS[bet].numbers}


def chips_on(series: str) -> int:
    return sum(SERIES[series].values())


def test_the_series_reach_just_their_parts_of_the_rotor() -> None:
    assert reached("voisins") == set(run(22, 17))
    assert reached("tiers") == set(run(27, 12))
    assert reached("orphelins") == {*run(17, 3), *run(1, 5)}
    assert reached("jeu_zero") == set(run(12, 7))
    assert sorted([*reached("voisins"), *reached("tiers"), *reached("orphelins")]) == list(range(37))


def test_the_series_cost_what_they_always_have() -> None:
    assert {name: chips_on(name) for name in SERIES} == {"voisins": 9, "tiers": 6, "orphelins": 5, "jeu_zero": 4}


def test_neighbours_are_straight_ups_on_both_sides() -> None:
    assert neighbours(0, 2) == dict.fromkeys(("straight:0", *(f"straight:{n}" for n in (32, 15, 26, 3))), 1)
    assert all(len(neighbours(number, side)) == 1 + 2 * side for number in NUMBERS for side in (1, 2, 3, 4))


@pytest.mark.parametrize("number, side", [(37, 1), (-1, 1), (0, 0), (0, 5)])
def test_neighbours_of_no_number_or_of_too_many_are_refused(number: int, side: int) -> None:
    with pytest.raises(ValueError, match="1 to 4 on each side"):
        neighbours(number, side)


def test_every_series_is_laid_by_the_ordinary_entry() -> None:
    for chips in (*SERIES.values(), neighbours(17, 4)):
        game = table()
        assert {code(game, "place", bet, 100 * count) for bet, count in chips.items()} == {"ok"}
