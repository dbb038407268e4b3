"""Old entries go from the journal step by step: killed between any two, nothing is lost and all of it is proved."""

import os
import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from controller.table.digest import digest_of
from controller.vault.faults import VaultFault, VaultLost
from controller.vault.journal.files import read_address
from controller.vault.journal.known_key import KnownKey
from controller.vault.journal.signing import public_of, read_key
from controller.vault.journal.snapshots import Packed, unpack
from controller.vault.journal.writer import Vault
from controller.vault.kept_table import KeptTable
from controller.vault.lifecycle import archive as archiving
from controller.vault.lifecycle import archive_remains as left_over
from controller.vault.lifecycle.archive import Archived, archive, begin_after, choose, write_archive, written_before
from controller.vault.lifecycle.creation import Dice
from controller.vault.lifecycle.maintenance import restore
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from controller.vault.read.reader import Reader
from controller.vault.read.recall import Which, recall
from tests.vault import disk
from tests.vault.crashing import in_a_child
from tests.vault.disk import Counting, Killing, writing_through
from tests.vault.evening import KEY, Clock, make_table
from tests.vault.recorded import opened
from tests.vault.tampering import sql

ALL = ProofWanted(make_table, KEY)
LATER = Clock()() + 10**12
SAMPLE = 12


@pytest.fixture(autouse=True)
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """An evening is short, and is to take many steps all the same."""
    monkeypatch.setattr(left_over, "ENTRIES_A_STEP", 60)
    monkeypatch.setattr(left_over, "ROUNDS_A_STEP", 4)
    monkeypatch.setattr(archiving, "BATCH", 50)


def proved(file: Path) -> None:
    report = verify(file, ALL)
    if report.fault is not None:
        raise report.fault


def in_order(place: Path) -> None:
    report = verify(place, ALL)
    assert report.fault is None, str(report.fault)


def moved_on(place: Path, to: Path) -> tuple[Vault, Archived]:
    """Written, proved, and told of in the journal; nothing has gone yet."""
    vault = Vault(place, Clock(), dice=Dice.UNIT)
    moved = write_archive(vault.file, to, choose(vault.file, LATER), proved)
    begin_after(vault, moved)
    return vault, moved


def entries_in(file: Path) -> list[tuple[int, bytes]]:
    connection = sqlite3.connect(read_address(file), uri=True)
    try:
        return connection.execute("select seq, hash from entry order by seq").fetchall()
    finally:
        connection.close()


def test_after_every_step_the_journal_proves_itself_and_plays_on_where_it_stood(copy: Path, tmp_path: Path) -> None:
    kept = opened(copy)
    digest = digest_of(kept.table)
    kept.vault.close()
    everything = dict(entries_in(copy / "journal.db"))
    vault, moved = moved_on(copy, tmp_path / "archive.db")
    archived, steps, more = dict(entries_in(moved.file)), 0, True
    while more:
        crashed = tmp_path / "crashed"
        shutil.copytree(copy, crashed)  # what is on the disk if the process is killed now
        in_order(crashed)
        there = archived | dict(entries_in(crashed / "journal.db"))
        assert everything.items() <= there.items()
        again = opened(crashed)
        assert digest_of(again.table) == digest
        while again.vault.remove_archived():
            pass
        assert not again.vault.is_left_over
        again.close()
        in_order(crashed)
        shutil.rmtree(crashed)
        more, steps = vault.remove_archived(), steps + 1
    vault.close()
    assert steps > 5
    with Reader(moved.file) as there_, Reader(copy) as here:
        old, new = ({told["round"] for told in recall(one, Which(last=1000))} for one in (there_, here))
    assert old
    assert old.isdisjoint(new)


@pytest.mark.skipif(disk.missing() is not None, reason=str(disk.missing()))
def test_killed_at_a_sample_of_writes_no_entry_is_lost_and_the_next_archive_copes(copy: Path, tmp_path: Path) -> None:
    counting = Counting()
    shutil.copytree(copy, tmp_path / "reference")
    with writing_through(counting):
        _archived(tmp_path / "reference", tmp_path / "reference.db")
    everything = dict(entries_in(copy / "journal.db"))
    everywhere = os.environ.get("CRASH_ALL") == "1"
    writes = range(1, counting.writes + 1)
    for write in writes if everywhere else random.Random(3).sample(writes, min(SAMPLE, len(writes))):
        place, file = tmp_path / f"crashed-{write}", tmp_path / f"crashed-{write}.db"
        shutil.copytree(copy, place)
        in_a_child(lambda _, at=write, place=place, file=file: _killed(Killing(at, at % 2 == 0), place, file))  # type: ignore[misc]
        kept = opened(place)
        kept.close()
        in_order(place)
        there = dict(entries_in(file)) if file.exists() else {}
        assert everything.items() <= (there | dict(entries_in(place / "journal.db"))).items()
        if file.exists():
            in_order(file)
        opened(place).close()
        _archived(place, tmp_path / f"next-{write}.db")
        in_order(place)
        in_order(tmp_path / f"next-{write}.db")


def _archived(place: Path, to: Path) -> None:
    vault = Vault(place, Clock(), dice=Dice.UNIT)
    archive(vault, to, LATER, proved)
    vault.close()


def _killed(killing: Killing, place: Path, to: Path) -> None:
    with writing_through(killing):
        _archived(place, to)


