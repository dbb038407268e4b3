"""The meters as a document: the service menu draws it, `boxcars meters --json` prints it, so both say the same."""

import csv
import io
from collections import Counter
from collections.abc import Mapping
from typing import Any

from controller.craps.par.sheet import Sheet
from controller.vault.hold_figures import Figures, Held, by_bet, by_kind, held, percent
from controller.vault.meters import DIGITS, SQUARES, shown
from controller.vault.reading import MetersRead

Document = dict[str, Any]
Book = Mapping[str, Figures]


def figures_of(sheet: Sheet) -> dict[str, Figures]:
    """What the par sheet says of each bet, as far as hold is concerned."""
    return {bet: Figures(returns.house_edge, returns.variance) for bet, returns in sheet.bets.items()}


def meter_document(read: MetersRead, book: Book) -> Document:
    """Every meter of one scope, what was held and should have been, and how that went from day to day."""
    return {
        "journal": read.journal,
        "life": read.life,
        "scope": read.scope,
        "digits": DIGITS,
        **{name: _column(counts, book) for name, counts in read.columns.items()},
        "ledger": read.ledger,
        "days": [day for day, _ in read.days],
        "course": course(read, book),
    }


def _column(counts: Mapping[str, int], book: Book) -> Document:
    return {
        "meters": {meter: shown(value) for meter, value in counts.items() if not meter.startswith(SQUARES)},
        "held": held_document(held(counts, book)),
        "kinds": {kind: held_document(held(of, book)) for kind, of in by_kind(counts).items()},
        "bets": {bet: held_document(held(of, book)) for bet, of in by_bet(counts).items()},
    }


def held_document(figures: Held) -> Document:
    """What was held, should have been, and may have been by chance."""
    theoretical = figures.theoretical
    return {
        "wagered": figures.wagered,
        "vigorish": figures.vigorish,
        "won": figures.won,
        "actual": figures.actual,
        "actual_percent": percent(figures.actual, figures.wagered),
        "theoretical": None if theoretical is None else str(theoretical),
        "theoretical_amount": None if theoretical is None else round(theoretical),
        "theoretical_percent": percent(theoretical, figures.wagered),
        "band": None if figures.band is None else list(figures.band),
        "within": figures.within,
    }


def course(read: MetersRead, book: Book) -> list[Document]:
    """The hold as it added up over the gaming days that were closed, oldest first, and today."""
    sums: Counter[str] = Counter()
    rows = []
    for day, counts in (*reversed(read.days), ("today", read.columns.get("today", {}))):
        sums.update(counts)
        figures = held(sums, book)
        rows.append({"day": day, **held_document(figures)})
    return rows


def meters_csv(document: Document) -> str:
    """Every meter and every bet, a line each, for a spreadsheet."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(("column", "what", "name", "value", "wraps", "won", "held", "theoretical", "band_from", "band_to"))
    for column in ("lifetime", "period", "today", *document["days"]):
        for meter, value in document.get(column, {}).get("meters", {}).items():
            rows.writerow((column, "meter", meter, value["value"], value["wraps"], "", "", "", "", ""))
        for bet, of in document.get(column, {}).get("bets", {}).items():
            band = of["band"] or ("", "")
            row = (column, "bet", bet, of["wagered"], 0, of["won"], of["actual"], of["theoretical_amount"], *band)
            rows.writerow(row)
    return out.getvalue()
