"""A recorded round as a script: the engine, asked again, settles it wager by wager as the journal has it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.books import load_book
from controller.games.craps.play.game import Draw, Game, RollOutcome
from controller.games.craps.rules.dice import Dice
from controller.games.craps.scripts.scenario import play as play_script
from controller.games.craps.scripts.script import Script
from controller.records.rounds.as_script import NoScript, as_script
from controller.records.rounds.played_again import OF_A_WAGER
from controller.table.staff.said import act_said
from controller.vault.kept_table import KeptTable
from controller.vault.read.reader import Reader
from controller.vault.read.recall import Which, recall
from tests.vault.evening import Evening, play
from tests.vault.recorded import opened


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[tuple[KeptTable, Evening]]:
    kept = opened(tmp_path / "vault")
    yield kept, Evening(seed=1)
    kept.vault.close()


@pytest.mark.parametrize("seed", [1, 10])
def test_every_round_of_an_evening_comes_out_as_it_was_recorded(seed: int, tmp_path: Path) -> None:
    kept = opened(tmp_path / "vault")
    play(kept, Evening(seed), 900)
    kept.close()
    with Reader(tmp_path / "vault") as reader:
        with reader.view() as connection:
            rows = connection.execute("select number, how from round").fetchall()
        told = {number: script for number, _ in rows if (script := script_of(reader, number)) is not None}
    assert len(told) > len(rows) * 0.8
    assert {how for _, how in rows} >= {"settled", "void", "empty"}
    assert [number for number, script in told.items() if not (script["agrees"] and script["all_agree"])] == []


def script_of(reader: Reader, number: int) -> dict[str, Any] | None:
    """None where one chose to withdraw after a power failure, in this round or in one that it stands on."""
    try:
        return as_script(reader, number)
    except NoScript as reason:
        if "withdrawn after a power failure" in str(reason):
            return None
        raise


def test_each_step_lies_beside_the_record_wager_by_wager(evening: tuple[KeptTable, Evening]) -> None:
    kept, world = evening
    play(kept, world, 500)
    with Reader(kept.vault.file.parent) as reader:
        with reader.view() as connection:
            (number,) = connection.execute("select max(number) from round where how = 'settled'").fetchone()
        told = as_script(reader, number)
        recorded = {round["round"]: round for round in recall(reader, Which(last=1000))}
    assert len(told["steps"]) == len(told["script"]["steps"]) > 1
    for step in told["steps"]:
        settled = [row for row in recorded[step["round"]]["happened"] if row["what"] == "settled"]
        rows = [row for row in step["rows"] if row["what"] == "settled"]
        assert [(row["seat"], row["bet"], row["recorded"]) for row in rows] == [
            (row["seat"], row["bet"], {name: row[name] for name in OF_A_WAGER}) for row in settled
        ]
        assert all(row["played"] == row["recorded"] for row in step["rows"])


def test_another_engine_is_found_out_in_the_very_row(
    evening: tuple[KeptTable, Evening], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, world = evening
    play(kept, world, 500)
    monkeypatch.setattr(Game, "roll", one_cent_more)
    with Reader(kept.vault.file.parent) as reader:
        with reader.view() as connection:
            (number,) = connection.execute(WON).fetchone()
        told = as_script(reader, number)
    assert (told["agrees"], told["all_agree"]) == (False, False)
    wrong = [row for step in told["steps"] for row in step["rows"] if not row["agrees"]]
    assert wrong
    assert all(row["played"]["paid"] == row["recorded"]["paid"] + 1 for row in wrong)


WON = """select max(number) from round where first_seq in (select max(first_seq) from round where last_seq >=
(select max(seq) from entry where instr(body, '"result":"win"')) and how = 'settled')"""


def one_cent_more(game: Game, dice: Dice, draw: Draw | None = None) -> RollOutcome:
    """An engine that pays every winner too much."""
    rolled = ROLL(game, dice, draw)
    rows = [row._replace(paid=row.paid + 1) if row.paid else row for row in rolled.settled]
    return rolled._replace(settled=rows)


ROLL = Game.roll


def test_turned_limits_are_steps_of_the_script(evening: tuple[KeptTable, Evening]) -> None:
    kept, world = evening
    play(kept, world, 100)
    kept.take(act_said("menu-x", 1, "boris", "supervisor", "settings", change={"limits": {"max": 4_000}}))
    assert all(told.answer is None or told.answer.ok for told in kept.commit())
    changed = kept.table.round
    play(kept, world, 120)
    with Reader(kept.vault.file.parent) as reader:
        scripts = [as_script(reader, number) for number in range(changed - 1, kept.table.round)]
    across = [told for told in scripts if any("settings" in step for step in told["script"]["steps"])]
    assert across
    assert all(told["all_agree"] for told in scripts)


def test_a_script_too_long_to_be_played_for_an_answer_says_so(evening: tuple[KeptTable, Evening]) -> None:
    kept, world = evening
    play(kept, world, 120)
    with Reader(kept.vault.file.parent) as reader, pytest.raises(NoScript, match="at most 3 are played here"):
        as_script(reader, kept.table.round - 1, most_actions=3)


def test_a_script_has_the_dice_and_the_draw_of_the_round(evening: tuple[KeptTable, Evening]) -> None:
    kept, world = evening
    play(kept, world, 600)
    with Reader(kept.vault.file.parent) as reader:
        with reader.view() as connection:
            (number,) = connection.execute("select max(number) from round where how = 'settled'").fetchone()
        told = as_script(reader, number)
    played = play_script(Script.model_validate(told["script"]), load_book)
    assert len(played["steps"]) == len(told["script"]["steps"])
    assert all(not step["refused"] for step in played["steps"])


def test_a_round_on_a_table_that_was_closed_out_says_why_it_has_no_script(evening: tuple[KeptTable, Evening]) -> None:
    kept, world = evening
    play(kept, world, 60)
    for id, act in enumerate(("hold", "close_out", "resume"), 1):
        kept.take(act_said("menu-x", id, "boris", "supervisor", act, reference="the unit is broken"))
    number = kept.table.round - 1
    play(kept, world, 40)
    with Reader(kept.vault.file.parent) as reader:
        assert as_script(reader, number - 1)["agrees"]
        with pytest.raises(NoScript, match="closed out"):
            as_script(reader, number)


def test_a_round_that_is_not_there_is_said_to_be_missing(evening: tuple[KeptTable, Evening]) -> None:
    kept, world = evening
    play(kept, world, 60)
    with Reader(kept.vault.file.parent) as reader, pytest.raises(NoScript, match="round 9000 is not in this journal"):
        as_script(reader, 9000)
