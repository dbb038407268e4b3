"""A digest of the state, cheap enough to take after every event.

It is the SHA-256 over the data of the table and over the digests of its seats, one after the other. Between two events
few seats change, so a `Digester` keeps the others' digests; `digest_of` takes them all anew and must say the same.
Answers to commands are not hashed one by one: the state holds a chain over all that were ever given.
"""

import json
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from controller.table.decisions import Answer
from controller.table.snapshot import common_data, seat_data, steady_data
from controller.table.state import Table

_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False).encode


def canonical(data: Any) -> bytes:
    """The one text for these data."""
    return _encode(data).encode()


def chained(before: str, answer: Answer) -> str:
    """The hash over an answer and over all the answers before it."""
    return sha256(before.encode() + canonical(answer)).hexdigest()


def digest_of(table: Table) -> str:
    """The digest of this state, from scratch."""
    return Digester(table).digest(table)


class Digester:
    """Keeps from event to event what few events change: the digests of the seats, the settings, old movements."""

    __slots__ = ("_finished", "_seats", "_settings", "_steady")

    def __init__(self, table: Table) -> None:
        self._seats = {seat: _of_seat(table, seat) for seat in table.game.seat_numbers()}
        self._look_at_steady(table)

    def after(self, table: Table, touched: Iterable[int]) -> str:
        """The digest of the state that followed on the last one by a change of these seats."""
        for seat in touched:
            self._seats[seat] = _of_seat(table, seat)
        if table.settings is not self._settings or table.finished is not self._finished:
            self._look_at_steady(table)
        return self.digest(table)

    def digest(self, table: Table) -> str:
        """All seats ascending, 32 bytes each, what seldom changes, then the table itself."""
        common = canonical(list(common_data(table).values()))
        return sha256(b"".join(self._seats.values()) + self._steady + common).hexdigest()

    def _look_at_steady(self, table: Table) -> None:
        """These are replaced and never changed, so the same object is the same data."""
        self._settings, self._finished = table.settings, table.finished
        self._steady = sha256(canonical(steady_data(table))).digest()


def _of_seat(table: Table, seat: int) -> bytes:
    return sha256(canonical([seat, *seat_data(table, seat).values()])).digest()
