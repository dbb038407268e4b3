"""The one table of facts: none is forgotten, and whatever happens can be told, in sentences and in fields."""

from pathlib import Path
from typing import get_args

import pytest

from controller.facts.english import hold, why_held
from controller.facts.kinds import Decision
from controller.facts.table import FACTS, check
from controller.table.holds.reasons import REMEDY
from controller.vault.books import event_log
from controller.vault.books.event_log import LogQuery, read_log
from controller.vault.read.reader import Reader
from controller.vault.read.recall import Which, recall
from tests.vault.evening import Evening
from tests.vault.recorded import opened, round_of_all_kinds

KINDS = get_args(Decision)


def test_a_fact_without_a_row_and_a_row_without_a_fact_are_refused() -> None:
    forgotten = {name: row for name, row in FACTS.items() if name != "KeySwitched"}
    with pytest.raises(TypeError, match="KeySwitched"):
        check(forgotten, KINDS)
    with pytest.raises(TypeError, match="Weather"):
        check({**FACTS, "Weather": FACTS["KeySwitched"]}, KINDS)


def test_a_fact_that_is_logged_and_cannot_be_said_is_refused() -> None:
    with pytest.raises(TypeError, match="not said: \\['KeySwitched'\\]"):
        check({**FACTS, "KeySwitched": FACTS["KeySwitched"]._replace(says=None)}, KINDS)


def test_every_kind_under_which_a_fact_is_logged_can_be_asked_for() -> None:
    kinds = {row.kind for row in FACTS.values() if isinstance(row.kind, str)} - {""}
    assert {"host", "jackpot"} <= kinds <= event_log.KINDS.keys()


def test_whatever_happens_in_an_evening_is_logged_and_recalled_in_fields_and_said(tmp_path: Path) -> None:
    kept, world, reasons = opened(tmp_path / "vault"), Evening(seed=26, restless=0.2), set[str]()
    for now in round_of_all_kinds():
        kept.take(*now)
    world.go_on_at(kept.table)
    for _ in range(400):
        kept.take(*world.next(kept.table))
        for reason, about in kept.table.holds.items():
            assert why_held(reason, about) != reason
            reasons.add(reason)
    kept.commit()
    kept.close()
    assert len(reasons) > 6
    assert reasons <= REMEDY.keys()
    with Reader(tmp_path / "vault") as reader:
        with reader.view() as connection:
            lines = read_log(connection, LogQuery(last=100_000))
        rounds = recall(reader, Which(last=1000))
    assert all(line["text"] and line["fact"] and line["text"] not in FACTS for line in lines)
    assert all(row["what"] for round in rounds for row in round["happened"])
    assert {line["text"] for line in lines if line["kind"] == "fault"} == {"sensor_dead", "all clear"}


def test_the_unit_s_faults_keep_their_names_to_what_holds_the_table() -> None:
    assert why_held("dice_fault", {"faults": ["motor_stall", "unknown"]}) == "motor_stall, unknown"


@pytest.mark.parametrize(
    "reason, about, words",
    [
        ("unit_changed", {"serial": 5, "was": 4}, "unit 5 is here where unit 4 was"),
        ("unit_changed", {"last_roll": 5, "known": 9}, "the unit's last roll went back from 9 to 5"),
        ("roll_jump", {"last_roll": 90, "known": 9}, "the unit's last roll is 90, ours 9"),
        ("operator", {"by": "ann", "why": ""}, "held by ann"),
        ("operator", {"by": "ann", "why": "a {spill}"}, "a {spill}"),
        ("operator", {"act": "restart", "by": "ann", "why": "x"}, "started anew by ann: x"),
        ("door_latch", {"doors": ["logic"]}, "the logic door was opened while nobody could look"),
        ("dice", {"verdict": "bad_parameter"}, "the unit does not take the settings that it is started with"),
        ("second_place", {"code": "head_missing", "why": "/mnt"}, "head_missing: /mnt"),
        ("lid", {"words": "as an older Boxcars said"}, "as an older Boxcars said"),
    ],
)
def test_why_the_table_stands_still_is_said_of_what_is_known(reason: str, about: dict[str, object], words: str) -> None:
    assert why_held(reason, about) == words


def test_the_end_of_a_hold_by_the_host_is_said_and_one_that_nobody_foresaw_spoils_no_recall() -> None:
    ended = {"type": "HoldChanged", "on": False, "about": {}}
    assert hold(ended | {"reason": "host"}) == ("host has gone", "no host turns play off any more")
    assert hold(ended | {"reason": "of_another_year"}) == ("of_another_year has gone", "")
