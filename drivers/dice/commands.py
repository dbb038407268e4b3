"""`boxcars dice`: the technician's tools and the driver process. Where the workshop is, it adds an emulated unit."""

import argparse
from pathlib import Path
from typing import TypeAlias

from config.drivers import DriverSettings
from config.logs import set_up_logging
from config.reading import BadFile, read_toml, validate
from drivers.common.tooling import fail
from drivers.dice.driver import drive
from drivers.dice.port import parse_port
from drivers.dice.tools.monitor import monitor
from drivers.dice.tools.unit import TOOLS, run_tool

PURPOSES = {
    "status": "how the unit is: state, faults, lid, last roll, temperature",
    "hello": "who the unit is: model, serial, firmware",
    "roll": "one roll, checked against the unit's key",
    "self-test": "let the unit test its motor, sensor, lid switch and memory",
}
Acts: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def add_arguments(parser: argparse.ArgumentParser) -> Acts:
    """The words of the command line; returns the acts, so that more can be added."""
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
        tool.set_defaults(run_act=_tool)
    _add_monitor(acts.add_parser("monitor", help="decode traffic live, a line a frame"))
    run_driver = acts.add_parser("drive", help="the driver process, between a unit and the controller")
    run_driver.add_argument("--config", type=Path, required=True, metavar="FILE", help="settings with a [dice] table")
    run_driver.set_defaults(run_act=_drive)
    return acts


def run(options: argparse.Namespace) -> int:
    """Do the act asked for."""
    try:
        code: int = options.run_act(options)
    except BadFile as error:
        return fail(str(error))
    return code


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
    parser.set_defaults(run_act=monitor)


def _tool(options: argparse.Namespace) -> int:
    if options.act == "roll":
        bounds = {"roll_id": (1, 2**64 - 1), "duration": (1000, 10_000), "strength": (1, 255)}
        for name, (least, most) in bounds.items():
            value = getattr(options, name)
            if value is not None and not least <= value <= most:
                return fail(f"--{name.replace('_', '-')} {value}: allowed is {least} to {most}")
    return run_tool(options)


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
