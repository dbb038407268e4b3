"""`boxcars records`: the read-only process beside the controller."""

import argparse
from pathlib import Path

import zmq

from config.cabinet import read_cabinet
from config.files.reading import BadFile
from config.process.logs import set_up_logging
from controller.commands import fail
from controller.records.process import serve
from controller.server.sockets.doors import CannotListen
from controller.vault.faults import VaultFault


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    parser.add_argument("--config", type=Path, required=True, metavar="FILE", help="the settings of this cabinet")


def run(options: argparse.Namespace) -> int:
    """Until stopped."""
    try:
        cabinet = read_cabinet(options.config)
        set_up_logging("records")
        return serve(cabinet)
    except BadFile as error:
        return fail(str(error))
    except (VaultFault, OSError, zmq.ZMQError, CannotListen) as error:
        fail(f"{options.config}: records cannot start: {error}")
        return 1
