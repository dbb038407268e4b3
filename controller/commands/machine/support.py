"""`boxcars support`: one file for whoever helps from elsewhere, without a secret and without money in it."""

import argparse
from pathlib import Path

from config.cabinet import read_cabinet
from config.files.reading import BadFile
from config.text.words import say
from controller.commands import fail
from controller.commands.machine.status import cabinet_file
from controller.service import past
from controller.service.station import CannotServe
from controller.support.bundle import ToBundle, bundle
from controller.vault.faults import VaultFault


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    parser.add_argument("--config", type=Path, metavar="FILE", help="the cabinet's settings")
    parser.add_argument("--to", type=Path, default=Path(), metavar="DIRECTORY", help="where it goes; default: here")


def run(options: argparse.Namespace) -> int:
    """Gather, pack, and say where it is."""
    try:
        cabinet = read_cabinet(cabinet_file(options.config))
        manifest = None if cabinet.manifest is None else Path(cabinet.manifest)
        wish = ToBundle(
            Path(cabinet.journal.directory), Path(cabinet.run), None, str(options.to), manifest, _trend(cabinet.run)
        )
        made = bundle(wish, lambda _done, _of: None)
    except (BadFile, VaultFault, OSError) as error:
        return fail(str(error))
    say(f"{options.to / made['file']}: {made['bytes']:,} bytes; no secret and no money is in it")
    return 0


def _trend(run: str) -> dict[str, object] | None:
    """Where the records process is there to tell it."""
    try:
        return past.trend(Path(run)).model_dump(mode="json")
    except CannotServe:
        return None
