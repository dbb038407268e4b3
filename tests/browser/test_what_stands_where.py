"""What is shown where: nothing moves under a finger, nothing lies on what is written, nothing covers what counts."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.cabinet import Cabinet
from tests.browser.conftest import Sits
from tests.browser.measuring import SIZES, TOUCH_ON_THE_SMALLEST, look, not_free, resize
from tests.browser.player import a_roll, close_bets, house_rolls, roll
from tests.browser.told import ToldPage

SMALL = ((1366, 768), (1024, 768))
SPREAD = ("hop:3-3", "hop:1-2", "hop:2-6", "hop:5-6", "hard:8", "c_and_e", "horn:2", "any_seven", "e", "big:6", "lay:6")
"""A chip on every kind of cell."""
PLACES = """(selector) => [...document.querySelectorAll(selector)].map((one) => {
  const { x, y, right, bottom } = one.getBoundingClientRect();
  return { x, y, right, bottom };
})"""


LADDER = """async () => {
  const { ladder } = await import("./shown/ladder.js");
  const pays = { 8: "1×", 16: "3×", 24: "5×", 32: "7×" };
  document.getElementById("ladder").replaceChildren(...ladder({ spots: { hot_shooter: { pays } } }, 24));
  return [...document.querySelectorAll("#ladder li")].map((one) => Math.round(one.getBoundingClientRect().height));
}"""
"""The heights of the steps of a hand that has left two of them behind."""


LOW_PAYS = """() => {
  const bottom = (one) => one.getBoundingClientRect().bottom;
  const cell = document.querySelector('[data-spot="field"]');
  return [...cell.querySelectorAll("text.pay")].map((one) => bottom(one) - bottom(cell.querySelector(".ground")))
    .filter((over) => over > 0.5);
}"""
"""How far the pays of the field hang out of it."""


def places(page: Page, selector: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(PLACES, selector)
    return found


@pytest.mark.parametrize("size", [(1920, 1080), (1366, 768), (1080, 1920)])
def test_chips_and_buttons_stay_where_they_are_when_the_credits_grow(
    table: Cabinet, sits: Sits, size: tuple[int, int]
) -> None:
    ann = sits(2, size)
    before = places(ann.page, "#chips button, #buttons button, #done")
    ann.page.evaluate("document.querySelector('#credits').textContent = '$9'")
    table.attendant.act("credit", seat=2, amount=123_456)
    expect(ann.find("#credits")).not_to_have_text("$9")
    assert places(ann.page, "#chips button, #buttons button, #done") == before
    for amount in ("$1,000,000.50", "$123,456,789.50"):
        ann.page.evaluate(f"document.querySelector('#credits').textContent = '{amount}'")
        assert places(ann.page, "#chips button, #buttons button, #done") == before


def test_the_steps_that_a_hand_has_left_behind_are_as_high_as_the_others(sits: Sits) -> None:
    ann = sits()
    for size in SIZES:
        resize(ann.page, size)
        heights = ann.page.evaluate(LADDER)
        assert len(heights) == 4
        assert max(heights) - min(heights) <= 1, (size, heights)


def test_a_refusal_is_told_beside_felt_and_chips_and_covers_nothing_at_the_top(sits: Sits) -> None:
    ann = sits()
    for size in ((1920, 1080), (1366, 768), (1080, 1920)):
        resize(ann.page, size)
        ann.refused("come", "Only while a point stands")
        [toast], [side] = places(ann.page, "#toast"), places(ann.page, "#side")
        assert side["x"] <= toast["x"]
        assert side["y"] <= toast["y"]
        assert toast["right"] <= side["right"]
        assert toast["bottom"] <= side["bottom"]


@pytest.mark.parametrize("size", SMALL)
def test_on_a_small_screen_pays_stand_in_their_cells_and_chips_cover_no_words(
    sits: Sits, size: tuple[int, int]
) -> None:
    ann = sits(1, size)
    ann.bet("pass_line")
    for dice in ("2 2", "3 4"):  # so a roll that made a point is in the strip, and one that ended the hand
        roll([ann], dice)
    expect(ann.find(".past .roll.out").first).to_be_visible()
    ann.take(1)
    for bet in SPREAD:
        ann.bet(bet)
    assert not_free(ann.page) == []
    looks = look(ann.page, f"{size}")
    assert looks.cut_off() == []
    assert not looks.wide


def test_odds_say_what_they_pay_at_most_in_every_size(browser: Browser) -> None:
    for language, up_to in (("es", "hasta"), ("fr", "jusqu’à")):
        seat = ToldPage(browser, {}, language)
        for size in (*SIZES, SMALL[1]):
            resize(seat.page, size)
            for bet, best in (("pass_odds", "2:1"), ("dont_odds", "5:6")):
                says = seat.page.locator(f'.cell[data-spot="{bet}"] .pay')
                expect(says).to_have_text(re.compile(f"^({up_to} |≤){best}$"))
        seat.leave()


def test_on_the_smallest_screen_a_finger_has_room_on_every_spot(sits: Sits) -> None:
    ann = sits(1, SMALL[1])
    ann.bet("pass_line", "place:6", "hop:1-2")
    roll([ann], "2 2")
    ann.bet("come", "pass_odds")
    assert look(ann.page, "come and odds").small_targets(TOUCH_ON_THE_SMALLEST) == []
    roll([ann], "4 2")
    ann.bet("come_odds:6", "field")
    assert look(ann.page, "a come bet has travelled").small_targets(TOUCH_ON_THE_SMALLEST) == []
    assert not_free(ann.page) == []
    expect(ann.find('[data-spot="come_odds:4"] .own-puck text')).to_have_text("ON")
    resize(ann.page, (1024, 690))  # as low as notices make the felt
    assert ann.page.evaluate(LOW_PAYS) == []


APART = """(least) => {
  const box = (id) => document.getElementById(id).getBoundingClientRect();
  const gap = (a, b) => Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom);
  const all = [...document.querySelectorAll("#chips button, #buttons button, #menu button, #felt-main, #felt-props")];
  const near = all.filter((one) => gap(box("shoot"), one.getBoundingClientRect()) < least);
  return near.map((one) => one.id || one.textContent);
}"""


@pytest.mark.parametrize("size", [*SIZES, SMALL[1]])
def test_shoot_stands_apart_and_where_it_stood(table: Cabinet, sits: Sits, size: tuple[int, int]) -> None:
    ann = sits(1, size)
    stood = []
    for dice in ("2 2", "4 2", "3 4"):  # a come-out, a point with much beside it, the end of a hand
        ann.bet("pass_line" if dice == "2 2" else "field", "place:9", "hop:1-2")
        table.dice(dice)
        close_bets([ann])
        expect(ann.find("#shoot")).to_be_visible()
        stood += [places(ann.page, "#shoot, #done, #cash-out")]
        assert ann.page.evaluate(APART, 10) == []
        a_roll([ann], ann)
    assert stood[0] == stood[1] == stood[2]


def test_the_wins_of_a_roll_have_room_for_six(sits: Sits) -> None:
    ann = sits()
    ann.bet("field", "any_craps", "c", "e", "c_and_e", "any_seven", chip=5)
    house_rolls(ann, "5 6")
    expect(ann.find("#wins li")).to_have_count(6)
    expect(ann.find("#wins-more")).to_have_count(0)


def test_where_the_wins_have_hardly_room_how_many_there_are_is_still_whole(sits: Sits) -> None:
    ann = sits(1, SMALL[1])
    low = "(box) => Object.assign(box.style, { flex: 'none', height: '64px', minHeight: '0' })"
    ann.find("#wins").evaluate(low)  # as two notices leave it
    ann.bet("field", "any_craps", "c", "e", chip=5)
    house_rolls(ann, "5 6")
    expect(ann.find("#wins-more")).to_be_visible()
    assert ann.find("#wins").evaluate("(box) => box.scrollHeight - box.clientHeight") <= 0


def test_help_gives_way_when_the_dice_come_to_the_player_who_reads_it(sits: Sits) -> None:
    ann, bob = sits(1), sits(2)
    ann.bet("pass_line")
    bob.bet("field")
    ann.done()
    ann.page.click("#help-open")
    expect(ann.find("#dialog")).to_be_visible()
    bob.done()
    expect(ann.find("#shoot")).to_be_visible()
    expect(ann.find("#dialog")).to_be_hidden()
    ann.cabinet.dice("5 6")
    ann.shoot()
    ann.phase("betting")


def test_a_number_that_wins_wears_its_off_from_the_next_window_on(table: Cabinet, sits: Sits) -> None:
    ann = sits()
    before = ann.round()
    table.attendant.act("settings", change={"result_time": 5})
    ann.sees_round(before + 1)
    ann.bet("pass_line", "place:6")
    roll([ann], "3 3")
    ann.bet("field")
    table.dice("2 4")
    close_bets([ann])
    ann.shoot()
    expect(ann.find('[data-spot="place:6"].won')).to_be_visible()
    ann.unmarked("place:6", "is-off")
    ann.phase("betting")
    ann.marked("place:6", "is-off")
    table.attendant.act("settings", change={"result_time": 1})


def test_how_it_goes_on_is_said_with_and_without_a_bet_and_without_money(sits: Sits) -> None:
    ann, bob = sits(1), sits(2)
    bob.bet("field")
    expect(ann.find("#when")).to_contain_text("Bets close in")
    expect(bob.find("#when")).to_contain_text("s, or press Done")
    bob.press("clear")
    ann.page.click("#cash-out")
    ann.page.click("#cash-yes")
    expect(ann.find("#lock")).to_be_visible()
    paid = ann.brought
    ann.cabinet.attendant.act("hand_pay", seat=1, reference="said")
    expect(ann.find("#phase")).to_have_text("No credits: press Call attendant")
    ann.cabinet.attendant.act("credit", seat=1, amount=paid)
    expect(ann.find("#phase")).not_to_contain_text("No credits")


def test_a_panel_that_scrolls_has_a_bar_in_the_colours_of_the_house(sits: Sits) -> None:
    ann = sits()
    ann.page.click("#help-open")
    expect(ann.find("#panel-body")).to_have_css("scrollbar-color", "rgb(44, 107, 84) rgb(7, 44, 32)")
