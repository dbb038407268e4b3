"""`boxcars archive`: old entries go to a file on another medium; the controller is stopped meanwhile."""

import argparse
from pathlib import Path

from controller.commands.journal.common import add_journal, now, saying_what_is_wrong
from controller.table.snapshot import from_plain
from controller.vault.journal.writer import Vault
from controller.vault.lifecycle.archive import archive
from controller.vault.lifecycle.creation import Dice
from controller.vault.prove.verify import ProofWanted, prove

DAY = 86_400_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    add_journal(parser, json_too=False)
    parser.add_argument("--to", type=Path, required=True, metavar="FILE", help="a new file, on another medium")
    parser.add_argument("--keep-days", type=int, default=90, metavar="N", help="what stays (default 90 days)")


def run(options: argparse.Namespace) -> int:
    """Move them, once the archive has proved itself."""
    return saying_what_is_wrong(lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    vault = Vault.open(options.journal, now, dice=Dice.UNIT)
    try:
        moved = archive(vault, options.to, now() - options.keep_days * DAY, _prove)
    finally:
        vault.close()
    print(f"entries {moved.first} to {moved.last} are in {moved.file} now; keep it with the journal")
    return 0


def _prove(file: Path) -> None:
    prove(file, ProofWanted(from_plain))
