"""A hand of craps on the electronic book, played by two people on their touch pages with dice that we know."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.cabinet import Cabinet
from tests.browser.conftest import Sits
from tests.browser.player import Player, a_roll, close_bets, roll, shooter_of

PAYS = {None: 45, "low": 65, "high": 90}
"""Five dollars on a hard 8, by what chance drew for the spot."""


def test_a_hand_from_come_out_to_seven_out(new_hand: Cabinet, sits: Sits) -> None:
    ann, bob = sits(1), sits(2)
    both = (ann, bob)
    powered = 0

    # the come-out: bets for the hand, the line, a place bet and a hardway
    ann.bet("pass_line", "hot_shooter", "hard:8", chip=5)
    ann.bet("place:6", chip=10)
    bob.bet("dont_pass", chip=5)
    ann.is_up(-25)
    expect(ann.find("#risk")).to_have_text("$25.00")
    roll(both, "2 2")
    expect(ann.find('[data-spot="come_odds:4"].point .own-puck text')).to_have_text("ON")
    expect(ann.find("#puck")).to_contain_text("Point 4")
    expect(bob.find("#rolled")).to_have_text("Rolled 4")
    ann.marked("pass_line", "lock")
    ann.marked("hot_shooter", "lock")
    ann.marked("place:6", "stays")

    # odds in one tap, and a come bet that travels to the 6, which pays the place bet there; the place bet stays
    ann.press("odds")
    ann.has("pass_odds", "10")
    ann.bet("come", chip=5)
    roll(both, "2 4")
    ann.has("come:6", "5")
    ann.marked("come:6", "lock")
    ann.has("place:6", "10")
    ann.won(("Place 6", "+$11.66"))
    expect(ann.find("#last-win")).to_have_text("$11.66")
    ann.press("odds")
    ann.has("come_odds:6", "10")

    # a hardway wins and stays; chance may have given it Power Odds
    hardway = PAYS[roll(both, "4 4").get("hard:8")]
    ann.won(("HARD 8", f"+${hardway}.00"))
    ann.has("hard:8", "5")

    # the point: the line and its odds win, the line stays, and what rides on numbers turns OFF
    roll(both, "1 3")
    ann.won(("PASS LINE", "+$5.00"), ("PASS ODDS", "+$20.00"))
    ann.has("pass_line", "5")
    ann.has_none("pass_odds")
    bob.has_none("dont_pass")
    for bet in ("place:6", "hard:8", "come_odds:6"):
        ann.marked(bet, "is-off")

    # a 6 on the come-out: the come bet wins, its odds come back, the place bet that is OFF is not paid;
    # the roll makes 6 the point and turns them ON again
    roll(both, "1 5")
    ann.won(("Come 6", "+$5.00"))
    expect(ann.find("#wins")).to_contain_text("Come odds 6")
    expect(ann.win_row("Place 6")).to_have_count(0)
    ann.has_none("come:6", "come_odds:6")
    ann.unmarked("place:6", "is-off")

    # on to sixteen rolls, and the seven: Hot Shooter pays three for one
    for dice in ("1 2", "5 6", "1 3", "4 5", "6 6", "1 1", "6 4", "2 3", "5 4", "1 2"):
        new_hand.dice(dice)
        expect(ann.find("[data-power]")).to_have_count(0)
        close_bets(both)
        powered += sees_the_power_odds(ann)
        assert shooter_of(both) is ann
        a_roll(both, ann)
    expect(ann.find("#roll-count")).to_have_text("15")
    expect(ann.find("#ladder li.here")).to_contain_text("8–15")
    roll(both, "3 4")
    ann.won(("HOT SHOOTER", "+$10.00"))
    ann.has_none("pass_line", "place:6", "hard:8", "hot_shooter")
    expect(ann.find("#history li").first).to_have_class("roll out")
    ann.is_up(-5 + 11.66 + hardway + 25 + 5 - 10 - 5 + 10)
    assert powered, "of more than three hundred draws one in twenty brings Power Odds"


def sees_the_power_odds(player: Player) -> int:
    """Those of this roll, on their own spots, with the figure of the book; how many there are."""
    levels = player.cabinet.attendant.table()["levels"]
    expect(player.find("[data-power]")).to_have_count(len(levels))
    for bet, level in levels.items():
        expect(player.spot(bet).locator(f'[data-power="{level}"]')).to_have_text(re.compile(r"^⚡\d+:\d"))
    return len(levels)


def test_the_dice_go_round_the_table(sits: Sits) -> None:
    both = sits(1), sits(2)
    for player in both:
        player.bet("pass_line")
    close_bets(both)
    first = shooter_of(both)
    second = both[1] if first is both[0] else both[0]
    assert first is not None
    expect(first.find("#badge")).to_have_text("You are the shooter")
    expect(first.find("#phase")).to_have_text("Your roll: press SHOOT")
    expect(second.find("#badge")).to_have_text(f"Shooter: seat {first.seat}")
    expect(second.find("#shoot")).not_to_be_visible()

    first.cabinet.dice("2 3")
    a_roll(both, first)
    expect(first.find("#badge")).to_have_text("You had the dice last")
    expect(second.find("#badge")).to_have_text(f"Last shooter: seat {first.seat}")
    close_bets(both)  # a point was set: the dice go on
    expect(second.find("#shoot")).to_be_visible()
    expect(first.find("#shoot")).not_to_be_visible()

    second.page.click("#pass-dice")
    expect(first.find("#shoot")).to_be_visible()
    expect(second.find("#shoot")).not_to_be_visible()
    first.cabinet.dice("3 4")
    a_roll(both, first)
    for player in both:
        player.has_none("pass_line")


def test_dice_that_lie_badly_are_no_roll_and_are_shaken_again(table: Cabinet, sits: Sits) -> None:
    ann = sits()
    ann.bet("pass_line")
    table.dice("leaning", "leaning", "5 6")
    close_bets([ann])
    a_roll([ann], ann)
    ann.won(("PASS LINE", "+$5.00"))
    expect(ann.find("#roll-count")).to_have_text("1")


@pytest.mark.usefixtures("new_hand")
def test_inside_lays_on_its_numbers_but_the_point(sits: Sits) -> None:
    ann = sits()
    ann.bet("pass_line", chip=5)
    roll([ann], "2 4")
    ann.take(5)
    ann.press("inside")
    for bet in ("place:5", "place:8", "place:9"):
        ann.has(bet, "5")
    ann.has_none("place:6", "place:4", "place:10")
    ann.press("clear")
    ann.has_none("place:5")
