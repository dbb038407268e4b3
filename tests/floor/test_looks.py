"""What people find on the floor's page: rounds by what they remember, opened as the cabinet shows them; and money."""

import io
import json
from collections.abc import Mapping
from csv import DictReader
from pathlib import Path
from typing import Any

import pytest

from config.text.languages import floor_languages
from controller.floor.screen.free_line import Remembered, remembered
from controller.floor.screen.heard import CATALOGUES
from controller.floor.screen.looks import as_csv
from controller.floor.screen.recalled import NotThere, around, told
from controller.floor.store.read.falling import fairness
from controller.floor.store.read.money import MoneyQuestion, money
from controller.floor.store.read.searching import Search, search
from controller.records.rounds.as_script import NoScript, as_script
from controller.records.rounds.as_seen import as_seen
from controller.records.sheets.fairness import Span, dice_document
from controller.vault.counts.hold_figures import by_bet, held
from controller.vault.read.figures import read_meters
from controller.vault.read.reader import Reader
from controller.vault.read.recall import Which, recall
from tests.floor.test_refused import NOW, Floor, with_floor
from tests.floor.test_store import asked, busy, filled  # noqa: F401 - a fixture

LINES: dict[str, Mapping[str, Any]] = {
    "seat 4, about ten, hard eight": {
        **{"seat": 4, "minute": 600, "either": True},
        **{"bet": "hard:8", "result": "4-4", "or_bet": True},
    },
    "puesto 4, sobre las diez, doble ocho": {
        **{"seat": 4, "minute": 600, "either": True},
        **{"bet": "hard:8", "result": "4-4", "or_bet": True},
    },
    "4号位 十点左右 对子八": {
        **{"seat": 4, "minute": 600, "either": True, "bet": "hard:8", "result": "4-4"},
        **{"or_bet": True},
    },
    "player at seat four, around ten in the evening, bet the hard eight": {
        **{"seat": 4, "minute": 1320, "bet": "hard:8", "result": "4-4", "or_bet": True}
    },
    "last night at half past ten, seat #3": {"seat": 3, "date": "1", "minute": 1350},
    "last night about one, position 3": {"seat": 3, "date": "0", "minute": 60},
    "this morning about nine o'clock": {"date": "0", "minute": 540},
    "tonight, eight the hard way": {
        "date": "0",
        "bet": "hard:8",
        "result": "4-4",
        "or_bet": True,
        "unknown": "tonight",
    },
    "anoche a las diez y media, ocho duro": {
        **{"date": "1", "minute": 1350, "bet": "hard:8", "result": "4-4", "or_bet": True}
    },
    "poste 4, vers dix heures, huit dur": {
        **{"seat": 4, "minute": 600, "either": True},
        **{"bet": "hard:8", "result": "4-4", "or_bet": True},
    },
    "hier soir à dix heures et demie, le 8 dur du poste nº 3": {
        **{"date": "1", "minute": 1350, "seat": 3, "bet": "hard:8", "result": "4-4", "or_bet": True}
    },
    "ce matin vers 9 h, poste 2, mise sur placé 6": {"date": "0", "minute": 540, "seat": 2, "bet": "place:6"},
    "pit-1 22h15 aujourd’hui, numéro 17": {"cabinet": "pit-1", "minute": 1335, "date": "0", "result": "17"},
    "deux as, main d'hier": {"date": "1", "result": "1-1", "unknown": "main"},
    "昨晚十点 4号座位": {"seat": 4, "date": "1", "minute": 1320},
    "pit-10 22:15 yesterday field": {"cabinet": "pit-10", "minute": 1335, "date": "1", "bet": "field"},
    "2026-09-21 5-3 10 pm": {"date": "2026-09-21", "result": "3-5", "minute": 1320},
    "昨天 2号座 10点半 押 6": {"date": "1", "seat": 2, "minute": 630, "either": True, "bet": "place:6"},
    "number 17 today": {"result": "17", "date": "0"},
    "snake eyes": {"result": "1-1"},
    "hop 1-1 seat 3": {"bet": "hop:1-1", "seat": 3},
    "the lady in red shoes": {"unknown": "lady shoes", "bet": "red"},
}


@pytest.mark.parametrize("line", LINES)
def test_a_line_in_any_language_says_what_is_looked_for(line: str) -> None:
    found = remembered(line, ["pit-1", "pit-10"])
    known = {name: value for name, value in found._asdict().items() if value not in ("", None, False)}
    assert known == LINES[line]


def test_the_example_of_each_language_is_understood_whole_and_alike() -> None:
    lines = [json.loads(file.read_text())["floor.line.example"] for file in CATALOGUES.glob("*.json")]
    assert len(lines) == len(floor_languages())
    assert {remembered(line, []) for line in lines} == {
        Remembered(seat=4, minute=600, either=True, bet="hard:8", result="4-4", or_bet=True)
    }


