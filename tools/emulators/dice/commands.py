"""`boxcars dice emulate|control`: a dice unit that is not there, and its orders."""

import argparse
import time
from functools import partial

from config.files.secrets import read_secret
from tools.emulators.common.commands import Acts, Kind, add_unit, control_path
from tools.emulators.common.orders import order_list
from tools.emulators.common.process import emulate
from tools.emulators.dice.dice import DiceBox, read_script
from tools.emulators.dice.memory import Shelf
from tools.emulators.dice.orders import ORDERS, describe, follow
from tools.emulators.dice.pace import FAST, REAL
from tools.emulators.dice.unit import Unit

KEY_LENGTH = 16
DICE = Kind(
    "dice unit",
    serial=1001,
    model="BOXDICE1",
    shows="dice",
    script="--dice",
    script_help="scripted dice: `3 4` or `leaning` a line",
    fast_help="shake for milliseconds instead of seconds",
)


def add_acts(acts: Acts) -> None:
    """The words of the command line."""
    add_unit(acts, DICE, order_list(ORDERS), _emulate)


def _emulate(options: argparse.Namespace) -> int:
    key = read_secret(options.key_file, KEY_LENGTH)
    box = DiceBox(options.seed, read_script(options.dice) if options.dice else None)
    pace = FAST if options.fast else REAL
    unit = Unit(key, box, Shelf(options.state), pace, time.monotonic(), options.serial, options.model)
    name = f"dice unit {unit.model} serial {unit.serial}"
    return emulate(name, unit, partial(follow, unit), partial(describe, unit), options.link, control_path(options))
