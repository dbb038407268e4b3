"""What the house held, and what it should have held by the exact returns of its bets."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

Counts = Mapping[str, int]


class Held(NamedTuple):
    """Of what was decided: how much was wagered, and what of it the house kept."""

    wagered: int
    vigorish: int
    won: int
    actual: int
    theoretical: Fraction | None
    """None where the return of a bet that was played is not known."""


def held(counts: Counts, edges: Mapping[str, Fraction]) -> Held:
    """From the meters of one scope; `edges` are the exact house edges, bet by bet, of the book in force."""
    wagered, won, vigorish = counts.get("wagered", 0), counts.get("won", 0), counts.get("vigorish", 0)
    theoretical: Fraction | None = Fraction(0)
    for name, amount in counts.items():
        if name.startswith("wagered:") and theoretical is not None:
            edge = _edge(name.removeprefix("wagered:"), edges)
            theoretical = None if edge is None else theoretical + amount * edge
    return Held(wagered, vigorish, won, wagered + vigorish - won, theoretical)


def by_kind(counts: Counts) -> dict[str, Counts]:
    """The meters of each kind of bet, as if nothing else had been played: `place` for `place:6` and `place:8`."""
    kinds: dict[str, dict[str, int]] = {}
    for name, amount in counts.items():
        meter, _, bet = name.partition(":")
        if meter in ("wagered", "won") and bet:
            kind = kinds.setdefault(bet.partition(":")[0], {"wagered": 0, "won": 0})
            kind[name] = amount
            kind[meter] += amount
    return {kind: kinds[kind] for kind in sorted(kinds)}


def _edge(bet: str, edges: Mapping[str, Fraction]) -> Fraction | None:
    """A come bet that has travelled is still the come bet."""
    return edges.get(bet, edges.get(bet.partition(":")[0]))


def percent(part: int | Fraction | None, whole: int) -> str:
    """For people."""
    return "–" if part is None or not whole else f"{float(100 * Fraction(part) / whole):.2f} %"
