"""Vaults to try things on."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.vault.kept_table import KeptTable
from controller.vault.lifecycle.creation import Birth, Dice, Life, bear
from tests.vault.evening import Clock, Evening, make_table, new_state, play
from tests.vault.recorded import opened

Open = Callable[[], KeptTable]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def vault(tmp_path: Path, clock: Clock) -> Path:
    """A live vault that has just been born."""
    bear(tmp_path / "vault", Birth(Life.LIVE, new_state(), clock()))
    return tmp_path / "vault"


@pytest.fixture
def reopen(vault: Path, clock: Clock) -> Open:
    """Open the vault again, as a start of the controller does."""
    return lambda: KeptTable.open(vault, clock, make_table, dice=Dice.UNIT)


@pytest.fixture
def played(vault: Path, reopen: Open) -> Path:
    """A vault with some rounds of a restless evening in it, closed as by a crash."""
    kept = reopen()
    play(kept, Evening(seed=5, restless=0.06), 400)
    kept.vault.close()
    return vault


@pytest.fixture(scope="session")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Some rounds of an evening, with an answer of each kind and a closed day in it."""
    top = tmp_path_factory.mktemp("original")
    kept = opened(top / "vault")
    play(kept, Evening(seed=5, restless=0.06), 150)
    kept.vault.append("day_closed", {"day": "2026-09-21", "closes": "06:00", "zone": "UTC"})
    kept.vault.append("period_cleared", {"by": "boris"})
    kept.snapshot()
    play(kept, Evening(seed=6, restless=0.06), 150)
    kept.close()
    return top / "vault"


@pytest.fixture
def copy(original: Path, tmp_path: Path) -> Path:
    """A copy to attack."""
    shutil.copytree(original, tmp_path / "vault")
    return tmp_path / "vault"
