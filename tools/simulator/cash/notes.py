"""Which notes an evening is played with, by its seed, and what the settings say of a seat."""

from typing import Any

from tools.emulators.bills.paper import DataSet

TABLES = (
    DataSet("US", (1, 5, 10, 20, 50, 100)),
    DataSet("EU", (5, 10, 20, 50, 100, 200, 500)),
    DataSet("CA", (0, 5, 10, 20, 50, 100)),
    DataSet("CH", (10, 20, 50, 0, 100, 200, 1000)),
    DataSet("IN", (10, 20, 50, 100, 200, 500, 2000)),
)
"""A value of 0 is a type without a note."""
SMALLEST = 100
"""Of its smallest unit there are so many in one of a currency."""


def table_of(seed: int) -> DataSet:
    """The notes that the acceptors of this evening know."""
    return TABLES[seed % len(TABLES)]


def other_than(notes: DataSet) -> DataSet:
    """Those of another currency."""
    return TABLES[TABLES.index(notes) - 1]


def values_of(notes: DataSet) -> list[int]:
    """What its types are worth, in the smallest unit; 0 is none."""
    return [value * SMALLEST for value in notes.values]


def set_up(notes: DataSet, seat: int) -> dict[str, Any]:
    """A house does not take its largest note, of some seats not the smallest either, and some have a limit."""
    values = sorted(filter(None, values_of(notes)))
    return {
        "notes": values[1:] if seat % 4 == 0 else values,
        "highest_note": values[-2],
        "credit_limit": 0 if seat % 3 else 500_000,
        "ticket_limit": 400_000,
        "tickets_in": True,
        "authority": "local",
    }
