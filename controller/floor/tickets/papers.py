"""What a ticket may become, and what is answered to an ask. Pure: no clock and no database.

    reserved → issued → locked (by a request) → redeemed, or issued again; voided, expired

Only what is issued is payable. A lock ends by the request that has it, or by two persons who looked into the stacker,
and never by time: what is locked neither expires nor can it be voided.
"""

from typing import NamedTuple

from controller.protocol.tickets import AskSaid
from controller.table.paper.tickets.numbers import is_ticket_number
from controller.table.paper.tickets.voiding import BY_STAFF

RESERVED, ISSUED, LOCKED = "reserved", "issued", "locked"
REDEEMED, VOIDED, EXPIRED = "redeemed", "voided", "expired"
OPEN = (ISSUED, LOCKED)
SYSTEM, DRAWN = slice(0, 2), slice(0, 13)
SEQUENCE = slice(6, 13)
DEMO = "00"


class Requester(NamedTuple):
    """A request of a cabinet, in one history of one journal."""

    cabinet: str
    journal: str
    branch: int
    request: str


NOBODY = Requester("", "", 0, "")


class FloorTicket(NamedTuple):
    """A ticket as it stands."""

    number: str
    state: str
    amount: int
    until: int
    """Second since 1970 from which on it is worth nothing."""
    by: Requester
    """Who had it reserved."""
    holder: Requester = NOBODY
    """Who has it locked, or has redeemed it."""
    reserved_at: int = 0
    changed_at: int = 0


class TicketOutcome(NamedTuple):
    """What is answered, and what the ticket is after it."""

    verdict: str
    amount: int = 0
    paper: FloorTicket | None = None
    """None: as it was."""
    final: bool = True
    """Whether this is the answer for good; else it may be another when it is asked again."""
    alarm: str = ""
    """A code, where somebody has to look."""


class KnownPaper(NamedTuple):
    """What an answer follows from, beside the ask."""

    paper: FloorTicket | None
    """The ticket with these first thirteen digits, whatever the others are."""
    cancelled: bool
    """The request was cancelled, whichever came first."""
    demo: bool
    now: int
    """Second since 1970."""


def answer(ask: AskSaid, who: Requester, known: KnownPaper) -> TicketOutcome:
    """To one ask; the same again is not asked here."""
    paper = known.paper
    if paper is not None and paper.number != ask.number:
        return _another_number(ask, known)
    match ask.do:
        case "reserve":
            return _reserve(ask, who, known)
        case "issue":
            return _issue(who, paper)
        case "void":
            return _void(ask, who, paper, known)
        case "lock":
            return _lock(ask, who, known)
        case "redeem":
            return _redeem(who, paper)
        case "cancel":
            return _cancel(who, paper)
        case "claim":
            return TicketOutcome("unknown", final=False)  # of a jackpot, which is no paper: `jackpots.answers`


def _another_number(ask: AskSaid, known: KnownPaper) -> TicketOutcome:
    """No two tickets have the same sequence of the same cabinet, whatever digits were drawn besides."""
    if ask.do == "reserve":
        return TicketOutcome("refused", alarm="number_twice")
    if ask.do == "void":  # it was never reserved, and never can be
        return TicketOutcome("unknown" if ask.request.startswith(BY_STAFF) else VOIDED)
    return answer(ask, NOBODY, known._replace(paper=None))


def _reserve(ask: AskSaid, who: Requester, known: KnownPaper) -> TicketOutcome:
    if known.paper is not None:
        return TicketOutcome("refused", alarm="" if known.paper.by == who else "number_twice")
    if not (_is_ours(ask.number, known) and ask.amount and ask.until > known.now):
        return TicketOutcome("refused")
    return TicketOutcome(RESERVED, 0, FloorTicket(ask.number, RESERVED, ask.amount, ask.until, who))


def _is_ours(number: str, known: KnownPaper) -> bool:
    """A demo's number is nothing to a floor that is played for money, and the other way round."""
    return is_ticket_number(number) and (number[SYSTEM] == DEMO) == known.demo


def _issue(who: Requester, paper: FloorTicket | None) -> TicketOutcome:
    if paper is None or paper.by != who:
        return TicketOutcome("unknown", alarm="ticket_contradicted")
    if paper.state == RESERVED:
        return TicketOutcome(ISSUED, paper.amount, paper._replace(state=ISSUED))
    alarm = "" if paper.state in (ISSUED, LOCKED, REDEEMED) else "ticket_contradicted"
    return TicketOutcome(paper.state, paper.amount, alarm=alarm)


def _void(ask: AskSaid, who: Requester, paper: FloorTicket | None, known: KnownPaper) -> TicketOutcome:
    """A number of which nothing is known is voided too, so that what comes late can reserve it no more. Whose number it
    is not voids nothing by its own request: it never had one."""
    own = not ask.request.startswith(BY_STAFF)
    if paper is None:
        if not own:
            return TicketOutcome("unknown")
        keeps = _is_ours(ask.number, known)
        return TicketOutcome(VOIDED, 0, FloorTicket(ask.number, VOIDED, ask.amount, ask.until, who) if keeps else None)
    if own and paper.by != who:
        return TicketOutcome(VOIDED, alarm="" if paper.by.cabinet == who.cabinet else "ticket_contradicted")
    if paper.state == RESERVED:
        return TicketOutcome(VOIDED, 0, paper._replace(state=VOIDED)) if own else TicketOutcome("unknown")
    if paper.state == ISSUED:
        return TicketOutcome(VOIDED, paper.amount, paper._replace(state=VOIDED))
    if paper.state == LOCKED:
        return TicketOutcome(LOCKED, final=False)
    return TicketOutcome(paper.state, 0 if paper.state == VOIDED else paper.amount)


def _lock(ask: AskSaid, who: Requester, known: KnownPaper) -> TicketOutcome:
    paper = known.paper
    if known.cancelled:
        return TicketOutcome("cancelled")
    if paper is None or not _is_ours(ask.number, known):
        return TicketOutcome("unknown")
    if paper.state == LOCKED and paper.holder == who:
        return TicketOutcome("granted", paper.amount)
    if paper.state != ISSUED:
        return TicketOutcome("not_issued" if paper.state == RESERVED else paper.state)
    if paper.until <= known.now:
        return TicketOutcome(EXPIRED)
    return TicketOutcome("granted", paper.amount, paper._replace(state=LOCKED, holder=who))


def _redeem(who: Requester, paper: FloorTicket | None) -> TicketOutcome:
    """Of a ticket that it has locked; else the paper lies in a stacker and somebody has to look."""
    if paper is not None and paper.holder == who:
        if paper.state == LOCKED:
            return TicketOutcome(REDEEMED, paper.amount, paper._replace(state=REDEEMED))
        if paper.state == REDEEMED:
            return TicketOutcome(REDEEMED, paper.amount)
    found = {REDEEMED: LOCKED, LOCKED: LOCKED, VOIDED: VOIDED, EXPIRED: EXPIRED}
    return TicketOutcome(
        found.get(paper.state, "unknown") if paper is not None else "unknown", alarm="ticket_contradicted"
    )


def _cancel(who: Requester, paper: FloorTicket | None) -> TicketOutcome:
    """The paper went back: it is payable again."""
    if paper is not None and paper.holder == who and paper.state == LOCKED:
        return TicketOutcome("cancelled", 0, paper._replace(state=ISSUED, holder=NOBODY))
    if paper is not None and paper.holder == who and paper.state == REDEEMED:
        return TicketOutcome(REDEEMED, paper.amount, alarm="ticket_contradicted")
    return TicketOutcome("cancelled")
