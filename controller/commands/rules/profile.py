"""`boxcars profile list|show|check`: what a law asks, and what a machine fulfils of it by which setting."""

import argparse
from pathlib import Path

from config.cabinet import read_cabinet
from config.files.reading import BadFile
from controller.books import book_file, find_book
from controller.commands import fail
from controller.commands.journal.common import print_json
from controller.compliance.check import WELL, CheckedLine, lines, machine_of
from controller.compliance.profile import find_profile, profile_names, source_of

NOT_ALL = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    acts = parser.add_subparsers(dest="act", metavar="list|show|check", required=True)
    acts.add_parser("list", help="the profiles that come with us")
    for act, purpose in (
        ("show", "the settings that a profile turns together, and what it wants of them"),
        ("check", "line by line, what a machine fulfils; exit code 1 if that is not all"),
    ):
        words = acts.add_parser(act, help=purpose, description=purpose.capitalize())
        words.add_argument("name", metavar="NAME|FILE")
        if act == "check":
            words.add_argument("--config", type=Path, metavar="FILE", help="the machine's cabinet.toml")
            words.add_argument("--rulebook", metavar="NAME|FILE", help="the rules, where no cabinet.toml is looked at")
            words.add_argument("--json", action="store_true", help="one JSON document")


def run(options: argparse.Namespace) -> int:
    """Do the act asked for."""
    try:
        return {"list": _list, "show": _show, "check": _check}[options.act](options)
    except BadFile as error:
        return fail(str(error))


def _list(_options: argparse.Namespace) -> int:
    for name in profile_names():
        print(f"{name:<6}{find_profile(name).profile.title}")
    return 0


def _show(options: argparse.Namespace) -> int:
    found = find_profile(options.name)
    print(found.text, end="")
    print(f"# source: {source_of(found.profile)}")
    return 0


def _check(options: argparse.Namespace) -> int:
    found = find_profile(options.name)
    cabinet = None if options.config is None else read_cabinet(options.config)
    rulebook = options.rulebook or (cabinet.table.rulebook if cabinet is not None else "electronic")
    found.check_book(find_book(rulebook), book_file(rulebook))
    told = lines(found, machine_of(found, cabinet, options.config))
    open_lines = [line for line in told if line.stands not in WELL]
    if options.json:
        print_json(
            {"profile": found.profile.name, "fulfilled": not open_lines, "lines": [one._asdict() for one in told]}
        )
    else:
        print(f"{found.profile.name}: {found.profile.title}\n{source_of(found.profile)}\n")
        for line in told:
            _print(line)
        well = len(told) - len(open_lines)
        print(f"\n{well} of {len(told)} fulfilled or not used; whether that is so a laboratory decides")
    return NOT_ALL if open_lines else 0


def _print(line: CheckedLine) -> None:
    print(f"{line.stands:<11}{line.name:<24}{line.asks}")
    print(f"{'':<11}{line.section:<24}{line.by}")
    for test in line.tests:
        print(f"{'':<35}{test}")
