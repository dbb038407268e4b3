"""What facts of money that comes and goes count, as `meters` does for the rest: cash, large wins, notes, tickets and
progressive jackpots."""

from controller.vault.counts.counting import RoundSoFar
from controller.vault.counts.meters import TABLE, Data, MeterBook

WAYS = {
    ("done", True): "in",
    ("done", False): "out",
    ("reversed", True): "reversed",
    ("reversed", False): "unpaid",
}
"""A movement's state, and whether it went into the seat → the meter that counts it."""

PAID_BY_HAND = {"hand_pay": "hand_pays", "jackpot": "jackpots"}
"""Cancelled credits, and wins that an attendant paid: how many of each."""


def kept(meters: MeterBook, row: Data, _event: Data, _round: RoundSoFar) -> None:
    """A note by what it is worth, or a ticket."""
    if row["what"] == "note":
        meters.both(row["seat"], f"bills:{row['amount']}")
    else:
        meters.both(row["seat"], "tickets_in")


def back(meters: MeterBook, row: Data, _event: Data, _round: RoundSoFar) -> None:
    """A paper that was not taken."""
    meters.both(row["seat"], f"papers_back:{row['what']}")


def came(meters: MeterBook, row: Data, _event: Data, _round: RoundSoFar) -> None:
    """A ticket that is out, with its money."""
    if row["moved"]:
        meters.both(row["seat"], "tickets_out")


def turned(meters: MeterBook, row: Data, _event: Data, _round: RoundSoFar) -> None:
    """A ticket that became a hand-pay."""
    meters.both(row["seat"], "tickets_turned")


def unknown(meters: MeterBook, row: Data, _event: Data, _round: RoundSoFar) -> None:
    """A paper of which nobody knew, and how much it was."""
    meters.both(row["seat"], "cash_unknown")
    meters.both(row["seat"], "unknown", row["amount"])


def found(meters: MeterBook, row: Data, _event: Data, _round: RoundSoFar) -> None:
    """Cash without a move."""
    meters.both(row["seat"], "cash_found")
    if row["amount"]:
        meters.both(row["seat"], "found", row["amount"])


def cash_settled(meters: MeterBook, row: Data, _event: Data, _round: RoundSoFar) -> None:
    """What persons said of it; what nobody knew before they counted is found by that."""
    if row["counted"]:
        meters.both(row["seat"], "found" if row["counted"] > 0 else "found_short", abs(row["counted"]))
    if row["how"] == "paid" and row["name"].startswith("found"):
        meters.both(row["seat"], "found_paid", row["amount"])
    if row["amount"]:
        meters.both(row["seat"], f"cash_settled:{row['how']}", row["amount"])


def told(meters: MeterBook, row: Data, _event: Data, _round: RoundSoFar) -> None:
    """What an authority said that nobody waited for."""
    if not row["heeded"]:
        meters.count(TABLE, "authority_not_heeded")


def dropped(meters: MeterBook, row: Data, _event: Data, _round: RoundSoFar) -> None:
    """A box that was taken out, and what should be in it."""
    meters.both(row["seat"], "drops")
    if row["amount"]:
        meters.both(row["seat"], "dropped", row["amount"])


def drop_counted(meters: MeterBook, row: Data, _event: Data, _round: RoundSoFar) -> None:
    """What was counted in a box; over and short apart."""
    if row["counted"]:
        meters.both(row["seat"], "drop_counted", row["counted"])
    if row["over"]:
        meters.both(row["seat"], "drop_over" if row["over"] > 0 else "drop_short", abs(row["over"]))


def voided(meters: MeterBook, row: Data, _event: Data, _round: RoundSoFar) -> None:
    """What was owed on a ticket until persons had it voided."""
    if row["amount"]:
        meters.both(row["seat"], "cash_settled:void", row["amount"])


def transferred(meters: MeterBook, row: Data, _event: Data, _round: RoundSoFar) -> None:
    """Money that the casino's host moved; what only turned something moved none."""
    if row["move"]:
        meters.both(row["seat"], "transfers_in" if row["into_seat"] else "transfers_out")


def lapsed(meters: MeterBook, row: Data, _event: Data, _round: RoundSoFar) -> None:
    """A ticket that is valid no more."""
    meters.count(TABLE, "lapsed", row["amount"])


def jackpot_fed(meters: MeterBook, row: Data, _event: Data, _round: RoundSoFar) -> None:
    """A pot was fed by this table."""
    meters.count(TABLE, f"jackpot_fed:{row['jackpot']}", row["parts"])


def jackpot_claimed(meters: MeterBook, row: Data, _event: Data, _round: RoundSoFar) -> None:
    """A roll has hit."""
    for jackpot in row["hits"]:
        meters.count(TABLE, f"jackpot_hits:{jackpot}")


def jackpot_paid(meters: MeterBook, row: Data, _event: Data, _round: RoundSoFar) -> None:
    """A seat had its part of a prize."""
    meters.both(row["seat"], f"jackpot_wins:{row['jackpot']}")
    if row["amount"]:
        meters.both(row["seat"], f"jackpot_paid:{row['jackpot']}", row["amount"])


def large_won(meters: MeterBook, row: Data, _event: Data, _round: RoundSoFar) -> None:
    """A win that a person has to see."""
    meters.both(row["seat"], "large_wins")
    meters.both(row["seat"], "large_won", row["amount"])


def form_filed(meters: MeterBook, row: Data, _event: Data, _round: RoundSoFar) -> None:
    """A win that was told to the tax office."""
    meters.both(row["seat"], "forms")
    meters.both(row["seat"], "taxed", row["amount"])


def move(meters: MeterBook, row: Data, event: Data, _round: RoundSoFar) -> None:
    """Cash that has arrived, gone, or come back."""
    if row["state"] not in ("done", "reversed"):
        return
    seat, amount = row["seat"], row["amount"]
    way = WAYS[row["state"], row["into_seat"]]
    meters.both(seat, f"{way}:{row['instrument']}", amount)
    if way == "out" and row["instrument"] in PAID_BY_HAND:
        meters.both(seat, PAID_BY_HAND[row["instrument"]])
    of_a_person = row["state"] == "reversed" or row["instrument"] not in ("bill", "ticket")
    if event["type"] == "OperatorAct" and of_a_person:
        meters.count(TABLE, meters.of_person(way, event["operator"]), amount)
