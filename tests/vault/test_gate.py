"""Nothing gets into a journal that cannot be read back: what was sent so is refused, what is our own ends the run."""

import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from controller.server.loop.journal import Journal
from controller.server.loop.ports import StoreFailed
from controller.table.events import SoftwareChecked
from controller.table.staff.act import OperatorAct
from controller.table.staff.operating import ACTS
from controller.table.staff.said import act_said
from controller.vault.faults import VaultFault
from controller.vault.kept_table import KeptTable
from controller.vault.lifecycle.creation import Birth, Dice, Life, bear
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from tests.table.test_canonical_gate import ANYTHING
from tests.vault.conftest import Open
from tests.vault.evening import KEY, Clock, make_table, new_state
from tests.vault.recorded import opened

ALL = ProofWanted(make_table, KEY)


def act(id: int, change: Any) -> OperatorAct:
    """An act with something of a free form in it: the only one there is."""
    return act_said("operator/anna", id, "anna", "attendant", "settings", change=change)


def hold(id: int, why: str) -> OperatorAct:
    return act_said("operator/anna", id, "anna", "attendant", "hold", reason=why)


@pytest.mark.parametrize("change", [{"x": 1.5}, {"x": math.nan}, {"x": "\ud800"}, {3: 4}])
def test_an_act_that_cannot_be_kept_is_refused_and_leaves_no_trace(change: Any, vault: Path, reopen: Open) -> None:
    kept = reopen()
    before, seq = kept.table, kept.vault.seq
    kept.take(act(1, change))
    (told,) = kept.commit()
    assert told.answer is not None
    assert (told.answer.ok, told.answer.code, told.answer.id) == (False, "not_recordable", 1)
    assert (kept.table, kept.vault.seq) == (before, seq)
    kept.take(hold(2, "a whole number"))
    assert kept.commit()[-1].seq == seq + 1
    kept.vault.close()
    again = reopen()
    assert again.table.holds["operator"]["why"] == "a whole number"
    again.close()
    assert verify(vault, ALL).fault is None


def test_what_goes_with_it_in_the_same_commit_is_kept(vault: Path, reopen: Open) -> None:
    kept = reopen()
    kept.take(hold(1, "first"))
    kept.take(act(2, {"x": 0.5}), 70)
    kept.take(act_said("operator/anna", 3, "anna", "attendant", "credit", seat=1, amount=500), 30)
    assert [told.answer.ok for told in kept.commit() if told.answer] == [True, False, True]
    kept.vault.close()
    again = reopen()
    assert again.table.game.money(1).credits == 500
    again.close()
    assert verify(vault, ALL).fault is None


def test_what_is_our_own_and_cannot_be_kept_ends_the_run(vault: Path, reopen: Open) -> None:
    kept = reopen()
    before = kept.table
    with pytest.raises(VaultFault, match="entry_unwritable"):
        kept.vault.append("period_cleared", {"by": 1.5})
    with pytest.raises(StoreFailed, match="entry_unwritable"):
        Journal(kept, Dice.UNIT).take(SoftwareChecked("0.1.0", "\ud800"))
    kept.vault.close()
    assert verify(vault, ALL).fault is None
    again = reopen()
    assert again.table.phase == before.phase
    again.close()


OPERATORS = some.builds(
    act_said,
    client=some.just("operator/anna"),
    id=some.just(0),
    operator=some.just("anna"),
    role=some.sampled_from(["attendant", "technician", "supervisor", "nobody"]),
    act=some.sampled_from([*ACTS, "no_such_act"]),
    seat=some.sampled_from([0, 1, 2, 9, 2**70]),
    amount=some.sampled_from([0, 1, 500, -3, 10**15, 2**64, 10**30]),
    reference=some.text(some.characters(exclude_categories=()), max_size=40),
    change=some.none()
    | some.dictionaries(some.sampled_from(["name", "pin", "role", "keep_days", "x", "bet_time"]), ANYTHING),
)


@settings(
    max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None
)
@given(acts=some.lists(OPERATORS, min_size=1, max_size=12))
def test_whatever_acts_come_the_journal_is_read_verified_and_started(
    acts: list[OperatorAct], tmp_path_factory: pytest.TempPathFactory
) -> None:
    place = tmp_path_factory.mktemp("acts") / "vault"
    bear(place, Birth(Life.LIVE, new_state(), Clock()()))
    kept = KeptTable.open(place, Clock(), make_table, dice=Dice.UNIT)
    for id, one in enumerate(acts, 1):
        kept.take(one._replace(id=id), 10)
        (told,) = kept.commit()
        assert told.answer is not None
        assert told.answer.id == id
    held, digest = kept.table, kept._digester.digest(kept.table)
    kept.vault.close()  # as a power cut ends it
    assert verify(place, ALL).fault is None
    again = opened(place) if (place / "signing.key").exists() else kept
    assert (again.table.phase, again.table.holds) == (held.phase, held.holds)
    assert again._digester.digest(again.table) == digest
    again.close()
    assert verify(place, ALL).fault is None
