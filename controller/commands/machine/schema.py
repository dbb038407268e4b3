"""`boxcars schema`: every message of the wire as JSON Schema."""

import argparse
import json

from controller.commands import fail
from controller.protocol.catalogue import WAYS, schema


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    parser.add_argument("way", nargs="?", metavar="WAY", help=f"only one of: {', '.join(WAYS)}")


def run(options: argparse.Namespace) -> int:
    """Print it."""
    if options.way is None:
        print(json.dumps(schema(), indent=2))
        return 0
    if options.way not in WAYS:
        return fail(f"schema: there is no way {options.way!r}; there is {', '.join(WAYS)}")
    print(json.dumps(WAYS[options.way].messages.json_schema(), indent=2))
    return 0
