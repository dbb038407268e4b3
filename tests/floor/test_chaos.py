"""A house of processes, whatever happens to it, ends with every journal in its store and the alarms that were listed;
and each bug that is planted in it is found by its trouble."""

import pytest

from tests.floor.chaos.__main__ import play
from tests.floor.chaos.planted import BUGS
from tests.floor.chaos.run import PATIENCE, what_is_wrong
from tests.floor.chaos.script import CABINETS, FLOOR, Setting, Trouble, drawn, listed
from tests.floor.chaos.watch import Quiet

SEEDS = (100, 101, 102, 103)
"""One for each store, with and without a broker."""
TROUBLES = 5
ANYTHING = Setting(postgres=True, broker=True)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_happens_to_a_house_of_processes_every_journal_is_there_and_no_alarm_but_those_listed(
    seed: int,
) -> None:
    assert play(seed, TROUBLES, long=False) == []


@pytest.mark.timeout(600)
@pytest.mark.parametrize("bug", BUGS)
def test_a_bug_that_is_planted_in_a_process_is_found(bug: str) -> None:
    planted = BUGS[bug]
    patience = PATIENCE if planted.setting.long else PATIENCE / 3
    wrong = what_is_wrong([planted.found_by], planted.setting, bug=bug, patience=patience)
    assert planted.says in " ".join(wrong)


def test_a_script_is_drawn_from_its_seed_alone_and_says_beforehand_what_it_has_to_raise() -> None:
    assert drawn(7, 50, ANYTHING) == drawn(7, 50, ANYTHING) != drawn(8, 50, ANYTHING)
    first = CABINETS[0]
    copied, back = Trouble("store copied", FLOOR, 0.0, 0), Trouble("store put back", FLOOR, 0.0, 0)
    revoked, forgotten = Trouble("key revoked", first, 0.0, 0), Trouble("acceptance forgotten", first, 0.0, 0)
    assert listed([revoked]) == listed([revoked, copied, back]) == {(first, "no_key")}
    assert listed([copied, revoked, back]) == set(), "an older store knows nothing of it"
    assert listed([forgotten, back]) == {(first, "fork"), (first, "quarantined")}
    assert Trouble("clock set", FLOOR, 0.0, 0).passing == {(name, "clock") for name in CABINETS}


def test_a_cabinet_may_be_called_silent_only_where_its_uplink_was_not_answered_for_so_long() -> None:
    quiet, first = Quiet(60), CABINETS[0]
    for now in range(0, 100, 10):
        quiet.note(first, heard_at=1000 + now, before=now - 10)
        assert quiet.silent(now) == set(), "it is answered all the while"
    for now in range(100, 140, 10):
        quiet.note(first, heard_at=1090, before=now - 10)
        assert quiet.silent(now) == set(), "not long enough"
    quiet.note(first, heard_at=0, before=130)
    assert quiet.silent(140) == {(first, "silent")}, "its process took a minute to start, and was not heard yet"
    quiet.note(first, heard_at=2000, before=140)
    assert quiet.silent(150) == set()
