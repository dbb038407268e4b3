"""`boxcars vault clear` and `begin-anew`: two steps, a supervisor's, and the money that goes with it is named."""

import argparse
import getpass
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from config.cabinet import read_cabinet
from config.text.money import money, money_looks, money_of
from config.text.words import say
from controller.commands.journal.common import CABINET, add_money, now
from controller.games.registry import game_row
from controller.server.loop.journal import first_table
from controller.server.staff.pins import PinsOnDisk
from controller.table.round.opening import open_game
from controller.table.snapshot import from_plain, plain
from controller.vault.faults import VaultFault
from controller.vault.lifecycle.creation import Life
from controller.vault.lifecycle.maintenance import about, clear
from controller.vault.lifecycle.replacement import Remains, Seats, begin_anew, birth_after, first_state, remains

AMOUNT = "AMOUNT"
"""What stands in the shown command in the place of the money: whoever wipes it writes it out."""


def add_wiping(acts: Any) -> None:
    """The words of the command line."""
    cleared = acts.add_parser("clear", help="put the journal aside and begin an empty one; two steps, a supervisor's")
    anew = acts.add_parser("begin-anew", help="the same for a journal that cannot be read; the last way out")
    for act in (cleared, anew):
        act.add_argument("--confirm", metavar="WORDS", help="the second step: the words that the first one showed")
    add_money(cleared)
    anew.add_argument(
        "--config", type=Path, metavar="FILE", help="settings to begin with, where no old ones can be read"
    )


def clear_journal(options: argparse.Namespace) -> int:
    """Show what would be put aside; or, with the words, do it."""
    money_looks(money_of(options.config))
    found = about(options.journal)
    if options.confirm is None:
        say(f"journal {found.journal}, {found.life}, {found.seq} entries")
        _say_money("its seats hold", found.seats)
        say("Nothing has been done. It will be kept aside, and an empty one begins. To do that, a supervisor says:")
        _say_command("clear", options, found.words, found.money)
        return 0
    by = supervisor(options, found.state) if options.confirm == found.words else options.by
    aside = clear(options.journal, options.confirm, by, fresh, now)
    say(f"{options.journal} is empty; the old journal is kept as {aside}")
    return 0


def begin_after_unreadable(options: argparse.Namespace) -> int:
    """The same for a journal that cannot be read."""
    money_looks(money_of(options.config or CABINET))
    found = remains(options.journal, from_plain)
    if options.confirm is None:
        say(f"journal {found.name} cannot be read: {found.why}")
        say(f"It is good up to entry {found.proved}." if found.proved else "No entry of it is proved.")
        _say_money(f"by the entries up to {found.proved} its seats held", found.held)
        _say_money("by the ledger in the file, which nothing proves, its seats hold", found.claimed)
        say("Nothing has been done. A copy that `boxcars verify` finds good is better: `boxcars vault restore`.")
        say("It will be kept aside as it is, and an empty one begins. To do that, a supervisor says:")
        _say_command("begin-anew", options, found.words, max(sum((seats or {}).values()) for seats in found[4:6]))
        return 0
    life, state = _begins_with(options, found)
    by = supervisor(options, found.state or {}) if options.confirm == found.words else options.by
    aside = begin_anew(options.journal, options.confirm, found, birth_after(found, life, state, by, now))
    say(f"{options.journal} is empty; the journal that cannot be read is kept as {aside}")
    return 0


def _begins_with(options: argparse.Namespace, found: Remains) -> tuple[Life, Mapping[str, Any]]:
    """Life and table of the old one, or of the settings where it does not say."""
    life = None if found.standing is None else found.standing.life
    state = first_state(found, fresh)
    if options.config is not None:
        cabinet = read_cabinet(options.config)
        if life is not None and life.value != cabinet.journal.life:
            raise VaultFault(
                "live_only_once", f"the old journal is {life}, {options.config} says {cabinet.journal.life}"
            )
        life = Life(cabinet.journal.life)
        state = state or plain(first_table(cabinet.table, cabinet.journal.gaming_day()))
    if life is None or state is None:
        raise VaultFault("anew_unknown", f"{options.journal} says neither what it was nor by which rules it was played")
    return life, state


def supervisor(options: argparse.Namespace, state: Mapping[str, Any]) -> str:
    """Who does it: a supervisor of this machine, by name and PIN. Where none could say so, whoever stands here."""
    people = state.get("steady", {}).get("people", {})
    pins = PinsOnDisk(options.journal)
    try:
        digests = {name: row[1] for name, row in people.items() if row[0] == "supervisor" and pins.has(row[1])}
        if not digests:
            say("No supervisor of this journal has a PIN here: the record says who did it, and nothing proves it.")
            return f"{options.by}, no supervisor asked"
        name = options.by if options.by in digests else ""
        pin = _pin(f"PIN of {name or 'a supervisor'}")
        if not pins.check(digests.get(name), pin).result():
            raise VaultFault("not_a_supervisor", f"--by {options.by}: of {', '.join(sorted(digests))}, and their PIN")
        return name
    finally:
        pins.close()


def fresh(state: Mapping[str, Any]) -> Mapping[str, Any]:
    """The same rules, settings and seats; of the rest only the last ticket's number, which is never drawn again."""
    table = from_plain(state)
    row = game_row(table.game.name)
    rules = row.book.model_validate(table.game.rules())
    opened = open_game(row.name, rules, table.game.seat_numbers(), table.settings)
    opened.house = opened.house._replace(sequence=table.house.sequence)
    return plain(opened)


def _pin(what: str) -> str:
    """Not shown on a terminal; from a pipe, a line."""
    return getpass.getpass(f"{what}: ") if sys.stdin.isatty() else sys.stdin.readline().strip()


def _say_money(what: str, seats: Seats | None) -> None:
    if seats is None:
        say(f"{what}: not known")
        return
    say(f"{what} {money(sum(seats.values()))} of players")
    for seat, held in seats.items():
        if held:
            say(f"  seat {seat:>4}  {money(held):>14}")


def _say_command(act: str, options: argparse.Namespace, words: str, lost: int) -> None:
    """The words, but for the amount, which whoever wipes it writes out."""
    shown = words.rpartition("-")[0] + f"-{AMOUNT}" if lost else words
    say(f"  boxcars vault {act} --journal {options.journal} --by NAME --confirm {shown}")
    if lost:
        say(f"with what players lose by it, {money(lost)}, as {lost} in the place of {AMOUNT}. Pay it out first.")
