"""What came in, went out, was held, and lies on seats: of a day, a period or the whole life; of a seat or the table.

All of it together is nothing, or money has been made or lost. What lies on seats is counted from the postings, the rest
from what notes, tickets, people and wagers were, so neither can hide a mistake of the other.
"""

from collections.abc import Mapping
from typing import NamedTuple

from controller.vault.books.meters import BALANCE

Counts = Mapping[str, int]


class CashFigures(NamedTuple):
    """Amounts. The first four came in, the next three went out."""

    notes: int
    tickets_in: int
    by_hand: int
    """Credits that the staff put on, without those taken back."""
    found: int
    tickets_out: int
    hand_pays: int
    others: int
    """Out by other means, such as an older Boxcars had, less what came in by them."""
    hold: int
    on_seats: int
    """What seats have more than at the beginning: credits, wagers, locked and found."""

    @property
    def drop(self) -> int:
        """Notes and tickets that lie in the boxes, with what was found."""
        return self.notes + self.tickets_in + self.found

    @property
    def difference(self) -> int:
        """Nothing, or something is wrong."""
        came = self.drop + self.by_hand
        return came - self.tickets_out - self.hand_pays - self.others - self.hold - self.on_seats


NAMED = {"in:bill", "in:ticket", "in:attendant", "out:ticket", "out:hand_pay"}


def cash_figures(counts: Counts) -> CashFigures:
    """From the meters of one scope."""

    def of(name: str) -> int:
        return counts.get(name, 0)

    def every(way: str) -> int:
        return sum(value for name, value in counts.items() if name.startswith(f"{way}:") and name not in NAMED)

    return CashFigures(
        notes=of("in:bill"),
        tickets_in=of("in:ticket"),
        by_hand=of("in:attendant") - of("reversed:attendant"),
        found=of("found") - of("found_short"),
        tickets_out=of("out:ticket"),
        hand_pays=of("out:hand_pay") - of("unpaid:hand_pay") + of("found_paid"),
        others=every("out") - every("in") + every("reversed") - of("reversed:attendant"),
        hold=of("wagered") + of("vigorish") - of("won"),
        on_seats=of(BALANCE),
    )
