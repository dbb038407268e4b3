"""`boxcars dice emulate|control`: a dice unit that is not there, and its orders."""

import argparse
import time
from functools import partial
from pathlib import Path

from config.secrets import read_secret
from drivers.common.tooling import fail
from tools.emulators.common.commands import Acts, add_control, add_emulate, control_path
from tools.emulators.common.orders import order_list
from tools.emulators.common.process import emulate
from tools.emulators.dice.dice import DiceBox, read_script
from tools.emulators.dice.memory import Shelf
from tools.emulators.dice.orders import ORDERS, describe, follow
from tools.emulators.dice.unit import FAST, REAL, Unit

KEY_LENGTH = 16
DEFAULT_SERIAL = 1001
DEFAULT_MODEL = "BOXDICE1"
LINKED = "where the unit's pty is linked"


def add_acts(acts: Acts) -> None:
    """The words of the command line."""
    parser = add_emulate(acts, "be a dice unit at a pty", LINKED, _emulate)
    parser.add_argument("--key-file", type=Path, required=True, metavar="FILE", help="the unit's key")
    parser.add_argument("--seed", type=int, metavar="N", help="the same dice each time")
    parser.add_argument("--dice", type=Path, metavar="FILE", help="scripted dice: `3 4` or `leaning` a line")
    parser.add_argument("--fast", action="store_true", help="shake for milliseconds instead of seconds")
    parser.add_argument("--state", type=Path, metavar="FILE", help="the unit's memory, kept across restarts")
    parser.add_argument("--serial", type=int, default=DEFAULT_SERIAL, metavar="N", help="its serial number")
    parser.add_argument("--model", default=DEFAULT_MODEL, metavar="NAME", help="its model, up to 8 characters")
    add_control(acts, "give orders to an emulated unit", LINKED, order_list(ORDERS))


def _emulate(options: argparse.Namespace) -> int:
    key = read_secret(options.key_file, KEY_LENGTH)
    box = DiceBox(options.seed, read_script(options.dice) if options.dice else None)
    pace = FAST if options.fast else REAL
    if not options.model.isascii() or not 1 <= len(options.model) <= 8 or not 0 <= options.serial < 2**32:
        return fail("--model is 1 to 8 ASCII characters, --serial 0 to 4294967295")
    unit = Unit(key, box, Shelf(options.state), pace, time.monotonic(), options.serial, options.model)
    name = f"dice unit {unit.model} serial {unit.serial}"
    return emulate(name, unit, partial(follow, unit), partial(describe, unit), options.link, control_path(options))
