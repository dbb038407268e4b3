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
from controller.table.snapshot import common_data, moves_data, seat_data
from controller.table.state import Move, Table

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
    """Keeps the digests of the seats of one table from event to event."""

    __slots__ = ("_moves", "_moves_digest", "_seats")

    def __init__(self, table: Table) -> None:
        self._seats = {seat: _of_seat(table, seat) for seat in table.game.seat_numbers()}
        self._moves: dict[str, Move] = {}
        self._moves_digest = _of_moves({})

    def after(self, table: Table, touched: Iterable[int]) -> str:
        """The digest of the state that followed on the last one by a change of these seats."""
        for seat in touched:
            self._seats[seat] = _of_seat(table, seat)
        return self.digest(table)

    def digest(self, table: Table) -> str:
        """All seats ascending, each 32 bytes, then the movements of cash, 32 bytes, then the table itself.

        Movements are many and seldom change; equal ones are told by looking, which costs less than hashing them.
        """
        if table.moves != self._moves or list(table.moves) != list(self._moves):
            self._moves, self._moves_digest = table.moves, _of_moves(table.moves)
        parts = (*self._seats.values(), self._moves_digest, canonical(common_data(table)))
        return sha256(b"".join(parts)).hexdigest()


def _of_moves(moves: dict[str, Move]) -> bytes:
    return sha256(canonical(moves_data(moves))).digest()


def _of_seat(table: Table, seat: int) -> bytes:
    return sha256(canonical([seat, seat_data(table, seat)])).digest()
