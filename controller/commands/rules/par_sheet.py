"""The par sheet for people: a table, the best return first, the worst last."""

from collections.abc import Iterable
from fractions import Fraction

from rich import box
from rich.console import Console
from rich.table import Table

from controller.games.craps.rules.odds import read_odds
from controller.games.par import Document, percent

WIDTH = 100
"""Columns, on a narrower screen and in a pipe too: a figure cut short is worse than a line that wraps."""

LOW_RETURN = 80
"""Per cent. A floor that some regulators set."""


def print_sheet(document: Document, title: str) -> None:
    """Print the head, the table and what has to be said beneath it."""
    print_parts(_head(document, title), _table(document), _notes(document))


def print_parts(head: Iterable[str], table: Table, notes: Iterable[str]) -> None:
    """Lines, a table and lines, as wide as a sheet is."""
    console = Console(width=WIDTH, highlight=False, emoji=False, markup=False)
    for line in head:
        console.print(line)
    console.print(table)
    for line in notes:
        console.print(line)


def _head(document: Document, title: str) -> list[str]:
    settings = document["settings"]
    head = [
        f"{title} ({document['rulebook']})",
        f"digest {document['digest']}",
        ", ".join(f"{name} {_word(value)}" for name, value in settings.items()),
    ]
    if "stake" in document:
        head.append(f"at a stake of {document['stake']}, every payout and vigorish floored to the unit")
    return head


def _word(value: object) -> str:
    if isinstance(value, dict):
        if value.keys() == {"min", "max", "step"}:
            return f"{value['min']} to {value['max']} in steps of {value['step']}"
        return " and ".join(f"{name} {limit}" for name, limit in value.items())  # of a kind of bets what is said of it
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


# ---- the table --------------------------------------------------------------------------------------------------

EXACT = ("return %", "edge %", "per roll", "win %", "push %", "lose %", "rolls", "s.d.")
FLOORED = ("return %", "edge %", "floors %", "per roll", "win %", "push %", "lose %", "s.d.")


def _table(document: Document) -> Table:
    stake = document.get("stake")
    columns = EXACT if stake is None else FLOORED
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
    table.add_column("bet", no_wrap=True)
    for name in columns:
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("pays" if stake is None else "pays units")
    for bet, figures in sorted(document["bets"].items(), key=lambda line: Fraction(line[1]["house_edge"])):
        cells = _cells(figures)
        pays = " ".join(_pays(pay["odds"], stake) for pay in figures["pays"])
        table.add_row(bet, *(cells[name] for name in columns), pays, style="bold red" if _is_low(figures) else "")
    return table


def _cells(figures: Document) -> dict[str, str]:
    """The cells of a line by the name of their column."""
    edge = Fraction(figures["house_edge"])
    return {
        "return %": percent(1 - edge, 3) + ("*" if _is_low(figures) else " "),
        "edge %": percent(edge, 3),
        "floors %": percent(Fraction(figures.get("flooring", 0)), 3),
        "per roll": percent(Fraction(figures["house_edge_per_roll"]), 3),
        **{f"{name} %": percent(Fraction(figures[name]), 2) for name in ("win", "push", "lose")},
        "rolls": f"{float(Fraction(figures['expected_rolls'])):.2f}",
        "s.d.": f"{figures['standard_deviation']:.3f}",
    }


def _pays(odds: str, stake: int | None) -> str:
    """Odds as they are, or what they come to at this stake."""
    return odds if stake is None else str(read_odds(odds) * stake)


def _is_low(figures: Document) -> bool:
    return 1 - Fraction(figures["house_edge"]) < Fraction(LOW_RETURN, 100)


def _notes(document: Document) -> list[str]:
    low = any(map(_is_low, document["bets"].values()))
    notes = [f"* returns less than {LOW_RETURN} %, a floor that some regulators set"] if low else []
    notes += map(_jackpot, document.get("jackpots", ()))
    notes += map(_together, document.get("together", ()))
    return notes + [f"not taken: {refusal['reason']}" for refusal in document.get("refused", {}).values()]


def _together(line: Document) -> str:
    """A bet with all its odds."""
    points: dict[str, list[str]] = {}
    for point, times in line["times"].items():
        points.setdefault(times.removesuffix("/1"), []).append(point)
    times = ", ".join(f"{most}x on {' '.join(on)}" for most, on in points.items()) if len(points) > 1 else ""
    most = times or f"{next(iter(points))}x"
    edge = Fraction(line["house_edge"])
    return (
        f"{line['bet']} with all of {line['behind']} ({most}): {percent(edge, 3)} % edge of "
        f"{float(Fraction(line['staked'])):.3f} staked for one"
    )


def _jackpot(line: Document) -> str:
    """What a progressive adds to a bet; its base is worth most to the least stake."""
    rate, chance, base, returns = (Fraction(line[name]) for name in ("contribution", "chance", "base", "returns"))
    return (
        f"progressive {line['jackpot']} on {line['bet']}: {percent(rate, 3)} % of the stake goes in, "
        f"1 wager of {float(1 / chance):,.1f} wins it, its base adds {percent(base, 3)} % at a stake of "
        f"{line['stake']}, so with everything it returns {percent(returns, 3)} %"
    )
