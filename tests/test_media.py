"""A medium is one mounted directory that can be written, under one place; a name from outside is never a path."""

import os
import subprocess
from pathlib import Path

import pytest

from config.cabinet import read_cabinet
from config.files.reading import BadFile
from controller import media
from controller.media import Looking, Shelf, check_room, file_name, forget_unfinished
from controller.vault.faults import VaultFault
from tests.drivers.machines import eventually


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    (tmp_path / "media" / "stick").mkdir(parents=True)
    return Shelf(tmp_path / "media", must_be_mounted=False)


@pytest.mark.parametrize(
    "name", ["..", ".", "", "a/b", "/etc", "stick/../..", "stick\n", ".hidden", "x" * 65, "link", "file", "absent"]
)
def test_what_is_no_medium_is_refused(shelf: Shelf, name: str) -> None:
    (shelf.directory / "link").symlink_to("/tmp")
    (shelf.directory / "file").write_text("")
    with pytest.raises(VaultFault, match="no_medium"):
        shelf.find(name)
    assert [one["name"] for one in shelf.look()] == ["stick"]


def test_a_folder_of_the_machines_own_disk_is_none_where_it_must_be_mounted(tmp_path: Path, mounted: Path) -> None:
    (tmp_path / "media" / "folder").mkdir()
    shelf = Shelf(tmp_path / "media", must_be_mounted=True)
    assert [one["name"] for one in shelf.look()] == ["disk"]
    assert shelf.find("disk") == mounted
    with pytest.raises(VaultFault, match="no mount point"):
        shelf.find("folder")
    subprocess.run(["mount", "-o", "remount,ro", mounted], check=True)
    with pytest.raises(VaultFault, match="cannot be written"):
        shelf.find("disk")
    assert shelf.look() == []


def test_only_files_of_ours_are_listed_and_unfinished_ones_are_marked(shelf: Shelf) -> None:
    stick = shelf.directory / "stick"
    for name in ("holiday.jpg", "boxcars-export-3f0e1c22-1.db", "boxcars-archive-3f0e1c22-1-9.db.new"):
        (stick / name).write_text("12345")
    (stick / "boxcars-export-3f0e1c22-2.db").symlink_to("/etc/passwd")
    (seen,) = shelf.look()
    assert {one["name"]: (one["bytes"], one["whole"]) for one in seen["files"]} == {
        "boxcars-export-3f0e1c22-2.db": (0, True),
        "boxcars-export-3f0e1c22-1.db": (5, True),
        "boxcars-archive-3f0e1c22-1-9.db.new": (5, False),
    }
    free = os.statvfs(stick).f_bavail * os.statvfs(stick).f_frsize
    assert abs(seen["free"] - free) < 2**30  # others write to this disk meanwhile
    forget_unfinished(stick, "export")
    assert len(list(stick.iterdir())) == 4
    forget_unfinished(stick, "archive")
    assert len(list(stick.iterdir())) == 3


def test_what_does_not_fit_is_refused_before_it_is_written(shelf: Shelf) -> None:
    check_room(shelf.directory / "stick", 10)
    with pytest.raises(VaultFault, match=r"medium_full"):
        check_room(shelf.directory / "stick", 1 << 60)


def test_a_name_says_what_it_is_of_which_journal_and_when() -> None:
    name = file_name("export", "3f0e1c22-aaaa", 1_795_033_815_000)
    assert name == "boxcars-export-3f0e1c22-20261118-203015"
    assert media.OURS.fullmatch(f"{name}.db")


def test_a_stick_that_hangs_keeps_nobody_waiting(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(media, "PATIENCE", 0.05)
    looking = Looking(shelf)
    monkeypatch.setattr(media, "PATIENCE", 5.0)
    assert [one["name"] for one in looking.now()[0]] == ["stick"]
    hanging, answering = os.pipe()
    monkeypatch.setattr(Shelf, "look", lambda _: (os.read(hanging, 1), [])[1])
    monkeypatch.setattr(media, "PATIENCE", 0.05)
    seen, answers = looking.now()
    assert [one["name"] for one in seen] == ["stick"]
    assert not answers
    os.close(answering)
    monkeypatch.setattr(media, "PATIENCE", 5.0)
    eventually(lambda: looking.now()[1], "it answers again")
    os.close(hanging)


def test_plain_folders_are_refused_with_a_live_journal(tmp_path: Path) -> None:
    text = (Path(__file__).parents[1] / "config" / "cabinet.toml").read_text()
    path = tmp_path / "cabinet.toml"
    path.write_text(text.replace("must_be_mounted = true ", "must_be_mounted = false"))
    with pytest.raises(BadFile, match="folders are for a demo journal alone"):
        read_cabinet(path)
    path.write_text(path.read_text().replace('life = "live"', 'life = "demo"'))
    assert not read_cabinet(path).media.must_be_mounted
