"""A law's least time of a round, as players and those who look on see it: never a ring that nobody can explain."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.cabinet import Cabinet
from tests.browser.conftest import Sits
from tests.browser.player import house_rolls
from tests.browser.test_display import hang

LEAST = 80
"""Seconds: less than bets are open, and no test is so slow that it is over."""


def test_who_is_done_reads_why_the_dice_wait_and_the_ring_shows_it(
    browser: Browser, new_hand: Cabinet, sits: Sits, tmp_path: Path
) -> None:
    staff = new_hand.attendant
    staff.act("settings", change={"bet_time": 90, "result_time": 2, "least_round": LEAST})
    display, complaints = hang(browser, new_hand)
    try:
        player = sits(1)
        player.bet("field", chip=5)
        expect(player.find("#when")).to_contain_text("or press Done")
        expect(player.find("#ring .ring-least")).to_be_hidden()
        house_rolls(player, "4 4")
        player.bet("field")
        expect(player.find("#when")).to_contain_text("at the soonest in")
        player.page.screenshot(path=tmp_path / "not_done.png")
        player.done()
        expect(player.find("#when")).to_contain_text("no round is shorter")
        expect(player.find("#ring .ring-least")).to_be_visible()
        expect(display.locator("#least")).to_have_text("no round is shorter")
        expect(display.locator("#ring .ring-least")).to_be_visible()
        player.page.screenshot(path=tmp_path / "seat.png")
        display.screenshot(path=tmp_path / "display.png")
    finally:
        display.close()
        staff.act("hold")
        staff.act("close_out", reference="tidy")
        staff.act("settings", change={"bet_time": 600, "result_time": 1, "least_round": 0})
        staff.act("resume")
    assert complaints == []
