"""Money at the service menu: credits, hand-pays, large wins, reversals, the shift and the gaming day, on paper too."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.menu.cabinet import PATIENCE_MS, Cabinet, Menu, put_credits_on, seated, turn


def dollars(text: str) -> float:
    found = re.search(r"\$([\d,.]+)", text)
    assert found is not None, text
    return float(found[1].replace(",", ""))


def credits_of(menu: Menu, seat: int) -> float:
    menu.go("seats")
    return dollars(menu.see(f'[data-seat="{seat}"]').inner_text())


def owed(page: Page) -> float:
    heading = page.inner_text(".card:has(#owes) h2")
    amount = dollars(page.inner_text("#owes"))
    return amount if heading == "To hand in" else -amount


def test_an_attendant_puts_credits_on_and_prints_the_receipt(menu: Menu) -> None:
    menu.enter("ann")
    before = credits_of(menu, 1)
    put_credits_on(menu, 1, 100, 20, 20)
    expect(menu.see(".sheet")).to_contain_text("$140.00")
    expect(menu.see(".sheet")).to_contain_text("ann")
    expect(menu.see(".sheet .demo-print")).to_be_visible()
    menu.tap("#print")
    assert menu.page.evaluate("window.printed") == 1
    menu.page.emulate_media(media="print")
    expect(menu.see("#paper .sheet")).to_be_visible()
    expect(menu.see("#paper .sheet")).to_contain_text(re.compile("Journal key ([0-9a-f]{4}-){7}[0-9a-f]{4}"))
    assert menu.see("#paper .sheet").inner_text().count("UTC") == len(("printed", "when"))  # the machine's zone
    expect(menu.see("#main")).to_be_hidden()
    expect(menu.see("#dialog")).to_be_hidden()
    menu.page.emulate_media(media="screen")
    menu.shut_dialog()
    expect(menu.see("#page-seats")).to_contain_text(f"${before + 140:,.2f}", timeout=PATIENCE_MS)
    menu.leave()


def test_a_player_who_calls_stands_first_with_the_time_and_is_logged_until_somebody_attends(
    menu: Menu, cabinet: Cabinet, browser: Browser
) -> None:
    player = seated(browser, cabinet, 2)
    menu.enter("ann")
    menu.go("seats")
    expect(menu.see("[data-calls]")).to_have_count(0)
    player.click("#service")
    expect(player.locator("#toast")).to_contain_text("An attendant has been called", timeout=PATIENCE_MS)
    expect(menu.see("[data-calls]")).to_have_text(re.compile(r"Calls · \d+:\d\d"), timeout=PATIENCE_MS)
    expect(menu.see("#page-seats .seat-cards > button").first).to_have_attribute("data-seat", "2")
    menu.go("cash")
    expect(menu.see('[data-entry="seats"] .count')).to_have_text("1", timeout=PATIENCE_MS)
    menu.go("seats")
    menu.tap('[data-seat="2"]')
    expect(menu.see("#calls")).to_contain_text("The player has called an attendant", timeout=PATIENCE_MS)
    menu.act("attend")
    expect(menu.see("#calls")).to_have_count(0, timeout=PATIENCE_MS)
    menu.leave()
    menu.enter("eve")
    menu.go("log")
    for words in ("calls", "attended"):
        expect(menu.see("#log")).to_contain_text(words, timeout=PATIENCE_MS)
    menu.leave()
    player.close()


def test_an_amount_that_is_none_cannot_be_sent_and_more_than_a_seat_may_have_is_refused(menu: Menu) -> None:
    menu.enter("ann")
    menu.go("seats")
    menu.tap('[data-seat="1"]')
    menu.act("credit")
    for nonsense in ("", "0", "1.234", "-5", "1e3", "five"):
        menu.page.fill("#amount", nonsense)
        expect(menu.see("#dialog-go")).to_be_disabled()
    menu.page.fill("#amount", "9999999")
    menu.confirm()
    expect(menu.see("#dialog [role=alert]")).to_contain_text("more than a seat may have", timeout=PATIENCE_MS)
    menu.shut_dialog()
    menu.leave()


def test_a_hand_pay_waits_in_front_is_cancelled_and_the_next_one_is_paid_with_its_receipt(
    menu: Menu, cabinet: Cabinet
) -> None:
    menu.enter("ann")
    credits = credits_of(menu, 2)
    for way in ("cancel", "pay"):
        menu.go("table")
        cabinet.cash_out(2)
        expect(menu.see('[data-entry="seats"] .count')).to_have_text("1", timeout=PATIENCE_MS)
        menu.go("seats")
        expect(menu.see(".seat-cards .card").first).to_contain_text("Hand-pay", timeout=PATIENCE_MS)
        menu.tap('[data-seat="2"]')
        expect(menu.see(".card.waits .sum")).to_have_text(f"${credits:,.2f}")
        if way == "cancel":
            menu.act("cancel_hand_pay")
            menu.tap('#dialog button:text-is("Player plays on")')
            menu.confirm()
            menu.says("credits are back")
            assert credits_of(menu, 2) == credits
    menu.act("hand_pay")
    expect(menu.see("#dialog-go")).to_be_disabled()
    menu.page.fill("#receipt", "4471")
    menu.confirm()
    expect(menu.see(".sheet")).to_contain_text("4471", timeout=PATIENCE_MS)
    expect(menu.see(".sheet .sign")).to_contain_text("Player")
    menu.shut_dialog()
    expect(menu.see(".card.waits")).to_have_count(0, timeout=PATIENCE_MS)
    assert credits_of(menu, 2) == 0
    put_credits_on(menu, 2, 500)
    menu.shut_dialog()
    menu.leave()


def test_a_mistake_is_taken_back_by_a_supervisor_and_never_by_an_attendant(menu: Menu) -> None:
    menu.enter("ann")
    before = credits_of(menu, 1)
    put_credits_on(menu, 1, 1000)
    menu.shut_dialog()
    menu.go("cash")
    expect(menu.see("#page-cash tbody tr").first).to_contain_text("$1,000.00", timeout=PATIENCE_MS)
    expect(menu.see('[data-act="reverse"]')).to_have_count(0)
    menu.leave()
    menu.enter("eve")
    menu.go("cash")
    menu.see('[data-act="reverse"]').first.tap()
    expect(menu.see("#dialog-go")).to_be_disabled()
    menu.tap('#dialog .pick:has-text("Mistake")')
    menu.confirm()
    expect(menu.see(".sheet h1")).to_contain_text("reversed, credits put on by mistake", timeout=PATIENCE_MS)
    expect(menu.see(".sheet")).to_contain_text("$1,000.00")
    menu.shut_dialog()
    expect(menu.see("#page-cash tbody tr").first).to_contain_text("reversed", timeout=PATIENCE_MS)
    assert credits_of(menu, 1) == before
    menu.leave()


def test_a_shift_adds_up_and_its_handover_closes_and_prints_it(menu: Menu) -> None:
    menu.enter("ann")
    menu.go("shift")
    expect(menu.see("#owes")).to_be_visible(timeout=PATIENCE_MS)
    before = owed(menu.page)
    put_credits_on(menu, 1, 50)
    menu.shut_dialog()
    menu.go("shift")
    expect(menu.see("#owes")).to_be_visible(timeout=PATIENCE_MS)
    assert owed(menu.page) == before + 50
    expect(menu.see("#page-shift .moves tbody tr").last).to_contain_text("$50.00")
    menu.act("handover")
    menu.confirm()
    expect(menu.see(".sheet")).to_contain_text("closed", timeout=PATIENCE_MS)
    expect(menu.see(".sheet")).to_contain_text("$50.00")
    expect(menu.see(".sheet .sign")).to_contain_text("Cashier")
    menu.shut_dialog()
    expect(menu.see("#owes")).to_have_text("$0.00", timeout=PATIENCE_MS)
    menu.leave()


def test_a_supervisor_sees_what_everybody_owes(menu: Menu) -> None:
    menu.enter("ann")
    put_credits_on(menu, 1, 20)
    menu.shut_dialog()
    menu.leave()
    menu.enter("eve")
    menu.go("shift")
    menu.tap('#page-shift button:has-text("ann")')
    expect(menu.see("#page-shift")).to_contain_text("of ann", timeout=PATIENCE_MS)
    expect(menu.see("#page-shift .moves tbody tr").last).to_contain_text("$20.00", timeout=PATIENCE_MS)
    menu.leave()


def test_a_large_win_waits_for_an_attendant_and_the_seat_plays_on(
    menu: Menu, cabinet: Cabinet, browser: Browser
) -> None:
    turn(menu, "large_win", "1")
    player = seated(browser, cabinet, 1)
    cabinet.next_dice("5", "6")
    player.click('[data-spot="pass_line"]')
    player.click("#done")
    player.click("#shoot")
    expect(player.locator("#lock")).to_contain_text("Large win", timeout=PATIENCE_MS)
    menu.enter("ann")
    menu.go("seats")
    menu.tap('[data-seat="1"]')
    menu.act("reset_large_win")
    expect(menu.see("#dialog")).to_contain_text("Seat 1 plays on")
    menu.confirm()
    expect(menu.see(".sheet h1")).to_have_text("Receipt: large win", timeout=PATIENCE_MS)
    expect(menu.see(".sheet .sign")).to_contain_text("Player")
    expect(player.locator("#lock")).to_be_hidden(timeout=PATIENCE_MS)
    menu.shut_dialog()
    expect(menu.see(".card.waits")).to_have_count(0, timeout=PATIENCE_MS)
    menu.leave()
    expect(player.locator('[data-spot="pass_line"].open')).to_be_visible(timeout=PATIENCE_MS)
    player.click('[data-act="remove"]')
    player.click('[data-spot="pass_line"]')
    expect(player.locator('[data-chip="pass_line"] .chip')).to_have_count(0, timeout=PATIENCE_MS)
    player.close()
    turn(menu, "large_win", "10000")


def test_the_gaming_day_is_closed_with_its_totals_on_paper(menu: Menu) -> None:
    menu.enter("eve")
    menu.go("day")
    menu.act("close_day")
    menu.confirm()
    expect(menu.see(".sheet")).to_contain_text("Gaming day report", timeout=PATIENCE_MS)
    menu.shut_dialog()
    expect(menu.see("#page-day tbody tr").first).to_contain_text("$", timeout=PATIENCE_MS)
    menu.act("close_day")
    menu.confirm()
    expect(menu.see("#dialog [role=alert]")).to_contain_text("closed already", timeout=PATIENCE_MS)
    menu.shut_dialog()
    menu.leave()
