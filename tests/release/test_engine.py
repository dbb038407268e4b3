"""The game as machine code decides as its source does, to the byte, and plays beside no other source."""

import fcntl
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from controller.vault.engine import check_machine_code, engine_version, is_machine_code
from controller.vault.faults import VaultFault
from release.engine import build, modules
from tests.documents.pages import ROOT

LINKED = ("config", "docs", "drivers", "release", "systemd", "terminals", "tests", "tools", "pyproject.toml")
SAME = ("tests/craps", "tests/golden", "tests/second_opinion")
pytestmark = pytest.mark.timeout(3000)
"""A compiler and all tests of a game, in one: on a machine that is very busy that is more than ten minutes."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This house, with machine code beside the source of its game."""
    place = tmp_path_factory.mktemp("machine code")
    shutil.copytree(ROOT / "controller", place / "controller", ignore=shutil.ignore_patterns("__pycache__"))
    for name in LINKED:
        (place / name).symlink_to(ROOT / name)
    with zipfile.ZipFile(_built(tmp_path_factory.getbasetemp().parent)) as wheel:
        wheel.extractall(place)
    return place


def _built(shared: Path) -> Path:
    """Once for all who test it at the same time."""
    with (shared / "machine code.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = sorted((shared / "dist").glob(f"boxcars_engine-{engine_version()}-*.whl"))
        return found[0] if found else build(ROOT, shared / "dist")


def python(house: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """In that house."""
    around = {**os.environ, "PYTHONPATH": str(house)}
    return subprocess.run([sys.executable, *words], cwd=house, env=around, check=False, capture_output=True, text=True)


def test_every_module_of_the_game_is_machine_code_but_those_that_pydantic_makes(house: Path) -> None:
    names = [one.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for one in modules(ROOT)]
    assert len(names) > 12
    asked = f"from importlib import import_module as get; print([get(name).__file__ for name in {names}])"
    said = python(house, "-c", asked)
    assert said.stdout.count(f"'{house}") == said.stdout.count(".so'") == len(names), said.stdout + said.stderr


@pytest.mark.parametrize("room", SAME)
def test_what_holds_for_the_source_holds_for_the_machine_code(house: Path, room: str) -> None:
    said = python(house, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", room)
    assert said.returncode == 0, said.stdout[-3000:]


def test_a_simulated_evening_is_the_same_to_the_byte(house: Path) -> None:
    words = ("-m", "controller.commands", "simulate", "--seed", "7", "--rounds", "60", "--json")
    ours, theirs = python(ROOT, *words), python(house, *words)
    assert ours.returncode == theirs.returncode == 0, theirs.stderr
    assert ours.stdout == theirs.stdout


def test_machine_code_of_another_source_is_refused(house: Path) -> None:
    assert not is_machine_code()
    assert engine_version() == python(house, "-m", "controller.vault.engine").stdout.strip()
    with pytest.raises(VaultFault, match="made of another source"):
        check_machine_code(house / "controller", engine_version())
    felt = house / "controller/games/craps/play/felt.py"
    text = felt.read_text()
    felt.write_text(text + "\nMORE = 1\n")
    try:
        assert "engine_mixed" in python(house, "-m", "controller.vault.engine").stderr
    finally:
        felt.write_text(text)
