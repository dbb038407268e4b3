"""The journal as a document."""

from pathlib import Path

import pytest

from controller.records.sheets.journal_sheet import journal_document
from controller.vault import kept_table
from controller.vault.read.reader import Reader
from tests.vault.recorded import opened


def test_the_engine_told_is_the_writers_not_that_of_who_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_table, "engine_version", lambda: "9.9.9+0123456789ab")
    kept = opened(tmp_path / "vault")
    kept.vault.close()
    monkeypatch.undo()
    with Reader(tmp_path / "vault") as reader:
        assert journal_document(reader, 0)["engine"] == "9.9.9+0123456789ab"
