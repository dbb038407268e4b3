"""`boxcars verify [JOURNAL]`: does everything in it agree with everything else?"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from config.files.secrets import read_secret
from config.text.words import say
from config.vault import DIRECTORY
from controller.commands import MOST_WORKERS, fail
from controller.commands.journal.common import print_json, saying_what_is_wrong
from controller.protocol.devices.authentic import KEY_LENGTH
from controller.table.snapshot import from_plain
from controller.vault.faults import FAULTS
from controller.vault.journal.known_key import known_key_said
from controller.vault.prove.report import OWN_KEY_ONLY, ProofReport
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument("journal", nargs="?", type=Path, metavar="JOURNAL", help=f"default {DIRECTORY}")
    which.add_argument("--journal", dest="named", type=Path, metavar="PATH", help="the same, as other commands name it")
    parser.add_argument(
        "--public-key",
        metavar="KEY|FINGERPRINT|FILE",
        help="that the journal has to be signed with, from the machine's papers or its pin",
    )
    parser.add_argument(
        "--unit-key", type=Path, metavar="FILE", help="the key of dice unit or wheel, to prove every throw"
    )
    parser.add_argument("--second-place", type=Path, metavar="FILE", help="the head that was copied elsewhere")
    parser.add_argument("--no-replay", action="store_true", help="do not play every event again")
    parser.add_argument(
        "--workers",
        type=int,
        metavar="W",
        help="how many processes play it again, while nobody writes it; one for each core if not said",
    )
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(options: argparse.Namespace) -> int:
    """0: all good; 1: something is wrong; 2: there is nothing to verify."""
    return saying_what_is_wrong(lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    workers = len(os.sched_getaffinity(0)) if options.workers is None else options.workers
    if not 1 <= workers <= MOST_WORKERS:
        return fail(f"--workers {workers}: from 1 to {MOST_WORKERS}")
    wanted = ProofWanted(
        make_table=None if options.no_replay else from_plain,
        unit_key=None if options.unit_key is None else read_secret(options.unit_key, KEY_LENGTH),
        second_place=options.second_place,
        public_key=None if options.public_key is None else known_key_said(options.public_key),
        workers=workers,
    )
    with _progress() as progress:
        report = verify(options.journal or options.named or DIRECTORY, wanted, progress)
    if options.json:
        print_json(report.plain())
    else:
        _print(report)
    return 0 if report.fault is None else 1


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    """A bar for a person who watches; nothing for a program."""
    if not sys.stderr.isatty():
        yield lambda _done, _all: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("verifying", total=None)
        yield lambda done, all: bar.update(task, completed=done, total=all)


def _print(report: ProofReport) -> None:
    say(f"journal {report.journal}, {report.life}, entries {report.first_seq} to {report.last_seq}")
    say(f"  public key  {report.fingerprint}: hold it against the machine's papers")
    for what, how_much in report.proved.items():
        say(f"  proved      {what}: {how_much}")
    for what, why in report.not_proved.items():
        say(f"  not proved  {what}: {why}")
    fault = report.fault
    if fault is None:
        say("good: everything in this journal agrees" + (f"; {OWN_KEY_ONLY}" if report.own_key_only else ""))
        return
    where = "" if fault.seq is None else f" at entry {fault.seq}"
    say(f"BAD{where}: {fault.details} [{fault.code}]")
    say(f"  it means    {FAULTS[fault.code].means}")
    say(f"  what to do  {FAULTS[fault.code].do}")
    say("  what was proved above was proved up to there")
