"""Power is cut for real: the file system is shut down by the kernel, and what was not synced is gone."""

import ctypes
import errno
import fcntl
import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from controller.table.digest import digest_of
from controller.vault.faults import VaultFault
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from tests.drivers.machines import PATIENCE
from tests.vault.crashing import steps_in
from tests.vault.evening import KEY, make_table
from tests.vault.loop import COMMIT_FAILED, play
from tests.vault.recorded import opened

EXT4_SHUTDOWN, WITHOUT_FLUSHING_THE_LOG = 0x8004587D, 2
SEED, EVENTS = 31, 400
CLONE_NEWNS = 0x20000
BLOCK = "4096"
"""Bytes, as on any disk of a machine. On one so small ext4 takes 1024, less than a page: SQLite then sees to it that a
quarter of a page of its `-shm` has room on a full disk, and writing the rest of it ends the process (SIGBUS)."""
MOUNTS = Path("/proc/thread-self/ns/mnt")


def missing() -> str | None:
    """Why power cannot be cut here."""
    if os.geteuid() != 0:
        return "a loop device needs root"
    for tool in ("mkfs.ext4", "mount", "losetup"):
        if shutil.which(tool) is None:
            return f"{tool} is missing; apt-get install e2fsprogs mount"
    return None


def mount_apart() -> None:
    """From now on this process mounts where nobody else sees it.

    A container that is started meanwhile, by another test say, would take a copy of all mounts along, and a file
    system lives as long as any copy: what was shut down would not be gone, and could not be mounted anew.
    """
    _namespace("unshare", CLONE_NEWNS)
    _run("mount", "--make-rprivate", "/")


@contextmanager
def own_mounts() -> Iterator[None]:
    """As `mount_apart`, for a test that starts no threads: afterwards its mounts are gone and all is as it was."""
    before, here = os.open(MOUNTS, os.O_RDONLY), Path.cwd()
    try:
        try:
            mount_apart()
            yield
        finally:
            _namespace("setns", before, CLONE_NEWNS)
            os.chdir(here)  # to come back leads to the root directory
    finally:
        os.close(before)


def _namespace(call: str, *words: int) -> None:
    if getattr(ctypes.CDLL(None, use_errno=True), call)(*words) != 0:
        pytest.skip(f"no mounts of our own here: {call}: {os.strerror(ctypes.get_errno())}")


class Disk:
    """A small disk of its own."""

    def __init__(self, top: Path, megabytes: int) -> None:
        self.image, self.mount = top / "disk.img", top / "mnt"
        self.mount.mkdir()
        with self.image.open("wb") as file:
            file.truncate(megabytes * 2**20)
        _run("mkfs.ext4", "-q", "-b", BLOCK, str(self.image))

    def plug_in(self, how: str = "loop") -> None:
        try:
            _run("mount", "-o", how, str(self.image), str(self.mount))
        except (subprocess.CalledProcessError, OSError) as error:
            pytest.skip(f"nothing can be mounted here: {getattr(error, 'stderr', error)}")

    def cut_power(self) -> None:
        handle = os.open(self.mount, os.O_RDONLY)
        fcntl.ioctl(handle, EXT4_SHUTDOWN, struct.pack("I", WITHOUT_FLUSHING_THE_LOG))
        os.close(handle)

    def unplug(self) -> None:
        _run("umount", str(self.mount))


def _run(*words: str) -> None:
    subprocess.run(words, check=True, capture_output=True, text=True)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Disk]:
    reason = missing()
    if reason is not None:
        pytest.skip(reason)
    with own_mounts():
        disk = Disk(tmp_path, 48)
        disk.plug_in()
        yield disk


def known(directory: Path) -> dict[int, str]:
    """The states of the evening, when nothing goes wrong."""
    states: dict[int, str] = {}
    kept = opened(directory)
    states[0] = digest_of(kept.table)
    play(kept, SEED, EVENTS, states.__setitem__)
    kept.vault.close()
    return states


@pytest.mark.parametrize("after", [1, 40, 173])
def test_whatever_was_acknowledged_is_there_after_a_power_cut(tmp_path: Path, small_disk: Disk, after: int) -> None:
    states = known(tmp_path / "known")
    vault = small_disk.mount / "vault"
    loop = [sys.executable, "-m", "tests.vault.loop", str(vault), str(SEED), str(EVENTS)]
    with subprocess.Popen(loop, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(after + 1)]
        small_disk.cut_power()
        _, complaint = process.communicate(timeout=PATIENCE)  # what it says now, it says without power
    acknowledged = max((int(line.split()[0]) for line in lines[1:] if line.strip()), default=0)
    assert process.returncode == COMMIT_FAILED, complaint
    assert "What to do" in complaint
    small_disk.unplug()
    small_disk.plug_in()
    kept = opened(vault)
    steps = steps_in(kept)
    assert steps >= acknowledged > 0
    assert digest_of(kept.table) == states[steps]
    kept.vault.close()
    assert verify(vault, ProofWanted(make_table, KEY)).fault is None


def test_a_disk_of_a_test_is_mounted_for_that_test_alone(tmp_path: Path) -> None:
    reason = missing()
    if reason is not None:
        pytest.skip(reason)
    before, here = MOUNTS.readlink(), Path.cwd()
    with own_mounts():
        disk = Disk(tmp_path, 8)
        disk.plug_in()
        assert disk.mount.is_mount()
        assert MOUNTS.readlink() != before
    assert not disk.mount.is_mount()
    assert (MOUNTS.readlink(), Path.cwd()) == (before, here)


def test_a_full_disk_ends_the_process_and_loses_nothing(tmp_path: Path, small_disk: Disk) -> None:
    states = known(tmp_path / "known")
    vault = small_disk.mount / "vault"
    opened(vault).vault.close()
    filler = small_disk.mount / "filler"
    fill(filler, leave=200_000)
    loop = [sys.executable, "-m", "tests.vault.loop", str(vault), str(SEED), str(EVENTS)]
    done = subprocess.run(loop, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == COMMIT_FAILED, done.stderr
    assert "disk_full" in done.stderr
    acknowledged = max(int(line.split()[0]) for line in done.stdout.splitlines()[1:])
    assert verify(vault, ProofWanted(make_table, KEY)).fault is None
    filler.unlink()
    kept = opened(vault)
    assert steps_in(kept) >= acknowledged > 0
    assert digest_of(kept.table) == states[steps_in(kept)]
    kept.vault.close()


def test_a_read_only_disk_is_read_and_proved_but_not_written(small_disk: Disk) -> None:
    vault = small_disk.mount / "vault"
    loop = [sys.executable, "-m", "tests.vault.loop", str(vault), str(SEED), str(EVENTS)]
    with subprocess.Popen(loop, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for _ in range(50):
            process.stdout.readline()
        process.kill()  # it leaves a log that has not been put into the file
    _run("mount", "-o", "remount,ro", str(small_disk.mount))
    assert verify(vault, ProofWanted(make_table, KEY)).fault is None
    with pytest.raises(VaultFault, match="cannot_open"):
        opened(vault)


def fill(file: Path, leave: int) -> None:
    """Write until there is no room, also none that is kept back for root; then give some back."""
    handle = os.open(file, os.O_WRONLY | os.O_CREAT)
    size = 0
    try:
        while True:
            size += os.write(handle, bytes(2**16))
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
    os.ftruncate(handle, size - leave)
    os.fsync(handle)
    os.close(handle)
