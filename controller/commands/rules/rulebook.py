"""`boxcars rulebook check|show|list`: for the people who write rule books."""

import argparse
import json
from fractions import Fraction
from pathlib import Path

from config.files.reading import BadFile
from controller.books import all_names, find_book, read_book
from controller.commands import fail
from controller.games.craps.rules.odds import rate_text, read_rate
from controller.games.par import CAP
from controller.games.registry import game_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    acts = parser.add_subparsers(dest="act", metavar="ACT", required=True)
    check = acts.add_parser("check", help="is this file a rule book that may be played? if not, what is wrong?")
    check.add_argument("file", metavar="FILE")
    check.add_argument(
        "--cap", metavar="A/B", default=rate_text(CAP), help="the most a bet may return (default: %(default)s)"
    )
    show = acts.add_parser("show", help="the canonical form of a book, which its digest is made of")
    show.add_argument("book", metavar="NAME|FILE")
    acts.add_parser("list", help="the books that come with us")


def run(options: argparse.Namespace) -> int:
    """Do the act asked for."""
    try:
        return {"check": _check, "show": _show, "list": _list}[options.act](options)
    except BadFile as error:
        return fail(str(error))


def _check(options: argparse.Namespace) -> int:
    book = read_book(Path(options.file))
    game = game_of(book)
    cap = _share("--cap", options.cap)
    over = game.over_the_cap(game.par_sheet(book, None), cap)
    if over:
        raise BadFile(f"{options.file}: {game.why_refused(over, cap)}")
    spots = len(game.spots(book))
    print(f"{options.file}: good: {book.name}, “{book.title}”, {spots} spots, digest {book.digest()}")
    return 0


def _share(option: str, text: str) -> Fraction:
    try:
        return read_rate(text)
    except ValueError as error:
        raise BadFile(f"{option}: {error}, found {text[:40]!r}") from None


def _show(options: argparse.Namespace) -> int:
    print(json.dumps(json.loads(find_book(options.book).canonical()), indent=2))
    return 0


def _list(_options: argparse.Namespace) -> int:
    for name in all_names():
        book = find_book(name)
        print(f"{name:<15} {game_of(book).name:<8} {book.title} ({book.source}), digest {book.digest()[:12]}…")
    return 0
