"""A page in numbers: contrast, sizes of targets and of writing, what is cut off. `measure.js` looks, this judges."""

import os
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Page

from config.text.languages import languages
from tests.sample import SEED, looked_at

MEASURE = (Path(__file__).parent / "measure.js").read_text()
SIZES = ((1920, 1080), (1366, 768), (1080, 1920))
SPOKEN = languages()
LANGUAGES = looked_at(SPOKEN, os.environ.get(SEED))
"""Those that a run looks at: all, and of a sample as many as it can afford."""
AA, AA_LARGE = 4.5, 3.0
"""WCAG 2.2, 1.4.3: large is 24 px, or 18.66 px and bold."""
LARGE, LARGE_BOLD = 24.0, 18.66
TOUCH, TOUCH_ON_THE_SMALLEST = 48.0, 44.0
"""Pixels, of a screen of the sizes above and of one of 1024 by 768; WCAG 2.2 asks for 24."""
ON_THE_FELT = """() => {
  const box = (one) => one.getBoundingClientRect();
  const cells = [...document.querySelectorAll("#felt-main [data-spot], #felt-props [data-spot]")];
  const out = cells.filter((cell) => {
    const ground = box(cell.querySelector(".ground"));
    const words = [...cell.querySelectorAll("text.pay, text.name")].map(box);
    return words.some((one) => one.left < ground.left || one.right > ground.right);
  });
  const under = cells.filter((cell) => {
    const rim = cell.querySelector(".chip .rim");
    if (!rim) return false;
    const { left, right, top, bottom } = box(rim);
    const [x, y, radius] = [(left + right) / 2, (top + bottom) / 2, (right - left) / 2];
    return [...cell.querySelectorAll(":scope > text.pay, :scope > text.name")].some((one) => {
      const words = box(one);
      const middle = (words.top + words.bottom) / 2; // a line box is higher than its letters
      const letters = 0.35 * parseFloat(one.getAttribute("font-size")) * one.getScreenCTM().a;
      const across = Math.max(words.left - x, 0, x - words.right);
      const along = Math.max(Math.abs(y - middle) - letters, 0);
      return Math.hypot(across, along) < radius + 2;
    });
  });
  const name = (fault) => (cell) => `${cell.dataset.spot} ${fault}`;
  return [...out.map(name("on the border")), ...under.map(name("under its chip"))];
}"""


class Looks(NamedTuple):
    """What was measured of one page in one state and size."""

    where: str
    texts: list[dict[str, Any]]
    targets: list[dict[str, Any]]
    wide: bool
    short: int

    def faint(self) -> list[str]:
        """Texts with too little contrast. What cannot be used now is exempt in WCAG; here it must still be readable."""
        return self._texts(lambda text: text["ratio"] is not None and text["ratio"] < needed(text))

    def cut_off(self) -> list[str]:
        """Texts that do not fit where they stand, or on the screen."""
        return self._texts(lambda text: text["cut"] or not text["inside"])

    def smaller_than(self, hundredths: float) -> list[str]:
        """Texts written smaller than so many hundredths of the screen's short side."""
        return self._texts(lambda text: text["size"] < hundredths * self.short / 100 - 0.1)

    def small_targets(self, least: float = TOUCH) -> list[str]:
        return self._targets(lambda target: min(target["width"], target["height"]) < least - 0.1)

    def covered(self) -> list[str]:
        """Targets whose middle belongs to something else."""
        return self._targets(lambda target: not target["free"])

    def unnamed(self) -> list[str]:
        return self._targets(lambda target: not target["named"])

    def _texts(self, such_that: Any) -> list[str]:
        return [
            f"{self.where}: “{text['text']}” {text['ratio']}:1 at {text['size']} px, {text['where']}"
            for text in self.texts
            if such_that(text)
        ]

    def _targets(self, such_that: Any) -> list[str]:
        return [
            f"{self.where}: {target['where']} {target['width']}x{target['height']}"
            for target in self.targets
            if such_that(target)
        ]


def needed(text: dict[str, Any]) -> float:
    """The contrast that a text must have."""
    large = text["size"] >= LARGE or (text["bold"] and text["size"] >= LARGE_BOLD)
    return AA_LARGE if large or text["idle"] else AA


SETTLED = """async () => {
  const ends = (one) => one.effect?.getComputedTiming().iterations !== Infinity;
  const moving = () => document.getAnimations().filter((one) => ends(one) && one.playState === "running");
  const busy = () => moving().length || document.querySelector(".flight");
  for (let turn = 0; turn < 100 && busy(); turn += 1) await new Promise((on) => setTimeout(on, 50));
}"""
"""What moves for a moment has come to rest: it is read where it stands, and not on its way."""


def look(page: Page, where: str) -> Looks:
    """Measure the page as it is now, when what moves for a moment has come to rest."""
    page.evaluate(SETTLED)
    return Looks(where, **page.evaluate(MEASURE))


WITH_A_WORD = """(words) => {
  const box = document.getElementById("toast");
  const before = [box.hidden, box.textContent];
  [box.hidden, box.textContent] = [false, words];
  const found = (MEASURE)();
  [box.hidden, box.textContent] = before;
  return found;
}""".replace("MEASURE", MEASURE.partition("\n")[2].strip().removesuffix(";"))
"""The page as it is now, with a word over it that passes: in play the clock says whether one stands there."""


def look_with_a_word(page: Page, where: str, words: str) -> Looks:
    """Measure the player's page as if it had just been told this."""
    return Looks(f"{where} and a word", **page.evaluate(WITH_A_WORD, words))


def resize(page: Page, size: tuple[int, int]) -> None:
    """The page in another size, drawn anew."""
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


def not_free(page: Page) -> list[str]:
    """The spots whose name or pay goes over the border, or lies under the chip there."""
    found: list[str] = page.evaluate(ON_THE_FELT)
    return found
