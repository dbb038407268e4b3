"""`boxcars controller`: the process that plays the table."""

import argparse
from pathlib import Path

import zmq

from config.logs import set_up_logging
from config.reading import BadFile
from controller.commands import fail
from controller.server.chance_health import ChanceFailed
from controller.server.journal import new_journal
from controller.server.process import FAILED, Checked, serve
from controller.vault.faults import VaultFault


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    parser.add_argument("--config", type=Path, required=True, metavar="FILE", help="the settings of this cabinet")
    acts = parser.add_mutually_exclusive_group()
    acts.add_argument("--check", action="store_true", help="only say whether the settings can be played by")
    acts.add_argument("--new-journal", action="store_true", help="only make the journal that the settings describe")


def run(options: argparse.Namespace) -> int:
    """Check first, whatever is to be done."""
    try:
        checked = Checked(options.config)
        if options.check:
            print(f"{options.config}: good")
            return 0
        if options.new_journal:
            name = new_journal(checked.cabinet)
            print(
                f"{checked.cabinet.journal.directory}: journal {name} is born, {checked.cabinet.journal.life} for good"
            )
            return 0
        set_up_logging("controller")
        return serve(checked)
    except BadFile as error:
        return fail(str(error))
    except (VaultFault, ChanceFailed) as fault:
        fail(str(fault))
        return FAILED
    except zmq.ZMQError as error:
        fail(f"a socket cannot be opened: {error}; is another controller running, or the address not ours?")
        return FAILED
