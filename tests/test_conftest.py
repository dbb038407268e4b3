"""How the suite itself behaves when something goes wrong in it."""

import subprocess
import sys
from pathlib import Path

HOME = Path(__file__).parents[1]
SUITE = """
import pytest

@pytest.fixture(scope="session")
def cabinet():
    raise RuntimeError("no room on the disk")

@pytest.fixture(scope="session")
def menu(cabinet):
    return cabinet

def test_one(menu): pass
def test_two(menu): pass
def test_three(cabinet): pass
"""


def test_a_fixture_that_does_not_come_up_says_so_once(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(SUITE)
    words = [sys.executable, "-m", "pytest", "-rs", "-p", "tests.conftest", "--rootdir", tmp_path, tmp_path]
    done = subprocess.run([*map(str, words)], cwd=HOME, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout.count("RuntimeError: no room on the disk") == 1, done.stdout
    assert "2 skipped, 1 error" in done.stdout
    assert "cabinet did not come up: the first test that wanted it says why" in done.stdout
