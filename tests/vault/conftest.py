"""Vaults to try things on."""

from collections.abc import Callable
from pathlib import Path

import pytest

from controller.vault.birth import Birth, Dice, Life, bear
from controller.vault.kept_table import KeptTable
from tests.vault.evening import Clock, Evening, make_table, new_state, play

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
