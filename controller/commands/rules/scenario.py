"""`boxcars scenario FILE…`: these wagers, these dice, what does the machine do?"""

import argparse
import json
import sys
from pathlib import Path

from config.files.reading import BadFile
from controller.books import find_book, game_wanted
from controller.commands import fail
from controller.games.row import AnyScripted
from controller.games.scripts import LARGEST_SCRIPT, AnyScript, BadScript, BooksDoNotBalance, Document, read_json

STANDARD_INPUT = "-"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a script in JSON; - is standard input")
    parser.add_argument("--json", action="store_true", help="one JSON document a table, one a line for several")


def run(options: argparse.Namespace) -> int:
    """Read every script first, so that a bad one is told before anything is shown; then play them in turn."""
    try:
        scripts = [(name, *_read(name)) for name in options.files]
    except (BadFile, BadScript) as error:
        return fail(str(error))
    for name, game, script in scripts:
        try:
            document = game.play(script, find_book)
        except BadFile as error:
            return fail(f"{name}: rulebook: {error}")
        except BadScript as error:
            return fail(f"{name}: {error}")
        except BooksDoNotBalance as error:
            print(f"boxcars: {name}: the engine broke its own books, nothing is shown: {error}", file=sys.stderr)
            return 1
        _show(document, game, script, name, options)
    return 0


def _read(name: str) -> tuple[AnyScripted, AnyScript]:
    try:
        if name == STANDARD_INPUT:
            data = sys.stdin.buffer.read(LARGEST_SCRIPT + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(LARGEST_SCRIPT + 1)
        said = read_json(data)
        game = game_wanted(said).scripts()
        return game, game.script(said)
    except OSError as error:
        raise BadFile(f"{name}: cannot be read: {error.strerror or error}") from None
    except ValueError:  # a path with a zero byte
        raise BadFile(f"{name}: is no path to a file") from None
    except BadScript as error:
        raise BadScript(f"{name}: {error}") from None


def _show(document: Document, game: AnyScripted, script: AnyScript, name: str, options: argparse.Namespace) -> None:
    if options.json:
        print(json.dumps(document))
        return
    from controller.commands.rules.scenario_sheet import print_sheet  # rich is slow to load and only people need it

    print_sheet(document, game, script, name)
