"""`boxcars panel emulate|control`: boards that are not there, and what a person does to them."""

import argparse
from pathlib import Path

from drivers.common.tooling import fail
from tools.emulators.common.commands import Acts, add_control, add_emulate, control_path
from tools.emulators.panel.board import Board
from tools.emulators.panel.bus import Bus
from tools.emulators.panel.process import emulate, order_list

LINKED = "the socket of the emulated USB"


def add_acts(acts: Acts) -> None:
    """The words of the command line."""
    parser = add_emulate(acts, "be one board or many", LINKED, _emulate)
    parser.add_argument(
        "--board", action="append", metavar="SERIAL", help="a board; may be said again (default CABINET, TERMINAL-01)"
    )
    parser.add_argument("--state", type=Path, metavar="FOLDER", help="where the batteries keep the door latches")
    add_control(acts, "do something to an emulated board", LINKED, order_list())


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
