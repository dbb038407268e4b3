"""A round given to a file is the console's, and what it says was won and lost is what the balances say."""

import csv
import io
import json

import pytest

from tests.browser.menu.cabinet import Menu
from tests.browser.menu.records.test_recall import show_round
from tests.browser.menu.week import WeekCabinet, saved

pytestmark = pytest.mark.timeout(600)

PURSE = ("credits", "layout", "vigorish", "locked")
MOVES_MONEY = {"cash", "asked", "returned", "CashOut"}


def test_saved_rounds_are_the_consoles_and_add_up_to_the_balances(menu: Menu, week: WeekCabinet) -> None:
    played = [
        told
        for told in week.of_the_journal("recall", "--last", 200)["rounds"]
        if told["how"] == "settled" and not MOVES_MONEY & {row["what"] for row in told["happened"]}
    ]
    busiest = sorted(played, key=lambda told: -sum(row["what"] == "settled" for row in told["happened"]))[:3]
    for told in busiest:
        show_round(menu, told["round"])
        saved_round = json.loads(saved(menu, '[data-export="json"]'))
        (said,) = week.of_the_journal("recall", "--round", told["round"])["rounds"]
        assert saved_round["rounds"] == [said]
        rows = list(csv.DictReader(io.StringIO(saved(menu, '[data-export="csv"]'))))
        assert [(int(row["entry"]), row["what"]) for row in rows] == [
            (row["seq"], row["what"]) for row in said["happened"]
        ]
        for seat, money in said["seats"].items():
            settled = [json.loads(row["details"]) for row in rows if (row["what"], row["seat"]) == ("settled", seat)]
            won = sum(row["paid"] - row["stake"] * (row["result"] == "lose") - row["vigorish"] for row in settled)
            change = sum(money["after"][name] - money["before"][name] for name in PURSE)
            assert won == change, (told["round"], seat)
