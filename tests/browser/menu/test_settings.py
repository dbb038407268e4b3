"""Settings and people at the service menu: two steps, exact returns, refusals with their reason, who changed what."""

import re

from playwright.sync_api import Browser, expect

from config.text.money import MoneyFormat
from tests.browser.menu.cabinet import PATIENCE_MS, Cabinet, Menu, seated, turn
from tests.config.test_money import CASES


def test_a_change_shows_every_bets_exact_return_before_it_is_accepted_and_stands_in_the_history(menu: Menu) -> None:
    menu.enter("eve")
    menu.go("settings")
    expect(menu.see("#preview-go")).to_be_disabled()
    menu.page.fill('[data-setting="power_odds_chance"]', "1/40")
    menu.tap("#preview-go")
    row = menu.see('#returns [data-row="any_seven"]')
    expect(row).to_have_class("differs", timeout=PATIENCE_MS)
    expect(row).to_contain_text("%")
    expect(menu.see('#returns [data-row="pass_line"]')).to_contain_text("98.585859")
    expect(menu.see('#returns [data-row="pass_line"]')).not_to_have_class("differs")
    menu.tap("#accept")
    expect(menu.see("#dialog")).to_contain_text("1/40")
    menu.shut_dialog()
    menu.tap("#settings-undo")
    expect(menu.see('[data-setting="power_odds_chance"]')).to_have_value("1/20", timeout=PATIENCE_MS)
    menu.leave()
    turn(menu, "power_odds_chance", "1/40")
    turn(menu, "power_odds_chance", "1/20")
    menu.enter("eve")
    menu.go("changes")
    first = menu.see("#page-changes tbody tr").first
    for words in ("eve", "Power Odds chance", "1/40", "1/20"):
        expect(first).to_contain_text(words, timeout=PATIENCE_MS)
    menu.leave()


def test_limits_are_told_as_money_in_the_preview_the_dialog_the_history_and_the_log(menu: Menu) -> None:
    menu.enter("eve")
    menu.go("settings")
    menu.page.fill('[data-setting="limits.max"]', "4000")
    menu.tap("#preview-go")
    expect(menu.see("#goes-back")).to_contain_text("Nothing goes back", timeout=PATIENCE_MS)
    turned = re.compile(r"\$5,000\.00.*\$4,000\.00")
    expect(menu.see("#preview table").first).to_have_text(turned)
    menu.tap("#accept")
    expect(menu.see("#dialog table")).to_have_text(turned)
    menu.shut_dialog()
    menu.leave()
    turn(menu, "limits.max", "4000")
    turn(menu, "limits.max", "5000")
    menu.enter("eve")
    menu.go("changes")
    row = menu.see("#page-changes tbody tr").nth(1)
    expect(row).to_have_text(turned, timeout=PATIENCE_MS)
    menu.go("log")
    expect(menu.see("#log")).to_have_text(turned, timeout=PATIENCE_MS)
    menu.leave()


def test_limits_by_kind_and_a_multiple_of_odds_are_previewed_with_what_line_bets_then_return(menu: Menu) -> None:
    menu.enter("eve")
    menu.go("settings")
    expect(menu.see('[data-setting="hardways.max"]')).to_have_value("")
    menu.page.fill('[data-setting="hardways.max"]', "200")
    menu.page.select_option('[data-setting="odds_times"]', "1x")
    menu.tap("#preview-go")
    expect(menu.see("#preview table").first).to_have_text(
        re.compile(r"Hardways: largest\s*none\s*\$200\.00.*Odds: times the bet\s*none\s*1x"), timeout=PATIENCE_MS
    )
    row = menu.see('#returns [data-row="pass_line+pass_odds"]')
    expect(row).to_have_class("differs")
    expect(row).to_have_text(re.compile(r"PASS LINE \+ PASS ODDS.*99\.393939.*1/165.*99\.151515.*7/825"))
    menu.page.fill('[data-setting="hand.max"]', "5000")
    menu.tap("#preview-go")
    expect(menu.see("#refused")).to_contain_text(
        "Bets on the hand: largest – it may be at most $1,000.00.", timeout=PATIENCE_MS
    )
    menu.go("par")
    expect(menu.see('#together [data-row="dont_come+dont_come_odds"]')).to_contain_text(
        "4× (4 10) · 3× (5 9) · 2.4× (6 8)", timeout=PATIENCE_MS
    )
    menu.leave()


