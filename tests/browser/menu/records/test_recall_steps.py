"""From roll to roll through a hand, looking for rounds, the script beside the record, rounds as files."""

import csv
import io
import json
from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.browser.menu.cabinet import PATIENCE_MS, Menu
from tests.browser.menu.records.in_words import amount, bet
from tests.browser.menu.records.test_recall import a_round, show_round
from tests.browser.menu.week import WeekCabinet, saved

STRIP = "[...document.querySelectorAll('#hand-strip button')].map((one) => [+one.dataset.of, one.dataset.roll])"


def shows(menu: Menu, number: int) -> None:
    expect(menu.see("#recall-mark")).to_contain_text(f"Round {number} ", timeout=PATIENCE_MS)


def a_hand(week: WeekCabinet) -> list[dict[str, Any]]:
    """The throws of a hand of some rounds with a No Roll in it, up to its seven-out."""
    for one in week.of_the_journal("recall", "--last", 200)["rounds"]:
        if any(row["what"] == "no roll" for row in one["happened"]):
            throws: list[dict[str, Any]] = week.of_the_journal("recall", "--round", one["round"], "--felt")["hand"][
                "throws"
            ]
            if len({throw["round"] for throw in throws}) > 3 and throws[-1].get("did") == "out":
                return throws
    raise AssertionError("the week has no such hand")


def test_one_steps_through_the_rolls_of_a_hand_and_beyond_it(menu: Menu, week: WeekCabinet) -> None:
    throws = a_hand(week)
    rounds = sorted({throw["round"] for throw in throws})
    show_round(menu, rounds[1])
    assert menu.page.evaluate(STRIP) == [
        [throw["round"], "-".join(map(str, throw["faces"])) if throw["faces"] else throw["outcome"]] for throw in throws
    ]
    here = menu.see('#hand-strip [aria-current="step"]')
    assert {one.get_attribute("data-of") for one in here.all()} == {str(rounds[1])}
    for button, number in (
        ("#first", rounds[0]),
        ("#next", rounds[1]),
        ("#last", rounds[-1]),
        ("#previous", rounds[-2]),
    ):
        menu.tap(button)
        shows(menu, number)
    for key, number in (("End", rounds[-1]), ("ArrowLeft", rounds[-2]), ("Home", rounds[0]), ("ArrowRight", rounds[1])):
        menu.page.keyboard.press(key)
        shows(menu, number)
    menu.see(f'#hand-strip [data-of="{rounds[-1]}"]').last.click()
    shows(menu, rounds[-1])
    menu.page.keyboard.press("ArrowRight")
    shows(menu, rounds[-1] + 1)
    assert menu.page.evaluate(STRIP)[0][0] > rounds[-1]


def test_arrows_in_a_field_move_there_and_nowhere_else(menu: Menu, week: WeekCabinet) -> None:
    number = a_round(week, "result")["round"]
    show_round(menu, number)
    menu.page.focus("#number")
    menu.page.keyboard.press("ArrowLeft")
    menu.page.keyboard.press("Home")
    menu.page.wait_for_timeout(300)
    shows(menu, number)


