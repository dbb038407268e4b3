"""What a throw looks like at a screen: dice that fall when the dome's have, and what they brought once they lie."""

import json
import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.cabinet import Cabinet
from tests.browser.conftest import Sits
from tests.browser.player import Player, close_bets, roll
from tests.browser.test_display import hang

NO_WEBGL = """const had = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...how) {
  return kind === "webgl2" ? null : had.call(this, kind, ...how);
};"""
STAGE = "#dice .stage"
IN_MID_ROLL = re.compile("air|still")
"""Still: the driver has been silent for so long that the table is held."""
FRAMES = """() => {
  const stage = document.querySelector("#dice .stage");
  window.seen = [];
  const look = () => {
    const { dice, readable } = stage.dataset;
    const said = document.querySelector("#rolled, #total").textContent;
    const last = window.seen.at(-1);
    const now = [dice, readable, said];
    if (JSON.stringify(last) !== JSON.stringify(now)) window.seen.push(now);
    requestAnimationFrame(look);
  };
  look();
}"""


@contextmanager
def dome_busy(table: Cabinet) -> Iterator[None]:
    """The dice are in the air and nobody hears how they fall, for as long as the block lasts."""
    driver = table.child("dice", "drive")
    os.kill(driver, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(driver, signal.SIGCONT)


def in_the_air(player: Player, dice: str) -> None:
    """Until the dice of this player's throw are shaken."""
    player.cabinet.dice(dice)
    close_bets([player])
    player.shoot()
    player.phase("rolling")


def test_the_dice_shake_with_the_dome_and_fall_onto_what_it_has_shown(new_hand: Cabinet, sits: Sits) -> None:
    player = sits()
    player.bet("pass_line")
    with dome_busy(new_hand):
        in_the_air(player, "6 4")
        stage = player.find(STAGE)
        expect(stage).to_have_attribute("data-dice", IN_MID_ROLL)
        expect(stage).to_have_attribute("data-readable", "false")
        expect(player.find("#rolled")).to_have_text(re.compile("The dice are rolling|The table is paused"))
        player.page.evaluate(FRAMES)
    expect(player.find("#rolled")).to_have_text("Rolled 10")
    expect(stage).to_have_attribute("data-dice", "6 4")
    expect(stage).to_have_attribute("aria-label", "10: 6 and 4")
    seen = player.page.evaluate("window.seen")
    for dice, readable, said in seen:
        assert dice in ("air", "still", "6 4"), seen
        assert readable == "false" or dice == "6 4", seen
        assert "10" not in said or readable == "true", seen


def test_a_page_opened_in_mid_roll_shows_no_faces_and_one_opened_later_lies_at_once(table: Cabinet, sits: Sits) -> None:
    player = sits()
    player.bet("pass_line", "field")
    with dome_busy(table):
        in_the_air(player, "5 3")
        player.page.reload()
        expect(player.find(STAGE)).to_have_attribute("data-dice", IN_MID_ROLL)
        expect(player.find(STAGE)).to_have_attribute("data-readable", "false")
    expect(player.find("#rolled")).to_have_text("Rolled 8")
    player.page.reload()
    expect(player.find(STAGE)).to_have_attribute("data-dice", "5 3")
    expect(player.find("#rolled")).to_have_text("Rolled 8")
    assert player.find("#celebration").is_hidden(), "what this page has not seen fall is not celebrated again"


def test_a_void_round_shows_no_total(browser: Browser, table: Cabinet, sits: Sits) -> None:
    page, complaints = hang(browser, table)
    player = sits()
    player.bet("pass_line", "field")
    roll([player], "2 2")
    expect(page.locator("#total")).to_have_text("4")
    player.bet("field")
    close_bets([player])
    player.phase("shooting")
    table.attendant.act("void", reference="test")
    expect(player.find("#rolled")).to_have_text("No result")
    expect(page.locator("#total")).to_have_text("")
    expect(page.locator("#call")).to_have_text("No result")
    expect(page.locator(STAGE)).to_have_attribute("data-dice", "none")
    page.close()
    assert complaints == []


@pytest.mark.parametrize("how", [{"reduced_motion": "reduce"}, {}])
@pytest.mark.usefixtures("new_hand")
def test_without_motion_or_without_a_graphics_unit_nothing_is_lost(how: Any, sits: Sits) -> None:
    player = sits(1, **how)
    if not how:
        player.page.add_init_script(NO_WEBGL)
        player.page.reload()
        player.sees_the_felt()
    player.bet("pass_line", "field", chip=5)
    roll([player], "5 6")
    expect(player.find(STAGE)).to_have_attribute("data-dice", "5 6")
    expect(player.find(STAGE)).to_have_attribute("data-readable", "true")
    expect(player.find("#rolled")).to_have_text("Rolled 11")
    if how:
        assert player.find(f"{STAGE} canvas").count() == 1
        assert player.page.evaluate("document.getAnimations().filter((one) => one.playState === 'running').length") == 0
    else:
        assert player.find(f"{STAGE} .pip").count() == 11


@pytest.mark.usefixtures("new_hand")
def test_the_net_of_a_roll_is_large_takes_no_touch_and_the_next_bet_ends_it(sits: Sits) -> None:
    player = sits()
    player.bet("field", chip=5)
    player.bet("any_seven", chip=1)
    roll_and_look(player, "6 6")  # the field pays double, to which chance adds no Power Odds; seven is lost: net +9
    shown = player.find("#celebration")
    expect(shown).to_be_visible()
    expect(shown.locator("b")).to_have_text("+$9.00")
    expect(shown).to_have_class("step-1")
    under = "([x, y]) => document.elementsFromPoint(x, y).filter((one) => one.closest('#celebration')).length"
    box = shown.locator(".net").bounding_box()
    assert box is not None
    assert player.page.evaluate(under, [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]) == 0
    player.phase("idle", "betting")
    player.bet("place:6")
    expect(shown).to_be_hidden()


@pytest.mark.usefixtures("new_hand")
def test_a_net_loss_is_told_and_not_celebrated(sits: Sits) -> None:
    player = sits()
    player.bet("any_craps", chip=1)
    player.bet("any_seven", chip=5)
    player.bet("field", chip=1)
    roll_and_look(player, "6 5")  # the field wins one, six are lost
    shown = player.find("#celebration")
    expect(shown).to_have_class("step-0")
    expect(shown.locator("b")).to_have_text("−$5.00")
    assert shown.locator(".rays, .fly").count() == 0
    expect(shown).to_be_hidden()  # by itself


def roll_and_look(player: Player, dice: str) -> None:
    """The house rolls, and its result stands while it is looked at."""
    player.cabinet.dice(dice)
    player.done()


def test_the_display_names_who_won_by_seat(browser: Browser, table: Cabinet, sits: Sits) -> None:
    table.attendant.act("settings", change={"result_time": 5})
    page, complaints = hang(browser, table)
    one, two = sits(1), sits(2)
    one.bet("field", chip=5)
    two.bet("any_seven", chip=5)
    table.dice("5 5")
    one.done()
    two.done()
    expect(page.locator("#winners")).to_be_visible()
    expect(page.locator("#winning li")).to_have_text(["Seat 1+$5.00"])
    one.phase("idle", "betting")
    expect(page.locator("#winners")).to_be_hidden()
    table.attendant.act("settings", change={"result_time": 1})
    page.close()
    assert complaints == []


def test_a_message_that_a_page_does_not_know_is_said_and_play_goes_on(browser: Browser, table: Cabinet) -> None:
    page, line = _between(browser, table.address(1))
    expect(page.locator('[data-spot="field"]')).to_be_visible()
    for said in (
        '{"kind": "from_tomorrow", "x": 1}',
        '{"kind": "constructor"}',
        "no json",
        "[]",
        '{"kind": "from_tomorrow"}',
    ):
        line[0].send(said)
    expect(page.locator("#toast")).to_contain_text("play goes on")
    page.click('[data-spot="field"]')
    expect(page.locator('[data-chip="field"]:has(.chip:not(.pending))')).to_be_visible()
    page.click('[data-act="undo"]')
    page.close()
    over, line = _between(browser, table.address(0) + "&language=en")
    expect(over.locator("#phase")).not_to_be_empty()
    line[0].send('{"kind": "from_tomorrow"}')
    expect(over.locator(".notice.note")).to_contain_text("play goes on")
    over.close()


def _between(browser: Browser, address: str) -> tuple[Page, list[WebSocketRoute]]:
    """A page, and the line on which it is told what a test likes."""
    page = browser.new_page(viewport={"width": 1920, "height": 1080})
    lines: list[WebSocketRoute] = []

    def between(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server().on_message(lambda said: line.send(said))

    page.route_web_socket("**/ws", between)
    page.goto(address)
    return page, lines


@pytest.mark.usefixtures("new_hand")
def test_a_roll_is_called_once_when_its_dice_lie_and_sounds_are_softer_meanwhile(sits: Sits) -> None:
    player = sits()
    asked: list[str] = []
    player.page.on("request", lambda one: asked.append(re.sub(r".*?127[^/]*/", "", one.url)))
    player.bet("pass_line", "field", chip=5)
    roll([player], "4 4")
    player.page.wait_for_function(
        "() => performance.getEntriesByName(location.origin + '/voice/en/point_is_8.ogg').length > 0"
    )
    calls = [one for one in asked if one.endswith(".ogg") and one.startswith("voice/")]
    assert calls == ["voice/en/no_more_bets.ogg", "voice/en/hard_8.ogg", "voice/en/point_is_8.ogg"]
    assert "sounds/shake.ogg" in asked
    assert json.dumps(asked).count("sounds/land.ogg") == 1
