"""A digest of the state, cheap enough to take after every event, and what of a step has to be kept for replay.

It is the SHA-256 over the data of the table and over the digests of its rows of seats, each made over the digests of
the seats in it. Between two events few seats change, so a `Digester` keeps the other digests; `digest_of` takes all
anew and must say the same. What is kept of those who ask (answers, counts of refusals) is no part of it: refused is
unchanged, to the bit.
"""

from collections.abc import Iterable
from hashlib import sha256

from controller.table.canonical import canonical
from controller.table.machine import StepResult
from controller.table.snapshot import common_data, seat_data, steady_data
from controller.table.state import Table

SEATS_A_ROW = 16
"""With 512 seats a change of one then costs the hash of two short texts instead of one of 16 KB."""


NO_TIME = {"left": None, "least": 0, "lease_left": 0}
"""Of the data of a table, what only time has changed."""


def changed(before: Table, step: StepResult) -> bool:
    """Whether the state is another one, but for the time that is left and the books of who asked."""
    if any(seat_data(before, seat) != seat_data(step.table, seat) for seat in step.touched):
        return True
    if _turned(_steady_of(before), step.table):
        return True
    return {**common_data(before), **NO_TIME} != {**common_data(step.table), **NO_TIME}


def digest_of(table: Table) -> str:
    """The digest of this state, from scratch."""
    return Digester(table).digest(table)


class Digester:
    """Keeps from event to event what few events change: the digests of the seats, the settings, old movements."""

    __slots__ = ("_known", "_place", "_row_digests", "_rows", "_steady")

    def __init__(self, table: Table) -> None:
        seats = list(table.game.seat_numbers())
        self._place = {seat: divmod(number, SEATS_A_ROW) for number, seat in enumerate(seats)}
        digests = [_of_seat(table, seat) for seat in seats]
        self._rows = [digests[start : start + SEATS_A_ROW] for start in range(0, len(seats), SEATS_A_ROW)]
        self._row_digests = [_of_row(row) for row in self._rows]
        self._look_at_steady(table)

    def after(self, table: Table, touched: Iterable[int]) -> str:
        """The digest of the state that followed on the last one by a change of these seats."""
        rows = set()
        for seat in touched:
            row, number = self._place[seat]
            self._rows[row][number] = _of_seat(table, seat)
            rows.add(row)
        for row in rows:
            self._row_digests[row] = _of_row(self._rows[row])
        if _turned(self._known, table):
            self._look_at_steady(table)
        return self.digest(table)

    def digest(self, table: Table) -> str:
        """The rows of seats ascending, 32 bytes each, what seldom changes, then the table itself."""
        common = canonical(list(common_data(table).values()))
        return sha256(b"".join((*self._row_digests, self._steady, common))).hexdigest()

    def _look_at_steady(self, table: Table) -> None:
        """These are replaced and never changed, so the same object is the same data."""
        self._known = _steady_of(table)
        self._steady = sha256(canonical(steady_data(table))).digest()


def _steady_of(table: Table) -> tuple[object, ...]:
    return (
        table.settings,
        table.finished,
        table.people,
        table.shifts,
        table.receipts,
        table.papers,
        table.media,
        table.cash,
        table.house,
        table.sas,
        table.jackpots,
    )


def _turned(known: tuple[object, ...], table: Table) -> bool:
    """Whether any of what is replaced and never changed has been replaced."""
    return any(was is not now for was, now in zip(known, _steady_of(table), strict=True))


def _of_row(seats: list[bytes]) -> bytes:
    return sha256(b"".join(seats)).digest()


def _of_seat(table: Table, seat: int) -> bytes:
    return sha256(canonical([seat, *seat_data(table, seat).values()])).digest()
