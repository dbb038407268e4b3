"""A journal that is played again on several workers: what is proved and what is found is that of one walk."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from controller.vault.journal.files import journal_in, open_reader
from controller.vault.journal.identity import standing_of
from controller.vault.kept_table import KeptTable
from controller.vault.lifecycle.creation import Birth, Life, bear
from controller.vault.prove import verify as proving
from controller.vault.prove.legs import Leg, Replayed, legs, play
from controller.vault.prove.report import ProofReport
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted, Walk
from tests.vault.evening import KEY, Clock, Evening, close_day, make_table, new_state
from tests.vault.evening import play as play_on
from tests.vault.recorded import opened
from tests.vault.tampering import attack, sql
from tests.vault.test_archive_steps import moved_on

ALONE = ProofWanted(make_table, KEY)
TOGETHER = ALONE._replace(workers=2)


@pytest.fixture(autouse=True)
def worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short journal too."""
    monkeypatch.setattr(proving, "WORTH_A_PROCESS", 0)


@pytest.fixture(scope="module")
def of_three_days(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with a snapshot for each day that was closed, and a little after the last."""
    place = tmp_path_factory.mktemp("days") / "vault"
    bear(place, Birth(Life.LIVE, new_state(), Clock()()))
    kept = opened(place)
    for day in range(4):
        play_on(kept, Evening(seed=5 + day, restless=0.06), 120)
        close_day(kept, f"2026-09-2{day}")
    play_on(kept, Evening(seed=9, restless=0.06), 60)
    kept.close()
    return place


@pytest.fixture
def days(of_three_days: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(of_three_days, tmp_path / "vault"))


def cut(place: Path) -> list[Leg]:
    file = journal_in(place)
    with closing(open_reader(file)) as connection:
        return legs(file, connection, standing_of(connection, str(file)), make_table)


def said(report: ProofReport) -> tuple[ProofReport, str]:
    """Two faults are never the same object."""
    return report._replace(fault=None), str(report.fault)


def test_the_legs_follow_on_each_other_from_the_first_entry_to_the_last(days: Path) -> None:
    found = cut(days)
    assert len(found) >= 5  # four days, and what came after them
    assert [one.first for one in found] == [1, *(one.last + 1 for one in found[:-1])]
    assert found[-1].last == verify(days, ALONE).last_seq
    assert all(isinstance(play(one), Replayed) for one in found)


def test_what_is_proved_together_is_what_one_walk_proves_and_nothing_is_played_twice(
    days: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = verify(days, ALONE)
    monkeypatch.setattr(proving, "Walk", _no_replay_in(Walk))
    assert verify(days, TOGETHER) == alone
    assert alone.fault is None


def _no_replay_in(walk: type) -> Callable[..., object]:
    def made(connection: object, standing: object, wanted: ProofWanted) -> object:
        assert wanted.make_table is None, "one walk has played all of it again"
        return walk(connection, standing, wanted)

    return made


ATTACKS = {
    "a state of another day": "update snapshot set body = (select body from snapshot order by seq limit 1)",
    "an answer changed": "update answer set body = replace(body, 'true', 'false')",
    "all answers deleted": "delete from answer",
    "the first answer deleted": "delete from answer where id = (select min(id) from answer)",
    "a day's snapshot gone": "delete from snapshot where seq = (select min(seq) from snapshot where of_day != '')",
}


@pytest.mark.parametrize("what", ATTACKS)
def test_what_is_wrong_is_found_where_one_walk_finds_it(days: Path, what: str) -> None:
    attack(days, sql(ATTACKS[what]))
    assert said(verify(days, TOGETHER)) == said(verify(days, ALONE))


@pytest.mark.parametrize("leg", [0, 1, 2])
def test_a_span_that_decides_otherwise_is_bad_and_the_others_are_good(days: Path, leg: int) -> None:
    at = cut(days)[leg]
    attack(days, lambda connection: _other_digest(connection, at.first, at.last))
    assert [play(one) is None for one in cut(days)] == [one == at for one in cut(days)]


def _other_digest(connection: sqlite3.Connection, first: int, last: int) -> None:
    """The last step of these says another state."""
    (seq, body) = connection.execute(
        'select seq, body from entry where seq between ? and ? and instr(body, \'"kind":"step"\') '
        "order by seq desc limit 1",
        (first, last),
    ).fetchone()
    before, digest = bytes(body).split(b'"digest":"')
    connection.execute(
        "update entry set body = ? where seq = ?", (before + b'"digest":"' + b"00" * 32 + digest[64:], seq)
    )


def test_an_archive_and_the_journal_that_goes_on_from_it_are_proved_together_as_by_one_walk(
    days: Path, tmp_path: Path
) -> None:
    vault, moved = moved_on(days, tmp_path / "archive.db")
    while vault.remove_archived():
        vault.commit()
    vault.close()
    for place in (moved.file, days):
        assert said(verify(place, TOGETHER)) == said(verify(place, ALONE))
        assert verify(place, TOGETHER).fault is None


def test_a_journal_that_somebody_writes_or_that_is_short_is_walked_once(
    days: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: object) -> None:
        raise AssertionError("it was cut")

    monkeypatch.setattr(proving, "played_by_legs", none)
    kept: KeptTable = opened(days)
    try:
        assert verify(days, TOGETHER).fault is None
    finally:
        kept.close()
    monkeypatch.setattr(proving, "WORTH_A_PROCESS", 20_000)
    assert verify(days, TOGETHER).fault is None


def test_a_process_that_dies_costs_time_and_proves_nothing_less(days: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.vault.prove.legs.play", _dies)
    assert verify(days, TOGETHER) == verify(days, ALONE)


def _dies(_: Leg) -> None:
    os._exit(1)
