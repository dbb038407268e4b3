"""What is put into an acceptor, a note or a ticket, and which notes it knows: its data set."""

import re
from dataclasses import dataclass

TICKET = 0
"""The type of what is no note."""
FALSE = 255
"""The type of what no acceptor knows."""
MOST_TYPES = 14
"""ID-003 has numbers for so many before that of a ticket."""
LARGEST_FIGURES = 255
"""Of a value without the zeros at its end: ID-003 has one byte for them."""
WRITTEN = re.compile(r"[A-Z]{2}:[0-9]{1,4}(,[0-9]{1,4})*")
TICKET_NUMBER = re.compile(r"[0-9]{1,24}")


@dataclass(frozen=True)
class Paper:
    """One note or ticket."""

    type: int
    name: str
    """`US20`, or the number of a ticket as it is read."""


@dataclass(frozen=True)
class DataSet:
    """The notes that an acceptor knows: type 1 is the first value; a value of 0 is a type without a note."""

    country: str
    values: tuple[int, ...]
    scaling: int = 100
    decimals: int = 2

    def note(self, kind: int) -> Paper:
        """A note of a type that is known."""
        return Paper(kind, f"{self.country}{self.values[kind - 1]}")

    def types(self) -> dict[int, int]:
        """Type → value, of those with a note."""
        return {kind: value for kind, value in enumerate(self.values, 1) if value}


def read_data_set(words: str) -> DataSet:
    """A data set as people write it: `US:1,2,5,10,20,50,100`; ValueError with what is allowed."""
    country, _, listed = words.partition(":")
    values = tuple(int(value) for value in listed.split(",")) if WRITTEN.fullmatch(words) else ()
    if not 1 <= len(values) <= MOST_TYPES or any(in_figures(value)[0] > LARGEST_FIGURES for value in values):
        raise ValueError(f"{words}: allowed are a country and up to {MOST_TYPES} values, US:1,2,5 (0: no such note)")
    return DataSet(country, values)


def in_figures(value: int) -> tuple[int, int]:
    """A value without the zeros at its end, and how many there are."""
    zeros = 0
    while value and value % 10 == 0:
        value, zeros = value // 10, zeros + 1
    return value, zeros


def false_note() -> Paper:
    """What no acceptor takes."""
    return Paper(FALSE, "false")
