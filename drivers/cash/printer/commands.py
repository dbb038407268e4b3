"""`boxcars tickets`: the technician's tools. Where the workshop is, it adds an emulated printer."""

import argparse
from pathlib import Path

from config.drivers import TicketPrinterSettings
from drivers.cash.printer.tools import TOOLS
from drivers.cash.printer.words import PrinterWords
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
    unit_settings,
)

PURPOSES = {
    "status": "how the printer is: state, faults, paper, bezel, last job",
    "hello": "who the printer is: model, serial, firmware",
    "print-test": "one test ticket, worth nothing, followed until it is at the bezel",
    "self-test": "let the printer test its head, motor, sensors and memory",
}
LANGUAGES = ("en", "zh", "ms")
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
    return acts


def _add_print(tool: argparse.ArgumentParser) -> None:
    table = "settings with a [tickets] table: where the printer is, which one it is, the texts of a ticket"
    tool.add_argument("--config", type=Path, required=True, metavar="FILE", help=table)
    tool.add_argument("--job-id", type=int, metavar="N", help="default: the printer's last + 1")
    tool.add_argument("--language", choices=LANGUAGES, default=LANGUAGES[0], help=f"default {LANGUAGES[0]}")
    tool.add_argument("--json", action="store_true", help="the answer as one JSON object")
    tool.set_defaults(run_act=_print, key_file=None)


def _look(options: argparse.Namespace) -> int:
    return run_tool(TOOLS, LOOKING, options)


def _print(options: argparse.Namespace) -> int:
    if wrong := out_of_bounds(options, BOUNDS):
        return fail(wrong)
    settings: TicketPrinterSettings
    settings, options.port = unit_settings(options.config, LOOKING.device)
    options.model, options.serial = settings.model or LOOKING.model, settings.serial
    return run_tool(TOOLS, PrinterWords(settings.texts), options)


__all__ = ["add_arguments", "run"]
