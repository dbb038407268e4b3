"""`boxcars events`: the event log, newest first."""

import argparse
from typing import Any

from config.text.money import money_looks, money_of
from config.text.words import say
from controller.commands.journal.common import (
    add_journal,
    add_money,
    moment,
    number,
    print_json,
    saying_what_is_wrong,
    shown,
)
from controller.service.log_lines import in_words
from controller.vault.books.event_log import KINDS, LogQuery, read_log
from controller.vault.read.reader import Reader


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    add_journal(parser)
    add_money(parser)
    parser.add_argument("--kind", choices=sorted(KINDS), help="only these")
    parser.add_argument("--seat", type=number, metavar="N", help="only what concerns this seat")
    parser.add_argument("--since", type=moment, metavar="TIME", help="at or after this time")
    parser.add_argument("--until", type=moment, metavar="TIME", help="at or before this time")
    parser.add_argument("--words", metavar="TEXT", help="only lines that have these words in some field")
    parser.add_argument("--person", metavar="NAME", help="only what this person did, or what was done to them")
    parser.add_argument("--last", type=number, default=50, metavar="N", help="so many (default 50)")
    parser.add_argument("--before", type=number, metavar="ID", help="lines older than this one, to leaf back")


def run(options: argparse.Namespace) -> int:
    """Show them."""
    return saying_what_is_wrong(lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    money_looks(money_of(options.config))
    last = max(1, options.last)
    span = (options.kind, options.seat, options.since, options.until, last, options.before)
    asked = LogQuery(*span, words=options.words, person=options.person)
    with Reader(options.journal) as reader, reader.view() as connection:
        lines = read_log(connection, asked)
    if options.json:
        of = reader.standing
        about = {"journal": of.journal, "life": of.life.value, "fingerprint": of.fingerprint}
        print_json({**about, "events": lines})
        return 0
    for line in lines:
        _print(line)
    return 0


def _print(line: dict[str, Any]) -> None:
    seat = f" seat {line['seat']}" if line["seat"] else ""
    text, more = in_words(line["kind"], line["text"], line["details"])
    say(f"{shown(line['at'])}  {line['seq']:>8}  {line['kind']}{seat}: {text}{f' ({more})' if more else ''}")