def test_rounds_are_found_by_seat_and_time_and_the_zone_is_said(menu: Menu, week: WeekCabinet) -> None:
    menu.go("recall")
    zone = menu.page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    expect(menu.see("#zone")).to_contain_text(zone)
    menu.page.fill("#number", "99999")
    menu.tap("#search")
    expect(menu.see("#none")).to_contain_text("No round is like that", timeout=PATIENCE_MS)
    menu.page.fill("#number", "")
    menu.page.fill("#seat", "5")
    menu.page.fill("#until", "2026-11-10T00:00:00")
    menu.tap("#search")
    until = int(menu.page.evaluate("new Date('2026-11-10T00:00:00').getTime()"))
    moment = datetime.fromtimestamp(until / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%S")
    said = week.of_the_journal("recall", "--seat", 5, "--until", moment, "--last", 200)["rounds"]
    expect(menu.see("#found")).to_contain_text("20 rounds shown", timeout=PATIENCE_MS)
    menu.tap("#more")
    expect(menu.see("[data-round]")).to_have_count(min(40, len(said)), timeout=PATIENCE_MS)
    assert menu.see("[data-round]").all_inner_texts() == [str(one["round"]) for one in said[:40]]


def test_a_round_is_handed_to_the_scenario_runner_and_its_every_row_stands_beside_the_record(
    menu: Menu, week: WeekCabinet, tmp_path: Path
) -> None:
    told = a_round(week, "result")
    script = week.of_the_journal("recall", "--round", told["round"], "--script")
    compared = week.of_the_journal("recall", "--round", told["round"], "--script", "--compare")
    show_round(menu, told["round"])
    menu.tap("#script")
    expect(menu.see("#agrees")).to_contain_text("exactly as recorded", timeout=PATIENCE_MS)
    steps = menu.page.evaluate(STEPS)
    assert json.loads(saved(menu, "#save-script")) == script == compared["script"]
    menu.shut_dialog()
    assert steps == [
        [
            str(step["step"]),
            "true",
            [
                [str(row["seat"]), bet(row["bet"]), side(row, "recorded"), side(row, "played"), "="]
                for row in step["rows"]
            ],
        ]
        for step in reversed(compared["steps"])
    ]
    file = tmp_path / "round.json"
    file.write_text(json.dumps(script))
    settled = week.console("scenario", file)["steps"][-1]["settled"]
    recorded = [row for row in told["happened"] if row["what"] == "settled"]
    assert [(row["seat"], row["bet"], row["paid"]) for row in settled] == [
        (row["seat"], row["bet"], row["paid"]) for row in recorded
    ]


STEPS = """[...document.querySelectorAll('[data-step]')].map((step) => [step.dataset.step, step.dataset.agrees,
  [...step.querySelectorAll('tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))])"""


def side(row: dict[str, Any], which: str) -> str:
    told = row[which]
    if row["what"] == "returned":
        return f"returned {amount(told['amount'])}"
    stays = " · stays" if told["stays"] else ""
    return f"{amount(told['stake'])} · {told['result']} · {amount(told['paid'])}{stays}"


# ---- as files --------------------------------------------------------------------------------------------------

OF_A_SEAT = ("credits", "layout", "vigorish", "locked")
Key = tuple[int, int]


def moved(rows: Iterable[dict[str, Any]]) -> dict[Key, int]:
    """Round and seat → what settlements and cash brought it, by the lines of the file alone."""
    sums: dict[Key, int] = defaultdict(int)
    for row in rows:
        key = int(row["round"]), int(row["seat"] or 0)
        if row["what"] == "settled":
            won = int(row["paid"]) - (int(row["stake"]) if row["result"] == "lose" else 0)
            sums[key] += won - int(row["vigorish"])
        if row["what"] == "cash" and row["state"] == "done":
            sums[key] += int(row["amount"]) * (1 if row["into_seat"] else -1)
    return sums


def test_all_rounds_found_go_into_a_file_that_sums_to_the_balances_of_every_seat(menu: Menu, week: WeekCabinet) -> None:
    said = week.of_the_journal("recall", "--last", 1000)["rounds"]
    menu.go("recall")
    expect(menu.see("#found")).to_be_visible(timeout=PATIENCE_MS)
    told = json.loads(saved(menu, '#save-found [data-export="json"]'))["rounds"]
    rows = list(csv.DictReader(io.StringIO(saved(menu, '#save-found [data-export="csv"]'))))
    assert told == said
    assert len(said) > 100
    balances = {
        (one["round"], int(seat)): sum(money["after"].values()) - sum(money["before"].values())
        for one in told
        for seat, money in one["seats"].items()
    }
    of_the_json = moved(
        {**row, "round": one["round"], "seat": row.get("seat")} for one in told for row in one["happened"]
    )
    assert {key: of_the_json[key] for key in balances} == balances
    lines = [
        {**(json.loads(row["details"]) if row["details"] else {}), **row} for row in rows if row["what"] != "balance"
    ]
    of_the_csv = moved(lines)
    assert {key: of_the_csv[key] for key in balances} == balances
    held = [row for row in rows if row["what"] == "balance"]
    assert {
        (int(row["round"]), int(row["seat"])): sum(
            int(row[f"{name} after"]) - int(row[f"{name} before"]) for name in OF_A_SEAT
        )
        for row in held
    } == balances
    assert len(lines) == sum(len(one["happened"]) for one in said)
    last = said[0]["seats"]
    ledger = week.of_the_journal("meters")["ledger"]
    for seat, money in last.items():
        assert {name: ledger.get(f"{name} {seat}", 0) for name in OF_A_SEAT} == money["after"]


def test_a_file_has_only_what_the_search_finds(menu: Menu, week: WeekCabinet) -> None:
    menu.go("recall")
    menu.page.fill("#seat", "5")
    menu.tap("#search")
    expect(menu.see("#found")).to_be_visible(timeout=PATIENCE_MS)
    told = json.loads(saved(menu, '#save-found [data-export="json"]'))["rounds"]
    assert told == week.of_the_journal("recall", "--last", 1000, "--seat", 5)["rounds"]
    number = told[3]["round"]
    show_round(menu, number)
    assert json.loads(saved(menu, '[data-export="json"]'))["rounds"] == [told[3]]
    rows = list(csv.DictReader(io.StringIO(saved(menu, '[data-export="csv"]'))))
    lines = [(int(row["entry"]), row["what"], row["stake"]) for row in rows if row["what"] != "balance"]
    assert lines == [(row["seq"], row["what"], str(row.get("stake", ""))) for row in told[3]["happened"]]
