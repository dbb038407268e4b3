"""Events, decisions and whole states survive JSON exactly; what is not one is refused."""

import json
from typing import Any

import pytest

from controller.facts.kinds import Answer, Posting, ResultKnown
from controller.table.digest import Digester, digest_of
from controller.table.events import Thrown, TimePassed
from controller.table.machine import step
from controller.table.records import BadRecord, completed, from_json, to_json, with_shown
from controller.table.snapshot import from_plain, plain
from controller.table.staff.said import act_said
from controller.table.staff.settings import TableSettings
from tests.asked import wager
from tests.table.evening import an_evening
from tests.table.test_holds import PHASES, in_phase

WAGER = {
    "type": "Wager",
    "seat": 1,
    "client": "t",
    "id": 1,
    "round": 1,
    "do": "place",
    "bet": "field",
    "amount": 5,
    "on": None,
}


def test_a_record_says_its_type_and_every_field() -> None:
    assert to_json(wager(1, "t", 1, 1, "place", "field", 5)) == WAGER


def test_records_come_back_exactly() -> None:
    for record in (
        Thrown(1, "ok", {"faces": [3, 4]}, True, "ab", "cd"),
        act_said("menu", 1, "ann", "supervisor", "settings", change={"limits": {"max": 300}}),
        Answer("t", 1, True, "ok", "", {"credits": 5}),
        Posting("house", "field", -5),
    ):
        assert from_json(json.loads(json.dumps(to_json(record)))) == record


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "Wager",
        {},
        {"type": "Wagers"},
        {"type": 5},
        {**WAGER, "more": 1},
        {key: value for key, value in WAGER.items() if key != "on"},
        {**WAGER, "seat": "1"},
        {**WAGER, "seat": True},
        {**WAGER, "amount": 5.0},
        {"type": "ResultKnown", "roll_id": 1, "faces": [3, 4]},
        {"type": "ResultKnown", "roll_id": 1, "result": 3},
    ],
)
def test_what_is_no_record_is_refused(data: Any) -> None:
    with pytest.raises(BadRecord):
        from_json(data)


def test_a_report_and_a_result_of_before_games_had_words_of_their_own_are_read_as_they_are_now() -> None:
    thrown = {"type": "Thrown", "roll_id": 1, "outcome": "ok", "faces": [3, 4], "authentic": True}
    assert from_json(completed(thrown)) == Thrown(1, "ok", {"faces": [3, 4]}, True)
    known = {"type": "ResultKnown", "roll_id": 1, "faces": [3, 4]}
    assert from_json(with_shown(known)) == ResultKnown(1, {"faces": [3, 4]})


def test_a_result_of_before_games_had_words_of_their_own_waits_in_a_snapshot_still() -> None:
    data = json.loads(json.dumps(plain(in_phase("rolling").table)))
    data["table"]["result"] = [3, 4]
    assert from_plain(data).result == {"faces": [3, 4]}


@pytest.mark.parametrize("phase", PHASES)
def test_a_table_comes_back_from_plain_data_exactly(phase: str) -> None:
    table = in_phase(phase).cash_out(2).door("drop", True).table
    data = plain(table)
    again = from_plain(json.loads(json.dumps(data, sort_keys=True)))
    assert json.dumps(plain(again), sort_keys=True) == json.dumps(data, sort_keys=True)
    assert digest_of(again) == digest_of(table)
    assert again.clients == table.clients


def test_data_of_another_book_are_refused() -> None:
    data = plain(an_evening().table)
    data["rules"]["title"] = "Another book"
    with pytest.raises(ValueError, match="these data were played by book"):
        from_plain(data)


def test_the_digest_tells_states_apart_and_knows_equal_ones() -> None:
    evening, another = an_evening(), an_evening()
    assert digest_of(evening.table) == digest_of(another.table)
    assert digest_of(evening.bet(1, "field", 500).table) != digest_of(another.bet(1, "field", 600).table)


def test_the_digest_covers_every_field_of_the_table() -> None:
    """Whatever `plain` tells apart, the digest tells apart too, but for the books of who asked."""
    table = in_phase("rolling").table
    before = digest_of(table)
    for name, value in {
        "last_roll": 99,
        "outside": 1,
        "no_rolls": 2,
        "round": 7,
        "settings": TableSettings(bet_time=7),
    }.items():
        changed = table.fork()
        setattr(changed, name, value)
        assert digest_of(changed) != before, name


def test_refused_is_unchanged_to_the_bit() -> None:
    evening = an_evening().bet(1, "field", 500)
    before = digest_of(evening.table)
    assert digest_of(evening.bet(1, "field", 1).bet(9, "field", 500).press(2).table) == before
    assert step(evening.table, TimePassed(), 5000).decisions == []


def test_the_order_in_which_wagers_were_laid_is_part_of_the_state() -> None:
    one = an_evening().bet(1, "field", 500).bet(1, "any_seven", 500)
    other = an_evening().bet(1, "any_seven", 500).bet(1, "field", 500)
    assert plain(one.table)["seats"]["1"] != plain(other.table)["seats"]["1"]


def test_a_seat_that_was_not_said_to_be_touched_keeps_its_old_digest() -> None:
    """So the tests that compare with the digest from scratch would notice a seat that is left out."""
    evening = an_evening()
    kept = Digester(evening.table)
    evening.bet(1, "field", 500)
    assert kept.after(evening.table, ()) != digest_of(evening.table)
    assert kept.after(evening.table, (1,)) == digest_of(evening.table)
