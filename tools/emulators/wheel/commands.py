"""`boxcars wheel emulate|control`: a wheel unit that is not there, and its orders."""

import argparse
import time
from functools import partial
from pathlib import Path

from config.secrets import read_secret
from drivers.common.tooling import fail
from tools.emulators.common.commands import Acts, add_control, add_emulate, control_path
from tools.emulators.common.orders import order_list
from tools.emulators.common.process import emulate
from tools.emulators.wheel.fate import Fates, read_script
from tools.emulators.wheel.memory import Shelf
from tools.emulators.wheel.orders import ORDERS, describe, follow
from tools.emulators.wheel.unit import Unit
from tools.emulators.wheel.wheel import FAST, REAL

KEY_LENGTH = 16
DEFAULT_SERIAL = 2001
DEFAULT_MODEL = "WHEEL-37"
LINKED = "where the unit's pty is linked"


def add_acts(acts: Acts) -> None:
    """The words of the command line."""
    unit = add_emulate(acts, "be a wheel unit at a pty", LINKED, _emulate)
    unit.add_argument("--key-file", type=Path, required=True, metavar="FILE", help="the unit's key")
    unit.add_argument("--seed", type=int, metavar="N", help="the same numbers each time")
    unit.add_argument("--spins", type=Path, metavar="FILE", help="scripted spins: `17` or `ball-out` per line")
    unit.add_argument("--fast", action="store_true", help="a second of the wheel takes a hundredth")
    unit.add_argument("--state", type=Path, metavar="FILE", help="the unit's memory, kept across restarts")
    unit.add_argument("--serial", type=int, default=DEFAULT_SERIAL, metavar="N", help="its serial number")
    unit.add_argument("--model", default=DEFAULT_MODEL, metavar="NAME", help="its model, up to 8 characters")
    add_control(acts, "give orders to an emulated unit", LINKED, order_list(ORDERS))


def _emulate(options: argparse.Namespace) -> int:
    if not options.model.isascii() or not 1 <= len(options.model) <= 8 or not 0 <= options.serial < 2**32:
        return fail("--model is 1 to 8 ASCII characters, --serial 0 to 4294967295")
    key = read_secret(options.key_file, KEY_LENGTH)
    fates = Fates(options.seed, read_script(options.spins) if options.spins else None)
    pace = FAST if options.fast else REAL
    unit = Unit(key, fates, Shelf(options.state), pace, time.monotonic(), options.serial, options.model)
    name = f"wheel unit {unit.model} serial {unit.serial}"
    return emulate(name, unit, partial(follow, unit), partial(describe, unit), options.link, control_path(options))
