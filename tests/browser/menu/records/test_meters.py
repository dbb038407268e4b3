"""Meters on a recorded week: what the page shows and saves is what the console says."""

import csv
import io
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.menu.cabinet import PATIENCE_MS, Menu
from tests.browser.menu.records.reading import Scale, cells, drawn, line, same_places, texts
from tests.browser.menu.week import WeekCabinet, cents, document, rows_of, saved
from tests.vault.evening import SEATS


def same_held(cells: list[str], held: dict[str, Any]) -> None:
    """One row: wagered, won, vigorish, held, per cent, expected, per cent, band."""
    assert [cents(cells[at]) for at in (1, 2, 3, 4)] == [
        held[name] for name in ("wagered", "won", "vigorish", "actual")
    ]
    assert (cells[5], cells[7]) == (held["actual_percent"], held["theoretical_percent"])
    assert cells[6] == "–" or cents(cells[6]) == held["theoretical_amount"]
    if held["band"] is not None:
        assert [cents(one) for one in cells[8].removesuffix(" ⚠").split(" … ")] == held["band"]
        assert cells[8].endswith(" ⚠") == (held["within"] is False)


def choose(menu: Menu, field: str, value: str) -> None:
    """Another seat or span; the page is empty until its figures are there."""
    menu.page.select_option(field, value)
    expect(menu.see("#held")).to_be_visible(timeout=PATIENCE_MS)


def same_column(menu: Menu, column: dict[str, Any]) -> None:
    """All that is shown of one column: the sum, kinds and bets, their chart, and every meter."""
    (total,) = rows_of(menu, "#held").values()
    same_held(total, column["held"])
    for by in ("kinds", "bets"):
        menu.tap(f'[data-value="{by}"]')
        shown = rows_of(menu, "#bets") if column[by] else {}
        assert shown.keys() == column[by].keys()
        for name, held in column[by].items():
            same_held(shown[name], held)
        same_chart(menu, [(shown[name][0], held) for name, held in column[by].items()], column["held"])
    shown = rows_of(menu, "#meters") if column["meters"] else {}
    assert shown.keys() == column["meters"].keys()
    for name, counted in column["meters"].items():
        value = cents(shown[name][1]) if "$" in shown[name][1] else int(shown[name][1])
        assert (value, int(shown[name][2])) == (counted["value"], counted["wraps"]), name


def same_chart(menu: Menu, rows: list[tuple[str, dict[str, Any]]], total: dict[str, Any]) -> None:
    """One line a bet that has a band, the sum first: three figures, and a dot where it lies in its band."""
    wanted = [row for row in [("All bets", total), *rows] if row[1]["band"]]
    chart = "#page-meters .held-of"
    if not rows or len(wanted) == 1:
        return
    ((left, wide),) = drawn(menu, chart, "rect.band", "x", "width")
    lines = menu.see(f"{chart} svg.chart g[data-held]").all()
    assert [one.get_attribute("data-held") for one in lines] == [name for name, _ in wanted]
    for one, (name, held) in zip(lines, wanted, strict=True):
        low, high = held["band"]
        words = one.locator("text").all_text_contents()
        assert (words[0], cents(words[1])) == (name, held["actual"])
        assert words[2] == "–" if held["theoretical_amount"] is None else cents(words[2]) == held["theoretical_amount"]
        assert words[3] == "–" if low == high else abs(cents(words[3].removeprefix("±")) - (high - low) / 2) <= 1
        if low == high:
            assert one.locator(".actual").count() == 0
            continue
        part = (held["actual"] - (low + high) / 2) / ((high - low) / 2)
        x = left + (1 + max(-2, min(2, part))) * wide / 2
        dot = one.locator("circle.actual")
        assert (dot.count() == 1) == (held["within"] is True)
        if dot.count():
            same_places([float(dot.get_attribute("cx") or "nan")], [x])
        else:  # a diamond, from its top
            top = re.match(r"M (\S+) ", one.locator("path.actual.outside").get_attribute("d") or "")
            assert top is not None
            same_places([float(top[1])], [x])


