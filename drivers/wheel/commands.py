"""`boxcars wheel`: the technician's tools and the driver process. Where the workshop is, it adds an emulated unit."""

import argparse

from controller.protocol.devices.wheel import FASTEST_ROTOR, LONGEST_HOLD_MS, SLOWEST_ROTOR, TO_DRIVER
from drivers.common.tooling import fail
from drivers.common.tools.bench import run_tool
from drivers.common.tools.commands import LAST_ID, Acts, Bounds, add_drive, add_monitor, add_tool, out_of_bounds, run
from drivers.wheel.tools import TOOLS
from drivers.wheel.words import WORDS

PURPOSES = {
    "status": "how the wheel is: state, faults, cover, last spin, temperature",
    "hello": "who the wheel is: model, serial, firmware",
    "spin": "one spin, checked against the wheel's key and against itself",
    "self-test": "let the wheel test its rotor, blower, sensor, cover switch, memory, ball and level",
}
BOUNDS: Bounds = {"spin_id": (1, LAST_ID), "launch": (1, 255), "hold": (0, LONGEST_HOLD_MS)}
SPEEDS = range(SLOWEST_ROTOR, FASTEST_ROTOR + 1)


def add_arguments(parser: argparse.ArgumentParser) -> Acts:
    """The words of the command line; gives the acts, so that more can be added."""
    acts = parser.add_subparsers(dest="act", metavar="ACT", required=True)
    for name in TOOLS:
        tool = add_tool(acts, name, PURPOSES[name], WORDS)
        if name == "spin":
            _add_spin(tool)
        tool.set_defaults(run_act=_tool)
    add_monitor(acts, WORDS)
    add_drive(acts, WORDS, TO_DRIVER)
    return acts


def _add_spin(tool: argparse.ArgumentParser) -> None:
    speeds = f"rpm, {SLOWEST_ROTOR} to {FASTEST_ROTOR}, negative is anticlockwise, default -18"
    tool.add_argument("--spin-id", type=int, metavar="N", help="default: the wheel's last + 1")
    tool.add_argument("--rotor", type=int, default=-18, metavar="RPM", help=speeds)
    tool.add_argument("--launch", type=int, default=180, metavar="N", help="strength, 1 to 255, default 180")
    tool.add_argument("--hold", type=int, default=0, metavar="MS", help="wait before the launch, 0 to 10000, default 0")


def _tool(options: argparse.Namespace) -> int:
    wrong = _not_allowed(options) if options.act == "spin" else ""
    return fail(wrong) if wrong else run_tool(TOOLS, WORDS, options)


def _not_allowed(options: argparse.Namespace) -> str:
    if abs(options.rotor) not in SPEEDS:
        return f"--rotor {options.rotor}: allowed is {SLOWEST_ROTOR} to {FASTEST_ROTOR}, either way"
    return out_of_bounds(options, BOUNDS)


__all__ = ["add_arguments", "run"]
