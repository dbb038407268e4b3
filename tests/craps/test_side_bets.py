"""Hot Shooter, Fire and Bonus Craps (docs/rules.md, section 7)."""

import pytest

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


def test_a_new_shooter_means_a_new_hand_whoever_holds_the_dice() -> None:
    """§11 on M.03A(40), .12B(1)."""
    table = At("maryland", (1, 2)).plays("pass_line 500; roll 2-2; roll 3-4")
    assert table.plays("all_small 100; 2: fire 100; pass_line 500; close").shooter == 1
