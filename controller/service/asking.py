"""What a person at the console is asked: a PIN, and whether it is meant."""

import argparse
import getpass
import select
import sys

from controller.service.station import CannotServe, Station


def ask_pin(what: str) -> str:
    """Not shown on a terminal; from a pipe, a line each."""
    if sys.stdin.isatty():
        return getpass.getpass(f"{what}: ")
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.strip()


def ask_new_pin(what: str) -> str:
    """On a terminal twice: nobody can read back what they typed."""
    first = ask_pin(what)
    if sys.stdin.isatty() and ask_pin(f"{what} again") != first:
        raise CannotServe("not_the_same", "the two PINs are not the same; nothing was done")
    return first


def is_sure(options: argparse.Namespace, station: Station, what: str) -> bool:
    """Asked of a person; the station says that it is here while they think."""
    if options.yes:
        return True
    if not sys.stdin.isatty():
        raise CannotServe("not_sure", f"{what} Say --yes where nobody can be asked")
    print(f"{what} Do it? [y/N] ", end="", flush=True)
    while not select.select([sys.stdin], [], [], 0.5)[0]:
        station.beat()
    return sys.stdin.readline().strip().lower() in ("y", "yes")
