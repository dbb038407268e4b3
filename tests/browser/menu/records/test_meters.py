"""Meters and par sheet on a recorded week: what the pages show and save is what the console says."""

import csv
import io
import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.menu.cabinet import PATIENCE_MS, Menu
from tests.browser.menu.week import WeekCabinet, cents, rows_of, saved

pytestmark = pytest.mark.timeout(600)


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


@pytest.mark.parametrize("seat", [None, 3])
def test_every_meter_on_screen_is_the_consoles(menu: Menu, week: WeekCabinet, seat: int | None) -> None:
    said = week.of_the_journal("meters", *(() if seat is None else ("--seat", seat)))
    menu.go("meters")
    if seat is not None:
        menu.page.select_option("#scope", str(seat))
        expect(menu.see("#ledger")).to_have_count(0, timeout=PATIENCE_MS)
    same_held(rows_of(menu, "#held")["total"], said["lifetime"]["held"])
    menu.tap('[data-value="bets"]')
    shown = rows_of(menu, "#bets")
    assert shown.keys() == said["lifetime"]["bets"].keys()
    for bet, held in said["lifetime"]["bets"].items():
        same_held(shown[bet], held)
    meters = rows_of(menu, "#meters")
    assert meters.keys() == said["lifetime"]["meters"].keys()
    for name, counted in said["lifetime"]["meters"].items():
        value = cents(meters[name][1]) if "$" in meters[name][1] else int(meters[name][1])
        assert (value, int(meters[name][2])) == (counted["value"], counted["wraps"]), name
    days = menu.page.evaluate("[...document.querySelectorAll('[data-day]')].map((dot) => dot.dataset.day)")
    assert days == [row["day"] for row in said["course"] if row["band"]]


def test_the_ledger_on_screen_is_the_consoles_and_comes_to_nothing(menu: Menu, week: WeekCabinet) -> None:
    said = week.of_the_journal("meters")["ledger"]
    menu.go("meters")
    shown = {name: cents(cells[1]) for name, cells in rows_of(menu, "#ledger").items()}
    assert shown == said
    assert sum(shown.values()) == 0


def test_a_closed_day_has_its_own_meters(menu: Menu, week: WeekCabinet) -> None:
    day = week.of_the_journal("meters")["days"][-2]
    menu.go("meters")
    expect(menu.see(f'#span option[value="{day}"]')).to_have_count(1, timeout=PATIENCE_MS)
    menu.page.select_option("#span", day)
    held = week.of_the_journal("meters", "--day", day)[day]["held"]
    expect(menu.see("#held tbody td").nth(5)).to_have_text(held["actual_percent"], timeout=PATIENCE_MS)
    same_held(rows_of(menu, "#held")["total"], held)


def test_saved_meters_add_up_to_the_ledger(menu: Menu, week: WeekCabinet) -> None:
    said = week.of_the_journal("meters")
    menu.go("meters")
    assert json.loads(saved(menu, '[data-export="json"]')) == said
    rows = list(csv.DictReader(io.StringIO(saved(menu, '[data-export="csv"]'))))
    bets = [row for row in rows if (row["column"], row["what"]) == ("lifetime", "bet")]
    house = -sum(amount for account, amount in said["ledger"].items() if not account.startswith("house"))
    assert sum(int(row["held"]) for row in bets) == house


def test_the_report_is_printed_with_its_charts(menu: Menu) -> None:
    menu.go("meters")
    menu.tap("#report")
    expect(menu.see(".sheet h1")).to_have_text("Meters")
    menu.tap("#print")
    menu.page.emulate_media(media="print")
    expect(menu.see("#paper .sheet svg.chart")).to_have_count(2)
    expect(menu.see("#paper .sheet svg.chart").first).to_be_visible()
    expect(menu.see("#main")).to_be_hidden()
    menu.page.emulate_media(media="screen")
    menu.shut_dialog()


def test_the_period_is_cleared_by_a_supervisor_and_the_master_meters_stay(menu: Menu, week: WeekCabinet) -> None:
    before = week.of_the_journal("meters")["lifetime"]["held"]
    menu.go("meters")
    menu.act("clear_period")
    menu.confirm()
    menu.says("begin anew")
    menu.page.select_option("#span", "period")
    expect(menu.see("#held tbody td").nth(1)).to_have_text("$0", timeout=PATIENCE_MS)
    after = week.of_the_journal("meters")
    assert (after["lifetime"]["held"], after["period"]["held"]["wagered"]) == (before, 0)


def test_the_par_sheet_is_the_consoles_and_is_printed(menu: Menu, week: WeekCabinet) -> None:
    said = week.console("par")
    menu.go("par")
    shown = rows_of(menu, "#par")
    assert {bet: cells[1] for bet, cells in shown.items()} == {
        bet: f"{row['house_edge_percent']:.4f} %" for bet, row in said["bets"].items()
    }
    assert json.loads(saved(menu, '[data-export="json"]')) == said
    menu.tap("#report")
    menu.tap("#print")
    menu.page.emulate_media(media="print")
    expect(menu.see("#paper .sheet tbody tr")).to_have_count(len(said["bets"]))
    menu.page.emulate_media(media="screen")
    menu.shut_dialog()
