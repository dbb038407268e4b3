"""What the commands that read or keep a journal have in common."""

import argparse
import sqlite3
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from config.files.complaints import shown as shown_value
from config.files.reading import BadFile
from config.text.words import json_line, why_not_said
from config.vault import DIRECTORY
from controller.commands import fail
from controller.vault.faults import VaultFault

LONGEST_WORDS = 120
LARGEST_NUMBER = 2**63 - 1
CABINET = Path("/etc/boxcars/cabinet.toml")


def add_journal(parser: argparse.ArgumentParser, *, json_too: bool = True) -> None:
    """Which journal, and in what form the answer is wanted."""
    parser.add_argument(
        "--journal", type=Path, default=DIRECTORY, metavar="PATH", help=f"its directory or file (default {DIRECTORY})"
    )
    if json_too:
        parser.add_argument("--json", action="store_true", help="one JSON document")


def add_money(parser: argparse.ArgumentParser) -> None:
    """Where it says how this house writes money."""
    parser.add_argument(
        "--config", type=Path, default=CABINET, metavar="FILE", help=f"how this house writes money (default {CABINET})"
    )


def saying_what_is_wrong(act: Callable[[], int]) -> int:
    """Every way in which a vault can refuse ends in one line that says what to do."""
    try:
        return act()
    except (VaultFault, BadFile) as error:
        return fail(str(error))
    except BrokenPipeError:
        raise  # who reads has seen enough
    except (OSError, sqlite3.Error) as error:
        return fail(f"{error}. Look at the disk, its mount and the owner of the files")


def words(text: str) -> str:
    """What a person says of an act, on the command line: it is put on record."""
    why = why_not_said(text) if len(text) <= LONGEST_WORDS else f"must have at most {LONGEST_WORDS} characters"
    if why is not None:
        raise argparse.ArgumentTypeError(f"{why}")
    return text


def number(text: str) -> int:
    """A number to look for on the command line; one that no journal can hold is none."""
    try:
        found = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a whole number, found {shown_value(text)}") from None
    if not 0 <= found <= LARGEST_NUMBER:
        raise argparse.ArgumentTypeError(f"must be from 0 to {LARGEST_NUMBER}")
    return found


def moment(text: str) -> int:
    """A time on the command line as UTC milliseconds; without a zone it is local."""
    try:
        return int(datetime.fromisoformat(text).astimezone().timestamp() * 1000)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no time such as 2026-11-18T20:15") from None


def shown(at: int) -> str:
    """UTC milliseconds for people."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S.") + f"{at % 1000:03d}Z"


def now() -> int:
    """The wall clock, in UTC milliseconds."""
    return time.time_ns() // 1_000_000


def print_json(data: Any) -> None:
    """One document on standard output."""
    print(json_line(data))
