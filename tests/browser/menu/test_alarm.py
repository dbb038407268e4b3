"""A door that nobody may open sounds on every screen, however quiet its player likes it, until somebody says why."""

from playwright.sync_api import Browser, expect

from tests.browser.menu.cabinet import PATIENCE_MS, Cabinet, Menu, seated, turn


def test_a_forced_door_sounds_on_a_seat_whose_sound_is_off_and_is_silenced_with_a_reason(
    menu: Menu, cabinet: Cabinet, browser: Browser
) -> None:
    turn(menu, "door_alarm", "2")
    player = seated(browser, cabinet, 1)
    player.click("#sound")
    cabinet.door("MAIN", "open")
    expect(player.locator("body")).to_have_attribute("data-alarm", "0.8", timeout=PATIENCE_MS)
    menu.enter("ann")
    menu.go("table")
    menu.act("silence_alarm")
    menu.see("#reason").fill("the cleaner")
    menu.confirm()
    expect(player.locator("body")).to_have_attribute("data-alarm", "", timeout=PATIENCE_MS)
    cabinet.door("MAIN", "close")
    menu.leave()
    turn(menu, "door_alarm", "0")
    player.context.close()
