"""REPEAT and CLEAR of the panel beside a screen, and the screen itself touched all over in service."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.cabinet import Cabinet
from tests.browser.conftest import Sits
from tests.browser.player import Player, house_rolls, roll


def test_repeat_and_clear_of_the_panel_do_what_the_buttons_on_the_screen_do(table: Cabinet, sits: Sits) -> None:
    ann = sits()
    table.panel("TERMINAL-01", "press", "CLEAR")
    ann.told("nothing of this round can be taken back")
    ann.bet("pass_line", "any_seven", chip=5)
    roll([ann], "1 1")
    ann.has_none("pass_line", "any_seven")
    ann.page.click("#help-open")
    table.panel("TERMINAL-01", "press", "REPEAT", "2000")  # long, and yet one press
    ann.has("pass_line", "5")
    ann.has("any_seven", "5")
    expect(ann.find("dialog[open]")).to_have_count(0)
    ann.is_up(-20)
    table.panel("TERMINAL-01", "press", "CLEAR")
    ann.has_none("pass_line", "any_seven")
    ann.is_up(-10)


def test_where_repeat_cannot_be_done_the_page_says_why_and_one_of_two_pages_does_it(table: Cabinet, sits: Sits) -> None:
    ann = sits()
    ann.bet("field", chip=5)
    house_rolls(ann, "2 3")
    table.attendant.act("hold", reference="a spill")
    table.panel("TERMINAL-01", "press", "REPEAT")
    ann.told("The table is paused")
    ann.has_none("field")
    table.attendant.act("resume")
    second = sits()
    table.panel("TERMINAL-01", "press", "REPEAT")
    second.has("field", "5")
    ann.has("field", "5")
    second.press("clear")
    ann.has_none("field")


@pytest.fixture
def service(table: Cabinet) -> Iterator[Cabinet]:
    table.attendant.act("begin_service")
    yield table
    if "service" in table.attendant.table()["holds"]:
        table.attendant.act("end_service")


def sweep(player: Player, rows: int = 8, columns: int = 12, of: int = 8) -> None:
    """A finger over the rows of the glass, from side to side."""
    size = player.page.viewport_size
    assert size is not None
    wide, high = size["width"] / columns, size["height"] / rows
    for row in range(of):
        for column in range(columns):
            player.page.mouse.move((column + 0.5) * wide, (row + 0.3) * high)


def test_a_screen_is_touched_all_over_and_no_wager_is_taken_through_the_fields(service: Cabinet, sits: Sits) -> None:
    ann = sits()
    ann.page.click("#help-open")
    service.attendant.act("touch_test", seat=1)
    expect(ann.find("#touch-grid")).to_be_visible()
    expect(ann.find("dialog[open]")).to_have_count(0)
    ann.page.mouse.click(700, 400)
    expect(ann.find("#touch-left")).to_contain_text("95 fields left")
    for key in ("r", "d", "Tab", "Tab", "Enter"):
        ann.page.keyboard.press(key)  # nothing under the fields hears it
    expect(ann.find("#touch-left")).to_contain_text("95 fields left")
    ann.page.reload()
    expect(ann.find("#touch-grid")).to_be_visible()
    ann.page.mouse.down()
    sweep(ann)
    expect(ann.find("#touch-grid")).to_have_count(0)
    field = ann.spot("field").bounding_box()
    assert field is not None
    ann.page.mouse.move(field["x"] + field["width"] / 2, field["y"] + field["height"] / 2)
    for _ in range(3):  # the finger that touched the last field, and taps on
        ann.page.mouse.up()
        ann.page.mouse.down()
    ann.page.mouse.up()
    expect(ann.find(".touch-grid")).to_have_count(0)
    ann.sees_the_felt()
    ann.is_up(0)
    assert last_test(service) == "seat 1: 96 of 96 fields"


def test_whoever_has_enough_ends_it_and_so_does_a_minute_without_a_touch_and_the_end_of_service(
    service: Cabinet, sits: Sits
) -> None:
    ann = sits()
    service.attendant.act("touch_test", seat=1)
    expect(ann.find("#touch-grid")).to_be_visible()
    sweep(ann, of=2)
    ann.page.click("#touch-left", position={"x": 90, "y": 20})
    expect(ann.find("#touch-grid")).to_have_count(0)
    assert last_test(service) == "seat 1: 25 of 96 fields"  # the end lies over one
    ann.page.clock.install()
    service.attendant.act("touch_test", seat=1)
    expect(ann.find("#touch-grid")).to_be_visible()
    ann.page.mouse.click(700, 400)
    expect(ann.find("#touch-left")).to_contain_text("95 fields left")
    ann.page.clock.fast_forward(61_000)  # nobody touches any more
    expect(ann.find("#touch-grid")).to_have_count(0)
    assert last_test(service) == "seat 1: 1 of 96 fields"
    service.attendant.act("touch_test", seat=1)
    expect(ann.find("#touch-grid")).to_be_visible()
    service.attendant.act("end_service")
    expect(ann.find("#touch-grid")).to_have_count(0)
    assert last_test(service) == "seat 1: not done, service ended"


def last_test(cabinet: Cabinet) -> str:
    """What the event log has of the last test."""
    return str(cabinet.events("test")[0]["details"])
