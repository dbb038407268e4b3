"""The words of the command line that all units' tools share."""

import argparse
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from pydantic import TypeAdapter

from config.drivers import DriverSettings, UnitSettings
from config.files.reading import BadFile, read_toml, validate
from config.process.logs import set_up_logging
from drivers.common.serial.port import PortName, parse_port
from drivers.common.tooling import fail
from drivers.common.tools.monitor import monitor
from drivers.common.unit.driver import drive
from drivers.common.unit.words import Words

Acts: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
Bounds: TypeAlias = dict[str, tuple[int, int]]
"""Option → the least and the most that it may be."""
LAST_ID = 2**64 - 1


def add_tool(acts: Acts, name: str, purpose: str, words: Words, *, signed: bool = True) -> argparse.ArgumentParser:
    """A tool that speaks to a unit, of its words' model unless told otherwise; `signed` are most units' results."""
    tool = acts.add_parser(name, help=purpose, description=purpose)
    tool.set_defaults(key_file=None)
    add_port(tool)
    if signed:
        made_by = f"the unit's key, made by `boxcars keys {words.device}`"
        tool.add_argument("--key-file", type=Path, metavar="FILE", help=made_by)
    tool.add_argument("--model", default=words.model, metavar="NAME", help="refuse a unit of another model")
    tool.add_argument("--serial", type=int, metavar="N", help="refuse a unit with another serial number")
    tool.add_argument("--json", action="store_true", help="the answer as one JSON object")
    return tool


def add_monitor(acts: Acts, words: Words, name: str = "monitor", *, signed: bool = True) -> argparse.ArgumentParser:
    """The act `monitor`, or what it is called; `signed` are the results of most units."""
    parser = acts.add_parser(name, help="decode traffic live, a line a frame")
    parser.set_defaults(key_file=None)
    add_port(parser)
    parser.add_argument("--listen", action="store_true", help="send nothing: for a tap on the line")
    if signed:
        parser.add_argument("--key-file", type=Path, metavar="FILE", help="say which results are authentic")
    of_play = f"show only frames about this {words.play}"
    parser.add_argument(f"--{words.play}-id", dest="play", type=int, metavar="N", help=of_play)
    parser.add_argument("--seconds", type=float, metavar="N", help="stop after so long")
    parser.add_argument("--frames", type=int, metavar="N", help="stop after so many frames")
    parser.add_argument("--json", action="store_true", help="a JSON object a line")
    parser.set_defaults(run_act=partial(monitor, words))
    return parser


def add_drive(acts: Acts, words: Words, told: TypeAdapter[Any]) -> None:
    """The act `drive`."""
    parser = acts.add_parser("drive", help="the driver process, between a unit and the controller")
    table = f"settings with a [{words.device}] table"
    parser.add_argument("--config", type=Path, required=True, metavar="FILE", help=table)
    parser.set_defaults(run_act=partial(_drive, words, told))


def run(options: argparse.Namespace) -> int:
    """Do the act asked for."""
    try:
        code: int = options.run_act(options)
    except BadFile as error:
        return fail(str(error))
    return code


def out_of_bounds(options: argparse.Namespace, bounds: Bounds) -> str:
    """Which option is not what it may be; empty when all are."""
    for name, (least, most) in bounds.items():
        value = getattr(options, name)
        if value is not None and not least <= value <= most:
            return f"--{name.replace('_', '-')} {value}: allowed is {least} to {most}"
    return ""


def add_port(parser: argparse.ArgumentParser) -> None:
    """The option that names the port."""
    parser.add_argument(
        "--port",
        required=True,
        type=_port_name,
        metavar="PORT",
        help="a path, usb:VENDOR:PRODUCT:SERIAL or udev:NAME",
    )


def unit_settings(file: Path, device: str) -> tuple[Any, PortName]:
    """The table of a device in a settings file, and its port; or BadFile."""
    settings = getattr(validate(DriverSettings, read_toml(file), str(file)), device)
    if settings is None:
        raise BadFile(f"{file}: {device}: the table [{device}] is missing")
    try:
        return settings, parse_port(settings.port)
    except ValueError as error:
        raise BadFile(f"{file}: {device}.port: {error}") from None


def _port_name(text: str) -> object:
    try:
        return parse_port(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _drive(words: Words, told: TypeAdapter[Any], options: argparse.Namespace) -> int:
    device = words.device
    settings: UnitSettings
    settings, port = unit_settings(options.config, device)
    set_up_logging(f"{device}-driver")
    return drive(settings, port, words, told)
