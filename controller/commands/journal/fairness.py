"""`boxcars fairness`: how dice or ball have fallen since they were put in, beside what even ones would show."""

import argparse
from typing import Any, NamedTuple

from controller.commands.journal.common import add_journal, moment, print_json, saying_what_is_wrong, shown
from controller.records.sheets.fairness import MOST_ROLLS, Span, dice_document, histograms
from controller.vault.read.reader import Reader

NAMES = {"die_a": "left die", "die_b": "right die"}
"""Of the histograms whose own names say too little."""
BAR = 40


class DeviceWords(NamedTuple):
    """Of one device."""

    results: str
    these: str
    even: str
    look: str


WORDS = {
    "dice": DeviceWords("rolls", "these dice were", "fair dice pass", "LOOK AT THE DICE"),
    "wheel": DeviceWords("spins", "this ball was", "an even wheel passes", "LOOK AT THE WHEEL"),
}
"""Device of the game → what is said of it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    add_journal(parser)
    parser.add_argument("--since", type=moment, metavar="TIME", help="results at or after this time")
    parser.add_argument("--until", type=moment, metavar="TIME", help="results at or before this time")
    parser.add_argument("--last", type=int, metavar="N", help=f"the last so many (at most {MOST_ROLLS})")
    parser.add_argument("--all", action="store_true", help="those of earlier dice or balls too")


def run(options: argparse.Namespace) -> int:
    """Show it."""
    return saying_what_is_wrong(lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    last = None if options.last is None else max(1, options.last)
    with Reader(options.journal) as reader:
        document = dice_document(reader, Span(options.since, options.until, last, options.all))
    if options.json:
        print_json(document)
        return 0
    if document["life"] == "demo":
        print("DEMO: no money was played for")
    words = WORDS[document["device"]]
    if not document["rolls"]:
        print(f"no {words.results} in this span")
        return 0
    print(f"{document['rolls']} {words.results}, {shown(document['from'])} to {shown(document['to'])}")
    changed = document["dice_changed_at"]
    print(f"{words.these} put in " + (f"at {shown(changed)}" if changed else "before this journal tells of a change"))
    for part, found in histograms(document).items():
        _print(NAMES.get(part, part), found, words)
    return 0


def _print(name: str, histogram: dict[str, Any], words: DeviceWords) -> None:
    print(f"\n{name}: {_judged(histogram, words)}")
    most = max(1, *histogram["counts"].values())
    wide = max(4, *map(len, histogram["counts"]))
    for what, count in histogram["counts"].items():
        bar = "█" * round(BAR * count / most)
        print(f"  {what:>{wide}}{count:>9}{histogram['expected'][what]:>12}  {bar}")


def _judged(histogram: dict[str, Any], words: DeviceWords) -> str:
    if histogram["chi_square"] is None:
        return f"too few {words.results} to judge"
    passed = f"{words.even} {histogram['once_in_20']} once in 20, {histogram['once_in_1000']} once in 1000"
    warning = f"  {words.look}" if histogram["warning"] else ""
    square = f"chi-square {histogram['chi_square']}, {histogram['degrees_of_freedom']} degrees of freedom"
    return f"{square}, p = {histogram['p_value']}; {passed}{warning}"
