"""The dice record of a recorded week: every count, bar, mark and test figure of every span is the console's."""

import csv
import io
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.menu.cabinet import PATIENCE_MS, Menu
from tests.browser.menu.records.reading import Scale, cells, drawn, printed, same_places, seconds, texts, typed
from tests.browser.menu.week import WeekCabinet, document, saved

BARS = ("die_a", "die_b", "totals")
FACES = range(1, 7)
LIGHTEST = 0.12


def count(menu: Menu, rolls: int, last: str = "", since: str = "", until: str = "") -> None:
    for field, text in (("#last", last), ("#since", since), ("#until", until)):
        menu.page.fill(field, text)
    menu.tap("#search")
    expect(menu.see("#rolls")).to_have_attribute("data-rolls", str(rolls), timeout=PATIENCE_MS)


def judged(told: dict[str, Any]) -> str:
    if told["chi_square"] is None:
        return "too few rolls to judge"
    if told["chi_square"] > told["once_in_1000"]:
        return "WARNING: even dice do so less than once in 1000 times"
    return "even dice do so once in 20 times" if told["chi_square"] > told["once_in_20"] else "as even dice would"


def figure(value: float | None, digits: int) -> str:
    return "–" if value is None else f"{value:.{digits}f}"


def same_record(menu: Menu, said: dict[str, Any]) -> None:
    same_span(menu.see("#rolls").inner_text(), said)
    for of in BARS:
        same_bars(menu, f'#page-dice [data-histogram="{of}"]', said[of])
    same_pairs(menu, '#page-dice [data-histogram="pairs"]', said["pairs"]["counts"])
    assert [row[1:] for row in cells(menu, "#squares")] == squares(said)


def squares(said: dict[str, Any]) -> list[list[str]]:
    return [
        [
            figure(told["chi_square"], 3),
            str(told["degrees_of_freedom"]),
            figure(told["p_value"], 4),
            str(told["once_in_20"]),
            str(told["once_in_1000"]),
            judged(told),
        ]
        for told in (said[of] for of in (*BARS, "pairs"))
    ]


def same_span(words: str, said: dict[str, Any]) -> None:
    rolls, *more = words.split(" · ")
    assert re.sub(r"\D", "", rolls) == str(said["rolls"])
    if said["rolls"]:
        began, ended = more.pop(0).split(" – ")
        assert (seconds(began), seconds(ended)) == (said["from"] // 1000, said["to"] // 1000)
    changed = [seconds(found[0]) for found in (re.search(r"\w{3} \d+, .*", one) for one in more) if found]
    assert changed == ([said["dice_changed_at"] // 1000] if said["dice_changed_at"] else [])


def same_bars(menu: Menu, chart: str, told: dict[str, Any]) -> None:
    """A bar as high as its count and a mark where even dice would be, to one scale from the line of nothing."""
    counts, expected = told["counts"], told["expected"]
    assert texts(menu, chart, ".figure") == [str(count) for count in counts.values()]
    assert texts(menu, chart, ".axis") == list(counts)
    feet = [y for (y,) in drawn(menu, chart, "text.figure", "y")]
    assert all(foot < y for foot, (y,) in zip(feet, drawn(menu, chart, "line.expected", "y1"), strict=True))
    ((zero,),) = drawn(menu, chart, "line.zero", "y1")
    bars = drawn(menu, chart, "rect.bar", "y", "height")
    same_places([y + height for y, height in bars], [zero] * len(counts))
    marks = [y for (y,) in drawn(menu, chart, "line.expected", "y1")]
    most = max(counts.values())
    if most == 0:
        same_places(marks, [zero] * len(counts))
        return
    at = Scale([(0, zero), (most, min(y for y, _ in bars))])
    same_places([y for y, _ in bars], [at(count) for count in counts.values()])
    same_places(marks, [at(mean) for mean in expected.values()])


def same_pairs(menu: Menu, chart: str, counts: dict[str, int]) -> None:
    """A square of six by six, first die down: figures, and the darker the oftener."""
    inside = [counts[f"{a}-{b}"] for a in FACES for b in FACES]
    assert texts(menu, chart, ".figure") == [str(count) for count in inside]
    assert texts(menu, chart, ".axis") == [str(face) for face in FACES for _ in range(2)]
    dark = [one for (one,) in drawn(menu, chart, "rect.bar", "opacity")]
    most = max(1, *inside)
    assert dark == pytest.approx([LIGHTEST + (1 - LIGHTEST) * count / most for count in inside], abs=0.006)
    places = drawn(menu, chart, "rect.bar", "x", "y")
    assert [row * 6 + column for row in range(6) for column in range(6)] == [
        sorted({y for _, y in places}).index(y) * 6 + sorted({x for x, _ in places}).index(x) for x, y in places
    ]


def test_every_figure_of_the_dice_record_is_the_consoles_over_every_span(menu: Menu, week: WeekCabinet) -> None:
    whole = week.of_the_journal("fairness", "--all")
    middle = typed((whole["from"] + whole["to"]) // 2)
    menu.go("dice")
    since_change = week.of_the_journal("fairness")
    count(menu, since_change["rolls"])
    same_record(menu, since_change)
    menu.tap('[data-value="all"]')
    for filled, words in (
        ({}, ()),
        ({"last": "40"}, ("--last", 40)),
        ({"since": middle}, ("--since", middle)),
        ({"until": middle}, ("--until", middle)),
        ({"until": "2020-01-01T00:00:00"}, ("--until", "2020-01-01T00:00:00")),
    ):
        said = week.of_the_journal("fairness", "--all", *words)
        count(menu, said["rolls"], **filled)
        same_record(menu, said)
    assert said["rolls"] == 0 < whole["rolls"]


def test_the_dice_record_on_paper_and_in_files_is_that_of_the_page(menu: Menu, week: WeekCabinet) -> None:
    menu.go("dice")
    menu.tap('[data-value="all"]')
    said = week.of_the_journal("fairness", "--all")
    count(menu, said["rolls"])
    charts = [chart.inner_html() for chart in menu.see("#page-dice [data-histogram] svg.chart").all()]
    assert [row[1:] for row in printed(menu)] == squares(said)
    assert [chart.inner_html() for chart in menu.see("#paper .sheet svg.chart").all()] == charts
    assert document(menu) == said
    rows = list(csv.DictReader(io.StringIO(saved(menu, '[data-export="csv"]'))))
    for of in (*BARS, "pairs"):
        own = [row for row in rows if row["what"] == of]
        assert {row["name"]: int(row["counted"]) for row in own} == said[of]["counts"]
        assert {row["name"]: float(row["expected"]) for row in own} == said[of]["expected"]
        assert sum(int(row["counted"]) for row in own) == said["rolls"]
    assert said["rolls"] == week.of_the_journal("meters")["lifetime"]["meters"]["rolls"]["value"]
