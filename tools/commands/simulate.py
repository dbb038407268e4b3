"""`boxcars simulate --seed N --rounds M [--faults …]`: a whole cabinet under one clock, with all that can go wrong.

A law that does not hold is said with the seed, and the shortest script that shows it comes out on standard output:
`--script FILE` plays it again.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from config.files.reading import BadFile
from controller.books import all_names, load_rules
from controller.commands import fail
from controller.games.registry import table_row
from tools.simulator.cabinet.disk import missing
from tools.simulator.cabinet.plan import FAULTS, Item, Setup, read_script, script_text
from tools.simulator.dome.units import UNITS

MOST_SEATS = 512
MOST_ROUNDS = 10_000_000
SLOTS = 2
"""Seats with an acceptor and a printer, where nobody says how many."""
BROKEN = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    kinds = ", ".join(FAULTS)
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed plays the same evening")
    parser.add_argument("--rounds", type=int, default=100, metavar="M", help="how many rounds to play")
    parser.add_argument(
        "--rulebook", metavar="BOOK", help="a rule book's name or file; else the seed takes them in turn"
    )
    parser.add_argument("--seats", type=int, default=4, metavar="K", help="how many players")
    parser.add_argument(
        "--slots", type=int, metavar="K", help="so many of them have a bill acceptor and a ticket printer (default: 2)"
    )
    parser.add_argument(
        "--no-jackpots", action="store_true", help="where the game has jackpots, the table plays for none of a floor"
    )
    parser.add_argument(
        "--faults", default="all", metavar="KINDS", help=f"which troubles: all, none, or some of {kinds}, with commas"
    )
    parser.add_argument("--script", type=Path, metavar="FILE", help="play what a run that failed has printed")
    parser.add_argument(
        "--shrink", type=float, default=60.0, metavar="SECONDS", help="for so long look for a shortest script"
    )
    parser.add_argument("--json", action="store_true", help="the summary as one JSON document")


def run(options: argparse.Namespace) -> int:
    """Play, then say what happened."""
    if not 1 <= options.seats <= MOST_SEATS:
        return fail(f"--seats: must be from 1 to {MOST_SEATS}, found {options.seats}")
    if options.slots is not None and not 0 <= options.slots <= options.seats:
        return fail(f"--slots: must be from 0 to {options.seats}, found {options.slots}")
    if not 1 <= options.rounds <= MOST_ROUNDS:
        return fail(f"--rounds: must be from 1 to {MOST_ROUNDS}, found {options.rounds}")
    try:
        setup, items = _wanted(options)
        _check_device(setup.rulebook)
    except BadFile as error:
        return fail(str(error))
    reason = missing()
    return _cabinet(setup, items, options) if reason is None else fail(reason)


def _wanted(options: argparse.Namespace) -> tuple[Setup, list[Item] | None]:
    if options.script is not None:
        return read_script(options.script)
    names = all_names()
    book = options.rulebook or names[options.seed % len(names)]
    slots = min(SLOTS, options.seats) if options.slots is None else options.slots
    kinds, jackpots = kinds_of(options.faults), not options.no_jackpots
    return Setup(options.seed, book, options.seats, options.rounds, kinds, slots, jackpots), None


def _check_device(book: str) -> None:
    """BadFile where the game of this book is played with a device that the simulator does not have."""
    row, _ = load_rules(book)
    device = table_row(row.name).device
    if device not in UNITS:
        raise BadFile(f"{book} is played with a {device}; the simulator has {', '.join(UNITS)}")


def kinds_of(words: str) -> tuple[str, ...]:
    """The kinds of trouble that are named; BadFile where there is no such kind."""
    if words in ("all", "none"):
        return tuple(FAULTS) if words == "all" else ()
    kinds = tuple(word.strip() for word in words.split(","))
    unknown = [kind for kind in kinds if kind not in FAULTS]
    if unknown:
        raise BadFile(f"--faults {', '.join(unknown)}: allowed are all, none, {', '.join(FAULTS)}")
    return kinds


def _cabinet(setup: Setup, items: list[Item] | None, options: argparse.Namespace) -> int:
    from tools.simulator.cabinet.cabinet import Cabinet
    from tools.simulator.cabinet.shrink import attempt, shrink

    cabinet = Cabinet(setup, items)
    try:
        told = cabinet.run()
    except Exception as error:  # whatever breaks here is what we look for
        print(f"boxcars: seed {setup.seed}, {setup.rulebook}, {setup.seats} seats: {error}", file=sys.stderr)
        failure = attempt(setup, items)
        if failure is None:
            print("boxcars: run again it did not fail: this run is not the same each time", file=sys.stderr)
            return BROKEN
        if options.shrink > 0:
            failure = shrink(failure, options.shrink, lambda said: print(f"boxcars: {said} …", file=sys.stderr))
        print(f"boxcars: {failure.text}; shown by this script:", file=sys.stderr)
        print(script_text(failure.setup, failure.items), end="")
        return BROKEN
    print(json.dumps(told) if options.json else _sheet(told))
    return 0


def _counted(cash: dict[str, int]) -> str:
    """Notes and tickets in a line."""
    names = {
        "papers kept": "PaperKept",
        "tickets read": "TicketRead",
        "printed": "TicketCame",
        "unknown": "CashUnknown",
    }
    return ", ".join(f"{cash.get(name, 0)} {what}" for what, name in names.items())


def _pots(jackpots: dict[str, int]) -> str:
    """Pots in a line."""
    names = {"fed": "JackpotFed", "claimed": "JackpotClaimed", "paid": "JackpotPaid", "refused": "JackpotRefused"}
    return ", ".join(f"{jackpots.get(name, 0)} {what}" for what, name in names.items())


def _sheet(told: dict[str, Any]) -> str:
    rounds = ", ".join(f"{count} {how}" for how, count in told["rounds"].items())
    happened = [f"  {what:<34}{count:>8}" for what, count in told["happened"].items()]
    return "\n".join(
        [
            f"{told['rulebook']}, {told['seats']} seats, seed {told['seed']}",
            f"faults      {', '.join(told['faults']) or 'none'}",
            f"rounds      {rounds}",
            f"time        {told['milliseconds'] / 3_600_000:.2f} hours at the table",
            f"journal     {told['entries']} events, {told['rolls']} results, {told['writes']} writes",
            f"network     {told['messages']} messages of the controller, {told['answers']} answers heard",
            "happened",
            *happened,
            f"cash        {_counted(told['cash'])}",
            f"jackpots    {_pots(told['jackpots'])}",
            "every law held",
            f"history     {told['history']}",
        ]
    )
