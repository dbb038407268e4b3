"""`boxcars dice`: the technician's tools and the driver process. Where the workshop is, it adds an emulated unit."""

import argparse

from controller.protocol.devices.dice import TO_DRIVER
from drivers.common.tooling import fail
from drivers.common.tools.bench import run_tool
from drivers.common.tools.commands import LAST_ID, Acts, Bounds, add_drive, add_monitor, add_tool, out_of_bounds, run
from drivers.dice.tools import TOOLS
from drivers.dice.words import WORDS

PURPOSES = {
    "status": "how the unit is: state, faults, lid, last roll, temperature",
    "hello": "who the unit is: model, serial, firmware",
    "roll": "one roll, checked against the unit's key",
    "self-test": "let the unit test its motor, sensor, lid switch and memory",
}
BOUNDS: Bounds = {"roll_id": (1, LAST_ID), "duration": (1000, 10_000), "strength": (1, 255)}


def add_arguments(parser: argparse.ArgumentParser) -> Acts:
    """The words of the command line; returns the acts, so that more can be added."""
    acts = parser.add_subparsers(dest="act", metavar="ACT", required=True)
    for name in TOOLS:
        tool = add_tool(acts, name, PURPOSES[name], WORDS)
        if name == "roll":
            tool.add_argument("--roll-id", type=int, metavar="N", help="default: the unit's last + 1")
            tool.add_argument("--duration", type=int, default=2500, metavar="MS", help="1000 to 10000, default 2500")
            tool.add_argument("--strength", type=int, default=180, metavar="N", help="1 to 255, default 180")
        tool.set_defaults(run_act=_tool)
    add_monitor(acts, WORDS)
    add_drive(acts, WORDS, TO_DRIVER)
    return acts


def _tool(options: argparse.Namespace) -> int:
    wrong = out_of_bounds(options, BOUNDS) if options.act == "roll" else ""
    return fail(wrong) if wrong else run_tool(TOOLS, WORDS, options)


__all__ = ["add_arguments", "run"]
