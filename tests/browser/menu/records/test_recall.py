"""Recall on a recorded week: every round as the players saw it, and line by line."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.menu.cabinet import PATIENCE_MS, Menu
from tests.browser.menu.week import WeekCabinet, cents, rows_of, saved

pytestmark = pytest.mark.timeout(600)


def a_round(week: WeekCabinet, with_what: str) -> dict[str, Any]:
    found = week.of_the_journal("recall", "--last", 200)["rounds"]
    chosen: dict[str, Any] = next(
        one for one in found if one["how"] == "settled" and any(row["what"] == with_what for row in one["happened"])
    )
    return chosen


def show_round(menu: Menu, number: int) -> None:
    menu.go("recall")
    menu.page.fill("#number", str(number))
    menu.tap("#search")
    expect(menu.see("#recall-mark")).to_contain_text(f"Round {number} ", timeout=PATIENCE_MS)


def held(menu: Menu) -> None:
    """Whatever an earlier test left: somebody holds the table now."""
    menu.go("table")
    menu.act("hold")
    menu.confirm()
    expect(menu.see('[data-hold="operator"]')).to_be_visible(timeout=PATIENCE_MS)


def test_recall_shows_a_round_line_by_line_on_a_held_table_and_is_labelled(menu: Menu, week: WeekCabinet) -> None:
    held(menu)
    told = a_round(week, "no roll")
    show_round(menu, told["round"])
    expect(menu.see("#recall-mark")).to_contain_text("RECALL")
    settled = [row for row in told["happened"] if row["what"] == "settled"]
    shown = list(rows_of(menu, "#settled").values()) if settled else []
    assert [(cells[0], cents(cells[2]), cents(cells[3]), cells[5]) for cells in shown] == [
        (str(row["seat"]), row["stake"], row["paid"], row["result"]) for row in settled
    ]
    for seat, money in told["seats"].items():
        cells = rows_of(menu, "#balances")[f"balance-{seat}"]
        amounts = [
            (money["before"][name], money["after"][name]) for name in ("credits", "layout", "vigorish", "locked")
        ]
        assert [cents(cell) for cell in cells[1:9]] == [amount for pair in amounts for amount in pair]
    throws = menu.page.evaluate("[...document.querySelectorAll('[data-throw]')].map((one) => one.dataset.throw)")
    assert throws == [
        row["outcome"] if row["what"] == "no roll" else "-".join(map(str, row["faces"]))
        for row in told["happened"]
        if row["what"] in ("no roll", "result")
    ]
    expect(menu.see("#happened tbody tr")).to_have_count(len(told["happened"]))


def test_the_felt_is_as_each_player_saw_it(menu: Menu, week: WeekCabinet) -> None:
    told = a_round(week, "settled")
    show_round(menu, told["round"])
    script = "[...document.querySelectorAll('[data-chip]')].map((one) => [one.dataset.chip, +one.dataset.amount])"
    for seat, laid in told["layout"].items():
        menu.tap(f'[role="radio"][data-value="{seat}"]')
        expect(menu.see(f'[data-value="{seat}"][aria-checked="true"]')).to_be_visible(timeout=PATIENCE_MS)
        expect(menu.see("[data-chip]")).to_have_count(len(laid["stakes"]), timeout=PATIENCE_MS)
        assert sorted(menu.page.evaluate(script)) == sorted(laid["stakes"])


def test_one_steps_through_rolls_and_finds_rounds_by_seat_and_time(menu: Menu, week: WeekCabinet) -> None:
    number = a_round(week, "result")["round"]
    show_round(menu, number)
    menu.tap("#previous")
    expect(menu.see("#recall-mark")).to_contain_text(f"Round {number - 1} ", timeout=PATIENCE_MS)
    menu.tap("#next")
    expect(menu.see("#recall-mark")).to_contain_text(f"Round {number} ", timeout=PATIENCE_MS)
    menu.page.fill("#number", "99999")
    menu.tap("#search")
    expect(menu.see("#recalled")).to_contain_text("No round is like that", timeout=PATIENCE_MS)
    menu.page.fill("#number", "")
    menu.page.fill("#seat", "5")
    menu.page.fill("#until", "2026-11-10T00:00:00")
    menu.tap("#search")
    until = int(menu.page.evaluate("new Date('2026-11-10T00:00:00').getTime()"))
    moment = datetime.fromtimestamp(until / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%S")
    said = week.of_the_journal("recall", "--seat", 5, "--until", moment, "--last", 20)["rounds"]
    expect(menu.see("[data-round]").first).to_have_text(str(said[0]["round"]), timeout=PATIENCE_MS)
    assert menu.see("[data-round]").all_inner_texts() == [str(one["round"]) for one in said]


def test_a_round_is_handed_to_the_scenario_runner(menu: Menu, week: WeekCabinet, tmp_path: Path) -> None:
    told = a_round(week, "result")
    said = week.of_the_journal("recall", "--round", told["round"], "--script")
    show_round(menu, told["round"])
    menu.tap("#script")
    expect(menu.see("#agrees")).to_contain_text("exactly as recorded", timeout=PATIENCE_MS)
    script = json.loads(saved(menu, "#save-script"))
    menu.shut_dialog()
    assert script == said
    file = tmp_path / "round.json"
    file.write_text(json.dumps(script))
    settled = week.console("scenario", file)["steps"][-1]["settled"]
    recorded = [row for row in told["happened"] if row["what"] == "settled"]
    assert [(row["seat"], row["bet"], row["paid"]) for row in settled] == [
        (row["seat"], row["bet"], row["paid"]) for row in recorded
    ]
