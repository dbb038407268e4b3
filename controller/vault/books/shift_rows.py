"""How the meters stood when a shift began and ended: what the report of a shift is worked out from.

A shift lasts from one handover of its person to the next; the first begins when the person is put on the list.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from controller.vault.counts.cash_figures import of_cash

Data = Mapping[str, Any]
Stood = dict[str, dict[str, int]]
"""Scope → meter of cash → what it had counted in its lifetime."""


class ShiftRow(NamedTuple):
    """A person's handover, or the beginning of their first shift."""

    seq: int
    at: int
    operator: str
    number: int
    """Of the shift that ended here; 0: none, the first begins."""
    stood: Stood


def shift_rows(
    seq: int, at: int, facts: Iterable[Data], lifetime: Mapping[int, Mapping[str, int]]
) -> Iterator[ShiftRow]:
    """What these facts of one entry leave to be kept."""
    for fact in facts:
        if fact["type"] == "ShiftClosed":
            yield ShiftRow(seq, at, fact["operator"], fact["number"], stood(lifetime))
        elif fact["type"] == "PersonChanged" and fact["change"] == "added":
            yield ShiftRow(seq, at, fact["name"], 0, stood(lifetime))


def stood(lifetime: Mapping[int, Mapping[str, int]]) -> Stood:
    """Of every scope, what its cash figures are made of."""
    counted = {scope: {name: value for name, value in of.items() if of_cash(name)} for scope, of in lifetime.items()}
    return {str(scope): of for scope, of in sorted(counted.items()) if of}
