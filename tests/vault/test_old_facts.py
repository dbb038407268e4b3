"""A journal whose facts were notes and sentences is told as it was told then, line by line.

The sample was written by the Boxcars of 19 November 2026 (commit 0780bf5) and holds every note, hold, test and change
of a seat that it knew. In `told.json` stands what that Boxcars printed of it: the event log, every round of recall, and
the meters. It is never made anew.
"""

import json
import tarfile
from pathlib import Path
from typing import Any

import pytest

from controller.facts.table import sentence
from controller.table.holds.acts import Hold
from controller.table.records import from_json
from controller.table.staff.act import OperatorAct
from controller.vault.books.event_log import LogQuery, read_log
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from controller.vault.read.figures import read_meters
from controller.vault.read.old_records import as_now, event_as_now
from controller.vault.read.reader import Reader
from controller.vault.read.recall import Which, recall
from tests.vault.evening import KEY, Evening, make_table, play
from tests.vault.recorded import opened
from tests.vault.sample import SAMPLES, facts

EVERYTHING = 100_000
Row = dict[str, Any]


@pytest.fixture
def told(tmp_path: Path) -> dict[str, Any]:
    """The vault in `tmp_path/vault`, and what was printed of it."""
    with tarfile.open(SAMPLES / "facts-as-notes.tar.xz") as packed:
        packed.extractall(tmp_path, filter="data")
    (tmp_path / "vault" / "signing.key").chmod(0o600)
    found: dict[str, Any] = json.loads((tmp_path / "told.json").read_text())
    return found


def log_of(vault: Path) -> list[Row]:
    with Reader(vault) as reader, reader.view() as connection:
        return read_log(connection, LogQuery(last=EVERYTHING))


def then(rows: list[Row], before: list[Row]) -> list[Row]:
    """Of these rows what the Boxcars of then said of them too."""
    return [{name: row.get(name) for name in old} for row, old in zip(rows, before, strict=True)]


def test_its_event_log_says_what_it_said(told: dict[str, Any], tmp_path: Path) -> None:
    assert then(log_of(tmp_path / "vault"), told["log"]) == told["log"]


def test_its_rounds_are_recalled_as_they_were(told: dict[str, Any], tmp_path: Path) -> None:
    with Reader(tmp_path / "vault") as reader:
        rounds = json.loads(json.dumps(recall(reader, Which(last=1000))))
    for round, before in zip(rounds, told["rounds"], strict=True):
        assert then(round["happened"], before["happened"]) == before["happened"]
        assert round | {"happened": []} == before | {"happened": []}


def test_its_meters_say_what_they_said(told: dict[str, Any], tmp_path: Path) -> None:
    with Reader(tmp_path / "vault") as reader:
        for scope, counts in told["meters"].items():
            assert read_meters(reader, int(scope)).columns["lifetime"] == counts


def test_every_book_of_it_is_proved_and_it_plays_on(told: dict[str, Any], tmp_path: Path) -> None:
    """The proof keeps every book again from the entries, so every old line has to come out as it is written."""
    vault = tmp_path / "vault"
    assert verify(vault, ProofWanted()).fault is None
    kept = opened(vault)
    assert facts(kept) == told["facts"]
    world = Evening(seed=3, restless=0.1)
    world.go_on_at(kept.table)
    play(kept, world, 100)
    kept.close()
    assert verify(vault, ProofWanted(make_table, KEY)).fault is None
    assert then(log_of(vault)[-len(told["log"]) :], told["log"]) == told["log"]


@pytest.mark.usefixtures("told")
def test_old_lines_are_told_in_fields_too(tmp_path: Path) -> None:
    """All but those whose sentence had no form of its own."""
    lines = log_of(tmp_path / "vault")
    told_alone = {line["kind"] for line in lines if line["fact"] is None}
    assert told_alone <= {
        "fault",
        "ignored",
        "malfunction",
        "no_roll",
        "void",
        "test",
        "power",
        "operator",
        "dice_unit",
    }
    keys = [line["fact"] for line in lines if line["text"] == "attendant turned back"]
    assert keys == [{"what": "key", "on": False, "key": "attendant"}]


def test_a_fault_latch_that_was_a_number_is_read_by_its_names() -> None:
    names = ["motor_stall", "sensor_dead", "unknown"]
    assert event_as_now({"type": "FaultsChanged", "faults": 0x8005}) == {"type": "FaultsChanged", "faults": names}
    assert event_as_now({"type": "LidMoved", "open": True}) == {"type": "LidMoved", "open": True}


def test_a_note_that_no_boxcars_wrote_is_refused() -> None:
    with pytest.raises(ValueError, match="no Boxcars ever noted of key: operator danced"):
        as_now({"type": "Noted", "what": "key", "details": "operator danced"}, {"type": "TimePassed"})


def test_what_a_lock_was_about_is_read_from_its_amount_and_before_that_from_its_sentence() -> None:
    lock = {"type": "SeatChanged", "seat": 2, "what": "large_win"}
    typed = as_now({**lock, "details": "", "amount": 500}, {"type": "TimePassed"})
    in_words = as_now({**lock, "details": "won 500 in one roll"}, {"type": "TimePassed"})
    assert typed["amount"] == in_words["amount"] == 500
    assert (sentence(typed)[1], sentence(in_words)[1]) == ('{"amount":500}', "won 500 in one roll")


def test_an_act_of_which_more_was_recorded_than_anybody_takes_is_read_as_it_was_meant() -> None:
    """Before an act had fields of its own, whatever a station said of it was recorded, taken or refused."""
    said = {"seat": 0, "amount": 0, "reference": "a spill", "change": {"x": 1.5, "name": "eve"}, "returns": None}
    old = {"type": "OperatorAct", "client": "m", "id": 1, "operator": "ann", "role": "attendant", "act": "hold", **said}
    now = from_json(event_as_now(old))
    assert now == OperatorAct("m", 1, "ann", "attendant", Hold(reason="a spill"))
    assert event_as_now(event_as_now(old)) == event_as_now(old)
