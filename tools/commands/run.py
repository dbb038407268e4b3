"""`boxcars run`: the whole cabinet on emulated hardware, for one person to try.

Every process is the real one; only dice unit and panels are emulated, and the journal is a demo journal. Ctrl-C ends
what was started here, and nothing else; the journal stays for the next run.
"""

import argparse
import sys
from pathlib import Path

from controller.commands import fail
from controller.games.registry import OLDEST

GAME = OLDEST.name


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    parser.add_argument("--game", default=GAME, help="what is played: %(default)s, or another game of this house")
    parser.add_argument(
        "--place", type=Path, metavar="DIR", help="where the demo is kept: var/demo, of another game var/demo-GAME"
    )
    parser.add_argument("--port", type=int, default=8100, metavar="N", help="of the first page; default %(default)s")
    parser.add_argument("--seats", type=int, default=4, choices=range(1, 9), metavar="1-8")
    parser.add_argument(
        "--persons",
        type=int,
        default=0,
        choices=range(8),
        metavar="N",
        help="so many seats, the last, play by themselves",
    )
    parser.add_argument("--book", metavar="NAME", help="the rule book of a new journal")
    parser.add_argument("--credits", type=int, default=50_000, metavar="CENTS", help="what each new player begins with")
    parser.add_argument("--no-cash", action="store_true", help="a new demo without bill acceptors and ticket printers")
    parser.add_argument("--bet-time", type=int, default=25, metavar="SECONDS", help="of a new journal")
    parser.add_argument(
        "--script", "--dice", type=Path, metavar="FILE", help="scripted outcomes: `3 4` per line, of a wheel `17`"
    )
    parser.add_argument(
        "--fast", action="store_true", help="dice shake for milliseconds, a ball turns for less than one"
    )


def run(options: argparse.Namespace) -> int:
    """Until Ctrl-C."""
    from controller.books import load_rules
    from controller.games.registry import on_the_cabinet
    from tools.demo.cabinet import CannotRun, play  # it loads most of the house

    if options.game not in on_the_cabinet():
        return fail(f"--game {options.game}: there is {', '.join(on_the_cabinet())}")
    if options.book:
        options.game = load_rules(options.book)[0].name
    options.place = options.place or Path("var/demo" if options.game == GAME else f"var/demo-{options.game}")
    try:
        return play(options)
    except CannotRun as error:
        for line in error.said:
            print(f"  {line}", file=sys.stderr)
        return fail(str(error))
