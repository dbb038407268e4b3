"""`make test` runs a sample of what costs much: every seed draws some of each row, and all seeds together all."""

from pathlib import Path

import pytest

from tests import sample
from tests.sample import ONE_IN, SELDOM, drawn, looked_at

ROOT = Path(__file__).parents[1]
CHEAP = {f"tests/cheap.py::test_it[{case}]" for case in range(7)}
CASES = {f"tests/dear.py::test_many[{case}]" for case in range(7)}
SINGLE = {f"tests/dear.py::test_{name}" for name in "abcde"}
FILES = {f"tests/screens/{part}/test_{name}.py::test_{one}" for part in "xy" for name in "abc" for one in "de"}
ALL = sorted(CHEAP | CASES | SINGLE | FILES)


@pytest.fixture(autouse=True)
def _one_in_three(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample, "ONE_IN", {"tests/dear.py": 3, "tests/screens": 3})


def test_what_costs_little_runs_whole() -> None:
    assert drawn(ALL, "1") >= CHEAP


def test_of_a_file_one_in_so_many_of_its_tests_and_of_their_cases() -> None:
    chosen = drawn(ALL, "1")
    assert len(chosen & CASES) == 3
    assert len(chosen & SINGLE) == 2


def test_of_a_folder_one_in_so_many_of_its_files_whole() -> None:
    chosen = drawn(ALL, "1") & FILES
    files = {test.partition("::")[0] for test in chosen}
    assert len(files) == 2
    assert chosen == {test for test in FILES if test.partition("::")[0] in files}


def test_one_seed_draws_the_same_in_any_order_and_seeds_together_draw_all() -> None:
    assert drawn(ALL, "1") == drawn(reversed(ALL), "1")
    assert set().union(*(drawn(ALL, str(seed)) for seed in range(40))) == set(ALL)


def test_the_longest_path_that_fits_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample, "ONE_IN", {"tests/screens": 3, "tests/screens/x": 1})
    assert len(drawn(ALL, "1") & FILES) == 6 + 2


def test_of_files_that_cost_much_whatever_runs_of_them_one_in_so_many_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    seldom = [f"tests/house/test_{name}.py" for name in "abcdef"]
    monkeypatch.setattr(sample, "SELDOM", tuple(seldom))
    monkeypatch.setattr(sample, "SELDOM_SHARE", 3)
    tests = [f"{file}::test_it" for file in seldom]
    assert len(drawn([*ALL, *tests], "1") & set(tests)) == 2
    assert set().union(*(drawn(tests, str(seed)) for seed in range(40))) == set(tests)


def test_pages_are_looked_at_in_every_language_and_in_a_sample_in_three_of_which_the_first_is_one() -> None:
    languages = ("en", "es", "fr", "zh")
    assert looked_at(languages, None) == languages
    chosen = [looked_at(languages, str(seed)) for seed in range(40)]
    assert {len(some) for some in chosen} == {3}
    assert {some[0] for some in chosen} == {"en"}
    assert {code for some in chosen for code in some} == set(languages)
    assert looked_at(languages[:2], "1") == languages[:2]


def test_every_path_of_the_table_is_there() -> None:
    assert [path for path in (*ONE_IN, *SELDOM) if not (ROOT / path).exists()] == []


def test_each_worker_begins_with_what_takes_longest_and_none_is_left_out() -> None:
    slow = [f"{file}::test_{n}" for file in sample.SELDOM[:3] for n in range(2)]
    quick = [f"tests/games/test_quick.py::test_{n}" for n in range(14)]
    order = sample.spread([*quick[:7], *slow, *quick[7:]], 2)
    assert sorted(order) == sorted(slow + quick)
    assert order[:4] == [*slow[:2], *slow[4:]]
    assert order[10:12] == slow[2:4]
    assert sample.spread(slow, 4)[-1] in slow
