"""The acts of `boxcars dice` and other devices that are the emulators': where they are linked, and their orders."""

import argparse
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeAlias

from drivers.common.tooling import fail
from tools.emulators.common.control import NoEmulator, order

Acts: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
Run: TypeAlias = Callable[[argparse.Namespace], int]
LINKED = "where the unit's pty is linked"


def add_emulate(acts: Acts, purpose: str, linked: str, run: Run) -> argparse.ArgumentParser:
    """The act that is the device; `linked` says what it links where."""
    parser = acts.add_parser("emulate", help=purpose)
    _add_place(parser, linked)
    parser.set_defaults(run_act=partial(_told, run))
    return parser


class Kind(NamedTuple):
    """A unit on a serial line, to who gives it a place: its serial number and model where nobody says others."""

    name: str
    serial: int
    model: str
    shows: str
    """What a seed repeats."""
    script: str
    """The option of a scripted unit."""
    script_help: str
    fast_help: str


def add_unit(acts: Acts, kind: Kind, orders: str, run: Run) -> None:
    """Both acts of such a unit; `run` is it."""
    parser = add_serial_unit(acts, kind.name, kind.serial, kind.model, orders, run)
    parser.add_argument("--key-file", type=Path, required=True, metavar="FILE", help="the unit's key")
    parser.add_argument("--seed", type=int, metavar="N", help=f"the same {kind.shows} each time")
    parser.add_argument(kind.script, "--script", type=Path, metavar="FILE", help=kind.script_help)
    parser.add_argument("--fast", action="store_true", help=kind.fast_help)


def add_serial_unit(acts: Acts, name: str, serial: int, model: str, orders: str, run: Run) -> argparse.ArgumentParser:
    """Both acts of any unit on a serial line; returns the one that is the unit, for what else can be said to it."""
    parser = add_emulate(acts, f"be a {name} at a pty", LINKED, partial(_with_an_identity, run))
    parser.add_argument("--state", type=Path, metavar="FILE", help="the unit's memory, kept across restarts")
    parser.add_argument("--serial", type=int, default=serial, metavar="N", help="its serial number")
    parser.add_argument("--model", default=model, metavar="NAME", help="its model, up to 8 characters")
    add_control(acts, "give orders to an emulated unit", LINKED, orders)
    return parser


def _with_an_identity(run: Run, options: argparse.Namespace) -> int:
    if not options.model.isascii() or not 1 <= len(options.model) <= 8 or not 0 <= options.serial < 2**32:
        return fail("--model is 1 to 8 ASCII characters, --serial 0 to 4294967295")
    return run(options)


def add_control(acts: Acts, purpose: str, linked: str, orders: str) -> None:
    """The act that gives an order to the device."""
    parser = acts.add_parser(
        "control",
        help=purpose,
        epilog="orders:\n" + orders,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _add_place(parser, linked)
    parser.add_argument("order", nargs="+", metavar="ORDER", help="what to do, in words; the list is below")
    parser.set_defaults(run_act=partial(_told, _control))


def control_path(options: argparse.Namespace) -> Path:
    """Where the emulator takes its orders."""
    link: Path = options.link
    return options.control or link.with_name(link.name + ".control")


def _add_place(parser: argparse.ArgumentParser, linked: str) -> None:
    parser.add_argument("--link", type=Path, required=True, metavar="PATH", help=linked)
    parser.add_argument("--control", type=Path, metavar="SOCKET", help="default: the link with .control after it")


def _told(run: Run, options: argparse.Namespace) -> int:
    """An act whose emulator is not there, or has no place, says so in a line."""
    try:
        return run(options)
    except NoEmulator as error:
        return fail(str(error))


def _control(options: argparse.Namespace) -> int:
    answer = order(control_path(options), options.order)
    if not answer.pop("ok", False):
        return fail(str(answer.get("error", "the emulator refused without a reason")))
    if answer:
        print(json.dumps(answer, indent=2))
    return 0
