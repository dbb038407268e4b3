"""What a page of the records shows, read back into figures: moments, tables, paper, and charts by where things are."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from playwright.sync_api import expect

from tests.browser.menu.cabinet import PATIENCE_MS, Menu

NEAR = 0.11
"""Of a chart's own units, a tenth of which is not drawn."""

Point = tuple[float, float]


def seconds(text: str) -> int:
    """A moment as an English page writes it, in whole seconds of the clock."""
    plain = re.sub(r"\s", " ", text.strip())
    return int(datetime.strptime(plain, "%b %d, %Y, %I:%M:%S %p").timestamp())


def typed(at: int) -> str:
    """A moment as it is put into a field, on the second."""
    return datetime.fromtimestamp(at // 1000).strftime("%Y-%m-%dT%H:%M:%S")


def per_cent(fraction: str, digits: int) -> str:
    """`n/d` as the page writes it."""
    return f"{100 * float(Fraction(fraction)):.{digits}f} %"


def facts(menu: Menu, place: str) -> list[tuple[str, str]]:
    """Words with their values, in order."""
    script = """(place) => [...document.querySelectorAll(`${place} dl.facts dt`)]
      .map((word) => [word.textContent, word.nextElementSibling.textContent])"""
    return [(word, value) for word, value in menu.page.evaluate(script, place)]


def cells(menu: Menu, table: str) -> list[list[str]]:
    """Every row of the tables in a place, cell by cell."""
    script = """(place) => [...document.querySelectorAll(`${place} tr`)].map((row) => [...row.cells]
      .filter((cell) => cell.tagName === "TD").map((cell) => cell.textContent)).filter((row) => row.length)"""
    found: list[list[str]] = menu.page.evaluate(script, table)
    return found


def printed(menu: Menu) -> list[list[str]]:
    """What is on the paper that the page's report makes."""
    menu.tap("#report")
    menu.tap("#print")
    expect(menu.see("#paper .sheet tr").first).to_be_attached(timeout=PATIENCE_MS)
    menu.shut_dialog()
    assert menu.page.locator("#paper [id]").count() == 0, "what is looked for by its name is on the page, not on paper"
    return cells(menu, "#paper .sheet")


# ---- charts ----


def drawn(menu: Menu, chart: str, what: str, *attributes: str) -> list[list[float]]:
    """Numbers of all elements of a chart that are like that, in the order in which they are drawn."""
    script = """([place, what, names]) => [...document.querySelectorAll(`${place} svg.chart ${what}`)]
      .map((one) => names.map((name) => Number(one.getAttribute(name))))"""
    found: list[list[float]] = menu.page.evaluate(script, [chart, what, attributes])
    return found


def line(menu: Menu, chart: str, what: str) -> list[Point]:
    """The points of a line."""
    path = menu.see(f"{chart} svg.chart path.{what}").get_attribute("d")
    assert path is not None
    return [(float(x), float(y)) for x, y in re.findall(r"[ML] (-?[\d.]+) (-?[\d.]+)", path)]


def texts(menu: Menu, chart: str, what: str) -> list[str]:
    return menu.see(f"{chart} svg.chart text{what}").all_text_contents()


class Scale:
    """Where a value lies, by two that are known."""

    def __init__(self, known: Iterable[tuple[float, float]]) -> None:
        pairs = sorted(known)
        (low, self._at), (high, end) = pairs[0], pairs[-1]
        assert high > low, "a scale wants two marks"
        self._low, self._each = low, (end - self._at) / (high - low)

    def __call__(self, value: float) -> float:
        return self._at + (value - self._low) * self._each


def same_places(found: Sequence[float], wanted: Sequence[float]) -> None:
    assert len(found) == len(wanted)
    for one, other in zip(found, wanted, strict=True):
        assert abs(one - other) < NEAR, (found, wanted)


def words_of(menu: Menu, *keys: str) -> list[str]:
    """What the page's catalogue says for these."""
    script = """async (keys) => { const { t, known } = await import("./words.js");
      return keys.map((key) => (known(key) ? t(key) : null)); }"""
    found: list[str] = menu.page.evaluate(script, keys)
    return found


def plain(value: Any) -> str:
    """A detail of the log, as the page writes it."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)
