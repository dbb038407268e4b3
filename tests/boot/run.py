"""`make test-boot`: a Debian tree from nothing, wheels for it, and the tests on it. Leaves nothing behind.

Exit code 77: this machine cannot boot another one, and it is said why; that tells nothing about Boxcars.
BOOT_CACHE=DIR keeps the bare tree and the wheels for the next time; BOOT_SECONDS is how long the tests may take.
"""

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.boot.machine import PACKAGES, CannotBoot, Machine, needs

CANNOT = 77
SOURCE = Path(__file__).parents[2]
INSIDE = "systemd,systemd-sysv,dbus,udev,python3,python3-venv,make,procps,libusb-1.0-0,libfaketime,nftables"
PROBE_NAME = "boxcars-probe"


def main() -> int:
    """Prepare, test, clean up."""
    _get_programs()
    missing = needs()
    if missing:
        return _cannot("; ".join(missing))
    cache = os.environ.get("BOOT_CACHE")
    with tempfile.TemporaryDirectory(prefix="boxcars-boot-", dir="/var/tmp") as folder:
        place = Path(cache) if cache else Path(folder)
        try:
            bare, wheels = _bare_tree(place / "bare"), _wheels(place)
            _probe(bare)
        except (CannotBoot, subprocess.CalledProcessError) as error:
            return _cannot(str(error))
        words = [sys.executable, "-m", "pytest", "-n", "0", "-x", "--timeout", "600", "tests/boot", *sys.argv[1:]]
        environment = {**os.environ, "BOOT_BARE": str(bare), "BOOT_WHEELS": str(wheels), "BOOT_PLACE": folder}
        return _within(int(os.environ.get("BOOT_SECONDS", "3600")), words, environment)


def _within(seconds: int, words: list[str], environment: dict[str, str]) -> int:
    """The tests, which are told to end when it takes too long, so that they put everything away."""
    tests = subprocess.Popen(words, cwd=SOURCE, env=environment)
    try:
        return tests.wait(seconds)
    except subprocess.TimeoutExpired:
        tests.send_signal(signal.SIGINT)
        tests.wait(120)
        return _cannot(f"it was not over within {seconds} s")


def _get_programs() -> None:
    """As root, what Debian has is installed."""
    if os.geteuid() == 0 and needs():
        for words in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", *PACKAGES]):
            subprocess.run(words, check=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def _cannot(why: str) -> int:
    print(f"boxcars: the boot test cannot be made on this machine: {why}", file=sys.stderr)
    return CANNOT


def _bare_tree(tree: Path) -> Path:
    """Debian and nothing else, from where this machine gets its own packages."""
    if not (tree / "usr/bin/make").exists():
        _timed(f"debootstrap into {tree}")
        shutil.rmtree(tree, ignore_errors=True)
        words = ["debootstrap", "--variant=minbase", f"--include={INSIDE}", "bookworm", str(tree), _mirror()]
        _run(words)
    return tree


def _mirror() -> str:
    """The address of Debian's packages that this machine is set to."""
    asked = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(SITE) $(RELEASE)"], capture_output=True, text=True
    )
    for line in asked.stdout.splitlines():
        site, _, release = line.partition(" ")
        if release == "bookworm" and site:
            return site
    raise CannotBoot("apt-get knows no site with the packages of Debian 12 (bookworm)")


def _wheels(place: Path) -> Path:
    """All that the lock names; another lock, another folder."""
    folder = place / f"wheels-{hashlib.sha256((SOURCE / 'requirements.lock').read_bytes()).hexdigest()[:12]}"
    if not (folder / "whole").exists():
        _timed("wheels by the hashed lock")
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", "download", "--require-hashes"]
        _run([*pip, "-r", str(SOURCE / "requirements.lock"), "-d", str(folder)])
        (folder / "whole").touch()
    return folder


def _probe(bare: Path) -> None:
    """Whether any machine boots here at all."""
    _timed("does a bare machine boot here?")
    machine = Machine(bare, PROBE_NAME)
    try:
        machine.boot()
    finally:
        machine.cut_the_power()


def _run(words: list[str]) -> None:
    done = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode:
        raise CannotBoot(f"{words[0]} failed: {(done.stdout + done.stderr)[-400:].strip()}")


def _timed(what: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {what}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
