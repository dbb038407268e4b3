"""Going live, clearing, restoring, mending, archiving: what is done to a whole vault, and what is refused."""

import shutil
import sqlite3
import stat
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.table.digest import digest_of
from controller.vault.faults import VaultFault
from controller.vault.journal.files import is_written
from controller.vault.journal.second_place import SecondPlace, read_head, write_head
from controller.vault.journal.writer import Vault
from controller.vault.kept_table import KeptTable
from controller.vault.lifecycle import maintenance
from controller.vault.lifecycle.archive import archive
from controller.vault.lifecycle.creation import Birth, Dice, Life, bear
from controller.vault.lifecycle.maintenance import about, clear, go_live, mend, restore
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from controller.vault.read.reader import Reader, entries
from controller.vault.read.recall import Which, recall
from tests.vault.conftest import Open
from tests.vault.evening import KEY, Clock, Evening, make_table, new_state, play
from tests.vault.recorded import opened

ALL = ProofWanted(make_table, KEY)


def fresh(_state: Mapping[str, Any]) -> Mapping[str, Any]:
    return new_state()


@pytest.fixture
def demo(tmp_path: Path, clock: Clock) -> Path:
    """A demo machine that was only switched on."""
    bear(tmp_path / "vault", Birth(Life.DEMO, new_state(), clock()))
    KeptTable.open(tmp_path / "vault", clock, make_table, dice=Dice.EMULATOR).close()
    return tmp_path / "vault"


# ---- birth ------------------------------------------------------------------------------------------------------


def test_only_its_owner_reads_the_key(vault: Path) -> None:
    assert stat.S_IMODE((vault / "signing.key").stat().st_mode) == 0o600
    (vault / "signing.key").chmod(0o640)
    with pytest.raises(VaultFault, match="key_bad"):
        opened(vault)


@pytest.mark.parametrize("lost, code", [(True, "key_missing"), (False, "key_wrong")])
def test_without_its_own_key_a_journal_is_not_written(vault: Path, lost: bool, code: str) -> None:
    (vault / "signing.key").unlink()
    if not lost:
        (vault / "signing.key").write_bytes(bytes(32))
        (vault / "signing.key").chmod(0o600)
    with pytest.raises(VaultFault, match=code):
        opened(vault)
    assert verify(vault, ALL).fault is None


def test_a_birth_that_was_interrupted_is_begun_again(tmp_path: Path, clock: Clock) -> None:
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "journal.db.coming").write_bytes(b"half")
    (tmp_path / "vault" / "journal.db.coming-wal").write_bytes(b"half")
    bear(tmp_path / "vault", Birth(Life.LIVE, new_state(), clock()))
    assert sorted(file.name for file in (tmp_path / "vault").iterdir()) == ["journal.db", "signing.key"]
    assert verify(tmp_path / "vault", ALL).fault is None


def test_the_rules_the_settings_and_the_engine_are_in_the_chain(vault: Path) -> None:
    with Reader(vault) as reader, reader.view() as connection:
        (born,) = entries(connection, 1, 1)
    assert born["state"]["rules"]["name"] == "electronic"
    assert born["state"]["rules"]["bets"]["place:N"]["pays"]["6"] == "7:6"
    assert make_table(born["state"]).settings.bet_time == 25
    assert born["life"] == "live"
    assert "+" in born["engine"]


# ---- going live and clearing ------------------------------------------------------------------------------------


def test_a_clean_demo_goes_live_empty_and_the_demo_is_kept(demo: Path, clock: Clock) -> None:
    old = about(demo)
    aside = go_live(demo, "boris", fresh, clock)
    assert about(demo).life is Life.LIVE
    assert about(demo).journal != old.journal
    assert about(aside).journal == old.journal
    with Reader(demo) as reader, reader.view() as connection:
        (born,) = entries(connection, 1, 1)
    assert (born["follows"], born["by"]) == (old.follows, "boris")
    assert verify(demo, ALL).fault is None
    with pytest.raises(VaultFault, match="live_only_once"):
        go_live(demo, "boris", fresh, clock)


def test_a_demo_with_money_on_it_does_not_go_live(demo: Path, clock: Clock) -> None:
    kept = KeptTable.open(demo, clock, make_table, dice=Dice.EMULATOR)
    play(kept, Evening(seed=1), 30)
    kept.close()
    with pytest.raises(VaultFault, match="not_clean"):
        go_live(demo, "boris", fresh, clock)
    assert about(demo).life is Life.DEMO


def test_a_clearing_takes_the_words_of_its_first_step_and_keeps_the_old_journal(played: Path, clock: Clock) -> None:
    words, old = about(played).words, about(played)
    with pytest.raises(VaultFault, match="clear_words"):
        clear(played, "yes", "boris", fresh, clock)
    assert about(played).seq == old.seq
    aside = clear(played, words, "boris", fresh, clock)
    assert (about(aside).journal, about(aside).seq) == (old.journal, old.seq)
    assert (about(played).life, about(played).money) == (Life.LIVE, 0)
    assert verify(aside, ALL).fault is None
    with pytest.raises(VaultFault, match="clear_words"):
        clear(played, words, "boris", fresh, clock)


