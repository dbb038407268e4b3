"""The event log of a recorded week, filtered and saved."""

import csv
import io
import json
from collections import Counter

import pytest
from playwright.sync_api import expect

from tests.browser.menu.cabinet import PATIENCE_MS, Menu
from tests.browser.menu.week import WeekCabinet, saved

pytestmark = pytest.mark.timeout(600)


def test_the_log_is_filtered_and_saved_whole(menu: Menu, week: WeekCabinet) -> None:
    menu.go("log")
    menu.page.select_option("#kind", "settings")
    said = week.of_the_journal("events", "--kind", "settings", "--last", 500)["events"]
    expect(menu.see("#log tbody tr")).to_have_count(len(said), timeout=PATIENCE_MS)
    expect(menu.see("#log")).to_contain_text("Betting time: 25 → ")
    menu.page.select_option("#kind", "seat")
    menu.page.fill("#seat", "3")
    menu.tap("#search")
    said = week.of_the_journal("events", "--kind", "seat", "--seat", 3, "--last", 500)["events"]
    expect(menu.see("#log tbody tr")).to_have_count(min(100, len(said)), timeout=PATIENCE_MS)
    told = json.loads(saved(menu, '[data-export="json"]'))["events"]
    assert [(row["at"], row["text"]) for row in told] == [(row["at"], row["text"]) for row in said]


def test_cash_in_the_saved_log_adds_up_to_the_ledger(menu: Menu, week: WeekCabinet) -> None:
    menu.go("log")
    menu.page.select_option("#kind", "cash")
    expect(menu.see("#log tbody tr").first).to_contain_text("Cash", timeout=PATIENCE_MS)
    sums: Counter[str] = Counter()
    for row in csv.DictReader(io.StringIO(saved(menu, '[data-export="csv"]'))):
        amount, way, _, what = row["text"].split(" ", 3)
        instrument, state = what.split(": ")
        if state in ("done", "reversed"):
            sums[f"cash {instrument}"] += int(amount) * (-1 if (way == "in") == (state == "done") else 1)
    ledger = week.of_the_journal("meters")["ledger"]
    assert sums == {account: amount for account, amount in ledger.items() if account.startswith("cash")}
