"""A recorded round as a script: the engine, asked again, settles it wager by wager as the journal has it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.books import load_book
from controller.craps.scenario import play as play_script
from controller.craps.script import Script
from controller.records.as_script import NoScript, as_script
from controller.table.events import OperatorAct
from controller.vault.kept_table import KeptTable
from controller.vault.reader import Reader
from tests.vault.evening import Evening, play
from tests.vault.recorded import opened


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[tuple[KeptTable, Evening]]:
    kept = opened(tmp_path / "vault")
    yield kept, Evening(seed=1)
    kept.vault.close()


@pytest.mark.parametrize("seed", [1, 3])
def test_every_round_of_an_evening_comes_out_as_it_was_recorded(seed: int, tmp_path: Path) -> None:
    kept = opened(tmp_path / "vault")
    play(kept, Evening(seed), 900)
    kept.close()
    with Reader(tmp_path / "vault") as reader:
        with reader.view() as connection:
            rows = connection.execute("select number, how from round").fetchall()
        told = {number: as_script(reader, number) for number, _ in rows}
    assert {how for _, how in rows} >= {"settled", "void", "empty"}
    assert [number for number, script in told.items() if not script["agrees"]] == []


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
        kept.take(OperatorAct("menu-x", id, "boris", "supervisor", act, reference="the unit is broken"))
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
