"""What whoever installs decides, and what of it fits together."""

import argparse
import ipaddress
import re
from pathlib import Path
from typing import NamedTuple

from systemd.games import GAMES
from systemd.refusals import InstallRefused

MOST_SEATS = 64
"""Seats on a cabinet that the installer lays out; more are written into the settings by hand."""


class Choices(NamedTuple):
    """The words after `make install`."""

    journal: str = ""
    """`live` or `demo`; needed where no journal is."""
    emulated: bool = False
    seats: int = 8
    seats_here: tuple[int, ...] = ()
    game: str = ""
    """What a new journal is born for; nothing said, craps."""
    line: str = "/dev/ttyS0"
    """Of the device that outcomes come from."""
    screen: str = ""
    """`display`, `menu` or the number of a seat: what this machine's screen shows."""
    remote: str = ""
    """The network that terminals on other machines come from."""
    wheels: Path | None = None
    terminal: int = 0
    """Not a cabinet: the terminal of this seat, on a machine of its own."""
    controller: str = ""
    key: Path | None = None
    second: Path | None = None
    """A directory on another disk, where the head of the journal is copied to."""
    bills: tuple[tuple[int, str], ...] = ()
    """Seats that have a bill acceptor, each with its line."""
    tickets: tuple[tuple[int, str], ...] = ()
    """Seats that have a ticket printer, each with its line."""

    floor: str = ""
    """Where the floor of the house is, `https://192.0.2.9:9470`."""
    floor_as: str = ""
    """What it calls this cabinet."""
    floor_certificate: Path | None = None

    @property
    def is_cabinet(self) -> bool:
        """Whether the table is here."""
        return not self.terminal


def add_choices(parser: argparse.ArgumentParser) -> None:
    """The words of the command line; `make` hands them over from JOURNAL=… and so on."""
    parser.add_argument("--journal", choices=("live", "demo"), default="")
    parser.add_argument("--hardware", choices=("real", "emulated"), default="real")
    parser.add_argument("--seats", type=int, default=8)
    parser.add_argument("--seats-here", default="", help="such as 1,2")
    parser.add_argument("--game", choices=tuple(GAMES), default="")
    parser.add_argument("--line", default="/dev/ttyS0", help="/dev/ttyS0, or usb:VENDOR:PRODUCT:SERIAL")
    parser.add_argument("--screen", default="", help="display, menu, or the number of a seat")
    parser.add_argument("--remote", default="", help="such as 192.0.2.0/24")
    parser.add_argument("--wheels", type=Path, default=None)
    parser.add_argument("--terminal", type=int, default=0)
    parser.add_argument("--controller", default="")
    parser.add_argument("--key", type=Path, default=None)
    parser.add_argument("--second", type=Path, default=None, help="a directory on another disk")
    parser.add_argument("--floor", default="", help="https://ADDRESS:PORT of the floor of the house")
    parser.add_argument("--floor-as", default="", help="what the floor calls this cabinet")
    parser.add_argument("--floor-certificate", type=Path, default=None, help="its floor.crt")
    parser.add_argument("--bills", default="", help="acceptors: SEAT=LINE, such as 1=/dev/ttyS1,2=/dev/ttyS2")
    parser.add_argument("--tickets", default="", help="ticket printers: SEAT=LINE, in the same way")


