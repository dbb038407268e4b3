"""A journal file that is damaged, cut short, put back from an older copy, or written anew with a stolen key."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.vault.faults import VaultFault
from controller.vault.journal.second_place import read_head
from controller.vault.kept_table import KeptTable
from controller.vault.lifecycle.creation import Dice
from tests.vault.evening import Clock, Evening, make_table, play
from tests.vault.forging import forge, later
from tests.vault.recorded import opened
from tests.vault.tampering import MIDDLE, found

# ---- the file ---------------------------------------------------------------------------------------------------


def pages(original: Path) -> Iterator[int]:
    """Some pages all over the file."""
    count = (original / "journal.db").stat().st_size // 4096
    return iter(range(1, count, max(1, count // 12)))


def test_bytes_changed_anywhere_are_found_out(original: Path, tmp_path: Path) -> None:
    for page in pages(original):
        for name, change in {"zeroed": bytes(4096), "garbled": bytes(range(256)) * 16}.items():
            damaged = tmp_path / f"{name}-{page}"
            shutil.copytree(original, damaged)
            with (damaged / "journal.db").open("r+b") as file:
                file.seek(page * 4096)
                file.write(change)
            assert is_named(damaged), f"page {page} {name}"


@pytest.mark.parametrize("share", [0.0, 0.01, 0.3, 0.5, 0.9, 0.99])
def test_a_file_cut_short_is_found_out(copy: Path, share: float) -> None:
    file = copy / "journal.db"
    with file.open("r+b") as out:
        out.truncate(int(file.stat().st_size * share))
    assert is_named(copy)


def is_named(directory: Path) -> bool:
    """Whether verify says that something is wrong, one way or the other."""
    try:
        return found(directory).fault is not None
    except VaultFault as fault:
        return fault.code in ("not_a_vault", "file_damaged", "snapshot_bad", "cannot_open")


def test_another_kind_of_file_is_no_vault(tmp_path: Path) -> None:
    (tmp_path / "journal.db").write_bytes(b"a shopping list" * 99)
    with pytest.raises(VaultFault, match="not_a_vault"):
        found(tmp_path)
    with pytest.raises(VaultFault, match="no_vault"):
        found(tmp_path / "nowhere")


# ---- a thief with the key, and the second place -------------------------------------------------------------------


def kept_elsewhere(directory: Path, second: Path, events: int) -> None:
    """Play on with a second place."""
    kept = KeptTable.open(directory, Clock(), make_table, dice=Dice.UNIT, second_place=second)
    play(kept, Evening(seed=9), events)
    kept.snapshot()
    kept.vault.close()


def test_an_older_copy_put_back_is_found_out_by_the_second_place(copy: Path, original: Path, tmp_path: Path) -> None:
    second = tmp_path / "head.json"
    kept_elsewhere(copy, second, 200)
    assert found(copy, second).fault is None
    for name in ("journal.db", "journal.db-wal"):
        (copy / name).unlink(missing_ok=True)
    shutil.copyfile(original / "journal.db", copy / "journal.db")
    assert found(copy).fault is None
    fault = found(copy, second).fault
    assert fault is not None
    assert fault.code == "head_gone"
    with pytest.raises(VaultFault, match="head_gone"):
        kept_elsewhere(copy, second, 1)


def test_a_past_written_anew_with_the_key_is_found_out_by_the_second_place(copy: Path, tmp_path: Path) -> None:
    second = tmp_path / "head.json"
    kept_elsewhere(copy, second, 200)

    forge(copy, later, parts=())
    assert found(copy).fault is None
    fault = found(copy, second).fault
    assert fault is not None
    assert fault.code == "head_differs"
    with pytest.raises(VaultFault, match="head_differs"):
        kept_elsewhere(copy, second, 1)
    assert read_head(second)["seq"] > MIDDLE


def test_a_journal_exchanged_for_another_is_found_out(copy: Path, tmp_path: Path) -> None:
    second = tmp_path / "head.json"
    kept_elsewhere(copy, second, 100)
    opened(tmp_path / "other").vault.close()
    fault = found(tmp_path / "other", second).fault
    assert fault is not None
    assert fault.code == "other_journal"


def test_a_torn_tail_of_the_log_is_recovered_and_a_torn_middle_loses_only_what_follows(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    kept = opened(vault)
    play(kept, Evening(seed=3), 200)
    log = (vault / "journal.db-wal").read_bytes()
    file = (vault / "journal.db").read_bytes()
    kept.vault.close()
    for share in (0.2, 0.5, 0.8, 0.999):
        torn = tmp_path / f"torn-{share}"
        shutil.copytree(vault, torn)
        (torn / "journal.db").write_bytes(file)
        (torn / "journal.db-wal").write_bytes(log[: int(len(log) * share)])
        (torn / "journal.db-shm").unlink(missing_ok=True)
        again = opened(torn)
        again.vault.close()
        assert found(torn).fault is None
