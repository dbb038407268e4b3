"""How the player's page looks and moves: chips that travel, those that do not, large type, a language from a list."""

from typing import Any

import pytest
from playwright.sync_api import expect

from config.text.languages import languages
from tests.browser.conftest import Sits
from tests.browser.player import house_rolls

LARGE = (960, 540)
"""What is left of a screen of 1920 by 1080 where a browser writes everything twice as large."""
FLOWN = """() => {
  window.flown = [];
  new MutationObserver((seen) => {
    for (const { addedNodes } of seen)
      for (const one of addedNodes) window.flown.push(one.querySelector("text").textContent);
  }).observe(document.getElementById("flights"), { childList: true });
}"""
OUT_OF_REACH = """() => {
  const found = [];
  const pressed = "header button, #felt-main [data-spot].open, #felt-props [data-spot].open, #tray button:enabled";
  for (const one of document.querySelectorAll(pressed)) {
    one.scrollIntoView({ block: "center" });
    const { x, y, width, height } = (one.querySelector(":scope > .ground") ?? one).getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    if (!one.contains(top)) found.push(one.dataset.spot ?? one.id ?? one.textContent);
  }
  return found;
}"""
LOST_WORDS = """() => [...document.querySelectorAll("text, button, dt, dd, h3, li span")]
  .filter((one) => one.checkVisibility() && one.textContent.trim())
  .filter((one) => {
    const { left, right, top } = one.getBoundingClientRect();
    return left < 0 || right > innerWidth || top + scrollY < 0;
  })
  .map((one) => one.textContent)"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_what_is_won_and_lost_travels_unless_nobody_wants_motion(sits: Sits, motion: Any) -> None:
    ann = sits(1, reduced_motion=motion)
    ann.bet("field", "any_seven", chip=5)
    ann.page.evaluate(FLOWN)
    before = ann.round()
    house_rolls(ann, "5 6")
    ann.sees_round(before + 1)
    flown = ann.page.evaluate("() => window.flown")
    assert flown == (["5", "5"] if motion == "no-preference" else [])
    expect(ann.find("#flights > *")).to_have_count(0)
    ann.bet("field")


def test_who_comes_when_a_roll_is_over_sees_no_chips_of_it_travel(sits: Sits) -> None:
    ann = sits()
    ann.bet("field", chip=5)
    house_rolls(ann, "5 6")
    late = sits()
    late.page.evaluate(FLOWN)
    late.bet("field", chip=5)
    assert late.page.evaluate("() => window.flown") == []


def test_a_language_is_chosen_from_a_list_by_touch_and_by_keys(sits: Sits) -> None:
    ann = sits()
    ann.page.click("#language")
    expect(ann.find("#tongues [role=menuitemradio]")).to_have_count(len(languages()))
    listed = ann.find("#tongues [role=menuitemradio]").all_inner_texts()
    assert len(set(listed)) == len(languages())
    assert set(listed) >= {"English", "Español", "中文"}
    expect(ann.find('[aria-checked="true"]:focus')).to_have_text("English")
    ann.page.keyboard.press("Escape")
    expect(ann.find("#tongues")).to_be_hidden()
    expect(ann.find("#language")).to_be_focused()
    ann.page.keyboard.press("Enter")
    expect(ann.find("#tongues button:focus")).to_have_text("English")
    for _ in range((listed.index("中文") - listed.index("English")) % len(listed)):
        ann.page.keyboard.press("ArrowDown")
    ann.page.keyboard.press("Enter")
    expect(ann.find("html")).to_have_attribute("lang", "zh-Hans")
    expect(ann.find("#tongues")).to_be_hidden()
    ann.page.click("#language")
    ann.page.mouse.click(5, 500)
    expect(ann.find("#tongues")).to_be_hidden()
    expect(ann.find("html")).to_have_attribute("lang", "zh-Hans")


def test_twice_as_large_nothing_is_lost_and_everything_can_be_reached(sits: Sits) -> None:
    ann = sits(1, LARGE)
    ann.bet("field", "hop:5-6", chip=5)
    assert ann.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert ann.page.evaluate(OUT_OF_REACH) == []
    assert ann.page.evaluate(LOST_WORDS) == []
    before = ann.round()
    house_rolls(ann, "5 6")
    ann.sees_round(before + 1)
    expect(ann.find("#wins li").first).to_be_attached()


def test_the_line_goes_round_the_corner_and_its_arm_takes_bets_too(sits: Sits) -> None:
    for size in ((1920, 1080), (1366, 768)):
        ann = sits(1, size)
        arm, bar = ann.find(".corner.k-pass_line .ground").bounding_box(), ann.spot("pass_line").bounding_box()
        assert arm
        assert bar
        assert arm["y"] < bar["y"] - 100
        ann.take(1)
        ann.page.mouse.click(arm["x"] + 20, arm["y"] + 60)
        expect(ann.chip("pass_line")).to_be_visible()
        ann.press("clear")
        expect(ann.find("[data-chip]:not(button)")).to_have_count(0)
