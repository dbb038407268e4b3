"""How the results have fallen over a span of rounds, beside what an even device would show, as the game counts them.

A chi-square warns and never decides: one pair of fair dice in a thousand looks as bad as the warning.
"""

import sqlite3
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from controller.games.chi_square import Histogram
from controller.games.interface import Shown
from controller.games.registry import table_row
from controller.records.rounds.rules_then import game_played
from controller.table.canonical import read_plain
from controller.vault.read.old_records import as_now
from controller.vault.read.reader import Reader

MOST_ROLLS = 200_000
"""In one answer; a longer span is told from its newest rolls."""


SHOWN_BY = ("ResultKnown", "ResultUnused")
"""Facts that tell what the device really showed; that a round was void, or broken off before, says nothing of it."""


class Span(NamedTuple):
    """Which rolls; with nothing said, those since the dice were changed."""

    since: int | None = None
    """UTC in milliseconds."""
    until: int | None = None
    last: int | None = None
    all: bool = False
    """Rolls of earlier dice too."""


def dice_document(reader: Reader, span: Span) -> dict[str, Any]:
    """Counts, what an even device would show, and how far from even that is."""
    with reader.view() as connection:
        changed = None if span.all else _last_change(connection)
        rolls = _rolls(connection, span, 0 if changed is None else changed[0])
        game = table_row(game_played(reader, connection))
    return {
        "device": game.device,
        "journal": reader.standing.journal,
        "life": reader.standing.life.value,
        "fingerprint": reader.standing.fingerprint,
        "dice_changed_at": None if changed is None else changed[1],
        "rolls": len(rolls),
        "from": rolls[-1][0] if rolls else None,
        "to": rolls[0][0] if rolls else None,
        "cut": len(rolls) == MOST_ROLLS,
        **game.fairness([result for _, result in rolls]),
    }


def histograms(document: dict[str, Any]) -> dict[str, Histogram]:
    """Those of a document, by the names that the game gives them."""
    return {name: part for name, part in document.items() if isinstance(part, dict)}


def _last_change(connection: sqlite3.Connection) -> tuple[int, int] | None:
    found = "select seq, at from event_log where kind = 'dice' order by id desc limit 1"
    row: tuple[int, int] | None = connection.execute(found).fetchone()
    return row


def _rolls(connection: sqlite3.Connection, span: Span, after: int) -> list[tuple[int, Shown]]:
    """Time and result, newest first. SQLite looks for the words, so that only entries with a result are read."""
    found = connection.execute(
        "select body from entry where seq > ? and (instr(body, ?) or instr(body, ?)) order by seq desc",
        (after, *(f'"{word}"'.encode() for word in SHOWN_BY)),
    )
    most = min(span.last or MOST_ROLLS, MOST_ROLLS)
    rolls: list[tuple[int, Shown]] = []
    for at, result in _results(read_plain(body) for (body,) in found):
        if span.since is not None and at < span.since:
            break
        if span.until is None or at <= span.until:
            rolls.append((at, result))
        if len(rolls) == most:
            break
    return rolls


def _results(entries: Iterable[Mapping[str, Any]]) -> Iterable[tuple[int, Shown]]:
    for entry in entries:
        for row in entry.get("decisions", ()):
            if row["type"] in SHOWN_BY:
                yield entry["at"], as_now(row, {})["result"]
