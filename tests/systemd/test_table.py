"""The copy of the journal that an upgrade keeps, and how it comes back: the plug may be pulled at any moment."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from systemd import table

NEW, OLD = "with what was played since", "as it was then"


class Pulled(Exception):
    """The plug."""


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(table, "VAULT", tmp_path / "vault")
    monkeypatch.setattr(table, "COPIES", tmp_path / "before-upgrade")
    (tmp_path / "vault").mkdir(mode=0o750)
    says(tmp_path / "vault", OLD)
    return tmp_path / "vault"


def says(vault: Path, words: str) -> None:
    (vault / table.JOURNAL).write_text(words)


def said(vault: Path) -> str:
    return (vault / table.JOURNAL).read_text()


def pulled_at(act: str, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """At this rename, or in the middle of this copy."""
    of: Any = Path if act == "rename" else shutil
    real, done = getattr(of, act), []

    def once(first: Path, to: Path) -> Any:
        done.append(to)
        if len(done) < number:
            return real(first, to)
        if act == "copytree":
            to.mkdir()
        raise Pulled

    monkeypatch.setattr(of, act, once)


@pytest.mark.usefixtures("vault")
def test_half_a_copy_is_none_to_go_back_to(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = table.keep_copy("1.0")
    with monkeypatch.context() as power:
        pulled_at("copytree", 1, power)
        with pytest.raises(Pulled):
            table.keep_copy("2.0")
    assert table.last_copy() == whole
    assert said(whole) == OLD
    assert whole.stat().st_mode & 0o777 == 0o750


@pytest.mark.parametrize("act, number", [("copytree", 1), ("rename", 1), ("rename", 2), ("rename", 3)])
def test_pulled_at_any_moment_there_is_one_whole_journal_and_what_was_played_is_kept(
    vault: Path, monkeypatch: pytest.MonkeyPatch, act: str, number: int
) -> None:
    copy = table.keep_copy("1.0")
    says(vault, NEW)
    with monkeypatch.context() as power:
        pulled_at(act, number, power)
        with pytest.raises(Pulled):
            table.bring_back(copy)
    vault.mkdir(exist_ok=True)  # as systemd does at the start of the machine
    table.end_what_was_begun()
    assert table.has_journal(), "a new one would be born in its place"
    found = [said(file.parent) for file in vault.parent.glob(f"vault*/{table.JOURNAL}")]
    assert NEW in found
    table.bring_back(copy)
    assert said(vault) == OLD
    assert vault.stat().st_mode & 0o777 == 0o750
