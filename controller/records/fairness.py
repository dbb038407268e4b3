"""How the dice have fallen over a span of rounds: faces, totals and pairs, each beside what even dice would show.

A chi-square warns and never decides: one pair of fair dice in a thousand looks as bad as the warning.
"""

import math
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from controller.table.canonical import read_plain
from controller.vault.old_records import as_now
from controller.vault.reader import Reader

MOST_ROLLS = 200_000
"""In one answer; a longer span is told from its newest rolls."""

FACES = range(1, 7)
TOTALS = range(2, 13)
FEWEST_EXPECTED = 5
"""Below so many expected in a cell the distribution of chi-square is no guide."""

CRITICAL = {5: (11.07, 20.52), 10: (18.31, 29.59), 35: (49.80, 66.62)}
"""Degrees of freedom → what fair dice pass once in twenty, and once in a thousand."""

Pair = tuple[int, int]


class Span(NamedTuple):
    """Which rolls; with nothing said, those since the dice were changed."""

    since: int | None = None
    """UTC in milliseconds."""
    until: int | None = None
    last: int | None = None
    all: bool = False
    """Rolls of earlier dice too."""


def dice_document(reader: Reader, span: Span) -> dict[str, Any]:
    """Counts, what even dice would show, and how far from even that is."""
    with reader.view() as connection:
        changed = None if span.all else _last_change(connection)
        rolls = _rolls(connection, span, 0 if changed is None else changed[0])
    return {
        "journal": reader.standing.journal,
        "life": reader.standing.life.value,
        "fingerprint": reader.standing.fingerprint,
        "dice_changed_at": None if changed is None else changed[1],
        "rolls": len(rolls),
        "from": rolls[-1][0] if rolls else None,
        "to": rolls[0][0] if rolls else None,
        "cut": len(rolls) == MOST_ROLLS,
        **counted([faces for _, faces in rolls]),
    }


def counted(rolls: list[Pair]) -> dict[str, Any]:
    """The four histograms of these rolls."""
    each = len(rolls) / 6
    return {
        "die_a": _histogram(Counter(a for a, _ in rolls), dict.fromkeys(FACES, each)),
        "die_b": _histogram(Counter(b for _, b in rolls), dict.fromkeys(FACES, each)),
        "totals": _histogram(
            Counter(a + b for a, b in rolls), {total: len(rolls) * (6 - abs(7 - total)) / 36 for total in TOTALS}
        ),
        "pairs": _histogram(
            Counter(f"{a}-{b}" for a, b in rolls), {f"{a}-{b}": len(rolls) / 36 for a in FACES for b in FACES}
        ),
    }


def _histogram(seen: Mapping[Any, int], expected: Mapping[Any, float]) -> dict[str, Any]:
    freedom = len(expected) - 1
    once_in_20, once_in_1000 = CRITICAL[freedom]
    enough = bool(expected) and min(expected.values()) >= FEWEST_EXPECTED
    square = sum((seen.get(name, 0) - mean) ** 2 / mean for name, mean in expected.items()) if enough else None
    return {
        "counts": {str(name): seen.get(name, 0) for name in expected},
        "expected": {str(name): round(mean, 2) for name, mean in expected.items()},
        "chi_square": None if square is None else round(square, 3),
        "p_value": None if square is None else float(f"{passed_by(square, freedom):.4g}"),
        "degrees_of_freedom": freedom,
        "once_in_20": once_in_20,
        "once_in_1000": once_in_1000,
        "warning": square is not None and square > once_in_1000,
    }


def passed_by(square: float, freedom: int) -> float:
    """How often even dice do at least as badly: the chi-square distribution beyond `square`, in closed form."""
    half = square / 2
    if freedom % 2:
        terms = (math.pow(half, k + 0.5) / math.gamma(k + 1.5) for k in range(freedom // 2))
        return math.erfc(math.sqrt(half)) + math.exp(-half) * sum(terms)
    return math.exp(-half) * sum(half**k / math.factorial(k) for k in range(freedom // 2))


def _last_change(connection: sqlite3.Connection) -> tuple[int, int] | None:
    found = "select seq, at from event_log where kind = 'dice' order by id desc limit 1"
    row: tuple[int, int] | None = connection.execute(found).fetchone()
    return row


def _rolls(connection: sqlite3.Connection, span: Span, after: int) -> list[tuple[int, Pair]]:
    """Time and faces, newest first. SQLite looks for the word, so that only entries with a result are read."""
    found = connection.execute(
        "select body from entry where seq > ? and instr(body, ?) order by seq desc", (after, b'"ResultKnown"')
    )
    most = min(span.last or MOST_ROLLS, MOST_ROLLS)
    rolls: list[tuple[int, Pair]] = []
    for at, faces in _results(read_plain(body) for (body,) in found):
        if span.since is not None and at < span.since:
            break
        if span.until is None or at <= span.until:
            rolls.append((at, faces))
        if len(rolls) == most:
            break
    return rolls


def _results(entries: Iterable[Mapping[str, Any]]) -> Iterable[tuple[int, Pair]]:
    for entry in entries:
        for row in entry.get("decisions", ()):
            if row["type"] == "ResultKnown":
                a, b = as_now(row)["result"]["faces"]
                yield entry["at"], (a, b)
