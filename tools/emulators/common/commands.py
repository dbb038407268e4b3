"""The acts of `boxcars dice`, `panel` and `wheel` that are the emulators': where they are linked, and their orders."""

import argparse
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeAlias

from drivers.common.tooling import fail
from tools.emulators.common.control import NoEmulator, order

Acts: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
Run: TypeAlias = Callable[[argparse.Namespace], int]


def add_emulate(acts: Acts, purpose: str, linked: str, run: Run) -> argparse.ArgumentParser:
    """The act that is the device; `linked` says what it links where."""
    parser = acts.add_parser("emulate", help=purpose)
    _add_place(parser, linked)
    parser.set_defaults(run_act=partial(_told, run))
    return parser


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
