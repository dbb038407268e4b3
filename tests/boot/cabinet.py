"""A machine with the cabinet on it, and what is done with it again and again."""

import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.boot.machine import Machine

ROOT = Path(__file__).parents[2]
PLACE = os.environ.get("BOOT_PLACE")
SEATS_HERE = {1, 2}
INSTALL = "cd /usr/src/boxcars && make -s {act} WHEELS=/var/cache/wheels"
INSIDE = "/opt/boxcars/current/bin/python -B /usr/src/boxcars/tests/boot/inside.py"


class Cabinet(Machine):
    """A machine with the cabinet on it."""

    def install(self, act: str = "install", words: str = "", fine: bool = False) -> str:
        """`make install` inside."""
        try:
            return self.sh(f"{INSTALL.format(act=act)} {words}", fine=fine)
        except AssertionError as error:
            said = self.sh("journalctl --unit 'boxcars-*' --no-pager --lines 40", fine=True)
            raise AssertionError(f"{error}\n{said}") from None

    def do(self, act: str, seat: int = 1, amount: int = 1000) -> dict[str, Any]:
        """What a hand on a page does, or an attendant."""
        said = self.sh(f"{INSIDE} {act} {seat} {amount}")
        found: dict[str, Any] = json.loads(said)
        assert found["ok"], found
        return found

    def status(self) -> dict[str, Any]:
        """`boxcars status`, or nothing while it does not answer."""
        said = self.sh("boxcars status --json", fine=True)
        try:
            found: dict[str, Any] = json.loads(said)
        except ValueError:
            return {}
        return found

    def until(self, what: str, seen: Callable[[dict[str, Any]], bool], patience: float = 60.0) -> dict[str, Any]:
        """Wait for a status like this."""
        until = time.monotonic() + patience
        status: dict[str, Any] = {}
        while time.monotonic() < until:
            status = self.status()
            if status and seen(status):
                return status
            time.sleep(0.3)
        raise AssertionError(f"not {what} within {patience:.0f} s: {status or self.sh('boxcars status', fine=True)}")

    def until_plays(self) -> dict[str, Any]:
        """Ready, not held, every screen linked."""
        return self.until("in play", plays)

    def show(self, unit: str, name: str) -> str:
        """A property of a unit, as systemd has it."""
        return self.sh(f"systemctl show --property={name} --value boxcars-{unit}.service").strip()

    def verify(self) -> str:
        """The proof of the journal, as its reader."""
        return self.sh("boxcars verify --unit-key /etc/boxcars/keys/dice.key")


def plays(status: dict[str, Any]) -> bool:
    """Whether this machine is in play."""
    linked = {seat["seat"] for seat in status["seats"] if seat["linked"]}
    return bool(status["ready"] and not status["holds"] and linked >= SEATS_HERE)


def lay_over(bare: Path, tree: Path) -> None:
    """A tree that begins as the bare one and leaves that as it is: an overlay, or where there is none a copy."""
    tree.mkdir()
    upper, work = tree.with_suffix(".upper"), tree.with_suffix(".work")
    upper.mkdir()
    work.mkdir()
    layers = f"lowerdir={bare},upperdir={upper},workdir={work}"
    mounted = subprocess.run(["mount", "-t", "overlay", "overlay", "-o", layers, str(tree)], check=False).returncode
    if mounted:
        subprocess.run(["cp", "-a", f"{bare}/.", str(tree)], check=True)


def copy_source(to: Path) -> None:
    """The working tree without what was made in it."""
    ignored = shutil.ignore_patterns(".git", ".venv", "var", "__pycache__", ".*_cache", "*.egg-info", "build", "wheels")
    shutil.copytree(ROOT, to, ignore=ignored)


def empty_the_table(cabinet: Cabinet) -> None:
    """Play on until nothing lies on the layout: line bets may take some rolls."""
    cabinet.do("empty")
    cabinet.until("idle", lambda status: bool(status["phase"] == "idle"))


def active(cabinet: Cabinet, service: str) -> bool:
    return cabinet.show(service, "ActiveState") == "active"


def until(seen: Callable[[], bool], patience: float = 60.0) -> None:
    """Wait for it."""
    end = time.monotonic() + patience
    while not seen():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.3)
