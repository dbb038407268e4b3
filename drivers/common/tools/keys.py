"""`boxcars keys dice|wheel`: provision the key that a unit signs its results with."""

import argparse
import getpass
import sys
from pathlib import Path

from config.files.reading import BadFile
from config.files.secrets import new_secret, parse_secret, write_secret
from controller.protocol.devices.authentic import KEY_LENGTH
from drivers.common.tooling import fail


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, nargs="?", metavar="FILE", help="the new key file; it must not exist")
    parser.add_argument("--key-file", type=Path, metavar="FILE", help="the same, as the tools call it")
    parser.add_argument(
        "--import",
        dest="given",
        action="store_true",
        help="take the key of a unit that has one, 32 hexadecimal digits, from standard input instead of a new one",
    )


def run(options: argparse.Namespace) -> int:
    kind: str = options.kind
    path: Path | None = options.file or options.key_file
    if path is None:
        return fail(f"keys {kind}: name the new key file, as in: boxcars keys {kind} /etc/boxcars/{kind}.key")
    try:
        write_secret(path, _given() if options.given else new_secret(KEY_LENGTH))
    except BadFile as error:
        return fail(str(error))
    print(f"{path}: the key of a {kind} unit, 16 bytes, readable by its owner alone; put the same into the unit")
    return 0


def _given() -> bytes:
    """From a terminal without echo, or from a pipe; never from the command line, which others can read."""
    text = getpass.getpass("key of the unit, 32 hexadecimal digits: ") if sys.stdin.isatty() else sys.stdin.readline()
    return parse_secret(text.encode("utf-8", "replace"), KEY_LENGTH, "standard input")
