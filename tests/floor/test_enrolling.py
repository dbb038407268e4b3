"""A floor that begins late: journals whose beginning it has not seen, taken in by name, and their archives later."""

import contextlib
import io
import shutil
import signal
import sqlite3
from pathlib import Path

from controller.vault.journal.writer import Vault
from controller.vault.lifecycle.archive import archive
from controller.vault.lifecycle.creation import Dice
from tests.drivers.machines import eventually
from tests.floor.floors import Cabinet, Floors, printed
from tests.vault.test_archive_steps import LATER, proved


def test_a_journal_first_met_in_the_middle_is_taken_in_by_name_and_its_archives_later(floors: Floors) -> None:
    cabinet = floors.cabinet("pit-1")
    first, second = (_archived(cabinet, seed) for seed in (5, 6))
    cabinet.plays(seed=7, events=40)
    floors.start_floor()
    floors.start_uplink(cabinet)
    eventually(lambda: floors.alarms() == ["not_from_the_beginning"], "the floor has not seen what was before")

    said = _enrolment(cabinet)
    assert floors.says("enrol", str(said), "--by", "olga") == 0
    floors.until_delivered()
    base = _base(cabinet)
    assert f", before {base + 1}: not witnessed" in _verified(floors, cabinet.journal)
    assert floors.says("enrol", str(said), "--by", "olga") != 0, "it is there already"

    assert floors.says("hand-in", str(second), "--by", "olga") != 0, "the first entries are not in it"
    assert floors.says("hand-in", str(first), _changed(second), "--by", "olga") != 0, "it is not what was archived"
    assert floors.says("hand-in", str(second), str(first), "--by", "olga") == 0
    cabinet.plays(seed=8, events=20)
    floors.until_delivered()
    proof = _verified(floors, first, second, cabinet.journal)
    assert "not witnessed" not in proof
    assert proof.count(", 0 are not on the floor yet") == 3
    assert floors.says("segments") == 0
    assert "segments are the files that were written" in _verified(floors, first, second, cabinet.journal)


def test_a_new_journal_that_follows_on_nothing_known_is_taken_in_by_name(floors: Floors) -> None:
    cabinet, other = floors.cabinet("pit-1"), floors.cabinet("spare")
    floors.start_floor()
    floors.start_uplink(cabinet)
    eventually(lambda: floors.delivered(cabinet), "its first journal is there")
    cabinet.journal.rename(cabinet.folder / "old")
    shutil.move(other.journal, cabinet.journal)
    eventually(lambda: floors.alarms() == ["not_following"], "it does not follow on the old one")
    assert floors.says("enrol", str(_enrolment(cabinet)), "--by", "olga") == 0
    cabinet.plays(seed=5, events=20)
    eventually(lambda: floors.delivered(cabinet), "the new journal is followed")
    _verified(floors, cabinet.journal)


def test_entries_that_were_put_away_before_the_floor_had_them_are_an_alarm_until_they_are_at_hand(
    floors: Floors,
) -> None:
    cabinet = floors.cabinet("pit-1")
    floors.start_floor()
    floors.start_uplink(cabinet)
    floors.until_delivered()
    floors.signal("pit-1", signal.SIGTERM)
    file = _archived(cabinet, seed=5)
    floors.start_uplink(cabinet)
    eventually(lambda: floors.alarms() == ["gap"], "nobody has what is in between")
    (cabinet.folder / "archives").mkdir()
    file.rename(cabinet.folder / "archives" / file.name)
    eventually(lambda: floors.alarms() == [], "it was found where the settings say, and the alarm ended")
    cabinet.plays(seed=6, events=20)
    floors.until_delivered()
    _verified(floors, cabinet.journal)


def _archived(cabinet: Cabinet, seed: int) -> Path:
    """Somebody plays, and all but the last of it goes into a file."""
    file = cabinet.folder / f"archive-{seed}.db"
    for part in range(2):
        cabinet.plays(10 * seed + part, events=40)
    vault = Vault(cabinet.journal, cabinet.clock, dice=Dice.EMULATOR)
    archive(vault, file, LATER, proved)
    vault.close()
    return file


def _enrolment(cabinet: Cabinet) -> Path:
    file = cabinet.folder / "enrolment"
    file.write_text(printed("uplink", "enrolment", "--config", str(cabinet.folder / "cabinet.toml")))
    return file


def _base(cabinet: Cabinet) -> int:
    with sqlite3.connect(cabinet.journal / "journal.db") as connection:
        return int(connection.execute("select base_seq from vault").fetchone()[0])


def _changed(archive: Path) -> str:
    """One letter of it."""
    copy = archive.with_name("changed.db")
    shutil.copyfile(archive, copy)
    with contextlib.closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.execute("drop trigger entry_is_not_changed")
        connection.execute("update entry set body = replace(body, 'step', 'stop') where seq % 7 = 0")
    return str(copy)


def _verified(floors: Floors, *journals: Path) -> str:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        code = floors.says("verify", *map(str, journals))
    assert code == 0, said.getvalue()
    return said.getvalue()
