"""`boxcars dice`: the technician's tools, the driver process, the emulated unit and its orders."""

import argparse
import time
from functools import partial
from pathlib import Path

from config.drivers import DriverSettings
from config.logs import set_up_logging
from config.reading import BadFile, read_toml, validate
from config.secrets import read_secret
from controller.protocol.devices.authentic import KEY_LENGTH
from drivers.common.tooling import fail
from drivers.dice.driver import drive
from drivers.dice.port import parse_port
from drivers.dice.tools.monitor import monitor
from drivers.dice.tools.unit import TOOLS, run_tool
from tools.emulators.common.commands import add_place, control_path, give_order
from tools.emulators.common.control import NoEmulator
from tools.emulators.common.orders import order_list
from tools.emulators.common.process import emulate
from tools.emulators.dice.dice import DiceBox, read_script
from tools.emulators.dice.memory import Shelf
from tools.emulators.dice.orders import ORDERS, describe, follow
from tools.emulators.dice.unit import FAST, REAL, Unit

PURPOSES = {
    "status": "how the unit is: state, faults, lid, last roll, temperature",
    "hello": "who the unit is: model, serial, firmware",
    "roll": "one roll, checked against the unit's key",
    "self-test": "let the unit test its motor, sensor, lid switch and memory",
}
DEFAULT_SERIAL = 1001
DEFAULT_MODEL = "BOXDICE1"
LINKED = "where the unit's pty is linked"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    acts = parser.add_subparsers(dest="act", metavar="ACT", required=True)
    for name in TOOLS:
        tool = acts.add_parser(name, help=PURPOSES[name], description=PURPOSES[name])
        _port(tool)
        tool.add_argument("--key-file", type=Path, metavar="FILE", help="the unit's key, made by `boxcars keys dice`")
        tool.add_argument("--model", metavar="NAME", help="refuse a unit of another model")
        tool.add_argument("--serial", type=int, metavar="N", help="refuse a unit with another serial number")
        tool.add_argument("--json", action="store_true", help="the answer as one JSON object")
        if name == "roll":
            tool.add_argument("--roll-id", type=int, metavar="N", help="default: the unit's last + 1")
            tool.add_argument("--duration", type=int, default=2500, metavar="MS", help="1000 to 10000, default 2500")
            tool.add_argument("--strength", type=int, default=180, metavar="N", help="1 to 255, default 180")
    _add_monitor(acts.add_parser("monitor", help="decode traffic live, a line a frame"))
    _add_emulate(acts.add_parser("emulate", help="be a dice unit at a pty"))
    control = acts.add_parser(
        "control",
        help="give orders to an emulated unit",
        epilog="orders:\n" + order_list(ORDERS),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_place(control, LINKED)
    control.add_argument("order", nargs="+", metavar="ORDER", help="what to do, in words; the list is below")
    run_driver = acts.add_parser("drive", help="the driver process, between a unit and the controller")
    run_driver.add_argument("--config", type=Path, required=True, metavar="FILE", help="settings with a [dice] table")


def run(options: argparse.Namespace) -> int:
    try:
        if options.act in TOOLS:
            return _tool(options)
        return {"monitor": monitor, "emulate": _emulate, "control": give_order, "drive": _drive}[options.act](options)
    except (BadFile, NoEmulator) as error:
        return fail(str(error))


def _port(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--port",
        required=True,
        type=_port_name,
        metavar="PORT",
        help="a path, usb:VENDOR:PRODUCT:SERIAL or udev:NAME",
    )


def _port_name(text: str) -> object:
    try:
        return parse_port(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _add_monitor(parser: argparse.ArgumentParser) -> None:
    _port(parser)
    parser.add_argument("--listen", action="store_true", help="send nothing: for a tap on the line")
    parser.add_argument("--key-file", type=Path, metavar="FILE", help="say which results are authentic")
    parser.add_argument("--roll-id", type=int, metavar="N", help="show only frames about this roll")
    parser.add_argument("--seconds", type=float, metavar="N", help="stop after so long")
    parser.add_argument("--frames", type=int, metavar="N", help="stop after so many frames")
    parser.add_argument("--json", action="store_true", help="a JSON object a line")


def _add_emulate(parser: argparse.ArgumentParser) -> None:
    add_place(parser, LINKED)
    parser.add_argument("--key-file", type=Path, required=True, metavar="FILE", help="the unit's key")
    parser.add_argument("--seed", type=int, metavar="N", help="the same dice each time")
    parser.add_argument("--dice", type=Path, metavar="FILE", help="scripted dice: `3 4` or `leaning` a line")
    parser.add_argument("--fast", action="store_true", help="shake for milliseconds instead of seconds")
    parser.add_argument("--state", type=Path, metavar="FILE", help="the unit's memory, kept across restarts")
    parser.add_argument("--serial", type=int, default=DEFAULT_SERIAL, metavar="N", help="its serial number")
    parser.add_argument("--model", default=DEFAULT_MODEL, metavar="NAME", help="its model, up to 8 characters")


def _tool(options: argparse.Namespace) -> int:
    if options.act == "roll":
        bounds = {"roll_id": (1, 2**64 - 1), "duration": (1000, 10_000), "strength": (1, 255)}
        for name, (least, most) in bounds.items():
            value = getattr(options, name)
            if value is not None and not least <= value <= most:
                return fail(f"--{name.replace('_', '-')} {value}: allowed is {least} to {most}")
    return run_tool(options)


def _emulate(options: argparse.Namespace) -> int:
    key = read_secret(options.key_file, KEY_LENGTH)
    box = DiceBox(options.seed, read_script(options.dice) if options.dice else None)
    pace = FAST if options.fast else REAL
    if not options.model.isascii() or not 1 <= len(options.model) <= 8 or not 0 <= options.serial < 2**32:
        return fail("--model is 1 to 8 ASCII characters, --serial 0 to 4294967295")
    unit = Unit(key, box, Shelf(options.state), pace, time.monotonic(), options.serial, options.model)
    name = f"dice unit {unit.model} serial {unit.serial}"
    return emulate(name, unit, partial(follow, unit), partial(describe, unit), options.link, control_path(options))


def _drive(options: argparse.Namespace) -> int:
    settings = validate(DriverSettings, read_toml(options.config), str(options.config))
    if settings.dice is None:
        return fail(f"{options.config}: dice: the table [dice] is missing")
    try:
        port = parse_port(settings.dice.port)
    except ValueError as error:
        return fail(f"{options.config}: dice.port: {error}")
    set_up_logging("dice-driver")
    return drive(settings.dice, port)
