"""How the suite itself behaves when something goes wrong in it."""

import subprocess
import sys
from pathlib import Path

HOME = Path(__file__).parents[1]
FIXTURES = """
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
SOCKETS = """
import gc
import zmq

def test_one():
    socket = zmq.Context.instance().socket(zmq.DEALER)
    around = [socket]
    around.append(around)
    raise RuntimeError("nobody answers")

def test_two():
    gc.collect()
"""


def suite(folder: Path, text: str) -> str:
    """What is said of this suite, which is not good."""
    (folder / "test_it.py").write_text(text)
    words = ["-m", "pytest", "-rs", "-p", "tests.conftest", "-W", "error", "--rootdir", str(folder), str(folder)]
    done = subprocess.run([sys.executable, *words], cwd=HOME, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout
    return done.stdout


def test_a_fixture_that_does_not_come_up_says_so_once(tmp_path: Path) -> None:
    said = suite(tmp_path, FIXTURES)
    assert said.count("RuntimeError: no room on the disk") == 1, said
    assert "2 skipped, 1 error" in said
    assert "cabinet did not come up: the first test that wanted it says why" in said


def test_a_socket_that_a_failed_test_left_open_is_told_of_no_other_test(tmp_path: Path) -> None:
    assert "1 failed, 1 passed" in suite(tmp_path, SOCKETS)
