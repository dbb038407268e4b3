"""`boxcars bench [--json] [--quick] [ROW…]`."""

import argparse
import json
import os
import platform
import sys
from functools import partial

from controller.commands import fail
from tools.bench import engine_rows, wire_rows
from tools.bench.place import Failed
from tools.bench.played import FIRST, PLAYED
from tools.bench.rows import Measure, Measured, NotMeasured, Row

WIPED = "\r\033[K"
"""The line of the bar, empty again."""
FIRST_WORDS = {
    "ack": "acknowledgement beside a bare server",
    "records": "acknowledgement while the past is read",
    "terminal": "memory of a terminal process",
    "crowd": "512 terminals elsewhere: burst, flood, settlement, close, memory",
    "direct": "512 terminals on the cabinet itself: the same",
    "settling": "settlement by the engine alone, beside crapssim where it plays the game",
    "start": "starts with short and long journals",
    "returns": "exact returns of whole rule books",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    groups = "; ".join(f"{name}: {what}" for name, what in FIRST_WORDS.items())
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=f"all, or some of: {groups}")
    parser.add_argument("--game", choices=tuple(PLAYED), default=FIRST, help="what is played meanwhile")
    parser.add_argument("--quick", action="store_true", help="under two minutes; the same rows from fewer tries")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(options: argparse.Namespace) -> int:
    """Measure, show as it comes, and sum up. Goals that are missed are no failure: a bench reports."""
    of = (PLAYED[options.game], options.quick)
    measures: dict[str, Measure] = {
        "ack": partial(wire_rows.acknowledgement, *of),
        "records": partial(wire_rows.beside_records, *of),
        "terminal": partial(wire_rows.terminal_memory, *of),
        "crowd": partial(wire_rows.crowd_of_512, *of),
        "direct": partial(wire_rows.crowd_of_512, *of, direct=True),
        "settling": partial(engine_rows.settling, *of),
        "start": partial(engine_rows.starts, *of),
        "returns": partial(engine_rows.returns, *of),
    }
    unknown = sorted(set(options.groups) - set(measures))
    if unknown:
        return fail(f"bench: there is no group {', '.join(unknown)}; there is {', '.join(measures)}")
    rows: list[Measured] = []
    for name in options.groups or measures:
        try:
            if not options.json:
                _progress(name, 0)
            for row in measures[name](partial(_progress, name)):
                rows.append(row)
                if not options.json:
                    _show(row)
        except (Failed, TimeoutError, RuntimeError) as error:
            rows.append(NotMeasured(FIRST_WORDS[name], f"it broke off: {error}"))
            if not options.json:
                _show(rows[-1])
    if options.json:
        machine = {"cpus": os.cpu_count(), "machine": platform.machine(), "python": platform.python_version()}
        about = {"machine": machine, "game": options.game, "quick": options.quick}
        print(json.dumps({**about, "rows": [row.plain() for row in rows]}, indent=2))
    return 0


def _progress(name: str, done: float) -> None:
    """A bar on a terminal; nothing where nobody watches."""
    if sys.stderr.isatty():
        full = int(30 * min(done, 1))
        bar = f"{name:<10} [{'#' * full}{'.' * (30 - full)}] {done:4.0%}" if done < 1 else ""
        print(f"{WIPED}{bar}", end="", file=sys.stderr, flush=True)


def _show(row: Measured) -> None:
    if sys.stderr.isatty():
        print(WIPED, end="", file=sys.stderr, flush=True)
    if isinstance(row, NotMeasured):
        print(f"{row.what}\n    not measured: {row.why}")
        return
    print(f"{row.what}\n    {_figures(row)}   goal {row.goal}: {'reached' if row.reached else 'MISSED'}", flush=True)


def _figures(row: Row) -> str:
    parts = [f"{row.ours:,.3g} {row.unit}" if row.ours < 1000 else f"{row.ours:,.0f} {row.unit}"]
    if row.floor is not None:
        parts.append(f"beside {row.floor:,.3g}" if row.floor < 1000 else f"beside {row.floor:,.0f}")
    if row.ratio is not None:
        parts.append(f"ratio {row.ratio:.2f}")
    if row.note:
        parts.append(f"({row.note})")
    return ", ".join(parts)