def same_course(menu: Menu, course: list[dict[str, Any]]) -> None:
    """Days from left to right; dots, the line that was expected and the band, all to the scale that is written."""
    rows = [row for row in course if row["band"]]
    chart = "#page-meters .course-of"
    days = menu.page.evaluate("[...document.querySelectorAll('#page-meters [data-day]')].map((dot) => dot.dataset.day)")
    assert days == [row["day"] for row in rows]
    if not rows:
        return
    dots = drawn(menu, chart, "circle.actual", "cx", "cy")
    across = [x for x, _ in dots]
    assert across == sorted(across)
    marks = texts(menu, chart, '.axis[text-anchor="end"]')
    money = [text for text in marks if "$" in text]
    lines = [y for (y,) in drawn(menu, chart, "line", "y1")]
    at = Scale(zip(map(cents, money), lines, strict=True))
    assert cents(money[0]) <= 0 <= cents(money[-1])
    same_places([y for _, y in dots], [at(row["actual"]) for row in rows])
    same_places([y for _, y in line(menu, chart, "course")], [at(row["actual"]) for row in rows])
    same_places([y for _, y in line(menu, chart, "expected")], [at(row["theoretical_amount"]) for row in rows])
    band = line(menu, chart, "band")
    same_places([y for _, y in band], [at(row["band"][0]) for row in rows] + [at(row["band"][1]) for row in rows[::-1]])
    for path in (
        line(menu, chart, "course"),
        line(menu, chart, "expected"),
        band[: len(rows)],
        band[: -len(rows) - 1 : -1],
    ):
        same_places([x for x, _ in path], across)


@pytest.mark.parametrize("seat", [None, *SEATS])
def test_every_figure_of_the_meters_is_the_consoles(menu: Menu, week: WeekCabinet, seat: int | None) -> None:
    of_seat = () if seat is None else ("--seat", seat)
    said = week.of_the_journal("meters", *of_seat)
    day = said["days"][-2]
    columns = {name: said[name] for name in ("lifetime", "period", "today")}
    columns[day] = week.of_the_journal("meters", "--day", day, *of_seat)[day]
    menu.go("meters")
    expect(menu.see(f'#span option[value="{day}"]')).to_have_count(1, timeout=PATIENCE_MS)
    if seat is not None:
        choose(menu, "#scope", str(seat))
        expect(menu.see("#ledger")).to_have_count(0)
    for name, column in columns.items():
        choose(menu, "#span", name)
        same_column(menu, column)
        same_course(menu, said["course"])


def test_the_ledger_on_screen_is_the_consoles_and_comes_to_nothing(menu: Menu, week: WeekCabinet) -> None:
    said = week.of_the_journal("meters")["ledger"]
    menu.go("meters")
    shown = {name: cents(cells[1]) for name, cells in rows_of(menu, "#ledger").items()}
    assert shown == said
    assert sum(shown.values()) == 0


def test_saved_meters_add_up_to_the_ledger(menu: Menu, week: WeekCabinet) -> None:
    said = week.of_the_journal("meters")
    menu.go("meters")
    assert document(menu) == said
    text = saved(menu, '[data-export="csv"]')
    assert text == week.prints("meters", "--journal", week.journal, "--csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    bets = [row for row in rows if (row["column"], row["what"]) == ("lifetime", "bet")]
    house = -sum(amount for account, amount in said["ledger"].items() if not account.startswith("house"))
    assert sum(int(row["held"]) for row in bets) == house


def test_the_report_is_printed_with_its_charts_and_its_figures_are_those_of_the_page(menu: Menu) -> None:
    menu.go("meters")
    expect(menu.see("#held")).to_be_visible(timeout=PATIENCE_MS)
    rows = cells(menu, "#held") + cells(menu, "#bets") + cells(menu, "#meters")
    charts = [chart.inner_html() for chart in menu.see("#page-meters svg.chart").all()]
    menu.tap("#report")
    expect(menu.see("#dialog .sheet h1")).to_have_text("Meters")
    menu.tap("#print")
    menu.page.emulate_media(media="print")
    expect(menu.see("#paper .sheet svg.chart")).to_have_count(2)
    expect(menu.see("#paper .sheet svg.chart").first).to_be_visible()
    expect(menu.see("#main")).to_be_hidden()
    assert cells(menu, "#paper .sheet") == rows
    assert [chart.inner_html() for chart in menu.see("#paper .sheet svg.chart").all()] == charts
    menu.page.emulate_media(media="screen")
    menu.shut_dialog()


def test_the_period_is_cleared_by_a_supervisor_and_the_master_meters_stay(menu: Menu, week: WeekCabinet) -> None:
    before = week.of_the_journal("meters")["lifetime"]["held"]
    menu.go("meters")
    menu.act("clear_period")
    menu.confirm()
    menu.says("begin anew")
    menu.page.select_option("#span", "period")
    expect(menu.see("#held tbody td").nth(1)).to_have_text("$0.00", timeout=PATIENCE_MS)
    after = week.of_the_journal("meters")
    assert (after["lifetime"]["held"], after["period"]["held"]["wagered"]) == (before, 0)
