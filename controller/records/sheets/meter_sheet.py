"""The meters as a document: the service menu draws it, `boxcars meters --json` prints it, so both say the same."""

import csv
import io
from collections import Counter
from collections.abc import Mapping
from typing import Any

from controller.games.registry import by_rules, figures
from controller.vault.counts.cash_figures import CashFigures, cash_figures
from controller.vault.counts.hold_figures import Held, by_bet, by_kind, held, percent
from controller.vault.counts.meters import DIGITS, looked_at, priced, shown
from controller.vault.read.figures import MetersRead

Document = dict[str, Any]


def meter_document(read: MetersRead) -> Document:
    """Every meter of one scope, what was held and should have been, and how that went from day to day."""
    read = with_figures(read)
    return {
        "journal": read.journal,
        "life": read.life,
        "fingerprint": read.fingerprint,
        "scope": read.scope,
        "digits": DIGITS,
        **{name: _column(counts) for name, counts in read.columns.items()},
        "ledger": read.ledger,
        "days": [day for day, _ in read.days],
        "course": course(read),
    }


def with_figures(read: MetersRead) -> MetersRead:
    """What an older Boxcars counted without what was expected, priced as the journal's first figures price it; where
    it has none yet, by its rules."""
    if not read.uncounted:
        return read
    prices = read.figures if read.figures is not None else figures(by_rules(read.game, read.rules))

    def whole(name: str, counts: Mapping[str, int]) -> dict[str, int]:
        return priced(dict(counts), prices) if name in read.uncounted else dict(counts)

    columns = {name: whole(name, counts) for name, counts in read.columns.items()}
    return read._replace(columns=columns, days=[(day, whole(day, counts)) for day, counts in read.days])


def _column(counts: Mapping[str, int]) -> Document:
    return {
        "meters": {meter: shown(value) for meter, value in looked_at(counts).items()},
        "held": held_document(held(counts)),
        "cash": cash_document(cash_figures(counts)),
        "kinds": {kind: held_document(held(of)) for kind, of in by_kind(counts).items()},
        "bets": {bet: held_document(held(of)) for bet, of in by_bet(counts).items()},
    }


def cash_document(figures: CashFigures) -> Document:
    """What came in, went out, was held and lies on seats, with the sums, and what all of that is together: nothing."""
    sums = {"drop": figures.drop, "came": figures.came, "went": figures.went, "difference": figures.difference}
    return {**figures._asdict(), **sums}


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


def course(read: MetersRead) -> list[Document]:
    """The hold as it added up over the gaming days that were closed, oldest first, and today."""
    sums: Counter[str] = Counter()
    rows = []
    for day, counts in (*reversed(read.days), ("today", read.columns.get("today", {}))):
        sums.update(counts)
        figures = held(sums)
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
