"""The one console command, `boxcars`, and its sub-commands.

A sub-command lives in its own room and is imported when it is called: `boxcars dice` needs no rule book, and a
scripted table needs no serial port.
"""

import argparse
import errno
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from io import TextIOWrapper
from pathlib import Path
from typing import NoReturn

from config.devices import DEVICES
from config.files.complaints import plain

COMMANDS: dict[str, tuple[str, str]] = {
    "scenario": (
        "controller.commands.rules.scenario",
        "play a scripted table: these wagers, these dice, what happens?",
    ),
    "rulebook": (
        "controller.commands.rules.rulebook",
        "check a rule book, show it, list the ones that come with us",
    ),
    "profile": (
        "controller.commands.rules.profile",
        "what a law asks of a table, and what a machine fulfils of it by which setting",
    ),
    "par": ("controller.commands.rules.par", "what every bet of a rule book returns, by exact arithmetic"),
    "certify": (
        "controller.commands.rules.certify",
        "play all bets of a book on the real engine, each return beside the exact one",
    ),
    "controller": ("controller.commands.machine.controller", "the process that plays the table"),
    "terminal": ("terminals.commands", "a player's terminal: the process and its page"),
    "display": ("terminals.commands", "the screen over the dome: the process and its page"),
    "operator": ("terminals.commands", "the service menu: the process and its page"),
    "status": ("controller.commands.machine.status", "a running machine at a glance"),
    "support": (
        "controller.commands.machine.support",
        "one file for whoever helps from elsewhere, without secrets or money",
    ),
    "service": ("controller.service.command", "what the service menu does, from a console"),
    "records": (
        "controller.commands.machine.records",
        "recall, reports, exact returns, metrics: reads, decides nothing",
    ),
    "edge": (
        "controller.commands.machine.edge",
        "the way in for peers elsewhere: keys are checked here, nothing is decided",
    ),
    "uplink": ("controller.commands.machine.uplink", "reports this cabinet's journal to the floor of the house"),
    "floor": (
        "controller.commands.floor.command",
        "many cabinets: proves and keeps their journals, shows them on one page",
    ),
    "schema": ("controller.commands.machine.schema", "every message of the wire as JSON Schema"),
    **{name: (device.commands, f"{device.about}: tools, driver") for name, device in DEVICES.items()},
    "keys": ("controller.commands.machine.keys", "make the secrets of the machine"),
    "verify": (
        "controller.commands.journal.verify",
        "prove a journal: chain, signatures, ledger, meters, dice, replay",
    ),
    "recall": ("controller.commands.journal.recall", "past rounds as they were recorded"),
    "events": ("controller.commands.journal.events", "the event log: doors, keys, faults, people, settings, cash"),
    "meters": ("controller.commands.journal.meters", "the meters, the ledger, what the house held"),
    "fairness": (
        "controller.commands.journal.fairness",
        "how dice or ball have fallen, beside what even ones would do",
    ),
    "manifest": ("controller.commands.machine.manifest", "is every installed file the one that was released?"),
    "archive": ("controller.commands.journal.archive", "move old entries of a journal to another medium"),
    "vault": ("controller.commands.journal.vault", "make, clear, restore or mend a journal"),
}
"""Name → (the module whose `add_arguments` and `run` it is, what it does)."""
WORKSHOP = {
    "run": ("tools.commands.run", "the whole cabinet on emulated hardware, for one person to try"),
    "simulate": (
        "tools.commands.simulate",
        "play an evening with seeded players, dice and trouble, every law checked",
    ),
    "bench": ("tools.bench.command", "how fast is it here? every figure beside its floor or peer"),
    "sas-host": ("tools.sas_host.commands", "the casino's side of SAS 6.02, to try a machine with"),
}
"""The same of the workshop, which is in a checkout and on a demo machine and nowhere else."""
WORKSHOP_ACTS = {name: device.workshop for name, device in DEVICES.items() if device.stands_in}
"""Command → the module of the workshop whose `add_acts` gives it more acts."""

USAGE_ERROR = 2
OUTPUT_ERROR = 1
LONGEST_MESSAGE = 8000
MOST_WORKERS = 1024
"""Processes that one command may be told to start."""
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Parser(argparse.ArgumentParser):
    """Complains in one line, as everything else here does; sub-commands inherit it."""

    def error(self, message: str) -> NoReturn:
        """What is wrong with the words, and where the right ones are listed."""
        said = message.removeprefix("argument ").replace("invalid int value:", "must be a whole number, found")
        self.exit(fail(f"{said}; see {self.prog} --help"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one sub-command; its exit code is the program's."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    parser = Parser(prog="boxcars", description="The controller of an electronic craps machine.")
    parser.add_argument("--version", action="version", version=f"boxcars {version('boxcars')}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    chosen = next((word for word in words if not word.startswith("-")), None)
    known = known_commands()
    _load_structlog()
    for name, (module, purpose) in known.items():
        command = commands.add_parser(name, help=purpose, description=purpose.capitalize())
        if name == chosen:
            acts = import_module(module).add_arguments(command)
            if name in WORKSHOP_ACTS and has_workshop():
                import_module(WORKSHOP_ACTS[name]).add_acts(acts)
    options = parser.parse_args(words)
    if not sys.stdout:  # closed by who called us (`>&-`)
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - open to the end
    if isinstance(sys.stdout, TextIOWrapper):  # names from outside may hold what the terminal cannot show
        sys.stdout.reconfigure(errors="backslashreplace")
    run: Callable[[argparse.Namespace], int] = import_module(known[options.command][0]).run
    return _speaking_to_a_pipe(run, options)


def _load_structlog() -> None:
    """Without rich, which it would load for tracebacks in colour: a quarter of the start of each process of a cabinet,
    and 5 MB. Whoever prints a table loads it then."""
    if sys.modules.keys() & {"structlog", "rich"}:
        return
    sys.modules["rich"] = None  # type: ignore[assignment]
    import_module("structlog")
    del sys.modules["rich"]


def has_workshop() -> bool:
    """Whether `tools` is here."""
    return find_spec("tools") is not None and find_spec("tools.emulators") is not None


def known_commands() -> dict[str, tuple[str, str]]:
    """Every sub-command that can be run on this machine."""
    return COMMANDS | WORKSHOP if has_workshop() else COMMANDS


def _speaking_to_a_pipe(run: Callable[[argparse.Namespace], int], options: argparse.Namespace) -> int:
    """Whoever takes our answer may stop reading (`| head`) or have no room; neither is a reason for a traceback."""
    try:
        code = run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        _silence()
        return 0
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        _silence()
        fail(f"{error.filename or 'the answer'}: cannot be written: {error.strerror}")
        return OUTPUT_ERROR
    except KeyboardInterrupt:
        return 130
    return code


def _silence() -> None:
    """What is still buffered goes nowhere when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def fail(message: str) -> int:
    """One clear line on standard error, and the exit code for it."""
    print(f"boxcars: {plain(message, LONGEST_MESSAGE)}", file=sys.stderr)
    return USAGE_ERROR