@pytest.mark.parametrize(
    "script, code",
    [
        ("update entry set body = replace(body, 'step', 'stop') where seq = 20", "entry_altered"),
        ("update entry set hash = zeroblob(32) where seq = 1", "entry_altered"),
        ("delete from entry where seq = 30", "entry_extra"),
        ("insert into entry select -3, body, hash from entry where seq = 2", "entry_extra"),
    ],
)
def test_whoever_touches_what_is_left_over_is_found(copy: Path, tmp_path: Path, script: str, code: str) -> None:
    vault, _ = moved_on(copy, tmp_path / "archive.db")
    vault.remove_archived()
    vault.close()
    connection = sqlite3.connect(copy / "journal.db", isolation_level=None)
    connection.execute("drop trigger entry_is_not_changed")
    connection.execute("drop trigger entry_is_not_deleted")
    sql(script)(connection)
    connection.close()
    report = verify(copy, ALL)
    assert report.fault is not None
    assert report.fault.code == code


def test_what_is_left_over_is_said_to_be_and_goes_with_the_next_archive(copy: Path, tmp_path: Path) -> None:
    vault, moved = moved_on(copy, tmp_path / "archive.db")
    vault.close()
    assert verify(copy, ALL).proved["left over of the archive"] == f"{moved.last} entries"
    opened(copy).close()
    _archived(copy, tmp_path / "next.db")
    assert verify(tmp_path / "next.db", ALL).first_seq == moved.last + 1
    assert entries_in(tmp_path / "next.db")[0][0] == moved.last + 1


def test_a_second_archive_may_end_before_the_entry_that_tells_of_the_first(copy: Path, tmp_path: Path) -> None:
    """Ninety days stay each time; the entry that tells of an archive is younger than what the next one takes."""
    for _ in range(2):
        opened(copy).close()
    vault = Vault(copy, Clock(), dice=Dice.UNIT)
    oldest = "select seq, body, hash from snapshot where seq > 1 order by seq limit 1"
    snapshot = unpack(Packed(*vault.connection().execute(oldest).fetchone()))
    begin_after(vault, write_archive(copy, tmp_path / "first.db", (vault.standing, snapshot), proved))
    archive(vault, tmp_path / "second.db", LATER, proved)
    vault.close()
    report = verify(tmp_path / "second.db", ALL)
    assert report.fault is None
    assert "the archive before" in report.not_proved
    in_order(copy)


def test_an_archive_has_its_name_only_once_it_is_proved(copy: Path, tmp_path: Path) -> None:
    to = tmp_path / "stick" / "archive.db"
    to.parent.mkdir()

    def refuses(file: Path) -> None:
        assert file.exists()
        assert not to.exists()
        raise VaultFault("file_damaged", "the medium is bad")

    with pytest.raises(VaultFault, match="the medium is bad"):
        write_archive(copy, to, choose(copy, LATER), refuses)
    assert list(to.parent.iterdir()) == []


def test_an_archive_that_the_journal_was_not_told_of_serves_when_it_is_asked_for_again(
    copy: Path, tmp_path: Path
) -> None:
    chosen = choose(copy, LATER)
    written = write_archive(copy, tmp_path / "archive.db", chosen, proved)
    assert written_before(tmp_path / "archive.db", chosen, proved) == written
    shutil.copyfile(copy / "journal.db", tmp_path / "other.db")
    with pytest.raises(VaultFault, match="file_exists"):
        written_before(tmp_path / "other.db", chosen, proved)


def test_a_journal_that_has_gone_on_otherwise_is_not_moved(copy: Path, tmp_path: Path) -> None:
    vault = Vault(copy, Clock(), dice=Dice.UNIT)
    moved = write_archive(copy, tmp_path / "archive.db", choose(copy, LATER), proved)
    with pytest.raises(VaultFault, match="journal_went_on"):
        begin_after(vault, moved._replace(snapshot="00" * 32))
    with pytest.raises(VaultFault, match="entry_altered"):
        begin_after(vault, moved._replace(hash="00" * 32))
    vault.close()
    in_order(copy)
    assert verify(copy, ALL).first_seq == 1


def test_a_disk_that_fails_in_a_step_ends_the_writing_and_loses_nothing(copy: Path, tmp_path: Path) -> None:
    vault, _ = moved_on(copy, tmp_path / "archive.db")
    vault.connection().execute("pragma query_only=on")
    with pytest.raises(VaultLost):
        vault.remove_archived()
    in_order(copy)


def test_a_table_plays_on_between_two_steps(copy: Path, tmp_path: Path) -> None:
    moved = write_archive(copy, tmp_path / "archive.db", choose(copy, LATER), proved)
    kept: KeptTable = opened(copy)
    begin_after(kept.vault, moved)
    while kept.vault.remove_archived():
        kept.vault.append("period_cleared", {"by": "boris"})
        kept.commit()
        in_order(copy)
    kept.close()
    in_order(copy)


def test_entries_from_before_a_restoration_go_to_an_archive_that_names_the_key_of_then(
    copy: Path, tmp_path: Path
) -> None:
    known = KnownKey(public_of(read_key(copy / "signing.key")).hex())
    place = tmp_path / "restored"
    restore(copy, place, "eve", Clock())
    kept = KeptTable.open(place, Clock(), make_table, dice=Dice.UNIT)
    kept.close()
    vault = Vault(place, Clock(), dice=Dice.UNIT)
    archive(vault, tmp_path / "first.db", LATER, proved)
    vault.close()
    assert verify(tmp_path / "first.db", ALL._replace(public_key=known)).fault is None
    assert verify(place, ALL).fault is None
    fault = verify(place, ALL._replace(public_key=known)).fault
    assert fault is not None
    assert fault.code == "key_unknown"