def choices_of(options: argparse.Namespace) -> Choices:
    """The choices, or Refused."""
    emulated = options.hardware == "emulated"
    _demand(not (emulated and options.journal == "live"), "emulated hardware is for a demo journal alone")
    _demand(1 <= options.seats <= MOST_SEATS, f"SEATS is 1 to {MOST_SEATS}")
    here = _numbers(options.seats_here)
    if emulated and not here:
        here = tuple(range(1, options.seats + 1))
    _demand(all(1 <= seat <= options.seats for seat in here), "SEATS_HERE names a seat that SEATS has not")
    _demand(
        options.screen in ("", "display", "menu") or options.screen.isdigit(),
        "SHOW is display, menu, or a seat's number",
    )
    if options.terminal:
        _demand(1 <= options.terminal <= 9999, "SEAT is a seat's number")
        _demand(bool(options.controller) and options.key is not None, "SEAT needs CABINET=ADDRESS and KEY=FILE")
        _demand(options.key.is_file(), f"KEY: there is no file {options.key}")
    if options.controller:
        _demand(_is(ipaddress.ip_address, options.controller), "CABINET is the address of the cabinet, as 192.0.2.1")
    if options.remote:
        _demand(_is(ipaddress.ip_network, options.remote), "REMOTE is a network, as 192.0.2.0/24")
    if options.second:
        plain = re.fullmatch(r"/[A-Za-z0-9._/-]+", str(options.second)) is not None
        _demand(plain and options.second.is_dir(), "SECOND is a directory that is there, as /mnt/second")
    if options.floor:
        _check_floor(options)
    line_match(options.line)
    return Choices(
        options.journal,
        emulated,
        options.seats,
        here,
        options.game,
        options.line,
        options.screen,
        options.remote,
        options.wheels,
        options.terminal,
        options.controller,
        options.key,
        options.second,
        _lines_of(options.bills, "BILLS"),
        _lines_of(options.tickets, "TICKETS"),
        options.floor,
        options.floor_as,
        options.floor_certificate,
    )


def _check_floor(options: argparse.Namespace) -> None:
    where = re.fullmatch(r"https://([0-9.]+|\[[0-9a-fA-F:]+\]):[0-9]{1,5}", options.floor)
    good = where is not None and _is(ipaddress.ip_address, where[1].strip("[]"))
    _demand(good, "FLOOR is where the floor is, as https://192.0.2.9:9470")
    named = re.fullmatch(r"[a-zA-Z0-9._-]{1,40}", options.floor_as) is not None
    _demand(named, "FLOOR needs FLOOR_AS, what the floor calls this cabinet: letters, digits, . _ -")
    file = options.floor_certificate
    _demand(file is not None and file.is_file(), "FLOOR needs FLOOR_CERT, the file floor.crt of the floor")


def line_match(said: str) -> str:
    """What a udev rule has to match for the line of a unit."""
    line = re.fullmatch(r"/dev/(tty[A-Za-z]+[0-9]+)", said)
    if line:
        return f'KERNEL=="{line[1]}"'
    usb = re.fullmatch(r"usb:([0-9a-fA-F]{4}):([0-9a-fA-F]{4}):([A-Za-z0-9._-]{1,40})", said)
    _demand(usb is not None, "LINE is a line as /dev/ttyS0, or an adapter as usb:0403:6001:A50285BI")
    assert usb is not None
    vendor, product = usb[1].lower(), usb[2].lower()
    return f'ATTRS{{idVendor}}=="{vendor}", ATTRS{{idProduct}}=="{product}", ATTRS{{serial}}=="{usb[3]}"'


def _lines_of(text: str, name: str) -> tuple[tuple[int, str], ...]:
    """Seats and the lines of their devices; each line has to be one that a rule can match."""
    found = {}
    for pair in (word for word in re.split(r"[ ,]+", text) if word):
        seat, _, line = pair.partition("=")
        _demand(seat.isdigit() and 1 <= int(seat) <= 9999, f"{name} is a list of SEAT=LINE, as 1=/dev/ttyS1")
        _demand(int(seat) not in found, f"{name} names seat {seat} twice")
        line_match(line)
        found[int(seat)] = line
    return tuple(sorted(found.items()))


def _numbers(text: str) -> tuple[int, ...]:
    words = [word for word in re.split(r"[ ,]+", text) if word]
    _demand(all(word.isdigit() for word in words), "SEATS_HERE is a list of seats, as 1,2")
    return tuple(sorted({int(word) for word in words}))


def _is(kind: object, text: str) -> bool:
    assert callable(kind)
    try:
        kind(text)
    except ValueError:
        return False
    return True


def _demand(good: bool, else_say: str) -> None:
    if not good:
        raise InstallRefused("bad_choice", else_say)
