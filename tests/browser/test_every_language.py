"""The player's page as each language fills it: felt, tray and head in every size, without a cabinet."""

import pytest
from playwright.sync_api import Browser

from tests.browser.measuring import LANGUAGES, SIZES, look, not_free, resize
from tests.browser.told import ToldPage

SMALLER = ((1280, 800), (1024, 768))
STAKES = {
    **{"pass_line": 500, "field": 500, "place:6": 600, "place:8": 600, "hard:8": 500, "any_seven": 500},
    **{"hop:1-2": 100, "hop:3-3": 100, "c_and_e": 100, "hot_shooter": 100},
}
BROKEN = """() => [...document.querySelectorAll("button")].filter((one) => one.checkVisibility()).flatMap((one) => {
  const [text, range] = [one.firstChild, document.createRange()];
  if (text?.nodeType !== Node.TEXT_NODE) return [];
  return [...text.data.matchAll(/[^\\s\\u3000-\\u9fff-]+/g)].filter(({ 0: word, index }) => {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  }).map(({ 0: word }) => word);
})"""
"""Words of buttons that go on in another line without having ended."""
BAR_AND_DICE = """() => [...document.querySelectorAll(".bar-words")].filter((words) => {
  const of = (one) => one.getBoundingClientRect();
  const isBeside = (die) => Math.abs(of(die).y - of(words).y) < 20;
  const dice = [...words.parentElement.querySelectorAll(".die")].filter(isBeside);
  return dice.some((die) => of(die).left < of(words).right);
}).length"""
"""Spots on which the word before the barred dice runs into them."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_felt_tray_and_head_have_room_for_its_words_in_every_size(browser: Browser, language: str) -> None:
    seat = ToldPage(browser, STAKES, language)
    found = []
    for size in (*SIZES, *SMALLER):
        resize(seat.page, size)
        looks = look(seat.page, f"{language} {size}")
        found += [*looks.cut_off(), *looks.faint(), *looks.covered()]
        found += [f"{language} {size}: {spot}" for spot in not_free(seat.page)]
        found += [f"{language} {size}: {word} is broken" for word in seat.page.evaluate(BROKEN)]
        found += [f"{language} {size}: BAR is under its dice"] * seat.page.evaluate(BAR_AND_DICE)
        assert not looks.wide
    seat.leave()
    assert found == []


def test_what_is_counted_stands_in_the_form_that_each_language_has_for_so_many(browser: Browser) -> None:
    seat = ToldPage(browser, STAKES, "en")
    said = seat.page.evaluate("""async () => {
      const { speak, t } = await import("./words.js");
      const found = {};
      for (const name of ["en", "es", "fr", "zh"]) {
        await speak(name);
        found[name] = [0, 1, 2].map((n) => t("track.chips", { n }));
      }
      return found;
    }""")
    seat.leave()
    assert said == {
        "en": ["0 chips", "1 chip", "2 chips"],
        "es": ["0 fichas", "1 ficha", "2 fichas"],
        "fr": ["0 jeton", "1 jeton", "2 jetons"],
        "zh": ["0 枚筹码", "1 枚筹码", "2 枚筹码"],
    }
