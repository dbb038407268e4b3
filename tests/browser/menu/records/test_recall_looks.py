"""A recalled round as something to read and to touch: its languages, two screens, paper; and what cannot be known."""

from typing import Any

import pytest
from playwright.sync_api import expect

from controller.records.rounds.in_parts import in_parts
from tests.browser.measuring import LANGUAGES, resize
from tests.browser.menu.cabinet import PATIENCE_MS, Menu
from tests.browser.menu.records.test_recall import a_round
from tests.browser.menu.test_look import check
from tests.browser.menu.week import WeekCabinet

SIZES = ((1280, 800), (1024, 768))


@pytest.mark.parametrize("language, size", [(code, SIZES[number % 2]) for number, code in enumerate(LANGUAGES)])
def test_a_round_can_be_read_and_touched(menu: Menu, week: WeekCabinet, language: str, size: tuple[int, int]) -> None:
    number = a_round(week, "no roll")["round"]
    menu.tap(f'[data-language="{language}"]')
    resize(menu.page, size)
    try:
        menu.go("recall")
        menu.page.fill("#number", str(number))
        menu.tap("#search")
        expect(menu.see("#felt")).to_be_visible(timeout=PATIENCE_MS)
        check(menu, f"a round, {language}")
        menu.tap("#script")
        expect(menu.see("#agrees")).to_be_visible(timeout=PATIENCE_MS)
        check(menu, f"its script, {language}")
        menu.shut_dialog()
    finally:
        resize(menu.page, (1280, 800))
        menu.tap('[data-language="en"]')


UNKNOWN = """async ([seen, round]) => {
  const felt = await import('/recall/felt.js');
  const nothing = felt.sightOf({ ...seen, felt: { offer: null, why: 'it is gone' } }, round, 1);
  const hand = { before: null, why: 'it is away', throws: [], whole: false };
  const handless = { ...seen, felt: { ...seen.felt, closed: {}, seats: {} }, hand };
  const seats = Object.keys(round.layout).map(Number);
  const marks = seats.flatMap((seat) => felt.recalledFelt(felt.sightOf(handless, round, seat))
    .flatMap((part) => [...part.querySelectorAll('.tag.is-on, .tag.is-off, .tag.lock, .own-puck text')]));
  return [nothing, felt.puckAndHand(handless).textContent, marks.length];
}"""


def test_what_cannot_be_known_is_not_drawn_and_is_said(menu: Menu, week: WeekCabinet) -> None:
    told = a_round(week, "settled")
    seen = week.of_the_journal("recall", "--round", told["round"], "--felt")
    nothing, words, marks = menu.page.evaluate(UNKNOWN, [seen, told])
    assert nothing is None
    assert words == "Puck and hand of that time cannot be shown. “it is away”"
    assert marks == 0


JOIN = """async (parts) => {
  const { join } = await import('/recall/asking.js');
  const [whole, ...more] = parts;
  for (const part of more) join(whole, part);
  return whole;
}"""


def test_a_round_that_came_in_parts_is_put_together(menu: Menu, week: WeekCabinet) -> None:
    told = a_round(week, "settled")
    parts: list[dict[str, Any]] = [in_parts(told, 0, 1_500)]
    while "cut" in parts[-1]:
        parts.append(in_parts(told, parts[-1]["cut"], 1_500))
    assert len(parts) > 2
    assert menu.page.evaluate(JOIN, parts) == told
