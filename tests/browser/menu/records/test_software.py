"""The software page, and what each role is offered of the records."""

import pytest
from playwright.sync_api import expect

from tests.browser.menu.cabinet import PATIENCE_MS, Menu


def test_the_journal_is_verified_with_progress_and_a_missing_manifest_is_said(menu: Menu) -> None:
    menu.go("software")
    expect(menu.see("#no-manifest")).to_be_visible(timeout=PATIENCE_MS)
    menu.tap("#verify-journal")
    expect(menu.see("#part-verify progress")).to_be_visible(timeout=PATIENCE_MS)
    expect(menu.see("#verify-answer")).to_have_text("The journal is good.", timeout=PATIENCE_MS)
    expect(menu.see("#part-verify")).to_contain_text("no key of the unit was given")


@pytest.mark.parametrize("name", ["ann", "tom"])
def test_a_role_is_offered_the_pages_it_may_see_and_told_no_more(menu: Menu, name: str) -> None:
    menu.leave()
    menu.enter(name)
    every = {"recall", "par", "meters", "log", "dice", "diagnostics", "software"}
    wanted = {"ann": {"recall", "par"}, "tom": every}[name]
    assert {page for page in every if menu.see(f'[data-entry="{page}"]').count()} == wanted
    script = """async (about) => (await (await import("./asking.js")).ask({kind: "past", about, asks: {}})).code"""
    told = {about: menu.page.evaluate(script, about) for about in ("meters", "log", "dice", "trend", "changes")}
    assert told == {"ann": dict.fromkeys(told, "role"), "tom": dict.fromkeys(told, "ok") | {"changes": "role"}}[name]
    if name == "tom":
        menu.go("meters")
        expect(menu.see("#held")).to_be_visible(timeout=PATIENCE_MS)
        expect(menu.see('[data-act="clear_period"]')).to_have_count(0)
    menu.leave()
