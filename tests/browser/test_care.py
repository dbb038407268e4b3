"""Playing responsibly, on the real table: clock, limits, break and reality check."""

from uuid import uuid4

from playwright.sync_api import expect

from tests.browser.cabinet import Cabinet
from tests.browser.conftest import Sits
from tests.browser.player import Player, cents


def test_the_session_clock_is_seen_and_play_responsibly_is_one_touch_away(sits: Sits) -> None:
    ann = sits()
    assert ann.find("#care-clock").inner_text().count(":") == 1
    ann.page.click("#care-open")
    expect(ann.find("#care")).to_contain_text("Play for pleasure")
    expect(ann.find("#care")).to_contain_text("Played for 0:")


def test_the_house_says_it_in_its_own_words_with_its_number(table: Cabinet, sits: Sits) -> None:
    ann = sits()
    words = {"care_text": ["en: Fun first.", "es: Primero la diversión."], "care_number": ["en: 555 0100"]}
    table.attendant.act("settings", change=words)
    try:
        ann.page.click("#care-open")
        expect(ann.find("#care")).to_contain_text("Fun first.")
        expect(ann.find("#care-number")).to_contain_text("555 0100")
    finally:
        table.attendant.act("settings", change={name: [] for name in words})


def test_a_limit_of_the_players_own_holds_at_once_and_a_looser_one_waits(table: Cabinet, sits: Sits) -> None:
    ann = sits()
    ann.page.click("#care-open")
    ann.page.select_option("#limit-stake", "500")
    expect(ann.find('[data-limit="stake"] small')).to_have_text("now: $5")
    ann.page.click("#dialog .close")
    ann.bet("field", chip=5)
    ann.tap("field")
    expect(ann.find("#toast")).to_contain_text("More than the stake you allow yourself on one spot.")
    ann.page.click("#care-open")
    ann.page.select_option("#limit-stake", "0")
    expect(ann.find("#limits-wait")).to_contain_text("What is looser holds in 1:00")
    expect(ann.find('[data-limit="stake"] small')).to_have_text("now: $5")
    ann.page.click("#dialog .close")
    ann.press("clear")
    end_the_session(table, ann)


def test_a_break_gives_back_what_may_come_down_and_says_how_long_it_lasts(table: Cabinet, sits: Sits) -> None:
    ann = sits()
    ann.bet("field", chip=5)
    ann.page.click("#care-open")
    ann.page.click("#break")
    expect(ann.find(".notice.care")).to_contain_text("You take a break.")
    ann.page.click("#dialog .close")
    ann.has_none("field")
    ann.tap("field")
    expect(ann.find("#toast")).to_contain_text("You take a break.")
    end_the_session(table, ann)


def test_time_and_net_are_read_before_anything_more_is_put_up(table: Cabinet, sits: Sits) -> None:
    ann = sits()
    table.attendant.act("settings", change={"reality_check": 1})
    try:
        expect(ann.find("#check-title")).to_be_visible()
        expect(ann.find("#check-net")).not_to_be_empty()
        ann.page.click("#check-go")
        expect(ann.find("#check")).to_be_hidden()
    finally:
        table.attendant.act("settings", change={"reality_check": 0})


def end_the_session(table: Cabinet, ann: Player) -> None:
    """Paid out by hand, and new credits: another player's."""
    credits = cents(ann.find("#credits").inner_text())
    ann.page.click("#cash-out")
    ann.page.click("#cash-yes")
    expect(ann.find("#lock")).to_be_visible()
    table.attendant.act("hand_pay", seat=ann.seat, reference=f"receipt {uuid4().hex}")
    expect(ann.find("#care-clock")).to_have_text("–:––")
    table.attendant.act("credit", seat=ann.seat, amount=credits)
    expect(ann.find("#care-clock")).to_have_text("0:00")