def test_every_round_of_a_seat_is_found_and_one_by_its_throw_bet_and_hour(
    busy: Path,  # noqa: F811
    tmp_path: Path,
    database: str,
) -> None:
    with Reader(busy) as reader:
        rounds = recall(reader, Which(last=1000))

    async def test(floor: Floor) -> None:
        await filled(floor, busy)

        async def find(line: str, **more: Any) -> list[dict[str, Any]]:
            async with floor.store.reading() as transaction:
                return await search(transaction, Search(remembered(line, ["pit-1"]), **more), NOW)

        assert {row["round"] for row in await find("seat 2")} == {
            told["round"] for told in rounds if "2" in told["seats"] or "2" in told["layout"]
        }
        laid = {
            (told["round"], seat, bet)
            for told in rounds
            for seat, of in told["layout"].items()
            for bet, _ in of["stakes"]
        }
        _, seat, bet = min(laid)
        async with floor.store.reading() as transaction:
            found = await search(transaction, Search(Remembered(seat=int(seat), bet=bet)), NOW)
        assert {row["round"] for row in found} == {n for n, of, name in laid if of == seat and name.startswith(bet)}
        thrown = {
            told["round"]: "-".join(str(face) for face in sorted(row["faces"]))
            for told in rounds
            for row in told["happened"]
            if row["what"] == "result"
        }
        pair = next(iter(thrown.values()))
        assert {row["round"] for row in await find(pair)} == {n for n, of in thrown.items() if of == pair}
        at = rounds[0]["ended_at"]
        hour = at // 3_600_000 % 24
        assert {row["round"] for row in await find(f"{hour}:{at // 60_000 % 60:02}")} >= {rounds[0]["round"]}
        assert await find(f"{(hour + 5) % 24}:00 pit-1") == []
        assert await find("", until=rounds[-1]["opened_at"] - 1) == []

    with_floor(tmp_path, database, test)


def test_a_round_is_told_as_the_cabinets_own_recall_tells_it(
    busy: Path,  # noqa: F811
    tmp_path: Path,
    database: str,
) -> None:
    async def test(floor: Floor) -> None:
        await filled(floor, busy)
        with Reader(busy) as reader:
            journal = reader.standing.journal
            for number in (1, 3, 6):
                async with floor.store.reading() as transaction:
                    found = await around(transaction, journal, number)
                ours = json.loads(json.dumps(told(found, "rounds", number)["rounds"]))
                assert ours == json.loads(json.dumps(recall(reader, Which(number=number))))
                assert told(found, "seen", number)["document"] == as_seen(reader, number)
                try:
                    script = as_script(reader, number)["script"]
                except NoScript as reason:
                    with pytest.raises(NotThere, match=str(reason)[:30]):
                        told(found, "script", number)
                else:
                    assert told(found, "script", number)["document"]["script"] == script
            async with floor.store.reading() as transaction:
                with pytest.raises(NotThere):
                    await around(transaction, journal, 10_000)

    with_floor(tmp_path, database, test)


def test_money_and_fairness_are_the_cabinets_own_figures(
    busy: Path,  # noqa: F811
    tmp_path: Path,
    database: str,
) -> None:
    with Reader(busy) as reader:
        counts = read_meters(reader, 0).columns["lifetime"]
        dice = dice_document(reader, Span(all=True))
    due = held(counts)

    async def test(floor: Floor) -> None:
        await filled(floor, busy)
        async with floor.store.reading() as transaction:
            found = await money(transaction, MoneyQuestion())
            nothing = await money(transaction, MoneyQuestion(cabinet="pit-2"))
            (falls,) = await fairness(transaction, 0, 10**6, "")
        (machine,) = found["machines"]
        assert (machine["wagered"], machine["actual"], machine["band"]) == (
            due.wagered,
            due.actual,
            list(due.band or ()),
        )
        assert {row["name"]: row["actual"] for row in found["bets"]} == {
            bet: held(part).actual for bet, part in by_bet(counts).items()
        }
        for part in ("games", "days"):
            assert sum(row["wagered"] for row in found[part]) == due.wagered
        meters = found["cash"][0]["meters"]
        assert meters == {name: counts[name] for name in meters}
        assert any(name.startswith("in:") for name in meters)
        issued = await asked(floor.store, "select state, amount from tickets")
        assert sum(row["amount"] for row in found["tickets"]) == sum(row["amount"] for row in issued)
        assert nothing["machines"] == []
        assert falls["totals"] == dice["totals"]

    with_floor(tmp_path, database, test)


def test_a_file_for_analysts_has_every_column_and_no_formula() -> None:
    rows = list(DictReader(io.StringIO(as_csv([{"name": "=1+1", "amount": -5}, {"name": "a,b", "more": 1}]))))
    assert rows == [{"name": "'=1+1", "amount": "-5", "more": ""}, {"name": "a,b", "amount": "", "more": "1"}]
