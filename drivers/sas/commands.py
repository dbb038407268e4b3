"""`boxcars sas`: the driver of the casino's line, and what a technician asks about it."""

import argparse
from pathlib import Path

from config.drivers import DriverSettings
from config.files.reading import BadFile, read_toml, validate
from config.process.logs import set_up_logging
from config.sas import SasSettings
from drivers.common.tools.commands import Acts, run
from drivers.sas.driver import drive
from drivers.sas.tools import show_exceptions, show_status, show_trace

CABINET, DRIVERS = Path("/etc/boxcars/cabinet.toml"), Path("/etc/boxcars/drivers.toml")

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> Acts:
    """The words of the command line; returns the acts, so that more can be added."""
    acts = parser.add_subparsers(dest="act", metavar="ACT", required=True)
    for name, purpose, run_it in (
        ("status", "each address: is it polled, what was asked last, how many exceptions wait", show_status),
        ("exceptions", "the exceptions that the host has not taken yet", show_exceptions),
    ):
        tool = acts.add_parser(name, help=purpose, description=purpose)
        tool.add_argument("--config", type=Path, default=CABINET, metavar="FILE", help=f"default {CABINET}")
        tool.add_argument("--json", action="store_true", help="JSON instead of words")
        tool.set_defaults(run_act=run_it)
    trace = acts.add_parser("trace", help="what was said on the line, poll by poll, where the settings keep a trace")
    trace.add_argument("--config", type=Path, default=DRIVERS, metavar="FILE", help=f"default {DRIVERS}")
    trace.add_argument("--last", type=int, default=100, metavar="N", help="so many lines from the end; default 100")
    trace.set_defaults(run_act=lambda options: show_trace(_settings(options), options.last))
    driver = acts.add_parser("drive", help="the driver process, between the casino's line and the controller")
    driver.add_argument("--config", type=Path, required=True, metavar="FILE", help="settings with a [sas] table")
    driver.set_defaults(run_act=_drive)
    return acts


def _settings(options: argparse.Namespace) -> SasSettings:
    found = validate(DriverSettings, read_toml(options.config), str(options.config)).sas
    if found is None:
        raise BadFile(f"{options.config}: sas: the table [sas] is missing")
    return found


def _drive(options: argparse.Namespace) -> int:
    settings = _settings(options)
    set_up_logging("sas-driver")
    return drive(settings)
