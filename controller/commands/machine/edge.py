"""`boxcars edge`: the process that strangers can reach."""

import argparse
from pathlib import Path

import zmq

from config.cabinet import read_cabinet
from config.files.reading import BadFile
from config.process.logs import set_up_logging
from controller.commands import fail
from controller.edge.process import serve


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    parser.add_argument("--config", type=Path, required=True, metavar="FILE", help="the settings of this cabinet")


def run(options: argparse.Namespace) -> int:
    """Until stopped."""
    try:
        cabinet = read_cabinet(options.config)
        if cabinet.remote is None and cabinet.records.endpoint is None:
            return fail(f"{options.config}: nobody elsewhere may come: there is no [remote] and no records.endpoint")
        set_up_logging("edge")
        return serve(cabinet)
    except BadFile as error:
        return fail(str(error))
    except (OSError, zmq.ZMQError) as error:
        fail(f"{options.config}: the edge cannot start: {error}; is another edge running, or the address not ours?")
        return 1