def test_pages_write_money_as_consoles_do(menu: Menu) -> None:
    script = """async ([house, as_it_was]) => {
      const { money, moneyLooks } = await import("/money.js");
      moneyLooks(house.look);
      const written = house.cases.map(([amount]) => [amount, money(amount)]);
      moneyLooks(as_it_was);
      return written;
    }"""
    for house in CASES.values():
        look = MoneyFormat().model_dump(mode="json")
        assert menu.page.evaluate(script, [house, look]) == house["cases"]


def test_a_chance_that_breaks_the_cap_is_refused_with_the_bets_and_cannot_be_accepted(menu: Menu) -> None:
    menu.enter("eve")
    menu.go("settings")
    menu.page.fill('[data-setting="power_odds_chance"]', "1/1")
    menu.tap("#preview-go")
    expect(menu.see("#refused")).to_contain_text("more than the cap allows", timeout=PATIENCE_MS)
    expect(menu.see("#refused")).to_contain_text("ANY 7")
    expect(menu.see("#accept")).to_have_count(0)
    menu.page.fill('[data-setting="power_odds_chance"]', "often")
    expect(menu.see("#preview-go")).to_be_disabled()
    menu.leave()


def test_what_must_wait_for_a_contract_wager_says_so_and_a_timer_does_not_wait(
    menu: Menu, cabinet: Cabinet, browser: Browser
) -> None:
    player = seated(browser, cabinet, 1)
    player.click('[data-spot="pass_line"]')
    cabinet.next_dice("2", "2")
    player.click("#done")
    player.click("#shoot")
    expect(player.locator("#puck")).to_contain_text("4", timeout=PATIENCE_MS)
    menu.enter("eve")
    menu.go("settings")
    expect(menu.see("#must-wait")).to_be_visible(timeout=PATIENCE_MS)
    expect(menu.see('[data-setting="power_odds_chance"]')).to_be_disabled()
    expect(menu.see('[data-setting="bet_time"]')).to_be_enabled()
    menu.leave()
    turn(menu, "result_time", "1")
    cabinet.next_dice("3", "4")
    player.click("#done")
    player.click("#shoot")
    expect(player.locator('[data-chip="pass_line"] .chip')).to_have_count(0, timeout=PATIENCE_MS)
    player.close()


def test_a_person_is_added_gets_another_role_and_is_removed(menu: Menu) -> None:
    menu.enter("eve")
    menu.go("users")
    menu.act("add_person")
    menu.page.fill("#person-name", "Bo")
    for digit in "7294":
        menu.tap(f'#dialog .pad button:text-is("{digit}")')
    menu.confirm()
    row = menu.see('[data-row="bo"]')
    expect(row).to_contain_text("Attendant", timeout=PATIENCE_MS)
    menu.tap('[data-row="bo"] [data-act="change_role"]')
    menu.tap('#dialog [data-value="technician"]')
    menu.confirm()
    expect(row).to_contain_text("Technician", timeout=PATIENCE_MS)
    menu.tap('[data-row="bo"] [data-act="remove_person"]')
    menu.confirm()
    expect(row).to_have_count(0, timeout=PATIENCE_MS)
    expect(menu.see('[data-row="eve"] button')).to_have_count(0)
    menu.leave()


def test_a_pin_is_changed_with_the_old_one_and_a_weak_one_is_refused(menu: Menu) -> None:
    menu.enter("tom")
    menu.go("pin")
    for old, new, again, why in (
        ("915037", "4444", "4444", "too easy"),
        ("915037", "864209", "864208", "differ"),
        ("111222", "864209", "864209", "wrong"),
    ):
        menu.page.fill("#pin-old", old)
        menu.page.fill("#pin-new", new)
        menu.page.fill("#pin-again", again)
        menu.tap("#pin-go")
        expect(menu.see("#page-pin [role=alert]")).to_contain_text(why, timeout=PATIENCE_MS)
    menu.leave()


def test_languages_are_told_by_their_own_names_where_they_are_chosen_and_in_the_history(menu: Menu) -> None:
    menu.enter("eve")
    menu.go("settings")
    picks = menu.see(".pick").filter(has_text=re.compile("English|Español|Français|中文"))
    expect(picks).to_have_text(["English", "Español", "Français", "中文"])
    expect(menu.see('.pick[aria-pressed="true"]')).to_have_text(["English", "Español", "Français", "中文"])
    picks.nth(1).click()
    menu.tap("#preview-go")
    expect(menu.see("#preview table").first).to_contain_text("English, Español, Français, 中文", timeout=PATIENCE_MS)
    expect(menu.see("#preview table").first).to_contain_text("English, Français, 中文")
    menu.leave()
