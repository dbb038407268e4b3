"""Dice and diagnostics on a recorded week: the hardware as it is now."""

from playwright.sync_api import expect

from tests.browser.menu.cabinet import PATIENCE_MS, Menu
from tests.browser.menu.records.in_words import WORDS
from tests.browser.menu.week import WeekCabinet


def test_the_unit_is_tested_outside_of_play_and_other_dice_begin_a_new_record(menu: Menu, week: WeekCabinet) -> None:
    menu.go("service")
    menu.act("accept_unit")
    menu.act("begin_service")
    expect(menu.see("#in-service")).to_be_visible(timeout=PATIENCE_MS)
    before = week.of_the_journal("meters")["lifetime"]["meters"]["rolls"]
    menu.go("dice")
    expect(menu.see("#unit-link")).to_have_text("The dice unit is connected", timeout=PATIENCE_MS)
    expect(menu.see("#dice-unit")).to_contain_text("4711")
    for act in ("self_test", "test_shake", "clear_faults"):
        menu.act(act)
        expect(menu.see("#tests tbody tr").first).to_contain_text(WORDS[f"op.act.{act}"], timeout=PATIENCE_MS)
    assert week.of_the_journal("meters")["lifetime"]["meters"]["rolls"] == before
    menu.act("change_dice")
    menu.page.fill("#dice", "pair 7")
    menu.confirm()
    menu.says("change of dice is on record")
    menu.tap("#search")
    expect(menu.see("#rolls")).to_have_attribute("data-rolls", "0", timeout=PATIENCE_MS)
    menu.go("service")
    menu.act("end_service")
    expect(menu.see("#no-service")).to_be_visible(timeout=PATIENCE_MS)


def test_doors_keys_panels_and_the_glass_are_seen_live(menu: Menu, week: WeekCabinet) -> None:
    menu.go("diagnostics")
    expect(menu.see('[data-board="CABINET"]')).to_contain_text("up", timeout=PATIENCE_MS)
    week.door("DROP", "open")
    expect(menu.see('[data-board="CABINET"] [data-row="DROP"]')).to_contain_text("open", timeout=PATIENCE_MS)
    expect(menu.see("#inputs tbody tr").first).to_contain_text("Drop doorbecame open", timeout=PATIENCE_MS)
    week.door("DROP", "close")
    expect(menu.see("#inputs tbody tr").first).to_contain_text("Drop doorbecame closed", timeout=PATIENCE_MS)
    expect(menu.see("#part-journal")).to_contain_text(week.of_the_journal("meters")["journal"], timeout=PATIENCE_MS)
    menu.tap("#touch")
    menu.page.touchscreen.tap(20, 20)
    expect(menu.see("#touch-left")).to_contain_text("95 fields left")
    menu.page.touchscreen.tap(1100, 40)
    expect(menu.see("#touch-left")).to_contain_text("94 fields left")
    menu.tap("#touch-left")
    expect(menu.see("#touch-grid")).to_have_count(0)
