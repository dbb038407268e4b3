"""`boxcars bills emulate|control`: a bill acceptor that is not there, and its orders."""

import argparse
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

from drivers.common.tooling import fail
from tools.emulators.bills.acceptor import Acceptor
from tools.emulators.bills.cctalk.orders import CCTALK_ORDERS
from tools.emulators.bills.cctalk.unit import Validator
from tools.emulators.bills.id003.orders import ID003_ORDERS
from tools.emulators.bills.id003.unit import Id003
from tools.emulators.bills.memory import Shelf
from tools.emulators.bills.orders import ORDERS, describe, follow
from tools.emulators.bills.paper import DataSet, read_data_set
from tools.emulators.bills.path import FAST, REAL, Pace
from tools.emulators.common.commands import LINKED, Acts, add_control, add_emulate, control_path
from tools.emulators.common.orders import order_list
from tools.emulators.common.process import emulate

VERSION = "E(USA)-71-SS ID003-01V100-01 19NOV26 5A1C"


PROTOCOLS = {"cctalk": ORDERS | CCTALK_ORDERS, "id003": ORDERS | ID003_ORDERS}
"""What each can be ordered."""


def add_arguments(parser: argparse.ArgumentParser) -> Acts:
    """The words of the command line, while there are only the emulators."""
    acts = parser.add_subparsers(dest="act", metavar="ACT", required=True)
    add_acts(acts)
    return acts


def add_acts(acts: Acts) -> None:
    """The emulators' words."""
    parser = add_emulate(acts, "be a bill acceptor at a pty", LINKED, _emulate)
    parser.add_argument("--protocol", choices=tuple(PROTOCOLS), required=True, help="what it speaks")
    parser.add_argument("--notes", default="US:1,2,5,10,20,50,100", metavar="COUNTRY:VALUE,…", help="its data set")
    parser.add_argument(
        "--fast", action="store_true", help="mechanics take a fiftieth of a second, a quarter to give back"
    )
    parser.add_argument("--state", type=Path, metavar="FILE", help="where every paper lies, kept across restarts")
    parser.add_argument("--serial", type=int, default=3001, metavar="N", help="ccTalk: its serial number")
    parser.add_argument("--checksum", choices=("simple", "crc"), default="simple", help="ccTalk: which one it uses")
    parser.add_argument(
        "--ticket-event",
        nargs=2,
        type=int,
        choices=range(256),
        metavar=("A", "B"),
        help="ccTalk: tells a stacked ticket so",
    )
    parser.add_argument("--version", default=VERSION, metavar="TEXT", help="ID-003: its version string")
    add_control(acts, "give orders to an emulated acceptor", LINKED, order_list(ORDERS | CCTALK_ORDERS | ID003_ORDERS))


def run(options: argparse.Namespace) -> int:
    """One act."""
    code: int = options.run_act(options)
    return code


def _emulate(options: argparse.Namespace) -> int:
    if not 0 <= options.serial < 2**24:
        return fail("--serial is 0 to 16777215")
    try:
        unit = _unit(options, read_data_set(options.notes))
    except ValueError as error:
        return fail(f"--notes {error}")
    orders = PROTOCOLS[options.protocol]
    name = f"{options.protocol} bill acceptor"
    return emulate(
        name, unit, partial(follow, orders, unit), partial(describe, unit), options.link, control_path(options)
    )


def _pace(options: argparse.Namespace) -> Pace:
    """ID-003 tells a rejection only while it lasts, so what goes back stays for longer than a host looks away."""
    if not options.fast:
        return REAL
    return replace(FAST, give_back=0.25) if options.protocol == "id003" else FAST


def _unit(options: argparse.Namespace, notes: DataSet) -> Acceptor:
    shelf, pace, now = Shelf(options.state), _pace(options), time.monotonic()
    if options.protocol == "id003":
        return Id003(shelf, notes, pace, now, options.version)
    validator = Validator(shelf, notes, pace, now, options.serial)
    validator.with_crc = options.checksum == "crc"
    validator.ticket_event = (options.ticket_event[0], options.ticket_event[1]) if options.ticket_event else None
    return validator
