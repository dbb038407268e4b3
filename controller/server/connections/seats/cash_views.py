"""What a player's terminal is told of notes and tickets at its seat. Made from the table's state and facts alone."""

from collections.abc import Callable
from typing import Any

from controller.facts.cash_kinds import PaperBack, PaperKept, TicketCame
from controller.facts.host_kinds import CashOutOffered, TransferDone
from controller.protocol.terminals.cash import CashMoved, CashNow
from controller.server.loop.hub import Hub
from controller.server.loop.news import Paper, TurnNews
from controller.server.loop.ports import Peer
from controller.table.cash.seat import AcceptorNow, CashSeat, TicketOut
from controller.table.paper.letting_in import let_in, taken_notes, why_nothing
from controller.table.paper.tickets.tickets_out import can_print
from controller.table.state import Table

Seen = dict[str, Any]


def cash_seen(table: Table, number: int) -> Seen | None:
    """Everything of a seat that has devices, in the words of `CashNow`."""
    seat = table.cash.get(number)
    if seat is None:
        return None
    now = let_in(table, number)
    return {
        "seat": number,
        "notes": tuple(sorted(now.notes)),
        "tickets": now.tickets,
        "takes": tuple(sorted(taken_notes(table, number))),
        "takes_tickets": seat.setup.tickets_in,
        "why": why_nothing(table, number) or None,
        "paper": _paper(table, seat.acceptor) if seat.acceptor.move else None,
        "ticket": _ticket(seat),
        "ticket_limit": seat.setup.ticket_limit if can_print(table, number, 1) else 0,
        "holds": seat.holds,
    }


class CashTold:
    """What each seat's terminal was last told of it."""

    def __init__(self) -> None:
        self._seen: dict[int, Seen | None] = {}
        self._of: object = None
        """The state that this was told of."""

    def say(self, hub: Hub, peer: Peer, seat: int) -> None:
        """To one that may have missed it."""
        seen = self._seen[seat] = cash_seen(hub.table, seat)
        if seen is not None:
            hub.say(peer, CashNow.model_validate(seen))

    def tell(self, hub: Hub, news: TurnNews, terminal: Callable[[int], Peer | None]) -> None:
        """To whom it is another than it was: how it stands, before the word that it has moved."""
        if hub.table is self._of or not (hub.table.cash or news.papers):
            return
        self._of = hub.table
        for seat in {*hub.table.cash, *self._seen}:
            peer = terminal(seat)
            if peer is not None and cash_seen(hub.table, seat) != self._seen.get(seat):
                self.say(hub, peer, seat)
        for fact in news.papers:
            peer, moved = terminal(fact.seat), cash_moved(fact)
            if peer is not None and moved is not None:
                hub.say(peer, moved)


def _paper(table: Table, acceptor: AcceptorNow) -> Seen:
    move = table.moves.get(acceptor.move)
    stages = (
        ("unknown", acceptor.unknown),
        ("returning", acceptor.back),
        ("asking", acceptor.ticket and not acceptor.granted),
        ("accepted", True),
    )
    stage = next(stage for stage, so in stages if so)
    return {"what": "ticket" if acceptor.ticket else "note", "amount": move.amount if move else 0, "stage": stage}


def _ticket(seat: CashSeat) -> Seen | None:
    if seat.out is not None:
        return _coming_out(seat, seat.out)
    return {"amount": 0, "stage": "coming"} if seat.paying_after else _at_the_bezel(seat)


def _coming_out(seat: CashSeat, out: TicketOut) -> Seen:
    """One that waits for the paper before it is told as such: the player can end that."""
    waits = out.stage == "queued" and seat.printer.at_bezel
    stage = out.stage if out.stage in ("voiding", "payable") else "waiting" if waits else "printing"
    return {"amount": out.amount, "stage": stage}


def _at_the_bezel(seat: CashSeat) -> Seen | None:
    printer = seat.printer
    return {"amount": 0, "stage": "left" if printer.left else "take"} if printer.at_bezel else None


def cash_moved(fact: Paper) -> CashMoved | None:
    """What a player is told of this, once."""
    match fact:
        case PaperKept(what=what, amount=amount):
            return CashMoved(what=what, how="credited", amount=amount)
        case PaperBack(what=what, amount=amount, why=why):
            return CashMoved(what=what, how="returned", amount=amount, why=why)
        case TicketCame(moved=True, amount=amount):
            return CashMoved(what="ticket", how="printed", amount=amount)
        case TransferDone(into_seat=into_seat, amount=amount) if amount:
            return CashMoved(what="transfer", how="credited" if into_seat else "sent", amount=amount)
        case CashOutOffered(became="offered", amount=amount):
            return CashMoved(what="transfer", how="offered", amount=amount)
        case _:
            return None
