"""`boxcars keys`: every secret of the machine is made here, into files that only their owner reads."""

import argparse
from importlib import import_module

KINDS = {"dice": ("drivers.dice.keys", "the key that the dice unit signs its results with")}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    kinds = parser.add_subparsers(dest="kind", metavar="KIND", required=True)
    for name, (module, purpose) in KINDS.items():
        import_module(module).add_arguments(kinds.add_parser(name, help=purpose, description=purpose))


def run(options: argparse.Namespace) -> int:
    code: int = import_module(KINDS[options.kind][0]).run(options)
    return code
