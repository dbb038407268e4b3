"""What facts of progressive jackpots count, as `meters` does for the rest. What pots were fed is in millionths of the
unit; a pot itself is the floor's."""

from collections.abc import Mapping
from typing import Any

from controller.vault.books.meters import TABLE, Meters, RoundSoFar

Data = Mapping[str, Any]


def fed(meters: Meters, row: Data, _event: Data, _round: RoundSoFar) -> None:
    """A pot was fed by this table."""
    meters.count(TABLE, f"jackpot_fed:{row['jackpot']}", row["parts"])


def claimed(meters: Meters, row: Data, _event: Data, _round: RoundSoFar) -> None:
    """A roll has hit."""
    for jackpot in row["hits"]:
        meters.count(TABLE, f"jackpot_hits:{jackpot}")


def paid(meters: Meters, row: Data, _event: Data, _round: RoundSoFar) -> None:
    """A seat had its part of a prize."""
    meters.both(row["seat"], f"jackpot_wins:{row['jackpot']}")
    if row["amount"]:
        meters.both(row["seat"], f"jackpot_paid:{row['jackpot']}", row["amount"])
