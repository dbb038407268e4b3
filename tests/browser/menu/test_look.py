"""The service menu as something to look at and to touch: its languages, large targets, contrast, keyboard alone."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measuring import LANGUAGES, SPOKEN
from tests.browser.menu.cabinet import PATIENCE_MS, PINS, Cabinet, Menu

PAGE_WORDS = Path(__file__).parents[3] / "terminals" / "common" / "page" / "words"
MENU = PAGE_WORDS.parents[2] / "menu" / "page"

SMALL = """() => [...document.querySelectorAll("button, input, select")].filter((one) => one.checkVisibility())
  .map((one) => [one.getBoundingClientRect(), one.textContent || one.id || one.outerHTML])
  .filter(([box]) => box.width < 47.5 || box.height < 47.5)
  .map(([box, name]) => `${name} ${box.width}x${box.height}`)"""

OUTSIDE = """() => [...document.querySelectorAll("#main *, #top *, #rail *")]
  .filter((one) => one.checkVisibility() && !one.ownerSVGElement)
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === "visible"
    && one.clientWidth > 0 && getComputedStyle(one).display !== "inline")
  .map((one) => `${one.tagName}#${one.id}.${one.className} ${one.textContent.slice(0, 40)}`)"""

PALE = """() => {
  const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
  const linear = (c) => (c / 255 <= .03928 ? c / 255 / 12.92 : ((c / 255 + .055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => linear(r) * .2126 + linear(g) * .7152 + linear(b) * .0722;
  const ground = (one) => { for (; one; one = one.parentElement) { const c = rgb(getComputedStyle(one).backgroundColor);
    if (c.length < 4 || c[3] > .95) return c; } return [5, 26, 20]; };
  const found = [];
  for (const one of document.querySelectorAll("body *")) {
    if (!one.checkVisibility() || one.closest(":disabled, svg")) continue;
    if (![...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
    const style = getComputedStyle(one);
    const [a, b] = [light(rgb(style.color)), light(ground(one))].sort((x, y) => y - x);
    const size = parseFloat(style.fontSize);
    const ratio = (a + .05) / (b + .05);
    const wanted = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
    if (ratio < wanted) found.push(`${one.textContent.slice(0, 30)} ${ratio.toFixed(2)}`);
  }
  return found;
}"""

WORDS = {language: json.loads((PAGE_WORDS / f"{language}.json").read_text()) for language in SPOKEN}
LOOKS = {"too small to hit": SMALL, "cut off": OUTSIDE, "too pale": PALE}
PAGES = re.findall(r'\{ name: "(\w+)"', (MENU / "frame/menu.js").read_text())


def check(menu: Menu, where: str) -> None:
    """What a person who looks at it would complain of."""
    found: dict[str, Any] = {name: menu.page.evaluate(rule) for name, rule in LOOKS.items()}
    text = menu.page.inner_text("body")
    found["no words"] = [word for word in text.split() if word.startswith("op.")]
    assert {name: what for name, what in found.items() if what} == {}, where


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_has_its_words_room_for_a_finger_and_enough_contrast(menu: Menu, language: str) -> None:
    menu.tap(f'[data-language="{language}"]')
    expect(menu.see(f'[data-language="{language}"]')).to_have_attribute("aria-pressed", "true")
    check(menu, "the door")
    menu.enter("eve")
    for name in PAGES:
        menu.go(name)
        expect(menu.see(f"#page-{name} > *").first).to_be_visible(timeout=PATIENCE_MS)
        check(menu, name)
    menu.go("seats")
    menu.tap('[data-seat="1"]')
    menu.act("credit")
    expect(menu.see("#keys")).to_be_visible()
    check(menu, "credits with the keys on the glass")
    menu.shut_dialog()
    menu.leave()


HELD = """async ([reason, text]) => {
  const [{ state }, frame] = await Promise.all(["./state.js", "./frame/frame.js"].map((part) => import(part)));
  state.table = { ...state.table, holds: { [reason]: text } };
  frame.showFrame();
  const now = document.getElementById("now");
  return [now.textContent, now.scrollHeight <= now.clientHeight + 2 && now.scrollWidth <= now.clientWidth];
}"""
A_LONG_ONE = "Somebody looks behind the door of the cabinet on its far side, and says so here at a length that is rare."
"""Of a reason that the page has no words for."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_the_table_is_held_is_never_cut_off_in_the_top_line(menu: Menu, language: str) -> None:
    reasons = [key.removeprefix("hold.") for key in WORDS[language] if key.startswith("hold.")]
    menu.enter("eve")
    menu.tap(f'[data-language="{language}"]')
    for width, height in ((1280, 800), (1024, 768), (800, 1280)):
        menu.page.set_viewport_size({"width": width, "height": height})
        told = [(reason, *menu.page.evaluate(HELD, [reason, ""])) for reason in reasons]
        told.append(("unknown", *menu.page.evaluate(HELD, ["unknown", A_LONG_ONE])))
        assert [(reason, words) for reason, words, whole in told if not whole] == [], width
    menu.leave()


def test_the_keys_on_the_glass_type_where_the_finger_was_and_stay_away_from_a_keyboard(menu: Menu) -> None:
    menu.enter("ann")
    menu.act("hold")
    menu.tap("#reason")
    for key in ("⇧", "D", "⇧", "i", "x", "⌫", "c", "e", "␣", "2"):
        menu.tap(f'#keys button:text-is("{key}")')
    expect(menu.see("#reason")).to_have_value("Dice 2")
    menu.tap('#keys button:text-is("/:ñ")')
    for key in ("/", ":", "ñ"):
        menu.tap(f'#keys button:text-is("{key}")')
    expect(menu.see("#reason")).to_have_value("Dice 2/:ñ")
    menu.tap('#keys button:text-is("abc")')
    menu.tap('#keys button:text-is("✓")')
    expect(menu.see("#keys")).to_be_hidden()
    menu.shut_dialog()
    menu.page.keyboard.press("Tab")
    menu.page.focus('[data-act="hold"]')
    menu.page.keyboard.press("Enter")
    menu.page.keyboard.type("by hand")
    expect(menu.see("#reason")).to_have_value("by hand")
    expect(menu.see("#keys")).to_be_hidden()
    menu.shut_dialog()
    menu.leave()


def test_everything_is_done_with_a_keyboard_alone(browser: Browser, cabinet: Cabinet) -> None:
    cabinet.key("ATTENDANT", "on")
    menu = Menu(browser, cabinet, touch=False)
    keyboard = menu.page.keyboard
    expect(menu.see("#entry")).to_be_visible(timeout=PATIENCE_MS)
    walk_to(menu, '[data-name="ann"]')
    keyboard.press("Enter")
    keyboard.type(PINS["ann"])
    keyboard.press("Enter")
    expect(menu.see("#operator")).to_have_text("ann", timeout=PATIENCE_MS)
    walk_to(menu, '[data-entry="seats"]')
    keyboard.press("Enter")
    walk_to(menu, '[data-seat="1"]')
    keyboard.press("Enter")
    walk_to(menu, '[data-act="credit"]')
    keyboard.press("Enter")
    keyboard.type("12.50")
    keyboard.press("Enter")
    expect(menu.see(".sheet")).to_contain_text("$12.50", timeout=PATIENCE_MS)
    keyboard.press("Escape")
    walk_to(menu, "#sign-out")
    keyboard.press("Enter")
    expect(menu.see("#door")).to_be_visible(timeout=PATIENCE_MS)
    menu.turn_back("ATTENDANT")
    menu.close()


def walk_to(menu: Menu, what: str) -> None:
    """Tab until it has the focus, and see that the focus can be seen."""
    expect(menu.see(what)).to_be_visible(timeout=PATIENCE_MS)
    for _ in range(60):
        menu.page.keyboard.press("Tab")
        if menu.page.evaluate("(what) => document.activeElement?.matches(what) ?? false", what):
            outline = menu.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert outline == "solid"
            return
    raise AssertionError(f"Tab never comes to {what}")


def test_the_keys_never_lie_over_the_field_that_they_type_into(menu: Menu) -> None:
    above = """() => {
      const boxes = [document.activeElement, document.getElementById("keys")].map((of) => of.getBoundingClientRect());
      const [field, keys] = boxes;
      return field.top >= 0 && field.bottom <= keys.top;
    }"""
    menu.enter("eve")
    menu.go("settings")
    fields = menu.see("#page-settings input[data-keys]")
    expect(fields.first).to_be_visible(timeout=PATIENCE_MS)
    for size in ((1280, 800), (1024, 768)):
        menu.page.set_viewport_size({"width": size[0], "height": size[1]})
        for at in (0, fields.count() // 2, fields.count() - 1):
            fields.nth(at).scroll_into_view_if_needed()
            fields.nth(at).tap()
            expect(menu.see("#keys")).to_be_visible()
            menu.page.wait_for_function(above)
            menu.tap('#keys button:text-is("✓")')
            expect(menu.see("#keys")).to_be_hidden()
    menu.leave()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_refusal_is_said_with_a_hole_in_it(menu: Menu, language: str) -> None:
    codes = [key.removeprefix("refused.") for key in WORDS[language] if key.startswith("refused.")]
    menu.tap(f'[data-language="{language}"]')
    script = """async (codes) => {
      const { toastAnswer } = await import("./frame/toast.js");
      return codes.map((code) => [code, toastAnswer({ code, reason: "why", details: {} })]);
    }"""
    said = dict(menu.page.evaluate(script, codes))
    assert {code: words for code, words in said.items() if "{" in words or not words} == {}
