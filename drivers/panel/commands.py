"""`boxcars panel`: the technician's tools, the driver process, the emulated boards and their orders."""

import argparse
import re
from pathlib import Path

from config.drivers import DriverSettings
from config.logs import set_up_logging
from config.reading import BadFile, read_toml, validate
from drivers.common.tooling import fail
from drivers.panel.codec import BUTTONS, PATTERNS, TOWER
from drivers.panel.driver import drive
from drivers.panel.tools import TOOLS, run_tool
from drivers.panel.usb import NoUsb
from tools.emulators.common.commands import add_place, control_path, give_order
from tools.emulators.common.control import NoEmulator
from tools.emulators.panel.board import Board
from tools.emulators.panel.bus import Bus
from tools.emulators.panel.process import emulate, order_list

PURPOSES = {
    "list": "which boards are there, and what each says",
    "watch": "a line for every change of a board",
    "lamp": "light the lamps and the tower of a board",
}
VENDOR, PRODUCT = 0x1209, 0xC0DE
LINKED = "the socket of the emulated USB"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    acts = parser.add_subparsers(dest="act", metavar="ACT", required=True)
    for name in TOOLS:
        tool = acts.add_parser(name, help=PURPOSES[name], description=PURPOSES[name])
        tool.add_argument("--usb", type=_usb, default="libusb", metavar="USB", help="libusb (default) or emulated:PATH")
        tool.add_argument("--vendor", type=_hexadecimal, default=VENDOR, metavar="HEX", help="default 1209")
        tool.add_argument("--product", type=_hexadecimal, default=PRODUCT, metavar="HEX", help="default c0de")
        tool.add_argument("--json", action="store_true", help="JSON instead of words")
        if name != "list":
            tool.add_argument("--board", required=True, metavar="SERIAL", help="as `boxcars panel list` shows it")
        if name == "watch":
            tool.add_argument("--seconds", type=float, metavar="N", help="stop after so long")
        if name == "lamp":
            tool.add_argument("--lamps", nargs="*", choices=BUTTONS, default=[], help="which buttons to light")
            tool.add_argument("--tower", nargs="*", choices=TOWER, default=[], help="which lights of the tower")
            tool.add_argument("--pattern", choices=PATTERNS, default="steady")
            tool.add_argument("--clear-latches", action="store_true", help="clear the door latches")
    _add_emulate(acts.add_parser("emulate", help="be one board or many"))
    control = acts.add_parser(
        "control",
        help="do something to an emulated board",
        epilog="orders:\n" + order_list(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_place(control, LINKED)
    control.add_argument("order", nargs="+", metavar="ORDER", help="a board and what happens to it; the list is below")
    run_driver = acts.add_parser("drive", help="the driver process, between the boards and the controller")
    run_driver.add_argument("--config", type=Path, required=True, metavar="FILE", help="settings with a [panel] table")


def run(options: argparse.Namespace) -> int:
    try:
        if options.act in TOOLS:
            return run_tool(options)
        return {"emulate": _emulate, "control": give_order, "drive": _drive}[options.act](options)
    except (BadFile, NoEmulator, NoUsb) as error:
        return fail(str(error))


def _usb(text: str) -> str:
    if text != "libusb" and not re.fullmatch(r"emulated:.+", text):
        raise argparse.ArgumentTypeError(f"must be libusb or emulated:PATH, found {text[:80]!r}")
    return text


def _hexadecimal(text: str) -> int:
    try:
        number = int(text, 16)
    except ValueError:
        number = -1
    if not 0 <= number <= 0xFFFF:
        raise argparse.ArgumentTypeError(f"{text}: four hexadecimal digits are wanted")
    return number


def _add_emulate(parser: argparse.ArgumentParser) -> None:
    add_place(parser, LINKED)
    parser.add_argument(
        "--board", action="append", metavar="SERIAL", help="a board; may be said again (default CABINET, TERMINAL-01)"
    )
    parser.add_argument("--state", type=Path, metavar="FOLDER", help="where the batteries keep the door latches")


def _emulate(options: argparse.Namespace) -> int:
    folder: Path | None = options.state
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    serials = dict.fromkeys(options.board or ["CABINET", "TERMINAL-01"])
    bad = next((serial for serial in serials if "/" in serial or not serial), None)
    if bad is not None:
        return fail(f"--board {bad!r}: a serial string without a slash is wanted, as in TERMINAL-01")
    boards = [Board(serial, folder / f"{serial}.json" if folder else None) for serial in serials]
    return emulate(Bus(boards), options.link, control_path(options))


def _drive(options: argparse.Namespace) -> int:
    settings = validate(DriverSettings, read_toml(options.config), str(options.config))
    if settings.panel is None:
        return fail(f"{options.config}: panel: the table [panel] is missing")
    set_up_logging("panel-driver")
    return drive(settings.panel)
