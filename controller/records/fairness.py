"""How the dice have fallen over a span of rounds: faces, totals and pairs, each beside what even dice would show.

A chi-square warns and never decides: one pair of fair dice in a thousand looks as bad as the warning.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from controller.games.chi_square import histogram
from controller.table.canonical import read_plain
from controller.vault.read.old_records import as_now
from controller.vault.read.reader import Reader

MOST_ROLLS = 200_000
"""In one answer; a longer span is told from its newest rolls."""

FACES = range(1, 7)
TOTALS = range(2, 13)
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
        "die_a": histogram(Counter(a for a, _ in rolls), dict.fromkeys(FACES, each)),
        "die_b": histogram(Counter(b for _, b in rolls), dict.fromkeys(FACES, each)),
        "totals": histogram(
            Counter(a + b for a, b in rolls), {total: len(rolls) * (6 - abs(7 - total)) / 36 for total in TOTALS}
        ),
        "pairs": histogram(
            Counter(f"{a}-{b}" for a, b in rolls), {f"{a}-{b}": len(rolls) / 36 for a in FACES for b in FACES}
        ),
    }


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
                a, b = as_now(row, {})["result"]["faces"]
                yield entry["at"], (a, b)
