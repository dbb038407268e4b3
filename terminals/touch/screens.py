"""The touch screen of this machine, as udev knows it, and the rule that hands libinput its six numbers.

A rule of udev may start programs, so nothing stands in it that was not looked at here: a path and ids of few signs, and
a matrix that was read and written again by `config/touch.py`. Root's side.
"""

import re
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from config.touch import IDENTITY, BadMatrix, Matrix, checked, written

Run = Callable[[Sequence[str]], str]
"""Runs a command, and gives what it says."""

PROPERTY = "LIBINPUT_CALIBRATION_MATRIX"
PATHS = re.compile(r"[A-Za-z0-9:._+-]{1,120}", re.ASCII)
"""Of `ID_PATH`: where it is plugged in. Of these signs none means anything to a rule."""
IDS = re.compile(r"[0-9a-f]{4}", re.ASCII)
WITHIN = 20.0
"""Seconds that a command of udev may take."""


class NoScreen(Exception):
    """No touch screen can be set right here, by a code."""

    def __init__(self, code: str, found: str = "") -> None:
        super().__init__(code)
        self.code, self.found = code, found


class TouchScreen(NamedTuple):
    """One, by what stays the same when the machine starts again."""

    device: str
    """In /sys, for udev to be told of; it is another one after the next start."""
    at: str
    """Where it is plugged in."""
    vendor: str
    model: str
    """Empty, where the bus has no such ids."""
    matrix: Matrix
    """In force."""


def run_command(words: Sequence[str]) -> str:
    """What it says; an error ends us, and systemd takes back what was tried."""
    return subprocess.run(words, check=True, capture_output=True, text=True, timeout=WITHIN).stdout


def the_screen(inputs: Path, run: Run) -> TouchScreen:
    """The one touch screen of this machine; NoScreen where there is none, or nobody could say which."""
    found = [screen for device in sorted(inputs.glob("event*")) if (screen := _screen(device, run)) is not None]
    if not found:
        raise NoScreen("no_touch_screen")
    if len(found) > 1:
        raise NoScreen("several_touch_screens", ", ".join(screen.at for screen in found)[:200])
    return found[0]


def _screen(device: Path, run: Run) -> TouchScreen | None:
    said = run(("udevadm", "info", "--query=property", f"--path={device}"))
    told = dict(line.split("=", 1) for line in said.splitlines() if "=" in line)
    if told.get("ID_INPUT_TOUCHSCREEN") != "1":
        return None
    at, vendor, model = told.get("ID_PATH", ""), told.get("ID_VENDOR_ID", ""), told.get("ID_MODEL_ID", "")
    if not PATHS.fullmatch(at) or not all(IDS.fullmatch(id) for id in (vendor, model) if id):
        raise NoScreen("strange_touch_screen", at[:80])
    return TouchScreen(str(device), at, vendor, model, _in_force(told))


def _in_force(told: Mapping[str, str]) -> Matrix:
    """What libinput reads too, which another's rule may say in any manner; what it cannot read it leaves."""
    try:
        a, b, c, d, e, f = map(float, told.get(PROPERTY, "").split()[:6])
        return checked((a, b, c, d, e, f))
    except BadMatrix as error:
        raise NoScreen("strange_matrix") from error
    except ValueError:
        return IDENTITY


def rule(screen: TouchScreen, matrix: Matrix) -> str:
    """For this screen where it is plugged in now, and for no other that is plugged in there later."""
    matches = [
        'ACTION!="remove"',
        'SUBSYSTEM=="input"',
        'KERNEL=="event*"',
        'ENV{ID_INPUT_TOUCHSCREEN}=="1"',
        f'ENV{{ID_PATH}}=="{screen.at}"',
        *([f'ENV{{ID_VENDOR_ID}}=="{screen.vendor}"'] if screen.vendor else []),
        *([f'ENV{{ID_MODEL_ID}}=="{screen.model}"'] if screen.model else []),
    ]
    line = ", ".join([*matches, f'ENV{{{PROPERTY}}}="{written(matrix)}"'])
    return f"# Set by staff at this screen; docs/install.md.\n{line}\n"


def plug_in_again(screen: TouchScreen, run: Run) -> None:
    """libinput reads the matrix when a device comes and never after: the kernel is asked to say it went and came."""
    run(("udevadm", "control", "--reload"))
    try:
        _say(screen, "remove", run)
    finally:
        _say(screen, "add", run)  # whatever became of the first: without this one nothing of the glass is felt


def _say(screen: TouchScreen, action: str, run: Run) -> None:
    run(("udevadm", "trigger", f"--action={action}", "--settle", screen.device))
