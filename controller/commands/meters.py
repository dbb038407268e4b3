"""`boxcars meters`: the meters, the ledger, and what the house held."""

import argparse
from fractions import Fraction
from typing import Any

from controller.commands.journal import add_journal, print_json, saying_what_is_wrong
from controller.craps.par import par_sheet
from controller.craps.rulebook import RuleBook
from controller.vault.hold_figures import Counts, Held, by_kind, held, percent
from controller.vault.meters import DIGITS
from controller.vault.reader import Reader
from controller.vault.reading import MetersRead, read_meters


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    add_journal(parser)
    parser.add_argument("--seat", type=int, default=0, metavar="N", help="this seat (default: the table)")
    parser.add_argument("--day", metavar="YYYY-MM-DD", help="a gaming day that has been closed")


def run(options: argparse.Namespace) -> int:
    """Show them."""
    return saying_what_is_wrong(lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    with Reader(options.journal) as reader:
        read = read_meters(reader, options.seat, options.day)
    sheet = par_sheet(RuleBook.model_validate(read.rules))
    edges = {bet: returns.house_edge for bet, returns in sheet.bets.items()}
    if options.json:
        print_json(_document(read, edges))
    else:
        _print(read, edges)
    return 0


def _document(read: MetersRead, edges: dict[str, Fraction]) -> dict[str, Any]:
    columns = {
        name: {
            "meters": {meter: _digits(value) for meter, value in counts.items()},
            "held": _held(held(counts, edges)),
            "kinds": {kind: _held(held(of_kind, edges)) for kind, of_kind in by_kind(counts).items()},
        }
        for name, counts in read.columns.items()
    }
    return {
        "journal": read.journal,
        "life": read.life,
        "scope": read.scope,
        "digits": DIGITS,
        **columns,
        "ledger": read.ledger,
        "days": read.days,
    }


def _digits(value: int) -> dict[str, int]:
    wraps, shown = divmod(value, 10**DIGITS)
    return {"value": shown, "wraps": wraps}


def _held(figures: Held) -> dict[str, Any]:
    theoretical = figures.theoretical
    return {
        "wagered": figures.wagered,
        "vigorish": figures.vigorish,
        "won": figures.won,
        "actual": figures.actual,
        "actual_percent": percent(figures.actual, figures.wagered),
        "theoretical": None if theoretical is None else str(theoretical),
        "theoretical_percent": percent(theoretical, figures.wagered),
    }


def _print(read: MetersRead, edges: dict[str, Fraction]) -> None:
    life = "DEMO: no money was played for" if read.life == "demo" else "live"
    print(f"{'the table' if read.scope == 0 else f'seat {read.scope}'}, journal {read.journal}, {life}")
    names = list(read.columns)
    print(f"{'':32}" + "".join(f"{name:>16}" for name in names))
    for meter in sorted({meter for counts in read.columns.values() for meter in counts}):
        print(f"{meter:32}" + "".join(f"{_shown(read.columns[name].get(meter, 0)):>16}" for name in names))
    figures = [held(read.columns[name], edges) for name in names]
    print(f"{'held':32}" + "".join(f"{of.actual:>16}" for of in figures))
    print(f"{'held, of what was wagered':32}" + "".join(f"{percent(of.actual, of.wagered):>16}" for of in figures))
    print(f"{'by the exact returns':32}" + "".join(f"{percent(of.theoretical, of.wagered):>16}" for of in figures))
    _print_kinds(read.columns[names[0]], edges)
    for account, amount in read.ledger.items():
        print(f"  ledger  {account:24}{amount:>16}")


def _print_kinds(counts: Counts, edges: dict[str, Fraction]) -> None:
    """One line for each kind of bet."""
    print(f"{'kind of bet':32}{'wagered':>16}{'won':>16}{'held':>16}{'by returns':>16}")
    for kind, of_kind in by_kind(counts).items():
        figures = held(of_kind, edges)
        actual, due = (percent(part, figures.wagered) for part in (figures.actual, figures.theoretical))
        print(f"{kind:32}{figures.wagered:>16}{figures.won:>16}{actual:>16}{due:>16}")


def _shown(value: int) -> str:
    """Ten digits; each wrap is a mark before them."""
    wraps, shown = divmod(value, 10**DIGITS)
    return f"{shown}" if not wraps else f"({wraps}×) {shown:0{DIGITS}d}"
