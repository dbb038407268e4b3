"""The local authority's book: every ticket of this cabinet and how it stands, kept from the journal's facts.

    reserved → issued → locked (by a request) → redeemed; or voided, expired

A lock ends by its request and by nothing else. A request that was cancelled is never granted, whichever came first.
What is answered follows from the book alone, and goes into it with the fact that it was told.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from controller.table.cash.seat import FOLLOWS

Data = Mapping[str, Any]

RESERVED, ISSUED, LOCKED = "reserved", "issued", "locked"
REDEEMED, VOIDED, EXPIRED = "redeemed", "voided", "expired"
OVER = (REDEEMED, VOIDED, EXPIRED)
KEPT = 4096
"""Tickets that are over, and requests that were cancelled: the oldest are forgotten first. A forgotten ticket is
unknown, and as little worth."""
DAY = 24 * 60 * 60
DEMO = "00"
"""With this a demo's numbers begin."""


class Ticket(NamedTuple):
    """How a ticket stands."""

    state: str
    amount: int
    until: int
    """Second since 1970 from which on it is worth nothing."""
    request: str = ""
    """Which has it locked, or has redeemed it."""


class TicketBook:
    """Number → ticket."""

    def __init__(self) -> None:
        self.tickets: dict[str, Ticket] = {}
        self.over: dict[str, Ticket] = {}
        self.cancelled: dict[str, None] = {}
        self.last = 0
        """The largest sequence that a ticket was given."""
        self._drawn: dict[str, Ticket] = {}
        self.asked: dict[str, int] = {}
        """What the floor is asked (`name_of_ask`) → the entry that asks. Its tickets are not in this book."""
        self.heard: tuple[int, str] = (0, "")
        """The last decision of the floor that came here, and its hash."""

    def known(self, number: str) -> Ticket | None:
        """A ticket that was reserved here at some time."""
        return self.tickets.get(number) or self.over.get(number)

    def outstanding(self) -> int:
        """What is owed on tickets that can still be redeemed."""
        return sum(ticket.amount for ticket in self.tickets.values() if ticket.state in (ISSUED, LOCKED))

    # ---- answering ----

    def answer(self, do: str, request: str, number: str, now: int) -> tuple[str, int]:
        """The verdict to an ask, and the amount."""
        ticket = self.known(number)
        if do == "lock":
            return self._lock(request, ticket, now)
        if do == "cancel":
            redeemed = ticket is not None and ticket.state == REDEEMED and ticket.request == request
            return (REDEEMED if redeemed else "cancelled"), 0
        if do == "reserve":
            return (RESERVED if ticket is None or ticket.state == RESERVED else "refused"), 0
        if ticket is None:
            return (VOIDED if do == "void" else "unknown"), 0
        owed = do != "void" or ticket.state not in (RESERVED, VOIDED)  # on one that was voided before, nothing is
        return self._of_known(do, request, ticket), ticket.amount if owed else 0

    def _lock(self, request: str, ticket: Ticket | None, now: int) -> tuple[str, int]:
        if request in self.cancelled:
            return "cancelled", 0
        if ticket is None:
            return "unknown", 0
        if ticket.state == LOCKED and ticket.request == request:
            return "granted", ticket.amount
        if ticket.state != ISSUED:
            return ("not_issued" if ticket.state == RESERVED else ticket.state), 0
        return (EXPIRED, 0) if ticket.until <= now else ("granted", ticket.amount)

    @staticmethod
    def _of_known(do: str, request: str, ticket: Ticket) -> str:
        match do, ticket.state:
            case "issue", "reserved":
                return ISSUED
            case "void", ("reserved" | "issued"):
                return VOIDED
            case "redeem", "locked" if ticket.request == request:
                return REDEEMED
            case "redeem", "redeemed" if ticket.request != request:
                return LOCKED
        return ticket.state

    def lapsed(self, now: int) -> Iterator[tuple[str, int]]:
        """Issued tickets that are valid no more; what is locked does not expire."""
        gone = [(n, t.amount) for n, t in self.tickets.items() if t.state == ISSUED and t.until <= now]
        yield from gone

    # ---- keeping ----

    def take(self, fact: Data, seq: int = 0) -> None:
        """One fact of the journal, of this entry."""
        if fact["type"] == "TicketDrawn" and fact.get("authority") == "sas":
            self.last = max(self.last, fact["sequence"])
        elif fact["type"] == "FloorAsked":
            self._drawn.pop(fact["number"], None)
            for idle in FOLLOWS.get(fact["do"], ()):
                self.asked.pop(name_of_ask(idle, fact["request"]), None)
            _keep(self.asked, name_of_ask(fact["do"], fact["request"]), seq)
        elif fact["type"] == "AuthorityTold" and fact.get("decision"):
            self.heard = max(self.heard, (fact["decision"], fact["hash"]))
            if fact["heeded"]:
                self.asked.pop(name_of_ask(fact["do"], fact["request"]), None)
        elif fact["type"] == "TicketDrawn":
            until = fact["time"] + fact["days"] * DAY
            self.last = max(self.last, fact["sequence"])
            self._drawn[fact["number"]] = Ticket(RESERVED, fact["amount"], until)
            while len(self._drawn) > KEPT:
                del self._drawn[next(iter(self._drawn))]
        elif fact["type"] == "TicketLapsed":
            self._becomes(fact["number"], EXPIRED)
        elif fact["type"] == "AuthorityTold" and fact["heeded"]:
            self._told(fact["do"], fact["request"], fact["number"], fact["verdict"])

    def _told(self, do: str, request: str, number: str, verdict: str) -> None:
        match do, verdict:
            case "reserve", "reserved":
                drawn = self._drawn.pop(number, None)
                if drawn is not None:
                    self.tickets[number] = drawn
            case "issue", "issued":
                self._becomes(number, ISSUED)
            case "void", "voided":
                self._becomes(number, VOIDED)
            case "lock", "granted":
                self._becomes(number, LOCKED, request)
            case "redeem", "redeemed":
                self._becomes(number, REDEEMED, request)
            case "cancel", _:
                ticket = self.tickets.get(number)
                if ticket is not None and ticket.state == LOCKED and ticket.request == request:
                    self._becomes(number, ISSUED)
                _keep(self.cancelled, request, None)

    def _becomes(self, number: str, state: str, request: str = "") -> None:
        ticket = self.tickets.pop(number, None) or self._drawn.pop(number, None)
        if ticket is None:
            return
        after = ticket._replace(state=state, request=request)
        if state in OVER:
            _keep(self.over, number, after)
        else:
            self.tickets[number] = after

    # ---- as plain data, for snapshots ----

    def plain(self) -> dict[str, Any]:
        """All of it."""
        parts = {"tickets": self.tickets, "over": self.over, "drawn": self._drawn}
        rows = {name: [[number, *ticket] for number, ticket in of.items()] for name, of in parts.items()}
        told = {**rows, "cancelled": list(self.cancelled), "last": self.last}
        of_floor = {"asked": self.asked, "heard": list(self.heard)}
        return told | of_floor if self.asked or self.heard[0] else told


def name_of_ask(do: str, request: str) -> str:
    """What is asked under which request."""
    return f"{do} {request}"


def _keep(of: dict[str, Any], name: str, what: Any) -> None:
    of[name] = what
    if len(of) > KEPT:
        del of[next(iter(of))]


def read_tickets(data: Data) -> TicketBook:
    """The book that these data describe; older ones have none."""
    book = TicketBook()
    for name, of in (("tickets", book.tickets), ("over", book.over), ("drawn", book._drawn)):
        of.update({number: Ticket(*rest) for number, *rest in data.get(name, ())})
    book.last = data.get("last", 0)
    book.cancelled.update(dict.fromkeys(data.get("cancelled", ())))
    book.asked.update(data.get("asked", {}))
    decision, hash = data.get("heard", (0, ""))
    book.heard = (decision, hash)
    return book
