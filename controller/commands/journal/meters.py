"""`boxcars meters`: the meters, the ledger, and what the house held."""

import argparse

from config.text.money import money, money_looks, money_of
from controller.commands.journal.common import add_journal, add_money, print_json, saying_what_is_wrong
from controller.records.sheets.meter_sheet import meter_document, meters_csv, with_figures
from controller.vault.counts.hold_figures import Counts, Held, by_kind, held, percent
from controller.vault.counts.meters import DIGITS, is_money, looked_at
from controller.vault.read.figures import MetersRead, read_meters
from controller.vault.read.reader import Reader


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    add_journal(parser)
    parser.add_argument("--seat", type=int, default=0, metavar="N", help="this seat (default: the table)")
    parser.add_argument("--day", metavar="YYYY-MM-DD", help="a gaming day that has been closed")
    add_money(parser)
    parser.add_argument("--csv", action="store_true", help="every meter and bet, a line each, for a spreadsheet")


def run(options: argparse.Namespace) -> int:
    """Show them."""
    return saying_what_is_wrong(lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    money_looks(money_of(options.config))
    with Reader(options.journal) as reader:
        read = read_meters(reader, options.seat, options.day)
    if options.csv:
        print(meters_csv(meter_document(read)), end="")
    elif options.json:
        print_json(meter_document(read))
    else:
        _print(with_figures(read))
    return 0


def _print(read: MetersRead) -> None:
    life = "DEMO: no money was played for" if read.life == "demo" else "live"
    print(f"{'the table' if read.scope == 0 else f'seat {read.scope}'}, journal {read.journal}, {life}")
    names = list(read.columns)
    meters = {meter for counts in read.columns.values() for meter in looked_at(counts)}
    print(f"{'':32}" + "".join(f"{name:>16}" for name in names))
    for meter in sorted(meters):
        print(f"{meter:32}" + "".join(f"{_shown(meter, read.columns[name].get(meter, 0)):>16}" for name in names))
    figures = [held(read.columns[name]) for name in names]
    print(f"{'held':32}" + "".join(f"{money(of.actual):>16}" for of in figures))
    print(f"{'held, of what was wagered':32}" + "".join(f"{percent(of.actual, of.wagered):>16}" for of in figures))
    print(f"{'by the exact returns':32}" + "".join(f"{percent(of.theoretical, of.wagered):>16}" for of in figures))
    bands = (_band(of) for of in figures)
    print(f"{'by chance, 19 times of 20':32}" + "".join(f"{band:>16}" for band in bands))
    _print_kinds(read.columns[names[0]])
    for account, amount in read.ledger.items():
        print(f"  ledger  {account:24}{money(amount):>16}")


def _print_kinds(counts: Counts) -> None:
    """One line for each kind of bet."""
    print(f"{'kind of bet':32}{'wagered':>16}{'won':>16}{'held':>16}{'by returns':>16}")
    for kind, of_kind in by_kind(counts).items():
        figures = held(of_kind)
        actual, due = (percent(part, figures.wagered) for part in (figures.actual, figures.theoretical))
        print(f"{kind:32}{money(figures.wagered):>16}{money(figures.won):>16}{actual:>16}{due:>16}")


def _band(figures: Held) -> str:
    """In per cent of what was wagered."""
    if figures.band is None or not figures.wagered:
        return "–"
    low, high = (100 * amount / figures.wagered for amount in figures.band)
    return f"{low:.1f} … {high:.1f} %"


def _shown(meter: str, value: int) -> str:
    """Ten digits, as money where it is; each wrap is a mark before them."""
    wraps, shown = divmod(value, 10**DIGITS)
    text = money(shown) if is_money(meter) else f"{shown:0{DIGITS}d}" if wraps else f"{shown}"
    return f"({wraps}×) {text}" if wraps else text
