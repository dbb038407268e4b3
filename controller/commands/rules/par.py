"""`boxcars par`: what every bet of a rule book returns, exactly; `--hand-length N`: how likely a hand that long is."""

import argparse
import json
import re
from fractions import Fraction

from config.files.reading import BadFile
from controller.books import find_book
from controller.commands import fail
from controller.games.book import GameBook
from controller.games.craps.rules.odds import rate_text
from controller.games.craps.rules.settings import LARGEST_AMOUNT
from controller.games.par import Document, Sheet, sheet_document
from controller.games.registry import game_of

WHOLE_NUMBER = re.compile(r"\d{1,13}", re.ASCII)


class BadNumber(Exception):
    """A number on the command line that cannot be used; the text is one line."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    parser.add_argument("--rulebook", metavar="NAME|FILE", default="electronic", help="electronic where none is named")
    asked = parser.add_mutually_exclusive_group()
    asked.add_argument("--stake", metavar="N", help="with the floors that bite at a stake of N units")
    asked.add_argument("--hand-length", metavar="N", help="instead: the chance of a hand of at least N rolls")
    parser.add_argument("--json", action="store_true", help="one JSON document, fractions as n/d")


def run(options: argparse.Namespace) -> int:
    """Print the sheet, or the length of a hand."""
    try:
        book = find_book(options.rulebook)
        if options.hand_length is not None:
            return _hand_length(book, options.hand_length, options.json)
        stake = None if options.stake is None else _number("--stake", options.stake, 1, LARGEST_AMOUNT)
    except (BadFile, BadNumber) as error:
        return fail(str(error))
    return _show(book, stake, options.json)


def _number(option: str, text: str, least: int, most: int) -> int:
    if not WHOLE_NUMBER.fullmatch(text) or not least <= int(text) <= most:
        raise BadNumber(f"{option}: must be a whole number from {least} to {most}, found {text[:40]!r}")
    return int(text)


def _show(book: GameBook, stake: int | None, as_json: bool) -> int:
    of_book = game_of(book).par_sheet
    sheet: Sheet[GameBook] = of_book(book, stake)
    if sheet.stake is not None and not sheet.bets:
        first = next(iter(sheet.refused.values()))
        return fail(f"--stake: no bet of {sheet.book.name} takes {sheet.stake}: {first.reason}")
    document = sheet_document(sheet, lambda: of_book(book, None))
    if as_json:
        print(json.dumps(document, ensure_ascii=False))
        return 0
    from controller.commands.rules.par_sheet import print_sheet  # rich is slow to load and only people need it

    print_sheet(document, sheet.book.title)
    return 0


def _hand_length(book: GameBook, text: str, as_json: bool) -> int:
    game = game_of(book)
    if game.chapter is None:
        return fail(f"--hand-length: {book.name} is a book of {game.name}, whose rounds stand by themselves")
    rolls = _number("--hand-length", text, 0, game.chapter.longest)
    chance, mean = game.chapter.length(book, rolls)
    if as_json:
        print(json.dumps(_length_document(rolls, chance, mean)))
        return 0
    print(f"P(hand ≥ {rolls}) = {float(chance):.8g}, one hand in {float(1 / chance):.10g}")
    print(f"exactly {rate_text(chance)}")
    print(f"expected length {rate_text(mean)} = {float(mean):.6f} rolls")
    return 0


def _length_document(rolls: int, chance: Fraction, mean: Fraction) -> Document:
    return {
        "hand_length": rolls,
        "probability": rate_text(chance),
        "probability_decimal": float(chance),
        "expected_length": rate_text(mean),
        "expected_length_decimal": float(mean),
    }
