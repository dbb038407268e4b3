"""`boxcars run`: the whole cabinet on emulated hardware, for one person to try.

Every process is the real one; only dice unit and panels are emulated, and the journal is a demo journal. Ctrl-C ends
what was started here, and nothing else; the journal stays for the next run.
"""

import argparse
import sys
from pathlib import Path

from controller.commands import fail


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    parser.add_argument(
        "--place", type=Path, default=Path("var/demo"), metavar="DIR", help="where the demo is kept: %(default)s"
    )
    parser.add_argument("--port", type=int, default=8100, metavar="N", help="of the first page; default %(default)s")
    parser.add_argument("--seats", type=int, default=4, choices=range(1, 9), metavar="1-8")
    parser.add_argument("--book", default="electronic", metavar="NAME", help="the rule book of a new journal")
    parser.add_argument("--credits", type=int, default=50_000, metavar="CENTS", help="what each new player begins with")
    parser.add_argument("--bet-time", type=int, default=25, metavar="SECONDS", help="of a new journal")
    parser.add_argument("--dice", type=Path, metavar="FILE", help="scripted dice: `3 4` a line")
    parser.add_argument("--fast", action="store_true", help="dice shake for milliseconds")


def run(options: argparse.Namespace) -> int:
    """Until Ctrl-C."""
    from tools.demo.cabinet import CannotRun, play  # it loads most of the house

    try:
        return play(options)
    except CannotRun as error:
        for line in error.said:
            print(f"  {line}", file=sys.stderr)
        return fail(str(error))
