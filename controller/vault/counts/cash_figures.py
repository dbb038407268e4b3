"""What came in, went out, was held, and lies on seats: of a day, a period or the whole life; of a seat or the table.

All of it together is nothing, or money has been made or lost. What lies on seats is counted from the postings, the rest
from what notes, tickets, people and wagers were, so neither can hide a mistake of the other.
"""

from collections.abc import Mapping
from typing import NamedTuple

from controller.vault.counts.meters import BALANCE, OWED

Counts = Mapping[str, int]


class CashFigures(NamedTuple):
    """Amounts. The first five came in, the next five went out."""

    notes: int
    tickets_in: int
    by_hand: int
    """Credits that the staff put on, without those taken back."""
    found: int
    transfers_in: int
    """By the casino's host."""
    tickets_out: int
    hand_pays: int
    jackpots: int
    """Wins that an attendant paid."""
    transfers_out: int
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
    def came(self) -> int:
        """Everything that came in."""
        return self.drop + self.by_hand + self.transfers_in

    @property
    def went(self) -> int:
        """Everything that went out."""
        return self.tickets_out + self.hand_pays + self.jackpots + self.transfers_out + self.others

    @property
    def difference(self) -> int:
        """Nothing, or something is wrong."""
        return self.came - self.went - self.hold - self.on_seats


NAMED = {"in:bill", "in:ticket", "in:attendant", "in:aft", "out:ticket", "out:hand_pay", "out:jackpot", "out:aft"}


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
        transfers_in=of("in:aft"),
        tickets_out=of("out:ticket"),
        hand_pays=of("out:hand_pay") - of("unpaid:hand_pay") + of("found_paid"),
        jackpots=of("out:jackpot") - of("unpaid:jackpot"),
        transfers_out=of("out:aft"),
        others=every("out") - every("in") + every("reversed") - of("reversed:attendant"),
        hold=of("wagered") + of("vigorish") - of("won"),
        on_seats=of(BALANCE),
    )


class TicketFigures(NamedTuple):
    """What is owed on tickets: one that is out is a debt of the house until it comes back, is voided, or lapses."""

    out: int
    back: int
    voided: int
    lapsed: int
    owed: int
    """What is owed more than at the beginning, by the postings alone."""

    @property
    def difference(self) -> int:
        """Nothing, or something is wrong."""
        return self.out - self.back - self.voided - self.lapsed - self.owed


def ticket_figures(counts: Counts) -> TicketFigures:
    """From the meters of the table: a ticket is owed by the house and not by a seat."""
    names = ("out:ticket", "in:ticket", VOIDED, LAPSED, OWED)
    return TicketFigures(*(counts.get(name, 0) for name in names))


VOIDED, LAPSED = "cash_settled:void", "lapsed"
OF_CASH = {"found", "found_short", "found_paid", "wagered", "won", "vigorish", VOIDED, LAPSED, BALANCE, OWED}
WAYS = ("in", "out", "reversed", "unpaid")


def of_cash(meter: str) -> bool:
    """Whether these figures are made of it."""
    return meter in OF_CASH or meter.partition(":")[0] in WAYS
