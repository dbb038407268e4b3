"""The ledger, in double entry: what every account holds. Its entries are the `Posting` decisions of the journal.

Accounts: `credits`, `layout`, `vigorish`, `locked` and `found` of each seat, `house` per kind of bet, `cash` per
instrument (attendant, hand_pay, bill …). All of them together are always zero: money that came in stands as a negative
sum under `cash`, so that what is on the machine is what came in, less what went out and what the house has won.
"""

from collections.abc import Iterable
from typing import Any

OF_A_SEAT = ("credits", "layout", "vigorish", "locked")
OF_PLAYERS = (*OF_A_SEAT, "found")
"""With cash that was found at a seat and is nobody's yet."""
TICKETS = ("cash", "ticket")
"""What went out by tickets and has not come back, lapsed or been voided: what is owed on them."""

Account = tuple[str, str]


class Ledger:
    """Every account's balance."""

    def __init__(self, balances: dict[Account, int] | None = None) -> None:
        self.balances = balances or {}
        self.changed: set[Account] = set()

    def post(self, name: str, of: str, amount: int) -> None:
        """One leg of a movement."""
        account = (name, of)
        self.balances[account] = self.balances.get(account, 0) + amount
        self.changed.add(account)

    def of_seat(self, seat: str) -> list[int]:
        """Credits, layout, vigorish, locked."""
        return [self.balances.get((name, seat), 0) for name in OF_A_SEAT]

    def full_sum(self) -> int:
        """Zero, or something is broken."""
        return sum(self.balances.values())

    def on_the_machine(self) -> int:
        """What belongs to players: on seats, on the layout, held and locked."""
        return sum(amount for (name, _), amount in self.balances.items() if name in OF_PLAYERS)

    def overdrawn(self) -> Account | None:
        """A seat's account below zero, which cannot be."""
        return next((a for a in sorted(self.changed) if a[0] in OF_PLAYERS and self.balances[a] < 0), None)

    def rows(self) -> list[list[Any]]:
        """Every account as plain data, in order."""
        return [[name, of, amount] for (name, of), amount in sorted(self.balances.items())]


def read_ledger(rows: Iterable[Iterable[Any]]) -> Ledger:
    """The ledger that these rows describe."""
    return Ledger({(name, of): amount for name, of, amount in rows})
