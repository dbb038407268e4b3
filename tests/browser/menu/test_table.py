"""The table at the service menu: hold and resume, void, close-out, seats on and off, doors, service."""

from playwright.sync_api import Browser, expect

from tests.browser.menu.cabinet import PATIENCE_MS, Cabinet, Menu, seated


def test_an_attendant_holds_the_table_with_a_reason_and_resumes_it(menu: Menu) -> None:
    menu.enter("ann")
    expect(menu.see("#plays")).to_be_visible(timeout=PATIENCE_MS)
    menu.act("hold")
    menu.tap('#dialog button:text-is("Spill or cleaning")')
    menu.confirm()
    expect(menu.see('[data-hold="operator"]')).to_contain_text("Spill or cleaning", timeout=PATIENCE_MS)
    expect(menu.see("#now")).to_contain_text("The table is paused")
    menu.act("resume")
    expect(menu.see("#plays")).to_be_visible(timeout=PATIENCE_MS)
    expect(menu.see('[data-act="void"]')).to_have_count(0)
    menu.leave()


def test_a_door_holds_the_table_and_the_menu_says_what_ends_it(menu: Menu, cabinet: Cabinet) -> None:
    menu.enter("ann")
    cabinet.door("LOGIC", "open")
    expect(menu.see('[data-hold="door_logic"]')).to_contain_text("the logic door is closed", timeout=PATIENCE_MS)
    cabinet.door("LOGIC", "close")
    expect(menu.see("#plays")).to_be_visible(timeout=PATIENCE_MS)
    menu.leave()


def test_a_supervisor_voids_a_round_and_closes_out_a_held_table_and_wagers_go_back(
    menu: Menu, cabinet: Cabinet, browser: Browser
) -> None:
    player = seated(browser, cabinet, 1)
    credits = player.inner_text("#credits")
    menu.enter("eve")
    expect(menu.see('[data-act="void"]')).to_be_disabled(timeout=PATIENCE_MS)

    player.click('[data-spot="pass_line"]')
    player.click("#done")
    expect(player.locator("#shoot")).to_be_visible(timeout=PATIENCE_MS)
    menu.act("hold")
    menu.confirm()
    expect(menu.see('[data-act="void"]')).to_be_enabled(timeout=PATIENCE_MS)
    menu.act("void")
    expect(menu.see("#dialog-go")).to_be_disabled()
    menu.page.fill("#reason", "dice leaned on the wall")
    menu.confirm()
    menu.says("The round is void")
    menu.act("resume")
    expect(player.locator("#credits")).to_have_text(credits, timeout=PATIENCE_MS)

    expect(player.locator('[data-spot="pass_line"].open')).to_be_visible(timeout=PATIENCE_MS)
    player.click('[data-spot="pass_line"]')
    expect(player.locator("#credits")).not_to_have_text(credits, timeout=PATIENCE_MS)
    menu.act("hold")
    menu.confirm()
    expect(menu.see('[data-hold="operator"]')).to_be_visible(timeout=PATIENCE_MS)
    menu.act("close_out")
    menu.tap('#dialog button:text-is("Machine fault")')
    menu.confirm()
    menu.says("The table is closed out")
    expect(player.locator("#credits")).to_have_text(credits, timeout=PATIENCE_MS)
    menu.act("resume")
    expect(menu.see("#plays")).to_be_visible(timeout=PATIENCE_MS)
    menu.leave()
    player.close()


def test_a_seat_is_closed_and_opened_and_what_it_holds_is_seen_bet_by_bet(
    menu: Menu, cabinet: Cabinet, browser: Browser
) -> None:
    player = seated(browser, cabinet, 1)
    player.click('[data-spot="field"]')
    expect(player.locator('[data-chip="field"] .chip:not(.pending)')).to_be_visible()
    menu.enter("eve")
    menu.go("seats")
    menu.tap('[data-seat="1"]')
    expect(menu.see("#page-seats")).to_contain_text("FIELD", timeout=PATIENCE_MS)
    menu.act("close_seat")
    menu.says("takes no bets")
    expect(player.locator("#notices")).to_contain_text("This seat is closed", timeout=PATIENCE_MS)
    menu.act("open_seat")
    menu.says("The seat takes bets")
    expect(player.locator("#notices")).not_to_contain_text("This seat is closed", timeout=PATIENCE_MS)
    player.click('[data-act="clear"]')
    expect(player.locator('[data-chip="field"] .chip')).to_have_count(0, timeout=PATIENCE_MS)
    menu.leave()
    player.close()


def test_service_suspends_play_where_it_was_and_ends_there(menu: Menu, cabinet: Cabinet, browser: Browser) -> None:
    player = seated(browser, cabinet, 1)
    player.click('[data-spot="field"]')
    expect(player.locator('[data-chip="field"] .chip:not(.pending)')).to_be_visible()
    menu.enter("tom")
    menu.go("service")
    expect(menu.see("#no-service")).to_be_visible(timeout=PATIENCE_MS)
    menu.act("begin_service")
    expect(menu.see("#in-service")).to_contain_text("exactly where it was", timeout=PATIENCE_MS)
    expect(player.locator("#notices")).to_contain_text("in service", timeout=PATIENCE_MS)
    for test, showed in (("clear_faults", "all clear"), ("self_test", "passed")):
        menu.act(test)
        expect(menu.see("#tests tbody tr").first).to_contain_text(showed, timeout=PATIENCE_MS)
    cabinet.next_dice("6", "6")
    menu.act("test_shake")
    expect(menu.see("#tests tbody tr").first).to_contain_text("6 + 6 = 12", timeout=PATIENCE_MS)
    menu.act("lamp_test")
    menu.says("All lamps are lit")
    menu.act("change_dice")
    menu.page.fill("#dice", "seal 20931")
    menu.confirm()
    menu.says("on record")
    menu.act("end_service")
    expect(menu.see("#no-service")).to_be_visible(timeout=PATIENCE_MS)
    expect(player.locator('[data-chip="field"] .chip:not(.pending)')).to_be_visible()
    player.click('[data-act="clear"]')
    expect(player.locator('[data-chip="field"] .chip')).to_have_count(0, timeout=PATIENCE_MS)
    menu.leave()
    player.close()


def test_the_table_page_says_who_shoots_and_why_and_whether_the_machine_can_go_live(menu: Menu) -> None:
    menu.enter("eve")
    expect(menu.see("#shooter-why")).not_to_be_empty(timeout=PATIENCE_MS)
    expect(menu.see("#go-live")).not_to_be_empty()
    expect(menu.see("#page-table")).to_contain_text("DEMO")
    menu.leave()
