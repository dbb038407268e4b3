"""`boxcars recall`: past rounds as they were recorded, newest first."""

import argparse
import sys
from typing import Any

from controller.commands import fail
from controller.commands.journal import add_journal, moment, print_json, saying_what_is_wrong, shown
from controller.records.as_script import NoScript, as_script
from controller.vault.reader import Reader
from controller.vault.recall import MOST_ROUNDS, Which, recall

UNSAID = {"seq", "at", "what", "client", "id", "told"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    add_journal(parser)
    parser.add_argument("--round", type=int, metavar="N", help="this round")
    parser.add_argument(
        "--script", action="store_true", help="this round, and what it stands on, as a script for boxcars scenario"
    )
    parser.add_argument("--seat", type=int, metavar="N", help="rounds in which this seat took part")
    parser.add_argument("--since", type=moment, metavar="TIME", help="rounds that ended at or after this time")
    parser.add_argument("--until", type=moment, metavar="TIME", help="rounds that began at or before this time")
    parser.add_argument("--before", type=int, metavar="N", help="rounds older than this one, to leaf back")
    parser.add_argument("--last", type=int, default=1, metavar="N", help=f"so many (default 1, at most {MOST_ROUNDS})")


def run(options: argparse.Namespace) -> int:
    """Show them."""
    return saying_what_is_wrong(lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    which = Which(options.round, options.seat, options.since, options.until, max(1, options.last), options.before)
    if options.script:
        return _script(options)
    with Reader(options.journal) as reader:
        rounds = recall(reader, which)
        life, journal = reader.standing.life.value, reader.standing.journal
    if options.json:
        print_json({"journal": journal, "life": life, "rounds": rounds})
        return 0
    if life == "demo":
        print("DEMO: no money was played for")
    for round in rounds:
        _print(round)
    if not rounds:
        print("no such round")
    return 0


def _script(options: argparse.Namespace) -> int:
    if options.round is None:
        return fail("--script: which round? name it with --round N")
    with Reader(options.journal) as reader:
        try:
            told = as_script(reader, options.round)
        except NoScript as reason:
            return fail(str(reason))
    if not told["agrees"]:
        print(
            f"boxcars: the engine of today settles round {options.round} otherwise than it was recorded",
            file=sys.stderr,
        )
    print_json(told["script"])
    return 0 if told["agrees"] else 1


def _print(round: dict[str, Any]) -> None:
    reason = f" ({round['reason']})" if round["reason"] else ""
    print(
        f"\nround {round['round']}: {round['how']}{reason}, {shown(round['opened_at'])} to {shown(round['ended_at'])}"
    )
    if "archived" in round:
        print(f"  {round['archived']}")
    for seat, money in sorted(round["seats"].items(), key=lambda item: int(item[0])):
        before, after = money["before"], money["after"]
        changes = (f"{name} {before[name]} → {after[name]}" for name in before if before[name] or after[name])
        print(f"  seat {seat}: {', '.join(changes)}")
    for line in round["happened"]:
        words = ", ".join(f"{name} {_short(value)}" for name, value in line.items() if name not in UNSAID)
        print(f"  {line['seq']:>8}  {shown(line['at'])[11:]}  {line['what']}: {words}")


def _short(value: Any) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{name} {_short(inner)}" for name, inner in value.items()) or "none"
    return "-".join(map(str, value)) if isinstance(value, list) else str(value)
