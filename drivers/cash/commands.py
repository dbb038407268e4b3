"""`boxcars bills`: the technician's tools of a bill acceptor, and the driver of all seats' acceptors.

Where the workshop is, it adds emulated ones.
"""

import argparse
from pathlib import Path

import zmq

from config.files.reading import BadFile
from config.process.logs import set_up_logging
from controller.protocol.devices.bills import TO_DRIVER
from drivers.cash.driver import SeatAcceptor
from drivers.cash.protocols import PROTOCOLS, AcceptorWanted, wanted_by
from drivers.cash.seats import ServedSeat, add_drive, drive
from drivers.cash.settings import of_seat, port_of, read
from drivers.cash.tools import TOOLS, run_tool
from drivers.common.serial.port import parse_port
from drivers.common.tooling import fail
from drivers.common.tools.commands import Acts, run

PURPOSES = {
    "watch": "a line for whatever happens; nothing is let in unless --allow says what",
    "inhibit": "let nothing in, or only these, and read it back",
    "accept": "let a note in, or take the one at escrow, and stack it",
    "return": "let a note in, or take the one at escrow, and give it back",
}

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> Acts:
    """The words of the command line; returns the acts, so that more can be added."""
    acts = parser.add_subparsers(dest="act", metavar="ACT", required=True)
    for name in TOOLS:
        tool = acts.add_parser(name, help=PURPOSES[name], description=PURPOSES[name])
        _add_acceptor(tool)
        tool.add_argument(
            "--allow", nargs="*", type=_value, metavar="VALUE", help="let in notes of these values, or all"
        )
        tool.add_argument("--tickets", action="store_true", help="let tickets in as well")
        seconds = 30.0 if name in ("accept", "return") else None
        tool.add_argument("--seconds", type=float, default=seconds, metavar="N", help="stop after so long")
        tool.add_argument("--json", action="store_true", help="a JSON object a line")
        tool.set_defaults(run_act=_run_tool)
    add_drive(acts, "bills", _drive)
    return acts


def _add_acceptor(tool: argparse.ArgumentParser) -> None:
    tool.add_argument("--config", type=Path, metavar="FILE", help="settings with [[bills]] tables; or else:")
    tool.add_argument("--seat", type=int, metavar="N", help="whose acceptor, where the settings have several")
    tool.add_argument("--port", metavar="PORT", help="a path, usb:VENDOR:PRODUCT:SERIAL or udev:NAME")
    tool.add_argument("--protocol", choices=sorted(PROTOCOLS), help="what it speaks")
    tool.add_argument("--serial", type=int, metavar="N", help="ccTalk: refuse one with another serial number")
    tool.add_argument("--checksum", choices=("simple", "crc"), default="simple", help="ccTalk: default simple")
    tool.add_argument(
        "--ticket-stacked", nargs=2, type=int, metavar="N", help="ccTalk: the event that proves one stacked"
    )
    tool.add_argument("--version", metavar="TEXT", help="ID-003: refuse one with another version string")


def _run_tool(options: argparse.Namespace) -> int:
    if options.config is None and not (options.port and options.protocol):
        return fail("which acceptor? --config FILE, or --port PORT and --protocol NAME")
    settings = of_seat(read(options.config).bills, options.seat, options.config, "bills") if options.config else None
    try:
        port = parse_port(settings.port if settings else options.port)
    except ValueError as error:
        return fail(str(error))
    protocol = settings.protocol if settings else options.protocol
    if protocol not in PROTOCOLS:
        return fail(f"{protocol}: no session speaks it; there is: {', '.join(sorted(PROTOCOLS))}")
    wanted = wanted_by(settings) if settings else _wanted(options)
    return run_tool(port, PROTOCOLS[protocol](wanted, None), options)


def _drive(options: argparse.Namespace) -> int:
    said = read(options.config).bills
    if not said:
        raise BadFile(f"{options.config}: bills: no table [[bills]] is there")
    devices = [SeatAcceptor(one, port_of(one, options.config, "bills")) for one in said]
    set_up_logging("bills-driver")
    with zmq.Context() as context:
        seats = [
            ServedSeat(device, one.endpoint, TO_DRIVER, context) for device, one in zip(devices, said, strict=True)
        ]
        return drive("bills", seats)


def _wanted(options: argparse.Namespace) -> AcceptorWanted:
    event = options.ticket_stacked
    return AcceptorWanted(
        checksum=options.checksum,
        serial=options.serial,
        version=options.version,
        ticket_stacked=(event[0], event[1]) if event else None,
    )


def _value(text: str) -> int | str:
    if text != "all" and not text.isdecimal():
        raise argparse.ArgumentTypeError(f"must be a value in the smallest unit, or all; found {text[:40]!r}")
    return text if text == "all" else int(text)
