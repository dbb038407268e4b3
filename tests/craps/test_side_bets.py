"""Hot Shooter, Fire and Bonus Craps (docs/rules.md, section 7)."""

import pytest

from controller.games.craps.play.hand import tally_of
from tests.craps.felt_language import At

SEVEN_OUT = "roll 3-4"


def hand_of(rolls: int) -> str:
    """A hand with exactly so many rolls, its seven-out included: five is the point, the rest is craps."""
    return "roll 2-3; " + "roll 1-2; " * (rolls - 2) + SEVEN_OUT


@pytest.mark.parametrize(
    "rolls, result",
    [
        (2, "lose"),
        (7, "lose"),
        (8, "push"),
        (15, "push"),
        (16, "win 1000"),
        (23, "win 1000"),
        (24, "win 2000"),
        (31, "win 2000"),
        (32, "win 3000"),
        (39, "win 3000"),
        (40, "win 5500"),
        (44, "win 5500"),
        (45, "win 14500"),
        (49, "win 14500"),
        (50, "win 14500"),
        (51, "win 49500"),
        (60, "win 49500"),
    ],
)
def test_hot_shooter_pays_for_one_on_the_roll_count(rolls: int, result: str) -> None:
    """§7, E33a: 500 staked, which is part of the prize; ×1 is a push and 50 takes Major."""
    table = At("electronic").plays(f"lay:4 600; hot_shooter 500; {hand_of(rolls)}")
    assert table.roll_count == rolls
    assert table.decided["hot_shooter"] == result
    assert "hot_shooter" not in table.felt


def test_the_roll_count_runs_from_seven_out_to_seven_out() -> None:
    """§7, E33f: through points made and come-out sevens."""
    table = At("electronic").plays("lay:9 600; hot_shooter 500; roll 3-4; roll 2-2; roll 1-3; roll 5-6; roll 2-3")
    assert table.roll_count == 5
    assert "hot_shooter" in table.felt
    assert table.plays(SEVEN_OUT).roll_count == 6
    assert table.plays("roll 1-1").roll_count == 1


def points_made(count: int) -> str:
    """So many different points made, the first of them twice."""
    made = [
        "roll 2-2; roll 1-3",
        "roll 2-3; roll 1-4",
        "roll 3-3; roll 1-5",
        "roll 4-4; roll 2-6",
        "roll 4-5; roll 3-6",
    ]
    made.append("roll 5-5; roll 4-6")
    return "; ".join([*made[:1], *made[:count], "roll 2-2", SEVEN_OUT])


@pytest.mark.parametrize("table_name, odds", [("A", {4: 24, 5: 249, 6: 999}), ("B", {4: 39, 5: 199, 6: 499})])
@pytest.mark.parametrize("points", [1, 3, 4, 5, 6])
def test_fire_pays_for_different_points_made(table_name: str, odds: dict[int, int], points: int) -> None:
    """§7, M.05F."""
    table = At("maryland", fire_table=table_name).plays(f"fire 100; {points_made(points)}")
    assert table.decided["fire"] == (f"win {odds[points] * 100}" if points in odds else "lose")


def test_fire_is_decided_by_the_seven_out_only() -> None:
    """§7."""
    table = At("maryland").plays("fire 100; roll 3-4; roll 5-6; roll 2-2; roll 1-3; roll 3-4")
    assert table.felt == {"fire": 100}


SMALL, TALL = "roll 1-1; roll 1-2; roll 2-2; roll 1-4; roll 3-3", "roll 4-4; roll 4-5; roll 5-5; roll 5-6; roll 6-6"


def test_small_tall_and_all_pay_as_soon_as_they_are_complete() -> None:
    """§7, M.05H: 34 to 1, 34 to 1 and 175 to 1."""
    table = At("maryland").plays(f"all_small 100; all_tall 100; all_or_nothing 100; {SMALL}")
    assert table.decided == {"all_small": "win 3400"}
    assert table.plays(TALL).decided == {"all_tall": "win 3400", "all_or_nothing": "win 17500"}


@pytest.mark.parametrize("before", ["", "roll 1-1; ", "roll 1-1; roll 2-2; "])
def test_any_seven_loses_them_the_come_outs_included(before: str) -> None:
    """§7."""
    table = At("maryland").plays(f"all_small 100; all_tall 100; all_or_nothing 100; {before}roll 3-4")
    assert table.decided == {"all_small": "lose", "all_tall": "lose", "all_or_nothing": "lose"}


PAIRS = ("1-1", "2-2", "3-3", "4-4", "5-5", "6-6")


@pytest.mark.parametrize("pairs, odds", [(2, None), (3, 4), (4, 8), (5, 15), (6, 100)])
@pytest.mark.parametrize("before", ["", "roll 1-1; roll 5-6; "])
def test_different_doubles_are_counted_until_any_seven(pairs: int, odds: int | None, before: str) -> None:
    """§7: the same pair twice is one, and come-outs and points made do not matter."""
    rolls = "".join(f"roll {pair}; " for pair in PAIRS[:pairs])
    table = At("american").plays(f"different_doubles 100; {before}{rolls}roll 1-2")
    assert table.felt == {"different_doubles": 100}
    decided = table.plays(SEVEN_OUT).decided
    assert decided == {"different_doubles": f"win {odds * 100}" if odds else "lose"}


