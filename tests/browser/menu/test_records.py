"""The pages of the records on a journal with a recorded week of play: what they show is what the console says."""

import csv
import io
import json
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.menu.cabinet import PATIENCE_MS, Menu
from tests.browser.menu.week import WeekCabinet, cents, people_of, rows_of, saved, week_cabinet

pytestmark = pytest.mark.timeout(600)


@pytest.fixture(scope="module")
def week(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WeekCabinet]:
    with week_cabinet(tmp_path_factory.mktemp("week")) as found:
        people_of(found, browser)
        yield found


@pytest.fixture(scope="module")
def station(browser: Browser, week: WeekCabinet) -> Iterator[Menu]:
    found = Menu(browser, week)
    yield found
    found.close()


@pytest.fixture
def menu(station: Menu) -> Menu:
    """A supervisor stands before it, and stays from test to test: a PIN takes its time to be looked at."""
    station.page.locator("#operator, #entry").first.wait_for(timeout=PATIENCE_MS)
    if station.see("#entry").is_visible():
        station.enter("eve")
    return station


# ---- meters -----------------------------------------------------------------------------------------------------


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


# ---- recall -----------------------------------------------------------------------------------------------------


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


def test_recall_shows_a_round_line_by_line_and_is_labelled(menu: Menu, week: WeekCabinet) -> None:
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


# ---- the event log ----------------------------------------------------------------------------------------------


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


# ---- par sheet, dice, diagnostics, software -------------------------------------------------------------------------


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


def test_the_dice_record_is_the_consoles(menu: Menu, week: WeekCabinet) -> None:
    menu.go("dice")
    for words, choose in ((("--all",), '[data-value="all"]'), (("--all", "--last", 40), "#last")):
        said = week.of_the_journal("fairness", *words)
        if choose == "#last":
            menu.page.fill("#last", "40")
            menu.tap("#search")
        else:
            menu.tap(choose)
        expect(menu.see("#rolls")).to_have_attribute("data-rolls", str(said["rolls"]), timeout=PATIENCE_MS)
        for of in ("die_a", "die_b", "totals", "pairs"):
            drawn = menu.see(f'[data-histogram="{of}"] text.figure').all_text_contents()
            assert [int(count) for count in drawn] == list(said[of]["counts"].values())
        squares = menu.see("#squares tbody tr td:nth-child(2)").all_inner_texts()
        wanted = [said[of]["chi_square"] for of in ("die_a", "die_b", "totals", "pairs")]
        assert [None if text == "–" else float(text) for text in squares] == wanted
    assert json.loads(saved(menu, '[data-export="json"]')) == said


def test_the_unit_is_tested_outside_of_play_and_other_dice_begin_a_new_record(menu: Menu, week: WeekCabinet) -> None:
    menu.go("service")
    menu.act("accept_unit")
    menu.act("begin_service")
    expect(menu.see("#in-service")).to_be_visible(timeout=PATIENCE_MS)
    before = week.of_the_journal("meters")["lifetime"]["meters"]["rolls"]
    menu.go("dice")
    expect(menu.see("#unit-link")).to_have_text("The dice unit is connected", timeout=PATIENCE_MS)
    expect(menu.see("#dice-unit")).to_contain_text("4711")
    for act in ("self_test", "test_shake", "clear_faults"):
        menu.act(act)
        expect(menu.see("#tests tbody tr").first).to_contain_text(act, timeout=PATIENCE_MS)
    assert week.of_the_journal("meters")["lifetime"]["meters"]["rolls"] == before
    menu.act("change_dice")
    menu.page.fill("#dice", "pair 7")
    menu.confirm()
    menu.says("change of dice is on record")
    menu.tap("#search")
    expect(menu.see("#rolls")).to_have_attribute("data-rolls", "0", timeout=PATIENCE_MS)
    menu.go("service")
    menu.act("end_service")
    expect(menu.see("#no-service")).to_be_visible(timeout=PATIENCE_MS)


def test_doors_keys_panels_and_the_glass_are_seen_live(menu: Menu, week: WeekCabinet) -> None:
    menu.go("diagnostics")
    expect(menu.see('[data-board="CABINET"]')).to_contain_text("up", timeout=PATIENCE_MS)
    week.door("DROP", "open")
    expect(menu.see("#doors")).to_contain_text("open", timeout=PATIENCE_MS)
    expect(menu.see("#inputs tbody tr").first).to_contain_text("drop open", timeout=PATIENCE_MS)
    week.door("DROP", "close")
    expect(menu.see("#inputs tbody tr").first).to_contain_text("drop closed", timeout=PATIENCE_MS)
    expect(menu.see("#part-journal")).to_contain_text(week.of_the_journal("meters")["journal"], timeout=PATIENCE_MS)
    menu.tap("#touch")
    menu.page.touchscreen.tap(20, 20)
    expect(menu.see("#touch-left")).to_contain_text("95 fields left")
    menu.page.touchscreen.tap(1100, 40)
    expect(menu.see("#touch-left")).to_contain_text("94 fields left")
    menu.tap("#touch-left")
    expect(menu.see("#touch-grid")).to_have_count(0)


def test_the_journal_is_verified_with_progress_and_a_missing_manifest_is_said(menu: Menu) -> None:
    menu.go("software")
    expect(menu.see("#no-manifest")).to_be_visible(timeout=PATIENCE_MS)
    menu.tap("#verify-journal")
    expect(menu.see("#part-verify progress")).to_be_visible(timeout=PATIENCE_MS)
    expect(menu.see("#verify-answer")).to_have_text("The journal is good.", timeout=PATIENCE_MS)
    expect(menu.see("#part-verify")).to_contain_text("no key of the dice unit was given")


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


@pytest.mark.parametrize("name", ["ann", "tom"])
def test_a_role_is_offered_the_pages_it_may_see_and_told_no_more(menu: Menu, name: str) -> None:
    menu.leave()
    menu.enter(name)
    every = {"recall", "par", "meters", "log", "dice", "diagnostics", "software"}
    wanted = {"ann": {"recall", "par"}, "tom": every}[name]
    assert {page for page in every if menu.see(f'[data-entry="{page}"]').count()} == wanted
    script = """async (about) => (await (await import("./asking.js")).ask({kind: "past", about, asks: {}})).code"""
    told = {about: menu.page.evaluate(script, about) for about in ("meters", "log", "dice", "trend", "changes")}
    assert told == {"ann": dict.fromkeys(told, "role"), "tom": dict.fromkeys(told, "ok") | {"changes": "role"}}[name]
    if name == "tom":
        menu.go("meters")
        expect(menu.see("#held")).to_be_visible(timeout=PATIENCE_MS)
        expect(menu.see('[data-act="clear_period"]')).to_have_count(0)
    menu.leave()