@pytest.mark.parametrize("started", [False, True])
def test_a_clearing_that_lost_power_between_the_renames_is_ended_by_the_same_command(
    played: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch, started: bool
) -> None:
    """`started`: the machine has been since, and systemd makes the directory of the journal."""
    real, renamed = Path.rename, []

    def once(self: Path, to: Path) -> Path:
        if self == played:
            renamed.append(real(self, to))
            raise OSError("the plug was pulled")
        return real(self, to)

    words = about(played).words
    with monkeypatch.context() as power:
        power.setattr(Path, "rename", once)
        with pytest.raises(OSError, match="plug"):
            clear(played, words, "boris", fresh, clock)
    assert not played.exists()
    if started:
        played.mkdir()
        (played / "lock").touch()  # somebody looked who writes there
    with pytest.raises(VaultFault, match="clear_words"):
        clear(played, words, "boris", fresh, clock)
    assert about(played).money == 0
    assert about(renamed[0]).words == words


@pytest.mark.parametrize(
    "act", [lambda v, c: go_live(v, "boris", fresh, c), lambda v, c: clear(v, about(v).words, "boris", fresh, c)]
)
def test_nothing_is_done_to_a_vault_that_is_being_written(
    vault: Path, clock: Clock, reopen: Open, act: Callable[[Path, Clock], object]
) -> None:
    kept = reopen()
    assert is_written(vault)
    with pytest.raises(VaultFault, match="vault_in_use"):
        act(vault, clock)
    kept.vault.close()
    assert not is_written(vault)


# ---- restoring --------------------------------------------------------------------------------------------------


def test_a_copied_journal_goes_on_on_another_machine_with_a_key_of_its_own(
    played: Path, tmp_path: Path, clock: Clock
) -> None:
    kept = opened(played)
    before = digest_of(kept.table)
    kept.vault.close()
    (played / "signing.key").unlink()
    restore(played / "journal.db", tmp_path / "new", "boris", clock)
    kept = opened(tmp_path / "new")
    assert digest_of(kept.table) == before
    play(kept, Evening(seed=4), 50)
    kept.close()
    assert verify(tmp_path / "new", ALL).fault is None
    with pytest.raises(VaultFault, match="vault_exists"):
        restore(played, tmp_path / "new", "boris", clock)


def test_a_damaged_copy_is_not_restored(played: Path, tmp_path: Path, clock: Clock) -> None:
    opened(played).close()
    with closing(sqlite3.connect(played / "journal.db")) as connection, connection:
        connection.execute("update account set amount = amount + 1 where name = 'credits'")
    with pytest.raises(VaultFault, match="ledger_differs"):
        restore(played, tmp_path / "new", "boris", clock)
    assert not (tmp_path / "new").exists()


# ---- mending ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how_many", [1, 2, 99])
def test_a_snapshot_that_cannot_be_read_refuses_to_start_and_is_mended(
    played: Path, clock: Clock, how_many: int
) -> None:
    for _ in range(3):
        kept = opened(played)
        before = digest_of(kept.table)
        kept.close()
    newest = f"select seq from snapshot order by seq desc limit {how_many}"
    with closing(sqlite3.connect(played / "journal.db")) as connection, connection:
        connection.execute(f"update snapshot set body = zeroblob(50) where seq in ({newest})")
    with pytest.raises(VaultFault, match="vault mend"):
        opened(played)
    mend(played, "boris", make_table, clock)
    kept = opened(played)
    assert digest_of(kept.table) == before
    kept.vault.close()
    assert verify(played, ALL).fault is None


def test_mending_does_not_paper_over_a_broken_chain(copy: Path, clock: Clock) -> None:
    with closing(sqlite3.connect(copy / "journal.db")) as connection, connection:
        connection.execute("drop trigger entry_is_not_changed")
        connection.execute("update entry set body = replace(body, '100', '900') where seq > 20")
        connection.execute("update snapshot set body = zeroblob(50)")
    with pytest.raises(VaultFault, match="entry_altered"):
        mend(copy, "boris", make_table, clock)


# ---- archiving --------------------------------------------------------------------------------------------------


def prove(file: Path) -> None:
    report = verify(file, ALL)
    if report.fault is not None:
        raise report.fault


def archived(directory: Path, clock: Clock, to: Path) -> None:
    vault = Vault(directory, clock, dice=Dice.UNIT)
    try:
        archive(vault, to, clock(), prove)
    finally:
        vault.close()


