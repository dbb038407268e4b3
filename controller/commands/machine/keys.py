"""`boxcars keys`: every secret of the machine is made here, into files that only their owner reads."""

import argparse
from importlib import import_module

from config.devices import UNITS
from config.files.reading import BadFile
from controller.commands import fail
from controller.server.zmq.keys import add_acts

KINDS = {
    **{
        name: ("drivers.common.tools.keys", f"the key that the {unit.says} signs its results with")
        for name, unit in UNITS.items()
    },
    "pages": ("config.files.page_key", "the key that a browser needs for the pages of this machine"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    kinds = parser.add_subparsers(dest="kind", metavar="KIND", required=True)
    for name, (module, purpose) in KINDS.items():
        import_module(module).add_arguments(kinds.add_parser(name, help=purpose, description=purpose))
    add_acts(kinds)


def run(options: argparse.Namespace) -> int:
    """Do the act asked for."""
    if options.kind in KINDS:
        code: int = import_module(KINDS[options.kind][0]).run(options)
        return code
    try:
        options.run_act(options)
    except BadFile as error:
        return fail(str(error))
    return 0
