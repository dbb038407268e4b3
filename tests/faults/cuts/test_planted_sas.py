"""Whoever plants a bug into the casino's line has it found."""

from pathlib import Path

import pytest

from tests.faults.cuts.hunts import Hunt
from tests.faults.planted_sas import SAS_BUGS


@pytest.mark.parametrize("hunt", dict.fromkeys(bug.hunt for bug in SAS_BUGS.values()))
def test_without_a_bug_nothing_is_found(hunt: Hunt, tmp_path: Path) -> None:
    hunt(tmp_path)


@pytest.mark.parametrize("name", SAS_BUGS)
def test_a_bug_planted_into_the_casinos_line_is_found(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    SAS_BUGS[name].plant(monkeypatch)
    with pytest.raises(AssertionError):
        SAS_BUGS[name].hunt(tmp_path)
