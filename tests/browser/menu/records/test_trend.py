"""The dice unit's link over time: every point of every line is the console's figure, at its place."""

import pytest
from playwright.sync_api import expect

from tests.browser.menu.cabinet import PATIENCE_MS, Menu
from tests.browser.menu.records.reading import Scale, drawn, line, same_places, texts
from tests.browser.menu.week import WeekCabinet
from tests.drivers.machines import eventually

pytestmark = pytest.mark.timeout(600)

SHOWN = ("temperature", "round_trip_ms", "retries", "crc_errors")
CHART = "#dice-trend"


def test_the_course_of_the_link_is_the_consoles(menu: Menu, week: WeekCabinet) -> None:
    eventually(lambda: len(samples(week)) > 1, "two looks at the link")
    menu.go("table")
    menu.go("dice")
    for name in SHOWN:
        menu.tap(f'{CHART} [data-value="{name}"]')
        expect(menu.see(f'{CHART} [data-value="{name}"]')).to_have_attribute("aria-checked", "true")
        expect(menu.see(f"{CHART} svg.chart")).to_be_visible(timeout=PATIENCE_MS)
        known = int(menu.see("#samples").get_attribute("data-samples") or 0)
        figures = [one["figures"][name] for one in samples(week)[:known]]
        points = line(menu, CHART, "course")
        *marks, _ = texts(menu, CHART, '.axis[text-anchor="end"]')
        at = Scale(zip(map(float, marks), (y for (y,) in drawn(menu, CHART, "line", "y1")), strict=True))
        assert len(points) == known
        same_places([y for _, y in points], [at(value) for value in figures])
        across = [x for x, _ in points]
        same_places(across, [across[0] + (across[-1] - across[0]) * n / (known - 1) for n in range(known)])


def samples(week: WeekCabinet) -> list[dict[str, dict[str, float]]]:
    found: list[dict[str, dict[str, float]]] = week.console(
        "status", "--config", week.place / "cabinet.toml", "--trend"
    )["samples"]
    return found
