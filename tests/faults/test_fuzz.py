"""A short fuzz, the same every time: the long one, with other inputs each time, is `make fuzz`."""

import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from controller.protocol.message import BadMessage, decode
from controller.protocol.terminals.version_1 import FROM_TERMINAL
from controller.vault.faults import VaultFault
from controller.vault.read.reader import Reader
from controller.vault.read.recall import Which, recall
from tests.faults.fuzz.schema import why_not
from tests.faults.fuzz.targets import meddling, targets
from tests.vault.conftest import Open
from tests.vault.recorded import opened

INPUTS = {
    "wire": 1500,
    "desks": 400,
    "edges": 240,
    "questions": 300,
    "codec and panels": 400,
    "bill acceptors": 600,
    "bills on ID-003": 1500,
    "configuration": 40,
    "rule books": 20,
    "scenarios": 60,
    "simulation scripts": 100,
    "journals": 25,
}


@pytest.mark.parametrize("name", INPUTS)
def test_what_others_wrote_is_taken_or_refused_and_nothing_falls_over(name: str) -> None:
    target = targets()[name]
    taken = sum(target(random.Random(f"{name}/{number}")) for number in range(INPUTS[name]))
    assert taken < INPUTS[name]


def test_every_target_has_its_share() -> None:
    assert targets().keys() == INPUTS.keys()


def test_the_reader_of_schemas_sees_what_is_forbidden() -> None:
    schema = {
        "type": "object",
        "properties": {"n": {"type": "integer", "maximum": 3}, "s": {"type": "string", "pattern": "^a"}},
        "required": ["n"],
        "additionalProperties": False,
    }
    assert why_not({"n": 3, "s": "ab"}, schema, schema) is None
    wrongs: tuple[Any, ...] = ({}, {"n": 4}, {"n": True}, {"n": 1, "s": "b"}, {"n": 1, "x": 1}, [], None)
    for wrong in wrongs:
        assert why_not(wrong, schema, schema) is not None


def test_true_is_no_version_of_the_wire() -> None:
    decode(FROM_TERMINAL, b'{"kind": "goodbye", "v": 1}')
    for wrong in (b"true", b"1.0", b"2", b'"1"'):
        with pytest.raises(BadMessage):
            decode(FROM_TERMINAL, b'{"kind": "goodbye", "v": ' + wrong + b"}")


def spoiled(played: Path, tmp_path: Path, change: str) -> Path:
    shutil.copytree(played, tmp_path / "spoiled")
    with meddling(tmp_path / "spoiled" / "journal.db") as connection:
        connection.execute(change)
    return tmp_path / "spoiled"


def test_an_entry_that_cannot_be_read_is_said_by_recall(played: Path, tmp_path: Path) -> None:
    change = "update entry set body = substr(body, 1, 40) where seq > 3"
    with Reader(spoiled(played, tmp_path, change)) as reader, pytest.raises(VaultFault, match="entry_unreadable"):
        recall(reader, Which(last=100))


@pytest.mark.parametrize(
    "change", ["update vault set life = 'alive'", "update vault set life = x'00'", "update vault set base_seq = 'one'"]
)
def test_a_journal_whose_own_description_is_spoiled_is_not_opened(played: Path, tmp_path: Path, change: str) -> None:
    with pytest.raises(VaultFault, match="file_damaged"):
        Reader(spoiled(played, tmp_path, change))


def test_a_start_says_that_the_first_entry_cannot_be_read(vault: Path, reopen: Open) -> None:
    kept = reopen()
    kept.close()
    kept = reopen()
    kept.close()
    with meddling(vault / "journal.db") as connection:
        connection.execute("update entry set body = '{' where seq = 1")
    with pytest.raises(VaultFault, match="entry_unreadable"):
        reopen()


def test_a_journal_whose_very_layout_is_no_text_is_said_to_be_damaged(played: Path, tmp_path: Path) -> None:
    shutil.copytree(played, tmp_path / "spoiled")
    file = tmp_path / "spoiled" / "journal.db"
    file.with_name("journal.db-wal").unlink(missing_ok=True)
    data = file.read_bytes()
    name = data.index(b"round_seat")
    file.write_bytes(data[:name] + b"\xe5\xe6\xe7(" + data[name + 4 :])
    with pytest.raises(VaultFault, match="file_damaged"):
        Reader(file.parent)
    with pytest.raises(VaultFault):
        opened(file.parent)
