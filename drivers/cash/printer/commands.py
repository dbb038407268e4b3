"""`boxcars tickets`: the technician's tools, and the driver of all seats' printers.

Where the workshop is, it adds emulated ones.
"""

import argparse
from pathlib import Path

import zmq

from config.files.reading import BadFile
from config.process.logs import set_up_logging
from config.text.languages import REFERENCE, languages
from controller.protocol.devices.printer import TO_DRIVER
from drivers.cash.printer.driver import SeatPrinter
from drivers.cash.printer.tools import TOOLS
from drivers.cash.printer.words import PrinterWords
from drivers.cash.seats import ServedSeat, add_drive, drive
from drivers.cash.settings import of_seat, port_of, read
from drivers.common.tooling import fail
from drivers.common.tools.bench import run_tool
from drivers.common.tools.commands import (
    LAST_ID,
    Acts,
    Bounds,
    add_monitor,
    add_tool,
    out_of_bounds,
    run,
)

PURPOSES = {
    "status": "how the printer is: state, faults, paper, bezel, last job",
    "hello": "who the printer is: model, serial, firmware",
    "print-test": "one test ticket, worth nothing, followed until it is at the bezel",
    "self-test": "let the printer test its head, motor, sensors and memory",
}
BOUNDS: Bounds = {"job_id": (1, LAST_ID)}
LOOKING = PrinterWords(texts=None)
"""Prints nothing, and so leaves the texts in the printer as they are."""


def add_arguments(parser: argparse.ArgumentParser) -> Acts:
    """The words of the command line; returns the acts, so that more can be added."""
    acts = parser.add_subparsers(dest="act", metavar="ACT", required=True)
    for name in TOOLS:
        if name == "print-test":
            _add_print(acts.add_parser(name, help=PURPOSES[name], description=PURPOSES[name]))
        else:
            add_tool(acts, name, PURPOSES[name], LOOKING, signed=False).set_defaults(run_act=_look)
    add_monitor(acts, LOOKING, "watch", signed=False)
    add_drive(acts, LOOKING.device, _drive)
    return acts


def _add_print(tool: argparse.ArgumentParser) -> None:
    table = "settings with [[tickets]] and [ticket_texts]: where a printer is, which one it is, the texts of a ticket"
    tool.add_argument("--config", type=Path, required=True, metavar="FILE", help=table)
    tool.add_argument("--seat", type=int, metavar="N", help="whose printer, where the settings have several")
    tool.add_argument("--job-id", type=int, metavar="N", help="default: the printer's last + 1")
    tool.add_argument("--language", choices=languages(), default=REFERENCE, help=f"default {REFERENCE}")
    tool.add_argument("--json", action="store_true", help="the answer as one JSON object")
    tool.set_defaults(run_act=_print, key_file=None)


def _look(options: argparse.Namespace) -> int:
    return run_tool(TOOLS, LOOKING, options)


def _print(options: argparse.Namespace) -> int:
    if wrong := out_of_bounds(options, BOUNDS):
        return fail(wrong)
    said = read(options.config)
    settings = of_seat(said.tickets, options.seat, options.config, LOOKING.device)
    options.port = port_of(settings, options.config, LOOKING.device)
    options.model, options.serial = settings.model or LOOKING.model, settings.serial
    return run_tool(TOOLS, PrinterWords(said.ticket_texts), options)


def _drive(options: argparse.Namespace) -> int:
    said = read(options.config)
    if not said.tickets:
        raise BadFile(f"{options.config}: tickets: no table [[tickets]] is there")
    ports = [port_of(one, options.config, LOOKING.device) for one in said.tickets]
    devices = [SeatPrinter(one, port, said.ticket_texts) for one, port in zip(said.tickets, ports, strict=True)]
    set_up_logging("tickets-driver")
    with zmq.Context() as context:
        seats = [
            ServedSeat(device, one.endpoint, TO_DRIVER, context)
            for device, one in zip(devices, said.tickets, strict=True)
        ]
        return drive(LOOKING.device, seats)


__all__ = ["add_arguments", "run"]
