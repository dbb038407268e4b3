"""The table that a conformance run prints."""

from collections import Counter
from collections.abc import Sequence

from tools.sas_host.rig import Row

LONGEST_HEX = 48
HEAD = ("stage", "poll", "what", "verdict", "sent", "answer", "figures, or what was wrong")


def lines(rows: Sequence[Row]) -> list[str]:
    """As text, a line each, in columns as wide as they need."""
    cells = [HEAD, *(_cells(row) for row in rows)]
    widths = [max(len(line[at]) for line in cells) for at in range(len(HEAD) - 1)]
    return [
        "  ".join((*(f"{cell:<{width}}" for cell, width in zip(line, widths, strict=False)), line[-1]))
        for line in cells
    ]


def summary(rows: Sequence[Row]) -> str:
    """How many of which verdict."""
    counts = Counter(row.verdict for row in rows)
    return ", ".join(f"{counts[verdict]} {verdict}" for verdict in ("ok", "late", "off", "WRONG") if counts[verdict])


def _cells(row: Row) -> tuple[str, ...]:
    case = row.case
    return (case.stage, case.poll, case.name, row.verdict, _short(row.sent), _short(row.raw), row.said)


def _short(data: bytes) -> str:
    words = data.hex()
    return words if len(words) <= LONGEST_HEX else f"{words[: LONGEST_HEX - 6]}… {len(data)}"
