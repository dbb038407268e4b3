"""`boxcars panel`: the technician's tools and the driver process. Where the workshop is, it adds emulated boards."""

import argparse
import re
from pathlib import Path
from typing import TypeAlias

from config.drivers import DriverSettings
from config.files.reading import BadFile, read_toml, validate
from config.process.logs import set_up_logging
from drivers.common.tooling import fail
from drivers.panel.codec import BUTTONS, PATTERNS, TOWER
from drivers.panel.driver import drive
from drivers.panel.tools import TOOLS, run_tool
from drivers.panel.usb import NoUsb

PURPOSES = {
    "list": "which boards are there, and what each says",
    "watch": "a line for every change of a board",
    "lamp": "light the lamps and the tower of a board",
}
VENDOR, PRODUCT = 0x1209, 0xC0DE
Acts: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def add_arguments(parser: argparse.ArgumentParser) -> Acts:
    """The words of the command line; returns the acts, so that more can be added."""
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
        tool.set_defaults(run_act=run_tool)
    run_driver = acts.add_parser("drive", help="the driver process, between the boards and the controller")
    run_driver.add_argument("--config", type=Path, required=True, metavar="FILE", help="settings with a [panel] table")
    run_driver.set_defaults(run_act=_drive)
    return acts


def run(options: argparse.Namespace) -> int:
    """Do the act asked for."""
    try:
        code: int = options.run_act(options)
    except (BadFile, NoUsb) as error:
        return fail(str(error))
    return code


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


def _drive(options: argparse.Namespace) -> int:
    settings = validate(DriverSettings, read_toml(options.config), str(options.config))
    if settings.panel is None:
        return fail(f"{options.config}: panel: the table [panel] is missing")
    set_up_logging("panel-driver")
    return drive(settings.panel)
