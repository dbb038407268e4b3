"""`boxcars recall`: past rounds as they were recorded, newest first."""

import argparse
import sys
from typing import Any

from config.text.money import money, money_looks, money_of
from config.text.words import say
from controller.commands import fail
from controller.commands.journal.common import (
    add_journal,
    add_money,
    moment,
    number,
    print_json,
    saying_what_is_wrong,
    shown,
)
from controller.records.rounds.as_script import NoScript, as_script
from controller.records.rounds.as_seen import NoSuchRound, as_seen
from controller.records.rounds.played_again import SHOWN
from controller.vault.read.reader import Reader
from controller.vault.read.recall import MOST_ROUNDS, Which, recall

UNSAID = {"seq", "at", "what", "client", "id", "told"}
MONEY = {"amount", "stake", "paid", "won", "vigorish", "standing", "returned", "balance", "owes"}
"""What is an amount in all that recall tells, or has amounts in it; what a seat has is nothing else."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    add_journal(parser)
    add_money(parser)
    parser.add_argument("--round", type=number, metavar="N", help="this round")
    parser.add_argument(
        "--script", action="store_true", help="this round, and what it stands on, as a script for boxcars scenario"
    )
    parser.add_argument(
        "--compare", action="store_true", help="with --script: each step as recorded, and as the engine plays it today"
    )
    parser.add_argument(
        "--felt", action="store_true", help="this round's felt, puck and hand as the players saw them, with every throw"
    )
    parser.add_argument("--seat", type=number, metavar="N", help="rounds in which this seat took part")
    parser.add_argument("--since", type=moment, metavar="TIME", help="rounds that ended at or after this time")
    parser.add_argument("--until", type=moment, metavar="TIME", help="rounds that began at or before this time")
    parser.add_argument("--before", type=number, metavar="N", help="rounds older than this one, to leaf back")
    parser.add_argument(
        "--last", type=number, default=1, metavar="N", help=f"so many (default 1, at most {MOST_ROUNDS})"
    )


def run(options: argparse.Namespace) -> int:
    """Show them."""
    return saying_what_is_wrong(lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    money_looks(money_of(options.config))
    which = Which(options.round, options.seat, options.since, options.until, max(1, options.last), options.before)
    if options.script or options.compare:
        return _script(options)
    if options.felt:
        return _felt(options)
    with Reader(options.journal) as reader:
        rounds = recall(reader, which)
        of, life = reader.standing, reader.standing.life.value
    if options.json:
        print_json({"journal": of.journal, "life": life, "fingerprint": of.fingerprint, "rounds": rounds})
        return 0
    if life == "demo":
        say("DEMO: no money was played for")
    for round in rounds:
        _print(round)
    if not rounds:
        say("no such round")
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
    if not options.compare:
        print_json(told["script"])
    elif options.json:
        print_json(told)
    else:
        _print_comparison(told)
    return 0 if told["agrees"] else 1


def _print_comparison(told: dict[str, Any]) -> None:
    for step in told["steps"]:
        came = "-".join(map(str, step["dice"] or ())) or " ".join(str(step[name]) for name in SHOWN if name in step)
        say()
        say(f"step {step['step']}, round {step['round']}, {came or step['kind']}: {_verdict(step)}")
        hand = step["hand"]
        if hand is not None and not hand["agrees"]:
            say(f"  the hand: recorded {_short(hand['recorded'])} | played {_short(hand['played'])}")
        for refusal in step["refused"]:
            say(f"  refused today: {refusal['reason']}")
        for row in step["rows"] or ():
            sides = " | ".join(_short(row[side] or {}) for side in ("recorded", "played"))
            say(f"  {'  ' if row['agrees'] else '! '}seat {row['seat']} {row['bet']} {row['what']}: {sides}")
    same = "as recorded" if told["agrees"] else "otherwise than recorded"
    say()
    say(f"The engine of today settles round {told['round']} {same}.")


def _verdict(step: dict[str, Any]) -> str:
    return "as recorded" if step["agrees"] else "DIFFERS"


def _felt(options: argparse.Namespace) -> int:
    if options.round is None:
        return fail("--felt: of which round? name it with --round N")
    with Reader(options.journal) as reader:
        try:
            told = as_seen(reader, options.round)
        except NoSuchRound as reason:
            return fail(str(reason))
    if options.json:
        print_json(told)
        return 0
    _print_felt(told["felt"])
    _print_hand(told["hand"], told["round"])
    return 0


def _print_felt(felt: dict[str, Any]) -> None:
    if felt["offer"] is None:
        say(f"The felt is not known: {felt['why']}.")
        return
    say(f"Rule book {felt['book']}, {felt['digest'][:12]}")
    for bet, spot in felt["offer"]["spots"].items():
        pays = "  ".join(f"{on} {odds}".strip() for on, odds in spot.get("pays", {}).items())
        least, most, unit = (money(spot[name]) for name in ("min", "max", "unit"))
        say(f"  {bet:<18} {least:>10} to {most:>12} by {unit:>8}  {pays}")


def _print_hand(hand: dict[str, Any], round: int) -> None:
    before = hand["before"]
    if before is None and hand["why"]:
        say(f"The hand is not known: {hand['why']}.")
    elif before is not None:
        puck = f"point {before['point']}" if before["point"] else "come-out"
        say(f"Before round {round}: {puck}, {before['rolls']} rolls, points made {_short(before['points_made'])}")
    for throw in hand["throws"]:
        dice = _short(throw["faces"]) if throw["faces"] else f"No Roll, {throw['outcome']}"
        here = "*" if throw["round"] == round else " "
        say(f" {here} round {throw['round']:>6}  {throw.get('roll', ''):>3}  {dice}  {throw.get('did', '')}".rstrip())
    if not hand["whole"]:
        say("   Some of this hand is in an archive, or too far away.")


def _print(round: dict[str, Any]) -> None:
    reason = f" ({round['reason']})" if round["reason"] else ""
    say()
    say(f"round {round['round']}: {round['how']}{reason}, {shown(round['opened_at'])} to {shown(round['ended_at'])}")
    if "archived" in round:
        say(f"  {round['archived']}")
    for seat, has in sorted(round["seats"].items(), key=lambda item: int(item[0])):
        before, after = has["before"], has["after"]
        amounts = ((name, before[name], after[name]) for name in before if before[name] or after[name])
        changes = (f"{name} {money(was)} → {money(now)}" for name, was, now in amounts)
        say(f"  seat {seat}: {', '.join(changes)}")
    for line in round["happened"]:
        words = ", ".join(f"{name} {_short(value, name)}" for name, value in line.items() if name not in UNSAID)
        say(f"  {line['seq']:>8}  {shown(line['at'])[11:]}  {line['what']}: {words}")


def _short(value: Any, name: str = "") -> str:
    """`name` is what it stands under: amounts are written as money."""
    if isinstance(value, dict):
        inner = ((one, name if name in MONEY else one, of) for one, of in value.items())
        return "; ".join(f"{one} {_short(of, under)}" for one, under, of in inner) or "none"
    if isinstance(value, list):
        return "-".join(_short(one, name) for one in value)
    return money(value) if name in MONEY and type(value) is int else str(value)
