"""A copy of the journal on a medium: consistent while the table plays, proved, and never half under its name."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from controller.media import Shelf
from controller.records import export as exporting
from controller.records.export import ToExport, export
from controller.vault.faults import VaultFault
from controller.vault.kept_table import KeptTable
from controller.vault.lifecycle.maintenance import restore
from controller.vault.prove import verify as verifying
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from tests.records.week import make_week
from tests.vault.evening import Clock, make_table
from tests.vault.recorded import opened


@pytest.fixture(scope="module")
def week(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("week") / "journal"
    make_week(place, days=2, events=60)
    return place


@pytest.fixture
def wish(week: Path, tmp_path: Path) -> ToExport:
    (tmp_path / "media" / "stick").mkdir(parents=True)
    journal = tmp_path / "journal"
    shutil.copytree(week, journal)
    return ToExport(journal, Shelf(tmp_path / "media", must_be_mounted=False), "stick", None)


def stick(wish: ToExport) -> Path:
    return wish.shelf.directory / wish.medium


def test_a_copy_is_made_while_the_table_plays_and_is_proved(wish: ToExport, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exporting, "PAGES_A_STEP", 8)
    kept: KeptTable = opened(wish.journal)
    began, told = kept.vault.seq, []

    def play(done: int, of: int) -> None:
        told.append(done / of)
        kept.vault.append("period_cleared", {"by": "boris"})
        kept.commit()

    found = export(wish, play)
    played = kept.vault.seq
    kept.vault.close()
    assert found["last"] >= began
    assert played > began + 3, "the table played meanwhile"
    assert found["last"] < played
    assert told == sorted(told)
    assert told[-1] == 1
    copy = stick(wish) / found["file"]
    assert verify(copy, ProofWanted(make_table)).fault is None
    assert {file.name for file in stick(wish).iterdir()} == {found["file"], found["report"]}
    _reports(stick(wish) / found["report"], found)
    restored = restore(copy, wish.journal.parent / "other", "boris", Clock())
    assert restored.seq == found["last"]


def _reports(file: Path, found: dict[str, Any]) -> None:
    told = json.loads(file.read_text())
    assert told["journal"]["last"] == found["last"]
    assert told["verify"]["good"]
    assert told["meters"]["lifetime"]["meters"]
    assert len(told["rules"]["digest"]) == 64
    assert told["software"] is None


def nothing_half(wish: ToExport) -> bool:
    return list(stick(wish).iterdir()) == []


def test_a_copy_that_does_not_prove_itself_has_no_name(wish: ToExport, monkeypatch: pytest.MonkeyPatch) -> None:
    def bad(*_: object) -> object:
        report = verify(wish.journal, ProofWanted(make_table))
        return report._replace(fault=VaultFault("file_damaged", "the stick is bad"))

    monkeypatch.setattr(verifying, "verify", bad)
    with pytest.raises(VaultFault, match="the stick is bad"):
        export(wish, lambda _done, _of: None)
    assert nothing_half(wish)


def test_a_medium_that_is_pulled_out_is_said_to_have_failed(wish: ToExport) -> None:
    def pull(done: int, of: int) -> None:
        if done == of:
            shutil.rmtree(stick(wish))

    with pytest.raises(VaultFault, match="medium_failed"):
        export(wish, pull)


def test_a_full_medium_is_said_to_be_and_nothing_half_stays(
    wish: ToExport,
    mounted: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (mounted / "film.mkv").write_bytes(bytes(1_600_000))
    wish = wish._replace(medium="disk", shelf=Shelf(mounted.parent, must_be_mounted=True))
    with pytest.raises(VaultFault, match=r"bytes free.*\[medium_full\]"):
        export(wish, lambda _done, _of: None)
    monkeypatch.setattr(exporting, "check_room", lambda *_: None)
    with (mounted / "film.mkv").open("ab") as film:
        film.write(bytes(350_000))
    with pytest.raises(VaultFault, match=r"no space left on device.*\[medium_full\]"):
        export(wish, lambda _done, _of: None)
    assert [file.name for file in mounted.iterdir()] == ["film.mkv"]


def test_a_file_that_is_there_is_not_written_over(wish: ToExport, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exporting, "file_name", lambda *_: "boxcars-export-x")
    (stick(wish) / "boxcars-export-x.db").write_text("an older one")
    with pytest.raises(VaultFault, match="file_exists"):
        export(wish, lambda _done, _of: None)
    assert (stick(wish) / "boxcars-export-x.db").read_text() == "an older one"
