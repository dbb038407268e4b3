"""Meters: which of the vault's make which code of SAS. `docs/sas.md` has this table, and a test compares the two."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from drivers.sas.codec import bcd

Unit = Literal["credits", "cents", "count"]

LONGEST = 5
"""Bytes of a meter."""


class SasMeter(NamedTuple):
    """A meter as the host knows it: the sum of `plus` without `minus`, meters of the vault."""

    code: int
    name: str
    unit: Unit
    plus: tuple[str, ...]
    minus: tuple[str, ...] = ()
    size: int = 4


COIN_IN, WON = ("wagered", "vigorish"), ("won",)
DROP = ("in:bill", "in:ticket", "in:found", "in:attendant")
BILLS, TICKETS, TICKETS_OUT = ("in:bill",), ("in:ticket",), ("out:ticket",)
FROM_HOST, TO_HOST = ("in:aft",), ("out:aft",)
BY_HAND, NOT_BY_HAND = ("out:hand_pay",), ("unpaid:hand_pay",)
JACKPOTS, NOT_JACKPOTS = ("out:jackpot",), ("unpaid:jackpot",)
TAKEN_BACK = ("reversed:attendant",)
CREDITS = "credits"
NOTHING: tuple[str, ...] = ()

_ROWS = (
    SasMeter(0x00, "coin in", "credits", COIN_IN),
    SasMeter(0x01, "coin out", "credits", (*WON, *NOT_JACKPOTS), JACKPOTS),
    SasMeter(0x02, "jackpot", "credits", JACKPOTS, NOT_JACKPOTS),
    SasMeter(0x03, "hand-paid cancelled credits", "credits", BY_HAND, NOT_BY_HAND),
    SasMeter(0x04, "cancelled credits", "credits", (*BY_HAND, *TICKETS_OUT), NOT_BY_HAND),
    SasMeter(0x05, "games played", "count", ("games",)),
    SasMeter(0x06, "games won", "count", ("games_won",)),
    SasMeter(0x07, "games lost", "count", ("games_lost",)),
    SasMeter(0x08, "from coin acceptor", "credits", NOTHING),
    SasMeter(0x09, "paid from hopper", "credits", NOTHING),
    SasMeter(0x0A, "coins to drop", "credits", NOTHING),
    SasMeter(0x0B, "notes accepted", "credits", BILLS),
    SasMeter(0x0C, "current credits", "credits", (CREDITS,)),
    SasMeter(0x0D, "cashable tickets in", "cents", TICKETS, size=5),
    SasMeter(0x0E, "cashable tickets out", "cents", TICKETS_OUT, size=5),
    SasMeter(0x11, "cashable tickets in, how many", "count", ("tickets_in",)),
    SasMeter(0x12, "cashable tickets out, how many", "count", ("tickets_out",)),
    SasMeter(0x15, "tickets in", "credits", TICKETS),
    SasMeter(0x16, "tickets out", "credits", TICKETS_OUT),
    SasMeter(0x17, "transfers in", "credits", FROM_HOST),
    SasMeter(0x18, "transfers out", "credits", TO_HOST),
    SasMeter(0x1C, "paytable win paid by the machine", "credits", (*WON, *NOT_JACKPOTS), JACKPOTS),
    SasMeter(0x1F, "paytable win paid by an attendant", "credits", JACKPOTS, NOT_JACKPOTS),
    SasMeter(0x22, "won", "credits", WON),
    SasMeter(0x23, "hand paid", "credits", (*BY_HAND, *JACKPOTS), (*NOT_BY_HAND, *NOT_JACKPOTS)),
    SasMeter(0x24, "drop", "credits", DROP, TAKEN_BACK),
    SasMeter(0x25, "games since power-up", "count", ("games_since_power_up",)),
    SasMeter(0x26, "games since the door was closed", "count", ("games_since_door",)),
    SasMeter(0x28, "cashable tickets in", "credits", TICKETS),
    SasMeter(0x29, "regular cashable tickets in", "credits", TICKETS),
    SasMeter(0x2C, "cashable tickets out", "credits", TICKETS_OUT),
    SasMeter(0x2E, "cashable transfers in", "credits", FROM_HOST),
    SasMeter(0x32, "cashable transfers out", "credits", TO_HOST),
    SasMeter(0x35, "regular cashable tickets in, how many", "count", ("tickets_in",)),
    SasMeter(0x38, "cashable tickets out, how many", "count", ("tickets_out",)),
    SasMeter(0xA0, "cashable transfers in", "cents", FROM_HOST, size=5),
    SasMeter(0xA1, "cashable transfers in, how many", "count", ("transfers_in",)),
    SasMeter(0xB8, "cashable transfers out", "cents", TO_HOST, size=5),
    SasMeter(0xB9, "cashable transfers out, how many", "count", ("transfers_out",)),
)
VALUES = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10_000, 20_000, 25_000, 50_000, 100_000)
"""Notes as SAS counts them, in the order of its codes and of the bits of poll 08: what each is worth."""
FIRST_NOTE = 0x40
_NOTES = tuple(
    SasMeter(FIRST_NOTE + number, f"notes of {value}, how many", "count", (f"note {value}",))
    for number, value in enumerate(VALUES)
)
_VALIDATED = (
    SasMeter(0x80, "regular cashable tickets in", "cents", TICKETS, size=5),
    SasMeter(0x81, "regular cashable tickets in, how many", "count", ("tickets_in",)),
    SasMeter(0x86, "regular cashable tickets out", "cents", TICKETS_OUT, size=5),
    SasMeter(0x87, "regular cashable tickets out, how many", "count", ("tickets_out",)),
)
METERS = {row.code: row for row in (*_ROWS, *_NOTES, *_VALIDATED)}
"""By the code of polls 2F and 6F; those of notes are `bills:VALUE` of the vault, by the currency's unit."""


class Figures(NamedTuple):
    """The vault's meters of an address, and in what they are told."""

    meters: Mapping[str, int]
    credits: int
    denomination: int
    """What a credit is worth, in the smallest unit."""
    unit: int
    """How many of the smallest unit make one of the currency."""

    def value(self, code: int) -> int:
        """As it is told. What is less than a credit is not rounded away: the vault has it, and the next brings it."""
        row = METERS[code]
        total = sum(map(self._of, row.plus)) - sum(map(self._of, row.minus))
        return total // self.denomination if row.unit == "credits" else total

    def told(self, code: int) -> bytes:
        """In its digits."""
        return bcd(self.value(code), METERS[code].size)

    def notes_of(self, value: int) -> int:
        """How many notes of this value, in the smallest unit."""
        return self.meters.get(f"bills:{value}", 0)

    def _of(self, name: str) -> int:
        if name == CREDITS:
            return self.credits
        if name.startswith("note "):
            return self.notes_of(int(name.removeprefix("note ")) * self.unit)
        return self.meters.get(name, 0)
