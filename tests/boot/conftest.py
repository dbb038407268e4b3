"""The machines of the boot test: all tests of the room play on one, in the order of a day."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.boot.cabinet import PLACE, Cabinet, copy_source, lay_over

DISK_BYTES = 96 * 2**20


@pytest.fixture(scope="package")
def disk() -> Iterator[Path | None]:
    """A small disk of its own for /var/lib/boxcars, where this host has loop devices."""
    image, mount = Path(f"{PLACE}/disk.img"), Path(f"{PLACE}/disk")
    mount.mkdir()
    with image.open("wb") as file:
        file.truncate(DISK_BYTES)
    made = subprocess.run(["mkfs.ext4", "-q", "-F", str(image)], capture_output=True, check=False).returncode == 0
    mounted = made and subprocess.run(["mount", "-o", "loop", str(image), str(mount)], check=False).returncode == 0
    yield mount if mounted else None
    if mounted:
        subprocess.run(["umount", "--lazy", str(mount)], check=False)


@pytest.fixture(scope="package")
def cabinet(disk: Path | None) -> Iterator[Cabinet]:
    """A bare tree, booted; the tests install into it."""
    tree = Path(f"{PLACE}/cabinet")
    lay_over(Path(os.environ["BOOT_BARE"]), tree)
    source = Path(f"{PLACE}/source")
    copy_source(source)
    binds = [f"--bind={source}:/usr/src/boxcars", f"--bind-ro={os.environ['BOOT_WHEELS']}:/var/cache/wheels"]
    machine = Cabinet(tree, "boxcars-boot", binds + ([f"--bind={disk}:/var/lib/boxcars"] if disk else []))
    try:
        machine.boot()
        yield machine
    finally:
        machine.cut_the_power()
        subprocess.run(["umount", "--lazy", "--quiet", str(tree)], check=False, stderr=subprocess.DEVNULL)


@pytest.fixture(scope="package")
def far(cabinet: Cabinet) -> Iterator[Cabinet]:
    """Another PC on the same wire."""
    tree = Path(f"{PLACE}/far")
    lay_over(Path(os.environ["BOOT_BARE"]), tree)
    binds = [f"--bind={PLACE}/source:/usr/src/boxcars", f"--bind-ro={os.environ['BOOT_WHEELS']}:/var/cache/wheels"]
    machine = Cabinet(tree, "boxcars-far", binds, beside=cabinet)
    try:
        machine.boot()
        yield machine
    finally:
        machine.cut_the_power()
        subprocess.run(["umount", "--lazy", "--quiet", str(tree)], check=False, stderr=subprocess.DEVNULL)
