"""A table for everybody: a hand by keyboard alone, one by touch, what a screen reader is told, and what axe finds."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.axe import found_by_axe
from tests.browser.cabinet import Cabinet
from tests.browser.conftest import Sits
from tests.browser.player import Player
from tests.browser.told import HOST, PAST, ROOT, ToldPage, served

BETWEEN = """bets => {
  const [a, b] = bets.map(bet => document.querySelector(`[data-spot="${bet}"]`).getBoundingClientRect());
  return [b.x + b.width / 2 - a.x - a.width / 2, b.y + b.height / 2 - a.y - a.height / 2, a.height / 2];
}"""
"""How far across and down the middle of one spot lies from another's, and half the height of that: measured at once,
for the felt may be drawn anew between two questions."""


def focused(page: Page) -> str:
    """What has the focus: a spot, or what a button is called."""
    return str(
        page.evaluate("(document.activeElement.closest('[data-spot]') ?? document.activeElement).dataset.spot ?? ''")
    )


def test_a_hand_is_played_by_keyboard_alone(new_hand: Cabinet, sits: Sits) -> None:
    ann = sits()
    keys = ann.page.keyboard
    while not focused(ann.page):
        keys.press("Tab")
    walk(ann, "pass_line")
    keys.press("2")
    keys.press("Enter")
    ann.has("pass_line", "5")
    keys.press("d")
    new_hand.dice("4 4")
    expect(ann.find("#shoot")).to_be_visible()
    keys.press("s")
    expect(ann.find("#puck")).to_contain_text("8")
    ann.phase("betting")
    while not focused(ann.page):
        keys.press("Tab")
    walk(ann, "pass_odds")
    keys.press("Enter")
    ann.has("pass_odds", "5")
    keys.press("p")
    ann.has("pass_odds", "10")
    keys.press("i")
    expect(ann.find('#dialog [data-about="pass_odds"]')).to_be_visible()
    keys.press("Escape")
    keys.press("d")
    new_hand.dice("5 3")
    expect(ann.find("#shoot")).to_be_visible()
    keys.press("s")
    expect(ann.find("#said-roll")).to_have_text("8: 5 and 3")
    expect(ann.find("#said-net")).to_contain_text("You win $17.00")


def walk(ann: Player, bet: str) -> None:
    """By arrows from spot to spot: ever nearer to it."""
    for _ in range(40):
        here = focused(ann.page)
        if here == bet:
            return
        ann.page.keyboard.press(ahead(ann, here, bet))
    raise AssertionError(f"the arrows do not lead to {bet}; they stop at {focused(ann.page)}")


def ahead(ann: Player, here: str, there: str) -> str:
    """The arrow that leads nearer; where the way is nearly level, the other one."""
    across, down, half = ann.page.evaluate(BETWEEN, [here, there])
    if abs(down) > half:
        return "ArrowDown" if down > 0 else "ArrowUp"
    return "ArrowRight" if across > 0 else "ArrowLeft"


def test_a_hand_is_played_by_touch_alone(new_hand: Cabinet, sits: Sits) -> None:
    ann = sits(has_touch=True)
    ann.find('#chips [data-chip="500"]').tap()
    ann.spot("pass_line").tap()
    ann.has("pass_line", "5")
    ann.find("#done").tap()
    new_hand.dice("2 2", "2 2")
    ann.find("#shoot").tap()
    expect(ann.find("#puck")).to_contain_text("4")
    ann.find('[data-act="odds"]').tap()
    ann.has("pass_odds", "10")
    ann.find("#done").tap()
    ann.find("#shoot").tap()
    expect(ann.find("#wins")).to_contain_text("$25.00")


def test_the_last_five_seconds_of_the_bet_timer_are_told_and_none_before(table: Cabinet, sits: Sits) -> None:
    ann = sits()
    ann.page.evaluate(
        "window.heard = []; new MutationObserver(() => heard.push(document.getElementById('said-now').textContent))"
        ".observe(document.getElementById('said-now'), {childList: true})"
    )
    table.attendant.act("settings", change={"bet_time": 8})
    try:
        ann.bet("field", chip=5)
        table.dice("3 3")
        expect(ann.find("#said-now")).to_have_text("1")
    finally:
        ann.phase("idle")  # with no line bet the house rolls
        table.attendant.act("settings", change={"bet_time": 600})
    heard = ann.page.evaluate("window.heard")
    assert heard[0].startswith("Bets close in ")
    assert len(heard) <= 5


# ---- axe ----


@pytest.fixture
def seat(browser: Browser) -> Iterator[ToldPage]:
    """Somebody plays here."""
    page = ToldPage(browser, {"field": 500, "place:6": 600})
    yield page
    page.leave()


def opened(seat: ToldPage, button: str) -> Page:
    seat.page.click(button)
    expect(seat.find("#dialog[open]")).to_be_visible()
    return seat.page


def test_axe_finds_nothing_on_the_felt(seat: ToldPage) -> None:
    assert found_by_axe(seat.page) == []


@pytest.mark.parametrize("button", ["#care-open", "#help-open", '[data-act="layouts"]', "#cash-out"])
def test_axe_finds_nothing_in_a_panel(seat: ToldPage, button: str) -> None:
    assert found_by_axe(opened(seat, button)) == []


@pytest.mark.parametrize("tab", ["rounds", "figures"])
def test_axe_finds_nothing_in_the_past_of_the_seat(seat: ToldPage, tab: str) -> None:
    opened(seat, "#past-open")
    seat.tells(PAST)
    seat.page.click(f'[data-tab="{tab}"]')
    assert found_by_axe(seat.page) == []


def test_axe_finds_nothing_where_a_spot_is_asked_about_and_in_a_reality_check(seat: ToldPage) -> None:
    seat.find('[data-spot="place:6"]').focus()
    seat.page.keyboard.press("i")
    expect(seat.find('[data-about="place:6"]')).to_be_visible()
    assert found_by_axe(seat.page) == []
    seat.page.keyboard.press("Escape")
    seat.care({"check_in_ms": 0})
    seat.tells()
    expect(seat.find("#check-title")).to_be_visible()
    assert found_by_axe(seat.page) == []


@pytest.mark.parametrize("screen", ["display", "menu"])
def test_axe_finds_nothing_on_the_other_screens(browser: Browser, seat: ToldPage, screen: str) -> None:
    page = browser.new_page()
    served(page, (ROOT / screen / "page", ROOT / "common" / "page"))

    def tell(line: WebSocketRoute) -> None:
        for told in seat.public():
            line.send(json.dumps(told))

    page.route_web_socket(f"ws://{HOST}/ws", tell)
    page.goto(f"http://{HOST}/")
    shows = {"display": "#limits", "menu": "#title"}[screen]
    expect(page.locator(shows)).not_to_be_empty()
    assert found_by_axe(page) == []
    page.close()


# ---- bad input ----


@pytest.mark.parametrize(
    "said", ['{"kind": "of_tomorrow"}', '{"kind": "settled", "last": 7', "7", '{"kind": "constructor"}']
)
def test_a_page_that_meets_what_it_does_not_know_says_so_and_plays_on(seat: ToldPage, said: str) -> None:
    seat.sends(said)
    expect(seat.find("#toast")).to_contain_text("something it does not know")
    seat.page.click('[data-spot="any_craps"]')
    expect(seat.find('[data-chip="any_craps"]')).to_be_visible()
    assert "wagers" in seat.kinds()


def test_the_ring_is_red_while_a_player_can_still_do_something_and_in_no_other_phase(browser: Browser) -> None:
    seat = ToldPage(browser, {})
    for phase, hurries in (("betting", True), ("settling", False), ("asking", True), ("rolling", False)):
        seat.table(phase=phase, due_in_ms=4000, lasts_ms=60_000)
        seat.tells()
        expect(seat.find("#ring .ring-text")).not_to_have_text("–")
        expect(seat.find("#ring .ring.soon")).to_have_count(int(hurries))
    seat.leave()
