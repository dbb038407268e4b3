"""Whoever walks away from the service menu is signed out: a cabinet of its own, whose house waits for five seconds."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.menu.cabinet import PATIENCE_MS, Menu, make_the_first_supervisor, playing

SECOND_IS_ASKED = """async () => {
    const { withSecond } = await import("./frame/second.js");
    void withSecond({ code: "second_missing", details: {} }, async () => ({ ok: true }));
}"""
"""As an act does that one person may not do alone."""


def test_who_walks_away_is_counted_down_and_signed_out_and_nothing_he_saw_stays(
    browser: Browser, tmp_path: Path
) -> None:
    with playing(tmp_path, "[stations]\nidle_seconds = 5\n") as cabinet:
        cabinet.key("OPERATOR", "on")
        menu = Menu(browser, cabinet)
        make_the_first_supervisor(menu)
        menu.page.evaluate(SECOND_IS_ASKED)
        expect(menu.see("#second")).to_be_visible()
        expect(menu.see("#left")).to_contain_text("Signed out in", timeout=PATIENCE_MS)
        expect(menu.see("#over")).to_contain_text("nobody touched the screen", timeout=PATIENCE_MS)
        expect(menu.see("#second")).to_have_count(0)
        menu.enter("eve")
        menu.act("hold")
        expect(menu.see("#left")).to_contain_text("Signed out in", timeout=PATIENCE_MS)
        expect(menu.see("#over")).to_contain_text("nobody touched the screen", timeout=PATIENCE_MS)
        expect(menu.see("#dialog")).to_be_hidden()
        expect(menu.see("#entry")).to_be_visible()
        assert menu.page.inner_text("#main") == ""
        menu.close()
