"""Recall tells what stood on every screen when bets closed: beside somebody who stood there and wrote it down."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from controller.books import load_book
from controller.facts.kinds import NoRoll, ResultKnown
from controller.records.rounds import chapter_then
from controller.records.rounds.as_seen import NoSuchRound, as_seen
from controller.table.phases import Phase
from controller.table.staff.act import OperatorAct
from controller.table.staff.said import act_said
from controller.vault.journal.writer import Vault
from controller.vault.kept_table import KeptTable
from controller.vault.lifecycle.archive import archive
from controller.vault.lifecycle.creation import Dice
from controller.vault.read.reader import Reader
from tests.records.week import BEGAN, HOUR, make_week
from tests.vault.evening import Clock, Evening
from tests.vault.recorded import opened

BEFORE_THE_ROLL = (Phase.CLOSED, Phase.SHOOTING, Phase.ROLLING)


class Evenings(NamedTuple):
    """A journal, and what was seen of it while it was written."""

    directory: Path
    seen: dict[int, dict[str, Any]]
    """Round → offer, puck, hand and what each seat could do after bets closed, as the controller had them."""
    throws: dict[int, list[Any]]


def settings(id: int, change: dict[str, Any]) -> OperatorAct:
    """A supervisor turns them; what they return has been worked out."""
    book = load_book("maryland") if "book" in change else load_book("electronic")
    returns = {"rules": book.digest(), "over": ""} if "book" in change else None
    return act_said("menu-settings", id, "boris", "supervisor", "settings", change=change, returns=returns)


def look(kept: KeptTable) -> dict[str, Any]:
    told = kept.table.game.common_data()
    hand = {name: told[name] for name in ("point", "rolls", "points_made", "numbers")}
    seats = {str(seat): kept.table.game.seat_view(seat).allowed._asdict() for seat in kept.table.seats_with_wagers()}
    return {"offer": json.loads(json.dumps(kept.table.game.offer())), "hand": hand, "seats": seats}


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> Evenings:
    """Many snapshots long, with the limits turned and then the whole rule book."""
    directory = tmp_path_factory.mktemp("seen") / "vault"
    kept, world = opened(directory), Evening(seed=5, restless=0.02)
    seen: dict[int, dict[str, Any]] = {}
    throws: dict[int, list[Any]] = {}
    changes = [(150, {"limits": {"max": 4_000}}), (300, {"limits": {"min": 200}}), (450, None), (600, {"bet_time": 9})]
    for number in range(800):
        at, round = kept.table.phase, kept.table.round
        kept.take(*world.next(kept.table))
        for told in kept.commit():
            for row in told.decisions:
                if isinstance(row, NoRoll | ResultKnown):
                    throws.setdefault(round, []).append(
                        row.result["faces"] if isinstance(row, ResultKnown) else row.outcome
                    )
        if at in BEFORE_THE_ROLL and kept.table.phase in BEFORE_THE_ROLL:
            seen[kept.table.round] = look(kept)
        if changes and number >= changes[0][0] and kept.table.phase is Phase.BETTING:
            turn(kept, *changes.pop(0))
        if number % 100 == 50:
            kept.snapshot()
    kept.close()
    return Evenings(directory, seen, throws)


def turn(kept: KeptTable, id: int, change: dict[str, Any] | None) -> None:
    """None: another rule book, which is only to be had on an empty table."""
    if change is None:
        for more, act in enumerate(("hold", "close_out", "resume")):
            kept.take(act_said("menu-settings", id + more, "boris", "supervisor", act, reference="another book"))
        change, id = {"book": json.loads(load_book("maryland").canonical())}, id + 10
    kept.take(settings(id, change))
    assert all(told.answer is None or told.answer.ok for told in kept.commit())


def recalled(evenings: Evenings) -> dict[int, dict[str, Any]]:
    with Reader(evenings.directory) as reader:
        return {number: as_seen(reader, number) for number in numbers(reader)}


def numbers(reader: Reader) -> list[int]:
    with reader.view() as connection:
        return [number for (number,) in connection.execute("select number from round order by number")]


def test_the_felt_of_every_round_is_what_was_offered_then_through_changes_of_settings_and_book(
    evenings: Evenings,
) -> None:
    told = recalled(evenings)
    rounds = told.keys() & evenings.seen.keys()
    assert len(rounds) > 40
    assert {told[number]["felt"]["book"] for number in rounds} == {"electronic", "maryland"}
    assert len({told[number]["felt"]["digest"] for number in rounds}) == 4
    for number in rounds:
        assert told[number]["felt"]["offer"] == evenings.seen[number]["offer"], number


def test_what_each_seat_could_do_is_what_it_was_told_then(evenings: Evenings) -> None:
    told = recalled(evenings)
    rounds = told.keys() & evenings.seen.keys()
    for number in rounds:
        assert told[number]["felt"]["seats"] == evenings.seen[number]["seats"], number
    marks = [mark for number in rounds for seat in evenings.seen[number]["seats"].values() for mark in seat["locked"]]
    assert len(marks) > 40


def test_puck_and_hand_are_as_they_were_before_the_roll(evenings: Evenings) -> None:
    told = recalled(evenings)
    rounds = told.keys() & evenings.seen.keys()
    assert {evenings.seen[number]["hand"]["point"] is None for number in rounds} == {True, False}
    for number in rounds:
        assert told[number]["hand"]["before"] == evenings.seen[number]["hand"], number


def test_every_throw_of_a_hand_is_told_from_its_first_to_its_seven_out(evenings: Evenings) -> None:
    told = recalled(evenings)
    for number, one in told.items():
        throws = one["hand"]["throws"]
        of_hand = {throw["round"] for throw in throws}
        assert number in of_hand or number not in evenings.throws
        assert [throw["faces"] or throw["outcome"] for throw in throws] == [
            thrown for round in sorted(of_hand) for thrown in evenings.throws[round]
        ]
        decided = [throw for throw in throws if throw["faces"]]
        assert [throw["roll"] for throw in decided] == list(range(1, len(decided) + 1))
        assert [throw["did"] for throw in decided[:-1]].count("out") == 0
        assert one["hand"]["whole"]
    assert any(throw["outcome"] != "ok" for one in told.values() for throw in one["hand"]["throws"])


def test_a_round_that_is_not_over_is_said_to_be_missing(evenings: Evenings) -> None:
    with Reader(evenings.directory) as reader, pytest.raises(NoSuchRound, match="round 9000 is not in this journal"):
        as_seen(reader, 9000)


def test_rules_that_do_not_come_to_the_digest_in_the_journal_are_not_shown(
    evenings: Evenings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.records.rounds.rules_then.of_the_game", lambda _change, _course: {})
    told = recalled(evenings)
    unknown = [one["felt"] for one in told.values() if one["felt"]["offer"] is None]
    assert unknown
    assert all("which cannot be made again" in felt["why"] for felt in unknown)
    for number in told.keys() & evenings.seen.keys():
        assert told[number]["felt"]["offer"] in (None, evenings.seen[number]["offer"])


def test_a_hand_counted_from_the_wrong_place_is_not_shown(evenings: Evenings, monkeypatch: pytest.MonkeyPatch) -> None:
    number = next(n for n in sorted(evenings.seen) if evenings.seen[n]["hand"]["rolls"] > 1)
    monkeypatch.setattr(chapter_then, "_counted", lambda chapter, *_: chapter.beginning)
    with Reader(evenings.directory) as reader:
        told = as_seen(reader, number)
    assert told["hand"]["before"] is None
    assert "counted it is roll 1" in told["hand"]["why"]
    assert (told["felt"]["closed"], told["felt"]["seats"]) == ({}, {})


def test_after_archiving_a_hand_is_counted_from_the_snapshot_and_said_to_be_in_part(tmp_path: Path) -> None:
    make_week(tmp_path / "week", days=3, events=160)
    with Reader(tmp_path / "week") as reader:
        before = {number: as_seen(reader, number) for number in numbers(reader)}
    second_day = BEGAN + 36 * HOUR
    vault = Vault(tmp_path / "week", Clock(BEGAN + 100 * HOUR), dice=Dice.EMULATOR)
    archive(vault, tmp_path / "away.db", second_day, lambda _: None)
    vault.close()
    with Reader(tmp_path / "week") as reader:
        base = reader.standing.base_seq
        with reader.view() as connection:
            rows = connection.execute("select number, first_seq, last_seq from round order by number").fetchall()
        after = {number: as_seen(reader, number) for number, _, _ in rows}
    assert 0 < base < rows[-1][2]
    for number, first, last in rows:
        told = after[number]
        if last <= base:
            assert (told["felt"]["offer"], told["hand"]["before"]) == (None, None)
            assert "archive" in told["felt"]["why"]
        elif first > base:
            assert told["felt"] == before[number]["felt"]
            assert told["hand"]["before"] == before[number]["hand"]["before"]
    assert any(not one["hand"]["whole"] and one["hand"]["before"] for one in after.values())


def test_a_round_is_told_from_the_nearest_snapshot_and_reads_no_more_than_its_hand(
    evenings: Evenings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chapter_then, "MOST_ROUNDS", 2)
    monkeypatch.setattr(chapter_then, "MOST_THROWS", 3)
    with Reader(evenings.directory) as reader:
        told = [as_seen(reader, number) for number in numbers(reader)]
    assert max(len(one["hand"]["throws"]) for one in told) == 3
    assert any(not one["hand"]["whole"] for one in told)
    for one in told:
        if one["hand"]["before"] is not None and one["round"] in evenings.seen:
            assert one["hand"]["before"] == evenings.seen[one["round"]]["hand"]
