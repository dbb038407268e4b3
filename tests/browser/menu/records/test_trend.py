"""The dice unit's link over time: every point of every line is the console's figure, at its place."""

import re

from playwright.sync_api import expect

from tests.browser.menu.cabinet import PATIENCE_MS, Menu
from tests.browser.menu.records.reading import Scale, same_places, words_of
from tests.browser.menu.week import WeekCabinet
from tests.drivers.machines import eventually

SHOWN = ("temperature", "round_trip_ms", "retries", "crc_errors")
CHART = "#dice-trend"
AT_ONCE = """(place) => { const all = (what) => [...document.querySelectorAll(`${place} ${what}`)];
  const end = 'text.axis[text-anchor="end"]';
  return [Number(all("#samples")[0].dataset.samples), all("path.course")[0].getAttribute("d"),
    all(end).map((one) => one.textContent), all("line").map((one) => Number(one.getAttribute("y1"))),
    ["x1", "x2"].map((name) => Number(all("line")[0].getAttribute(name)))]; }"""
"""What is drawn, read in one look: a new sample may come at any time."""


def test_the_course_of_the_link_is_the_consoles(menu: Menu, week: WeekCabinet) -> None:
    eventually(lambda: sum(bool(one["figures"]) for one in samples(week)) > 1, "two looks at the link")
    menu.go("table")
    menu.go("dice")
    for name, called in zip(SHOWN, words_of(menu, *(f"op.unit.{name}" for name in SHOWN)), strict=True):
        menu.tap(f'{CHART} [data-value="{name}"]')
        expect(menu.see(f"{CHART} svg.chart")).to_have_attribute("aria-label", called, timeout=PATIENCE_MS)
        known, path, texts, lines, (left, right) = menu.page.evaluate(AT_ONCE, CHART)
        told = enumerate(one["figures"].get(name) for one in samples(week)[:known])
        figures = [(place, value) for place, value in told if value is not None]  # a link that is down has none
        points = [(float(x), float(y)) for x, y in re.findall(r"[ML] (-?[\d.]+) (-?[\d.]+)", path)]
        *marks, _ = texts
        at = Scale(zip(map(float, marks), lines, strict=True))
        same_places([y for _, y in points], [at(value) for _, value in figures])
        same_places([x for x, _ in points], [left + (right - left) * place / (known - 1) for place, _ in figures])


def samples(week: WeekCabinet) -> list[dict[str, dict[str, float]]]:
    found: list[dict[str, dict[str, float]]] = week.console(
        "status", "--config", week.place / "cabinet.toml", "--trend"
    )["samples"]
    return found
