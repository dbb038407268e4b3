"""`boxcars vault`: what is done to a whole journal while no controller runs."""

import argparse
import getpass
from collections.abc import Callable
from pathlib import Path

from config.cabinet import TableStart, read_cabinet
from config.files.reading import validate
from config.text.words import say
from controller.commands.journal.common import add_journal, now, print_json, saying_what_is_wrong, words
from controller.commands.journal.wiping import add_wiping, begin_after_unreadable, clear_journal, fresh
from controller.records.sheets.journal_sheet import journal_document
from controller.server.loop.journal import new_journal
from controller.table.snapshot import from_plain
from controller.vault.journal.copied_head import last_head
from controller.vault.journal.known_key import known_key, pinned, write_pin
from controller.vault.journal.second_place import write_head
from controller.vault.journal.signing import fingerprint
from controller.vault.lifecycle.creation import Life
from controller.vault.lifecycle.maintenance import about, go_live, mend, restore
from controller.vault.read.reader import Reader


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    acts = parser.add_subparsers(dest="act", metavar="ACT", required=True)
    init = acts.add_parser("init", help="a new, empty journal; live and demo are for good")
    born = init.add_mutually_exclusive_group(required=True)
    born.add_argument("--config", type=Path, metavar="FILE", help="the one that the settings of a cabinet describe")
    born.add_argument("--live", action="store_true", help="for money, with every setting as it comes")
    born.add_argument("--demo", action="store_true", help="for tests and shows, with every setting as it comes")
    init.add_argument("--rulebook", default="electronic", metavar="NAME|FILE", help="with --live or --demo")
    init.add_argument("--seats", type=int, default=8, metavar="N", help="with --live or --demo")
    acts.add_parser("show", help="what this journal is")
    acts.add_parser("go-live", help="put a clean demo journal aside and begin an empty live one")
    restored = acts.add_parser("restore", help="make a copied journal the one of this machine")
    restored.add_argument("--from", dest="copy", type=Path, required=True, metavar="PATH")
    add_wiping(acts)
    pin = acts.add_parser(
        "pin", help="write down outside the journal which key it is signed with; root's, on a cabinet"
    )
    pin.add_argument(
        "--config", type=Path, required=True, metavar="FILE", help="the settings: where journal and pin are"
    )
    pin.add_argument("--fingerprint", metavar="TEXT", help="from the papers: needed to pin another key than before")
    acts.add_parser("mend", help="make the last snapshot anew by playing the journal again")
    for name, act in acts.choices.items():
        if name != "pin":
            add_journal(act, json_too=name == "show")
        if name not in ("show", "pin"):
            act.add_argument(
                "--by", type=words, default=getpass.getuser(), metavar="NAME", help="who does it, for the record"
            )


def run(options: argparse.Namespace) -> int:
    """Do the act asked for."""
    act: dict[str, Callable[[argparse.Namespace], int]] = {
        "init": _init,
        "show": _show,
        "go-live": _go_live,
        "restore": _restore,
        "clear": _clear,
        "begin-anew": _begin_anew,
        "pin": _pin,
        "mend": _mend,
    }
    return saying_what_is_wrong(lambda: act[options.act](options))


def _init(options: argparse.Namespace) -> int:
    """One way to be born, whether a file or the words of the command say what as."""
    if options.config is not None:
        cabinet = read_cabinet(options.config)
        directory, life, start = Path(cabinet.journal.directory), Life(cabinet.journal.life), cabinet.table
        day = cabinet.journal.gaming_day()
    else:
        directory, life = options.journal, Life.LIVE if options.live else Life.DEMO
        day = None
        start = validate(TableStart, {"seats": options.seats, "rulebook": options.rulebook}, "boxcars vault init")
    journal = new_journal(directory, life, start, options.by, day)
    say(f"{directory}: journal {journal}, {life}, {len(start.seat_numbers())} seats, empty")
    _print_key(directory)
    if options.config is not None and cabinet.journal.second_place is not None:
        _copy_head(directory, Path(cabinet.journal.second_place))
    return 0


def _copy_head(directory: Path, to: Path) -> None:
    """So that the first start finds a head there; without one it holds until a supervisor has looked."""
    with Reader(directory) as reader, reader.view() as connection:
        head = last_head(connection, reader.standing)
    try:
        write_head(to, head)
        say(f"its head is copied to {to}")
    except OSError as error:
        say(f"its head cannot be copied to {to}: {error.strerror or error}")


def _show(options: argparse.Namespace) -> int:
    found = about(options.journal)
    if options.json:
        with Reader(options.journal) as reader:
            told = journal_document(reader, now())
        print_json({**told, "money": found.money, "phase": found.phase, "at_rest": found.at_rest})
        return 0
    say(f"{options.journal}: journal {found.journal}, {found.life}, {found.seq} entries, {found.money} of players")
    say(f"public key {fingerprint(found.public_key)}: hold it against the machine's papers")
    return 0


def _pin(options: argparse.Namespace) -> int:
    """The first key is pinned as it is; another one only by what stands on paper."""
    cabinet = read_cabinet(options.config)
    pin, found = Path(cabinet.journal.pin), about(Path(cabinet.journal.directory))
    said = None if options.fingerprint is None else known_key(options.fingerprint, "--fingerprint")
    known = said or pinned(pin)
    if known is not None:
        known.check(found.public_key, found.journal)
    write_pin(pin, found.public_key)
    say(f"{pin}: journal {found.journal} has to be signed with {fingerprint(found.public_key)}")
    return 0


def _print_key(directory: Path) -> None:
    """Of a journal that has a new one."""
    say(f"public key {fingerprint(about(directory).public_key)}: write this fingerprint on the machine's papers")
    say("on a cabinet, root pins it now: boxcars vault pin --config FILE --fingerprint FINGERPRINT")


def _go_live(options: argparse.Namespace) -> int:
    aside = go_live(options.journal, options.by, fresh, now)
    say(f"{options.journal} is live and empty; the demo is kept as {aside}")
    _print_key(options.journal)
    return 0


def _restore(options: argparse.Namespace) -> int:
    found = restore(options.copy, options.journal, options.by, now)
    say(f"{options.journal}: restored up to entry {found.seq}, with a new key; the journal says so")
    _print_key(options.journal)
    return 0


def _clear(options: argparse.Namespace) -> int:
    return _wiped(options, clear_journal(options))


def _begin_anew(options: argparse.Namespace) -> int:
    return _wiped(options, begin_after_unreadable(options))


def _wiped(options: argparse.Namespace, code: int) -> int:
    if options.confirm is not None:
        _print_key(options.journal)
    return code


def _mend(options: argparse.Namespace) -> int:
    played_from = mend(options.journal, options.by, from_plain, now)
    say(f"{options.journal}: played again from entry {played_from}, and a new snapshot made")
    return 0
