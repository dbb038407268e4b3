"""`boxcars archive`: old entries go to a file on another medium; the controller is stopped meanwhile."""

import argparse
from functools import partial
from pathlib import Path

from config.cabinet import read_cabinet
from controller.commands.journal.common import CABINET, add_journal, now, saying_what_is_wrong, words
from controller.table.snapshot import from_plain
from controller.uplink.floor_word import delivered
from controller.vault.journal.writer import Vault
from controller.vault.lifecycle.archive import Witnessed, archive
from controller.vault.lifecycle.creation import Dice
from controller.vault.prove.verify import prove
from controller.vault.prove.walk import ProofWanted

DAY = 86_400_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    add_journal(parser, json_too=False)
    parser.add_argument("--to", type=Path, required=True, metavar="FILE", help="a new file, on another medium")
    parser.add_argument("--keep-days", type=int, default=90, metavar="N", help="what stays (default 90 days)")
    parser.add_argument(
        "--config", type=Path, default=CABINET, metavar="FILE", help=f"says where the floor is (default {CABINET})"
    )
    parser.add_argument(
        "--without-floor", type=words, default="", metavar="NAME", help="a supervisor answers for what the floor lacks"
    )


def run(options: argparse.Namespace) -> int:
    """Move them, once the archive has proved itself."""
    return saying_what_is_wrong(lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    witnessed = None if options.without_floor else _floor(options.config)
    vault = Vault(options.journal, now, dice=Dice.UNIT)
    try:
        before = now() - options.keep_days * DAY
        moved = archive(vault, options.to, before, _prove, witnessed, options.without_floor)
    finally:
        vault.close()
    print(f"entries {moved.first} to {moved.last} are in {moved.file} now; keep it with the journal")
    return 0


def _floor(config: Path) -> Witnessed | None:
    """What it has signed for; None for a cabinet that reports to none."""
    settings = read_cabinet(config).floor if config.exists() else None
    return None if settings is None else partial(delivered, settings)


def _prove(file: Path) -> None:
    prove(file, ProofWanted(from_plain))
