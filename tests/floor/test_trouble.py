"""A house in trouble, whatever the seed, ends with every journal in its store and the alarms that were listed; and each
bug that is planted in floor or uplink is found by it."""

from pathlib import Path
from typing import Any

import pytest

from controller.floor.uplinks import desk
from controller.floor.witness import accepting, witness
from controller.floor.witness.checking import WholeBatch, checked
from controller.floor.witness.witness import Witness
from controller.protocol.floor import SealSaid
from controller.uplink.process import UplinkLoop
from tests.floor.instead import answered_before_its_commit, nothing, without_rows, without_the_chain
from tests.floor.trouble import what_is_wrong

SEEDS = (1, 2, 3)
Patch = pytest.MonkeyPatch


@pytest.mark.parametrize("seed", SEEDS)
def test_in_whatever_trouble_every_journal_is_there_in_the_end_and_no_alarm_but_those_listed(
    seed: int, tmp_path: Path, database: str
) -> None:
    assert what_is_wrong(tmp_path, database, seed) == []


def _of_any_life(data: bytes) -> WholeBatch:
    found = checked(data)
    for entry in found.entries:
        entry.update({"life": "live"} if "life" in entry else {})
    return found


def _last_of(seals: list[SealSaid], _journal: str, _key: bytes, after: int) -> int:
    return seals[-1].seq if seals else after


PLANTED: dict[str, tuple[Any, str, Any]] = {
    "the answer comes before the commit": (Witness, "take", answered_before_its_commit),
    "what overlaps is not compared": (Witness, "_compare", nothing()),
    "signatures of the journal are not looked at": (
        witness,
        "check_seals",
        lambda *of: max([of[3], *(s.seq for s in of[0])]),
    ),
    "signatures of batches are not looked at": (witness, "is_signed", lambda *_: True),
    "heads are not judged": (witness, "judge_head", nothing()),
    "a demo's journal is taken": (witness, "checked", _of_any_life),
    "any name has a key": (desk, "key_of_cabinet", lambda *_: bytes(32)),
    "rows are not kept": (witness, "go_on", without_rows),
    "the raw chain is not kept": (witness, "go_on", without_the_chain),
    "another past does not wait for a person": (witness, "_quarantine", nothing()),
    "the books of an accepted past begin empty": (accepting, "_book_again", nothing(0)),
    "the uplink does not compare": (UplinkLoop, "_check", lambda *_: None),
}


@pytest.mark.parametrize("bug", PLANTED)
def test_a_planted_bug_is_found(bug: str, tmp_path: Path, monkeypatch: Patch) -> None:
    where, name, instead = PLANTED[bug]
    monkeypatch.setattr(where, name, instead)
    for seed in SEEDS:
        (tmp_path / str(seed)).mkdir()
    assert any(what_is_wrong(tmp_path / str(seed), 'sqlite = "floor.db"', seed) for seed in SEEDS)