def test_a_seven_on_the_come_out_pays_different_doubles_and_they_are_not_put_up_again_in_that_hand() -> None:
    """§4, §7."""
    table = At("american").plays("different_doubles 100; roll 1-1; roll 6-6; roll 2-2; roll 1-3")
    assert table.point is None
    assert table.plays("roll 3-4").decided == {"different_doubles": "win 400"}
    assert table.refuses("different_doubles 100") == "new_hand_only"


REPEATS = {2: (2, 40), 3: (3, 50), 4: (4, 65), 5: (5, 80), 6: (6, 90)}
REPEATS |= {14 - number: terms for number, terms in REPEATS.items()}
DICE = {2: "1-1", 3: "1-2", 4: "1-3", 5: "1-4", 6: "1-5", 8: "3-5", 9: "4-5", 10: "4-6", 11: "5-6", 12: "6-6"}


@pytest.mark.parametrize("number", REPEATS)
def test_a_repeater_pays_once_as_soon_as_its_number_has_come_often_enough(number: int) -> None:
    """§7: whether as point, made point or in between; the others wait on."""
    times, odds = REPEATS[number]
    other, roll = (6 if number != 6 else 8), f"roll {DICE[number]}; "
    table = At("american").plays(f"repeater:{number} 100; repeater:{other} 100; " + roll * (times - 1))
    assert table.felt == {f"repeater:{number}": 100, f"repeater:{other}": 100}
    assert table.plays(roll).decided == {f"repeater:{number}": f"win {odds * 100}"}
    assert table.felt == {f"repeater:{other}": 100}
    assert table.plays(roll).decided == {}


@pytest.mark.parametrize("before", ["", "roll 1-1; ", "roll 1-1; roll 2-2; "])
def test_any_seven_loses_the_repeaters_and_their_numbers_are_counted_anew(before: str) -> None:
    """§7."""
    table = At("american").plays(f"repeater:2 100; repeater:12 100; {before}roll 3-4")
    assert table.decided == {"repeater:2": "lose", "repeater:12": "lose"}


def replayed(*points: int) -> str:
    """These points set and made, one after another, and then a seven-out."""
    return "; ".join([f"roll {DICE[point]}; roll {DICE[point]}" for point in points] + ["roll 1-3", SEVEN_OUT])


@pytest.mark.parametrize(
    "points, odds",
    [
        ((), None),
        ((4, 4, 6, 6, 5, 5), None),
        ((6, 6, 6), 70),
        ((9, 9, 9), 95),
        ((4, 6, 4, 5, 4), 120),
        ((8, 8, 8, 8), 100),
        ((8,) * 6, 100),
        ((5, 5, 5, 5), 500),
        ((10, 10, 10, 10), 1000),
        ((6, 6, 6, 6, 10, 10, 10), 120),
        ((5, 5, 5, 5, 10, 10, 10), 500),
    ],
)
def test_replay_pays_the_best_prize_for_one_point_made_again_and_again(
    points: tuple[int, ...], odds: int | None
) -> None:
    """§7: at the seven-out alone, through sevens of the come-out."""
    table = At("american").plays(f"replay 100; roll 3-4; {replayed(*points)}")
    assert table.decided == {"replay": f"win {odds * 100}" if odds else "lose"}


@pytest.mark.parametrize("bet", ["replay", "different_doubles", "repeater:9"])
def test_the_houses_side_bets_are_put_up_before_the_first_roll_and_stay(bet: str) -> None:
    """§4."""
    table = At("american").plays(f"{bet} 100; down {bet}; {bet} 300; roll 1-2")
    assert table.refuses(f"{bet} 100") == "new_hand_only"
    assert table.refuses(f"down {bet}") == "locked"
    assert table.plays("roll 2-2; roll 3-4").refuses(f"down {bet}") == "nothing_there"
    assert table.plays(f"{bet} 100").felt == {bet: 100}


def test_a_hand_keeps_a_tally_only_where_a_book_has_a_bet_on_it() -> None:
    """So the state of a table whose book has none is what it always was."""
    play = "field 100; roll 2-2; field 100; roll 1-3"
    assert At("maryland").plays(play).game.hand.tally is None
    tally = At("american").plays(play).game.hand.tally
    assert tally is not None
    assert tally.plain() == {"doubles": [2], "times": {"4": 2}, "made": {"4": 1}}
    assert tally_of(tally.plain()) == tally


def test_a_new_shooter_means_a_new_hand_whoever_holds_the_dice() -> None:
    """§11 on M.03A(40), .12B(1)."""
    table = At("maryland", (1, 2)).plays("pass_line 500; roll 2-2; roll 3-4")
    assert table.plays("all_small 100; 2: fire 100; pass_line 500; close").shooter == 1
