"""What must hold of notes and tickets, by the paper itself and by what is on the disk.

Paper that an acceptor answers for is credited once, or was found and waits for a person; nothing is credited before; a
number is drawn once, printed once and paid once; and the cash of a seat touches nobody else's play.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any, get_args

from controller.facts.cash_kinds import CashDecision
from controller.table.cash.events import CashEvent
from controller.table.jackpots.claims import CLAIM
from controller.table.state import Table
from tools.simulator.cash.papers import Papers
from tools.simulator.checks import Broken

EVENTS = get_args(CashEvent)
"""But for the answer to a claim: a prize is of all who won it."""
COUNTED = frozenset(kind.__name__ for kind in get_args(CashDecision))


class CashLawBroken(Broken):
    """Which of them, and how that was seen."""

    def __init__(self, law: str, text: str) -> None:
        super().__init__(text)
        self.law, self.text = law, text


class CashLaws:
    """The watcher of all seats' paper."""

    def __init__(self, papers: Papers) -> None:
        self._papers = papers
        self.booked: Counter[int] = Counter()
        """Seat → money of notes that was credited, or found."""
        self.kept: Counter[str] = Counter()
        """Number of a ticket that came in → how often it was credited."""
        self._paid: Counter[str] = Counter()
        """Number of a ticket that went out → how often it was paid by hand instead."""
        self._lapsed: Counter[str] = Counter()
        """Number of a ticket that is valid no more → how often the house kept what it stood for."""
        self._owed: dict[str, int] = {}
        """Number of a ticket that stands for money → how much."""
        self._out: dict[str, tuple[str, int]] = {}
        """Name of a movement → the number that was drawn for it, and the amount."""
        self._amounts: dict[str, int] = {}
        self._requests: dict[str, str] = {}
        self._found: dict[str, int] = {}
        self.seen: Counter[str] = Counter()

    # ---- an event was taken ----

    def took(self, before: Table, event: Any, table: Table) -> None:
        """Of one seat it moves money at most, and it holds nobody."""
        if not isinstance(event, EVENTS) or before.phase is not table.phase or event[:1] == (CLAIM,):
            return
        if before.holds.keys() != table.holds.keys():
            raise CashLawBroken("apart", f"{type(event).__name__} changed what holds the table")
        moved = [seat for seat in table.seats if before.game.money(seat) != table.game.money(seat)]
        if set(moved) - {getattr(event, "seat", moved[0] if moved else 0)}:
            raise CashLawBroken("apart", f"{event} moved money of seats {moved}")

    # ---- an entry is on the disk ----

    def decided(self, decision: Mapping[str, Any]) -> None:
        """One thing that was decided."""
        kind = decision["type"]
        if kind in COUNTED:
            self.seen[kind] += 1
        if kind in LOOKS:
            LOOKS[kind](self, decision)

    def _kept(self, kept: Mapping[str, Any]) -> None:
        if kept["what"] == "note":
            self._book(kept["seat"], kept["amount"])
            return
        number = self._requests[kept["move"]]
        self.kept[number] += 1
        if self.kept[number] > self._papers.tickets_in[number]:
            raise CashLawBroken("credit", f"ticket {number} was credited, and is in no box")
        if kept["amount"] != self._amounts.get(number):
            raise CashLawBroken("ticket", f"{kept['amount']} credited for {number}, worth {self._amounts.get(number)}")
        self._once(number)

    def _book(self, seat: int, amount: int) -> None:
        self.booked[seat] += amount
        if self.booked[seat] > self._papers.notes_in[seat] and seat not in self._papers.doubted:
            there = self._papers.notes_in[seat]
            raise CashLawBroken(
                "credit", f"notes of {self.booked[seat]} are booked at seat {seat}, {there} were taken in"
            )

    def _once(self, number: str) -> None:
        """Credited, paid or lapsed: from then on nothing is owed on it."""
        self._owed.pop(number, None)
        ends = self.kept[number], self._paid[number], self._lapsed[number]
        if sum(ends) > 1:
            raise CashLawBroken("paid twice", "{} came in {} times, paid {}, lapsed {}".format(number, *ends))

    def _was_found(self, found: Mapping[str, Any]) -> None:
        self._found[found["name"]] = found["amount"]
        self._book(found["seat"], found["amount"])

    def _settled(self, settled: Mapping[str, Any]) -> None:
        """What came to light by a count is booked now; what was not there was never taken in."""
        if settled["name"] in self._found:
            self._book(settled["seat"], settled["counted"])
        if settled["how"] == "ticket":  # two persons have seen that it is out
            number, amount = self._out[settled["name"]]
            self._owed[number] = amount

    def _drawn(self, drawn: Mapping[str, Any]) -> None:
        if drawn["number"] in self._amounts:
            raise CashLawBroken("number", f"{drawn['number']} is drawn again")
        self._amounts[drawn["number"]] = drawn["amount"]
        self._out[drawn["move"]] = drawn["number"], drawn["amount"]

    def _came(self, came: Mapping[str, Any]) -> None:
        number, _ = self._out[came["move"]]
        if came["moved"] and not self._papers.is_out(number):
            raise CashLawBroken("paper", f"the money of {came['move']} is gone, and no ticket {number} came out")
        if came["moved"]:
            self._owed[number] = came["amount"]

    def _has_lapsed(self, lapsed: Mapping[str, Any]) -> None:
        number = lapsed["number"]
        if lapsed["amount"] != self._owed.get(number):
            raise CashLawBroken("ticket", f"{number} lapsed for {lapsed['amount']}, owed {self._owed.get(number)}")
        self._lapsed[number] += 1
        self._once(number)

    def _moved(self, move: Mapping[str, Any]) -> None:
        number, _ = self._out.get(move["move"], ("", 0))
        if number and move["instrument"] == "hand_pay" and move["state"] in ("done", "reversed"):
            self._paid[number] += 1 if move["state"] == "done" else -1
            self._once(number)

    def _read(self, read: Mapping[str, Any]) -> None:
        if read["request"] in self._requests:
            raise CashLawBroken("request", f"{read['request']} asks for a second ticket")
        self._requests[read["request"]] = read["number"]

    # ---- paper, at any time ----

    def look(self) -> None:
        """At what has come out."""
        for number, papers in self._papers.printed.items():
            if len(papers) > 1:
                raise CashLawBroken("reprint", f"{number} came out {len(papers)} times")
            if papers[0].amount != self._amounts.get(number):
                raise CashLawBroken(
                    "ticket", f"{number} says {papers[0].amount}, drawn for {self._amounts.get(number)}"
                )

    # ---- the end ----

    def missing(self, seat: int) -> int:
        """What lies in its boxes, and nobody has booked."""
        return self._papers.notes_in[seat] - self.booked[seat]

    def ended(self, owed: int) -> None:
        """All is quiet, and everything unknown was settled; so much is `owed` by the book of the authority."""
        for seat, money in self._papers.notes_in.items():
            if money != self.booked[seat] and seat not in self._papers.doubted:
                raise CashLawBroken("kept", f"seat {seat} took in {money}, and booked {self.booked[seat]}")
        if owed != sum(self._owed.values()):
            raise CashLawBroken("owed", f"tickets for {owed} are in the book, out for {sum(self._owed.values())}")


LOOKS: dict[str, Any] = {
    "PaperKept": CashLaws._kept,
    "CashFound": CashLaws._was_found,
    "CashSettled": CashLaws._settled,
    "TicketDrawn": CashLaws._drawn,
    "TicketCame": CashLaws._came,
    "TicketLapsed": CashLaws._has_lapsed,
    "MoveChanged": CashLaws._moved,
    "TicketRead": CashLaws._read,
}
