"""Power Odds: the draw of one roll, given from outside (docs/rules.md, section 7; E34)."""

import pytest

from tests.craps.felt_language import At

CHART = [  # bet, dice, low and high figure
    ("any_craps", "1-2", 10, 14),
    ("c", "1-2", 10, 14),
    ("any_seven", "3-4", 6, 8),
    ("e", "5-6", 22, 30),
    ("hop:2-5", "2-5", 22, 30),
    ("hop:4-4", "4-4", 45, 60),
    ("horn:3", "1-2", 22, 30),
    ("horn:11", "5-6", 22, 30),
    ("horn:2", "1-1", 45, 60),
    ("horn:12", "6-6", 45, 60),
    ("c_and_e", "1-1", 4, 6),
    ("c_and_e", "1-2", 4, 6),
    ("c_and_e", "6-6", 4, 6),
    ("c_and_e", "5-6", 10, 14),
    ("hard:4", "2-2", 10, 14),
    ("hard:10", "5-5", 10, 14),
    ("hard:6", "3-3", 13, 18),
    ("hard:8", "4-4", 13, 18),
]


@pytest.mark.parametrize("bet, dice, low, high", CHART)
def test_the_level_picks_the_left_or_the_right_figure_of_the_chart(bet: str, dice: str, low: int, high: int) -> None:
    """§7, E34d."""
    for level, odds in (("low", low), ("high", high)):
        table = At("electronic").plays(f"{bet} 400; roll {dice} with {bet} {level}")
        assert table.decided[bet] == f"win {odds * 400} stays"


@pytest.mark.parametrize("dice, low, high", [("1-2", 1900, 2700), ("5-6", 1900, 2700), ("1-1", 4200, 5700)])
def test_a_drawn_horn_pays_its_part_at_the_chart_less_the_three_that_lose(dice: str, low: int, high: int) -> None:
    """§7, E34d: (22−3)/4 and (30−3)/4 on 3 or 11, (45−3)/4 and (60−3)/4 on 2 or 12."""
    for level, paid in (("low", low), ("high", high)):
        assert At("electronic").plays(f"horn 400; roll {dice} with horn {level}").decided["horn"] == f"win {paid} stays"


def test_only_the_drawn_spot_pays_more() -> None:
    """§7: each spot is drawn by itself."""
    table = At("electronic").plays("any_craps 100; c 100; roll 1-1 with c high")
    assert table.decided == {"any_craps": "win 700 stays", "c": "win 1400 stays"}


def test_a_drawn_spot_that_loses_just_loses() -> None:
    """§7."""
    assert At("electronic").plays("any_seven 100; roll 1-1 with any_seven high").decided == {"any_seven": "lose"}


def test_power_odds_are_for_that_roll_only() -> None:
    """§7, E34c."""
    table = At("electronic").plays("any_craps 100; roll 1-1 with any_craps high; roll 1-1")
    assert table.decided == {"any_craps": "win 700 stays"}


def test_a_drawn_hardway_that_is_off_neither_wins_nor_loses() -> None:
    """§5, §7."""
    table = At("electronic").plays("hard:8 100; roll 2-2; roll 1-3; roll 4-4 with hard:8 high")
    assert "hard:8" not in table.decided


def test_the_spots_of_the_draw_are_those_of_the_chart() -> None:
    """§7, E34b; S and M have none."""
    kinds = {bet.partition(":")[0] for bet in At("electronic").game.felt.power}
    assert kinds == {"any_craps", "c", "any_seven", "e", "hop", "horn", "c_and_e", "hard"}
    assert At("mbs_v3").game.felt.power == At("maryland").game.felt.power == {}


def test_chance_and_share_of_high_are_settings() -> None:
    """§7: one in twenty and one in four unless the operator says otherwise."""
    settings = At("electronic").game.felt.book.settings
    assert (str(settings.power_odds_chance), str(settings.power_odds_high)) == ("1/20", "1/4")
    changed = At("electronic", power_odds_chance="1/10", power_odds_high="0/1").game.felt.book.settings
    assert (str(changed.power_odds_chance), str(changed.power_odds_high)) == ("1/10", "0")
