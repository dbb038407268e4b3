"""The dice record counts what the journal has, and warns of loaded dice without judging fair ones."""

import json
import random
from collections import Counter
from pathlib import Path

import pytest

from controller.commands import main
from controller.facts.kinds import ResultKnown
from controller.games.chi_square import CRITICAL, passed_by
from controller.games.craps.fairness import fairness
from controller.records.sheets.fairness import Span, dice_document
from controller.vault.read.reader import Reader
from tests.vault.evening import Evening
from tests.vault.recorded import opened

Rolls = list[tuple[int, int]]


@pytest.fixture
def evening(tmp_path: Path) -> tuple[Path, Rolls]:
    """A journal, and the results as they were told when they fell."""
    kept, world = opened(tmp_path / "vault"), Evening(seed=6)
    fallen: Rolls = []
    for _ in range(900):
        kept.take(*world.next(kept.table))
        known = [row for told in kept.commit() for row in told.decisions if isinstance(row, ResultKnown)]
        fallen += [row.result["faces"] for row in known]
    kept.close()
    return tmp_path / "vault", fallen


def test_every_roll_is_counted_once(evening: tuple[Path, Rolls]) -> None:
    vault, fallen = evening
    with Reader(vault) as reader:
        told = dice_document(reader, Span())
    assert told["rolls"] == len(fallen) > 30
    assert {face: count for face, count in told["die_a"]["counts"].items() if count} == {
        str(face): count for face, count in Counter(a for a, _ in fallen).items()
    }
    assert sum(told["pairs"]["counts"].values()) == sum(told["totals"]["counts"].values()) == len(fallen)


def test_a_span_takes_its_newest_rolls(evening: tuple[Path, Rolls]) -> None:
    vault, fallen = evening
    with Reader(vault) as reader:
        told = dice_document(reader, Span(last=10))
        since = dice_document(reader, Span(since=told["from"]))
        before = dice_document(reader, Span(until=told["from"] - 1))
    assert told["rolls"] == since["rolls"] == 10
    assert told["totals"]["counts"] == {
        str(total): sum(1 for a, b in fallen[-10:] if a + b == total) for total in range(2, 13)
    }
    assert before["rolls"] == len(fallen) - 10


def test_the_console_says_the_same_as_the_document(
    evening: tuple[Path, Rolls], capsys: pytest.CaptureFixture[str]
) -> None:
    vault, fallen = evening
    assert main(["fairness", "--journal", str(vault), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rolls"] == len(fallen)
    assert main(["fairness", "--journal", str(vault)]) == 0
    said = capsys.readouterr().out
    assert f"{len(fallen)} rolls" in said
    assert "left die: " in said


def rolls(seed: int, faces: list[int], number: int = 6000) -> list[dict[str, list[int]]]:
    chance = random.Random(seed)
    return [{"faces": [chance.choice(faces), chance.randint(1, 6)]} for _ in range(number)]


def test_fair_dice_are_not_warned_of() -> None:
    told = [fairness(rolls(seed, [1, 2, 3, 4, 5, 6])) for seed in range(20)]
    assert not any(of[part]["warning"] for of in told for part in ("die_a", "die_b", "totals", "pairs"))


def test_a_die_that_is_loaded_is_warned_of_and_the_other_one_is_not() -> None:
    told = fairness(rolls(1, [1, 2, 3, 4, 5] * 9 + [6] * 13))
    assert told["die_a"]["warning"]
    assert not told["die_b"]["warning"]


def test_a_handful_of_rolls_is_not_judged() -> None:
    assert fairness([{"faces": [1, 1]}] * 20)["pairs"]["chi_square"] is None
    assert fairness([])["totals"]["chi_square"] is None


@pytest.mark.parametrize("freedom", CRITICAL)
def test_the_p_value_at_the_known_bounds_is_one_in_20_and_one_in_1000(freedom: int) -> None:
    once_in_20, once_in_1000 = CRITICAL[freedom]
    assert passed_by(0, freedom) == 1
    assert passed_by(once_in_20, freedom) == pytest.approx(0.05, abs=0.0001)
    assert passed_by(once_in_1000, freedom) == pytest.approx(0.001, abs=0.00001)


def test_the_p_value_stands_beside_the_chi_square() -> None:
    fallen = [(1, 1)] * 3 + [(2, 3), (6, 5), (4, 4)] * 20
    one = fairness([{"faces": list(faces)} for faces in fallen])["die_a"]
    assert one["p_value"] == pytest.approx(passed_by(one["chi_square"], 5), rel=1e-3)
    assert fairness([])["die_a"]["p_value"] is None
