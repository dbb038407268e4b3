"""`boxcars certify`: play all bets of a book on the engine that runs on the cabinet, beside the exact figures."""

import argparse
import json
import os
import secrets
import sys
from collections.abc import Iterator

from config.files.reading import BadFile
from controller.books import find_book
from controller.certify.cluster import NoCluster, play_on_cluster
from controller.certify.crew import Home, WorkersLost, play_here
from controller.certify.document import certify_document
from controller.certify.play import Task
from controller.certify.run import MOST_ROLLS, MOST_SEED, Certified, certify
from controller.commands import MOST_WORKERS, fail
from controller.games.book import GameBook
from controller.games.row import EngineBroke

ROLLS = 1_000_000

INSIDE, OUTSIDE = 0, 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    parser.add_argument("--rulebook", metavar="NAME|FILE", default="electronic", help="electronic where none is named")
    parser.add_argument(
        "--rolls", type=int, default=ROLLS, metavar="N", help=f"how many to play; {ROLLS:,} if not said"
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", type=int, metavar="W", help="how many processes; one for each core if not said")
    where.add_argument("--cluster", metavar="ADDRESS", help="instead: the scheduler of a Dask cluster")
    parser.add_argument("--seed", type=int, metavar="N", help="the same seed plays the same run; a new one if not said")
    parser.add_argument("--json", action="store_true", help="one JSON document, the same for the same run")


def run(options: argparse.Namespace) -> int:
    """Play and judge. Exit code 1: a bet is outside, or the engine broke."""
    workers = len(os.sched_getaffinity(0)) if options.workers is None else options.workers
    seed = secrets.randbelow(MOST_SEED + 1) if options.seed is None else options.seed
    for name, value, least, most in (
        ("--rolls", options.rolls, 1, MOST_ROLLS),
        ("--workers", workers, 1, MOST_WORKERS),
        ("--seed", seed, 0, MOST_SEED),
    ):
        if not least <= value <= most:
            return fail(f"{name} {value}: from {least} to {most}")
    try:
        book = find_book(options.rulebook)
        certified = _play(book, options.rolls, seed, workers, options.cluster)
    except (BadFile, NoCluster) as error:
        return fail(str(error))
    except (EngineBroke, WorkersLost) as broken:
        print(f"boxcars: {book.name}, seed {seed}: {broken}", file=sys.stderr)
        return OUTSIDE
    _show(certified, options.json)
    return OUTSIDE if certified.outside else INSIDE


def _play(book: GameBook, rolls: int, seed: int, workers: int, cluster: str | None) -> Certified:
    from rich.console import Console  # slow to load, and --help needs none of it
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    def play_all(tasks: Iterator[Task], home: Home) -> None:
        if cluster is not None:
            play_on_cluster(tasks, cluster, home)
        else:
            play_here(tasks, workers, home)

    shown = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    with Progress(*shown, console=console, disable=not console.is_terminal) as progress:
        bar = progress.add_task(f"{book.name} rolls", total=rolls)
        return certify(book, rolls, seed, play_all, lambda came: progress.advance(bar, came))


def _show(certified: Certified, as_json: bool) -> None:
    document = certify_document(certified)
    if as_json:
        print(json.dumps(document, ensure_ascii=False))
        return
    from controller.commands.rules.certify_sheet import print_sheet

    print_sheet(document, certified.plan.book.title)
