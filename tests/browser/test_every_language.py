"""The player's page as each language fills it: felt, tray and head in every size, without a cabinet."""

import pytest
from playwright.sync_api import Browser, expect

from controller.protocol.public import LastRound
from controller.protocol.terminals.seat import Settled, SettledRow
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


PHASE = """() => {
  const of = (name) => document.getElementById(name).getBoundingClientRect();
  return of("phase").top >= of("top").top && of("phase").bottom <= of("top").bottom;
}"""
"""Whether what happens now stands within the line at the top."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_shoots_and_for_how_long_has_room_with_every_length_that_a_house_may_set(
    browser: Browser, language: str
) -> None:
    seat = ToldPage(browser, STAKES, language)
    found = []
    for phase, shown in (("shooting", "#shoot"), ("betting", "#badge.mine")):
        seat.table(phase=phase, shooter=3, due_in_ms=599_500, lasts_ms=600_000)
        seat.tells()
        expect(seat.find(shown)).to_be_visible()
        for size in (*SIZES, *SMALLER):
            resize(seat.page, size)
            found += look(seat.page, f"{language} {phase} {size}").cut_off()
            found += [f"{language} {phase} {size}: over the line at the top"] * (not seat.page.evaluate(PHASE))
    seat.leave()
    assert found == []


def test_a_seat_that_the_casino_turned_off_speaks_of_cashing_out_only_to_who_has_credits(browser: Browser) -> None:
    seat = ToldPage(browser, {})
    assert seat.desk.seat.you is not None
    for credits, says in ((80_000, "cash out"), (0, "switched it off for now.")):
        off = {"open": False, "turned_off": True, "credits": credits}
        seat.desk.seat.hear(seat.desk.seat.you.model_copy(update=off))
        seat.tells()
        expect(seat.find(".notice.held")).to_contain_text(says)
    expect(seat.find(".notice.held")).not_to_contain_text("cash out")
    seat.leave()


CUT = """() => {
  const box = document.getElementById("wins");
  return box.scrollHeight - box.clientHeight;
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_roll_brought_is_never_cut_where_a_notice_leaves_little_room(browser: Browser, language: str) -> None:
    seat = ToldPage(browser, STAKES, language)
    assert seat.desk.seat.you is not None
    found = []
    rows = tuple(
        SettledRow(bet=bet, stake=500, result="win", paid=paid, stays=True, vigorish=0)
        for paid in (700, 16_600)
        for bet in ("c_and_e", "pass_line", "field", "hard:8", "place:6", "place:8")
    )
    for brought in (rows[:6], rows[6:]):
        last = LastRound(round=5, how="settled", reason="", faces=(5, 6), roll_count=1)
        seat.table(phase="settling", last=last, holds={"lid": ""})
        you = seat.desk.seat.you
        seat.desk.seat.hear(Settled(round=5, how="settled", faces=(5, 6), rows=brought, returned=(), you=you))
        seat.tells()
        expect(seat.find("#wins li").first).to_be_visible()
        for size in (*SIZES, *SMALLER):
            resize(seat.page, size)
            expect(seat.find("#notices .held")).to_be_visible()
            over = seat.page.evaluate(CUT)
            found += [f"{language} {size}: {over} px are cut"] * (over > 0)
    seat.leave()
    assert found == []