def test_an_archive_and_the_journal_it_came_from_both_prove_themselves(
    played: Path, tmp_path: Path, clock: Clock
) -> None:
    files, rounds = [], 0
    for number in range(3):
        kept = KeptTable.open(played, clock, make_table, dice=Dice.UNIT)
        play(kept, Evening(seed=number), 100)
        kept.close()
        kept = KeptTable.open(played, clock, make_table, dice=Dice.UNIT)
        before = digest_of(kept.table)
        kept.close()
        files.append(tmp_path / f"archive-{number}.db")
        archived(played, clock, files[-1])
        assert verify(played, ALL).fault is None
        assert verify(files[-1], ALL).fault is None
        kept = KeptTable.open(played, clock, make_table, dice=Dice.UNIT)
        assert digest_of(kept.table) == before
        kept.close()
    ends = [(verify(file, ProofWanted()).first_seq, verify(file, ProofWanted()).last_seq) for file in (*files, played)]
    assert [first for first, _ in ends] == [1, *(last + 1 for _, last in ends[:-1])]
    for file in (*files, played):
        with Reader(file) as reader:
            rounds += len(recall(reader, Which(last=1000)))
    assert rounds == kept.table.round - 1


def test_an_archive_is_only_read(played: Path, tmp_path: Path, clock: Clock) -> None:
    opened(played).close()
    opened(played).close()
    archived(played, clock, tmp_path / "archive.db")
    shutil.copy(played / "signing.key", tmp_path / "signing.key")
    with pytest.raises(VaultFault, match="only_an_archive"):
        Vault(tmp_path / "archive.db", clock, dice=Dice.UNIT)
    with pytest.raises(VaultFault, match="file_exists"):
        archived(played, clock, tmp_path / "archive.db")


def test_nothing_is_deleted_unless_the_archive_proves_itself(played: Path, tmp_path: Path, clock: Clock) -> None:
    def refuses(_file: Path) -> None:
        raise VaultFault("file_damaged", "the medium is bad")

    opened(played).close()
    opened(played).close()
    vault = Vault(played, clock, dice=Dice.UNIT)
    with pytest.raises(VaultFault, match="the medium is bad"):
        archive(vault, tmp_path / "archive.db", clock(), refuses)
    vault.close()
    assert verify(played, ALL).first_seq == 1
    assert verify(played, ALL).fault is None


def test_with_nothing_old_enough_nothing_is_archived(vault: Path, tmp_path: Path, clock: Clock) -> None:
    with pytest.raises(VaultFault, match="nothing_to_archive"):
        archived(vault, clock, tmp_path / "archive.db")


# ---- the second place -------------------------------------------------------------------------------------------


def test_the_head_is_copied_to_a_second_place_each_round(vault: Path, tmp_path: Path, clock: Clock) -> None:
    second = tmp_path / "stick" / "head.json"
    second.parent.mkdir()
    kept = KeptTable.open(vault, clock, make_table, dice=Dice.UNIT, second_place=second)
    play(kept, Evening(seed=2), 100)
    kept.vault.close()
    head = read_head(second)
    assert head["journal"] == kept.vault.journal
    assert verify(vault, ALL._replace(second_place=second)).fault is None
    with Reader(vault) as reader, reader.view() as connection:
        (hash,) = connection.execute("select hash from entry where seq = ?", (head["seq"],)).fetchone()
    assert hash.hex() == head["hash"]


def test_a_second_place_that_is_gone_is_reported_and_delays_nothing(vault: Path, tmp_path: Path, clock: Clock) -> None:
    second = tmp_path / "pulled out" / "head.json"
    kept = KeptTable.open(vault, clock, make_table, dice=Dice.UNIT, second_place=second)
    play(kept, Evening(seed=2), 100)
    vault_open = kept.vault
    second_place = vault_open._second
    assert second_place is not None
    second_place.close()
    assert vault_open.trouble is not None
    assert "pulled out" in vault_open.trouble
    kept.vault.close()


def test_only_the_newest_head_waits_and_none_is_ever_half_written(tmp_path: Path) -> None:
    place = SecondPlace(tmp_path / "head.json")
    for seq in range(500):
        place.put({"journal": "x", "seq": seq, "hash": "", "signature": ""}, 0)
    place.close()
    assert read_head(tmp_path / "head.json")["seq"] == 499
    write_head(tmp_path / "head.json", {"journal": "x", "seq": 500, "hash": "", "signature": ""})
    assert [file.name for file in tmp_path.iterdir()] == ["head.json"]


def test_a_swap_finds_no_other_file_in_its_way(played: Path, clock: Clock) -> None:
    old = about(played)
    played.with_name(f"{played.name}.{old.life}-{old.journal[:8]}").mkdir()
    with pytest.raises(VaultFault, match="file_exists"):
        clear(played, old.words, "boris", fresh, clock)


def test_what_is_left_of_a_restoration_that_was_interrupted_is_nobodys_journal(
    played: Path, tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pulled(*_: object) -> None:
        raise OSError("the plug was pulled")

    new = tmp_path / "new"
    with monkeypatch.context() as power:
        power.setattr(maintenance, "_take_over", pulled)
        with pytest.raises(OSError, match="plug"):
            restore(played, new, "boris", clock)
    maintenance.finish_swap(new)
    assert not new.exists(), "a journal without a key would stand in the way"
    new.mkdir()  # as systemd does at the start of the machine
    restore(played, new, "boris", clock)
    opened(new).close()
    assert verify(new, ALL).fault is None
