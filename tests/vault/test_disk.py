"""A full disk, a read-only disk, a disk that fails: what was acknowledged is there, what was not was never shown."""

import errno
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from controller.table.digest import digest_of
from controller.vault.faults import VaultFault, VaultLost
from controller.vault.journal.writer import Vault
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from tests.drivers.machines import PATIENCE
from tests.vault import disk
from tests.vault.conftest import Open
from tests.vault.crashing import steps_in
from tests.vault.evening import KEY, Evening, make_table
from tests.vault.loop import COMMIT_FAILED, play
from tests.vault.recorded import opened

SEED, EVENTS = 23, 120


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> dict[int, str]:
    """Entries of the game → digest of the state, when nothing goes wrong."""
    states: dict[int, str] = {}
    kept = opened(tmp_path_factory.mktemp("known") / "vault")
    states[0] = digest_of(kept.table)
    play(kept, SEED, EVENTS, states.__setitem__)
    kept.vault.close()
    return states


def check(directory: Path, acknowledged: int, known: dict[int, str]) -> None:
    """The journal has all that was acknowledged, is at one of the states it went through, and proves itself."""
    kept = opened(directory)
    steps = steps_in(kept)
    assert steps >= acknowledged
    assert digest_of(kept.table) == known[steps]
    kept.vault.close()
    assert verify(directory, ProofWanted(make_table, KEY)).fault is None


CODES = {errno.ENOSPC: "disk_full", errno.EROFS: "disk_error", errno.EIO: "disk_error"}


@pytest.mark.skipif(disk.missing() is not None, reason=str(disk.missing()))
@pytest.mark.parametrize("error", CODES, ids=errno.errorcode.get)
@pytest.mark.parametrize("write", [3, 4, 17, 60, 141])
def test_a_write_that_fails_ends_the_process_at_the_last_committed_state(
    tmp_path: Path, known: dict[int, str], error: int, write: int
) -> None:
    kept = opened(tmp_path / "vault")
    told: list[int] = [0]
    with disk.writing_through(disk.Failing(write, error)):
        with pytest.raises(VaultLost, match=CODES[error]):
            play(kept, SEED, EVENTS, lambda steps, _digest: told.append(steps))
        assert digest_of(kept.table) == known[told[-1]]
        with pytest.raises(VaultFault, match="vault_closed"):
            kept.commit()
    check(tmp_path / "vault", told[-1], known)


def test_a_failed_commit_is_not_tried_again(reopen: Open) -> None:
    kept = reopen()
    kept.take(*Evening(1).next(kept.table))
    failing = disk.Failing(1, errno.EIO)
    with disk.writing_through(failing), pytest.raises(VaultLost, match="What to do"):
        kept.commit()
    with pytest.raises(VaultFault, match="vault_closed"):
        kept.commit()
    kept = reopen()
    assert digest_of(kept.table) != ""
    kept.vault.close()


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is missing; apt-get install strace")
@pytest.mark.parametrize("error, when", [("EIO", 9), ("ENOSPC", 14)])
def test_a_sync_that_fails_ends_a_real_process(tmp_path: Path, known: dict[int, str], error: str, when: int) -> None:
    opened(tmp_path / "vault").vault.close()
    inject = f"inject=fdatasync,fsync:error={error}:when={when}"
    strace = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fdatasync,fsync", "-e", inject]
    loop = [sys.executable, "-m", "tests.vault.loop", str(tmp_path / "vault"), str(SEED), str(EVENTS)]
    done = subprocess.run([*strace, *loop], capture_output=True, text=True, timeout=PATIENCE, check=False)
    if "ptrace" in done.stderr:
        pytest.skip("strace may not trace here (ptrace is forbidden)")
    assert done.returncode == COMMIT_FAILED, done.stderr
    assert "What to do" in done.stderr
    lines = [line.split() for line in done.stdout.splitlines()[1:]]
    check(tmp_path / "vault", int(lines[-1][0]) if lines else 0, known)


def test_a_journal_on_a_read_only_disk_can_be_read_and_proved_but_not_written(
    played: Path, monkeypatch: pytest.MonkeyPatch, reopen: Open
) -> None:
    def read_only(self: Path, *_: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system", str(self))

    assert verify(played, ProofWanted(make_table, KEY)).fault is None
    monkeypatch.setattr(Path, "open", read_only)
    with pytest.raises(VaultFault, match="cannot_open"):
        reopen()


def test_more_than_one_commit_can_take_is_refused(reopen: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.vault.journal.writer.MOST_WAITING", 2)
    vault: Vault = reopen().vault
    vault.clear_period("anna")
    vault.clear_period("anna")
    with pytest.raises(VaultFault, match="too_many_waiting"):
        vault.clear_period("anna")
    vault.close()


def test_an_entry_larger_than_any_real_one_is_refused(reopen: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.vault.journal.writer.LARGEST_ENTRY", 10_000)
    vault: Vault = reopen().vault
    with pytest.raises(VaultFault, match="entry_too_large"):
        vault.clear_period("a" * 20_000)
    vault.close()
