"""`boxcars controller`: the process that plays the table."""

import argparse
from pathlib import Path

from config.files.reading import BadFile
from config.process.logs import set_up_logging
from controller.commands import fail
from controller.server.host.chance_health import ChanceFailed
from controller.server.host.process import FAILED, CheckedConfiguration, StopAsked, serve
from controller.server.loop.ports import StoreFailed
from controller.server.sockets.doors import CannotListen
from controller.vault.faults import VaultFault


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    parser.add_argument("--config", type=Path, required=True, metavar="FILE", help="the settings of this cabinet")
    parser.add_argument("--check", action="store_true", help="only say whether the settings can be played by")


def run(options: argparse.Namespace) -> int:
    """Check first, whatever is to be done."""
    stop = StopAsked()
    try:
        checked = CheckedConfiguration(options.config)
        if options.check:
            print(f"{options.config}: good")
            return 0
        set_up_logging("controller")
        return serve(checked, stop)
    except BadFile as error:
        return fail(str(error))
    except (VaultFault, StoreFailed, ChanceFailed) as fault:
        fail(str(fault))
        return FAILED
    except CannotListen as error:
        fail(f"a socket cannot be opened: {error}; is its directory ours?")
        return FAILED
