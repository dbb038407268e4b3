"""`boxcars tickets emulate|control`: a ticket printer that is not there, and its orders."""

import argparse
import time
from functools import partial
from pathlib import Path

from tools.emulators.common.commands import Acts, add_serial_unit, control_path
from tools.emulators.common.orders import LONGEST_SECONDS, order_list
from tools.emulators.common.process import emulate
from tools.emulators.printer.memory import Shelf
from tools.emulators.printer.orders import ORDERS, describe, follow
from tools.emulators.printer.paper.tray import Tray
from tools.emulators.printer.press import FAST, REAL
from tools.emulators.printer.unit import Unit

SERIAL, MODEL = 3001, "TICKET-P"


def add_acts(acts: Acts) -> None:
    """The words of the command line."""
    parser = add_serial_unit(acts, "ticket printer", SERIAL, MODEL, order_list(ORDERS), _emulate)
    parser.add_argument("--fast", action="store_true", help="print in milliseconds instead of seconds")
    parser.add_argument("--papers", type=Path, metavar="FOLDER", help="a picture and a line of text of each paper")
    parser.add_argument("--take", type=_seconds, metavar="SECONDS", help="somebody takes each paper after so long")


def _seconds(word: str) -> float:
    value = float(word)
    if not 0 <= value <= LONGEST_SECONDS:
        raise argparse.ArgumentTypeError(f"{word}: allowed is 0 to {LONGEST_SECONDS:g}")
    return value


def _emulate(options: argparse.Namespace) -> int:
    pace = FAST if options.fast else REAL
    now = time.monotonic()
    unit = Unit(Shelf(options.state), Tray(options.papers), pace, now, options.serial, options.model)
    if options.take is not None:
        unit.press.take_each(options.take, now)
    name = f"ticket printer {unit.model} serial {unit.serial}"
    return emulate(name, unit, partial(follow, unit), partial(describe, unit), options.link, control_path(options))
