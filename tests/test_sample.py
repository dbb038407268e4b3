"""`make test` runs a sample of what costs much: every seed draws some of each file, and all seeds together all."""

from pathlib import Path

import pytest

from tests import sample
from tests.sample import ONE_IN, drawn

ROOT = Path(__file__).parents[1]
CHEAP = [f"tests/cheap.py::test_it[{case}]" for case in range(7)]
CASES = [f"tests/dear/one.py::test_many[{case}]" for case in range(7)]
SINGLE = [f"tests/dear/one.py::test_{name}" for name in "abcde"]
OTHER = ["tests/dear/two.py::test_alone"]
ALL = [*CHEAP, *CASES, *SINGLE, *OTHER]


@pytest.fixture(autouse=True)
def _one_in_three(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample, "ONE_IN", {"tests/dear": 3})


def test_what_costs_little_runs_whole_and_of_the_rest_one_in_so_many_of_each_kind_of_test() -> None:
    chosen = drawn(ALL, "1")
    assert chosen >= {*CHEAP, *OTHER}
    assert len(chosen & set(CASES)) == 3
    assert len(chosen & set(SINGLE)) == 2


def test_one_seed_draws_the_same_in_any_order_and_seeds_together_draw_all() -> None:
    assert drawn(ALL, "1") == drawn(reversed(ALL), "1")
    assert set().union(*(drawn(ALL, str(seed)) for seed in range(40))) == set(ALL)


def test_the_longest_path_that_fits_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample, "ONE_IN", {"tests/dear": 3, "tests/dear/one.py": 1})
    assert drawn(ALL, "1") == set(ALL)


def test_every_path_of_the_table_is_there() -> None:
    assert [path for path in ONE_IN if not (ROOT / path).exists()] == []
