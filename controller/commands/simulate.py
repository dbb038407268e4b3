"""`boxcars simulate --seed N --rounds M`: an evening with seeded players and seeded trouble, every law checked."""

import argparse
import json
import sys
from typing import Any

from config.reading import BadFile
from controller.books import load_book
from controller.commands import fail
from controller.simulator.checks import Broken
from controller.simulator.simulation import Simulation

MOST_SEATS = 512
MOST_ROUNDS = 10_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed plays the same evening")
    parser.add_argument("--rounds", type=int, default=100, metavar="M", help="how many rounds to play")
    parser.add_argument("--rulebook", default="electronic", metavar="BOOK", help="a rule book's name or file")
    parser.add_argument("--seats", type=int, default=8, metavar="K", help="how many players")
    parser.add_argument("--json", action="store_true", help="the summary as one JSON document")


def run(options: argparse.Namespace) -> int:
    """Play, then say what happened. A law that does not hold is said with the seed that shows it."""
    if not 1 <= options.seats <= MOST_SEATS:
        return fail(f"--seats {options.seats}: from 1 to {MOST_SEATS}")
    if not 1 <= options.rounds <= MOST_ROUNDS:
        return fail(f"--rounds {options.rounds}: from 1 to {MOST_ROUNDS}")
    try:
        book = load_book(options.rulebook)
    except BadFile as error:
        return fail(str(error))
    try:
        told = Simulation(book, options.seats, options.seed).run(options.rounds)
    except Broken as broken:
        print(f"boxcars: seed {options.seed}, {options.rulebook}, {options.seats} seats: {broken}", file=sys.stderr)
        return 1
    summary = {"seed": options.seed, "rulebook": book.name, "seats": options.seats, **told}
    print(json.dumps(summary) if options.json else _sheet(summary))
    return 0


def _sheet(summary: dict[str, Any]) -> str:
    rounds = ", ".join(f"{count} {how}" for how, count in summary["rounds"].items())
    refused = [f"  {code:<18}{count:>8}" for code, count in summary["refused"].items()]
    return "\n".join(
        [
            f"{summary['rulebook']}, {summary['seats']} seats, seed {summary['seed']}",
            f"rounds      {rounds}",
            f"time        {summary['milliseconds'] / 3_600_000:.1f} hours at the table, {summary['events']} events, "
            f"{summary['restarts']} restarts",
            f"dice        {summary['rolls']} rolls, {summary['no_rolls']} No Rolls",
            f"wagers      {summary['wagers']} taken, {summary['settled']} settled",
            f"the house   {summary['house']} units won",
            f"refused     {sum(summary['refused'].values())} commands",
            *refused,
            f"digest      {summary['digest']}",
            f"history     {summary['history']}",
        ]
    )
