"""What `emulate` and `control` have in common: where an emulator's link and control socket are, and giving an order."""

import argparse
import json
from pathlib import Path

from drivers.common.tooling import fail
from tools.emulators.common.control import order


def add_place(parser: argparse.ArgumentParser, linked: str) -> None:
    """The options that say where an emulator is."""
    parser.add_argument("--link", type=Path, required=True, metavar="PATH", help=linked)
    parser.add_argument("--control", type=Path, metavar="SOCKET", help="default: the link with .control after it")


def control_path(options: argparse.Namespace) -> Path:
    """Where the emulator takes orders."""
    link: Path = options.link
    return options.control or link.with_name(link.name + ".control")


def give_order(options: argparse.Namespace) -> int:
    """Give the order of a `control` command, and print what it answers."""
    answer = order(control_path(options), options.order)
    if not answer.pop("ok", False):
        return fail(str(answer.get("error", "the emulator refused without a reason")))
    if answer:
        print(json.dumps(answer, indent=2))
    return 0
