"""`boxcars wheel emulate|control`: a wheel unit that is not there, and its orders."""

import argparse
import time
from functools import partial

from config.files.secrets import read_secret
from tools.emulators.common.commands import Acts, Kind, add_unit, control_path
from tools.emulators.common.orders import order_list
from tools.emulators.common.process import emulate
from tools.emulators.wheel.fate import Fates, read_script
from tools.emulators.wheel.memory import Shelf
from tools.emulators.wheel.orders import ORDERS, describe, follow
from tools.emulators.wheel.unit import Unit
from tools.emulators.wheel.wheel import FAST, REAL

KEY_LENGTH = 16
WHEEL = Kind(
    "wheel unit",
    serial=2001,
    model="WHEEL-37",
    shows="numbers",
    script="--spins",
    script_help="scripted spins: `17` or `ball-out` per line",
    fast_help="a second of the wheel takes a hundredth",
)


def add_acts(acts: Acts) -> None:
    """The words of the command line."""
    add_unit(acts, WHEEL, order_list(ORDERS), _emulate)


def _emulate(options: argparse.Namespace) -> int:
    key = read_secret(options.key_file, KEY_LENGTH)
    fates = Fates(options.seed, read_script(options.spins) if options.spins else None)
    pace = FAST if options.fast else REAL
    unit = Unit(key, fates, Shelf(options.state), pace, time.monotonic(), options.serial, options.model)
    name = f"wheel unit {unit.model} serial {unit.serial}"
    return emulate(name, unit, partial(follow, unit), partial(describe, unit), options.link, control_path(options))
