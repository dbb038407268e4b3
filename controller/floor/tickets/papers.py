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


class Who(NamedTuple):
    """A request of a cabinet, in one history of one journal."""

    cabinet: str
    journal: str
    branch: int
    request: str


NOBODY = Who("", "", 0, "")


class Paper(NamedTuple):
    """A ticket as it stands."""

    number: str
    state: str
    amount: int
    until: int
    """Second since 1970 from which on it is worth nothing."""
    by: Who
    """Who had it reserved."""
    holder: Who = NOBODY
    """Who has it locked, or has redeemed it."""
    reserved_at: int = 0
    changed_at: int = 0


class Outcome(NamedTuple):
    """What is answered, and what the ticket is after it."""

    verdict: str
    amount: int = 0
    paper: Paper | None = None
    """None: as it was."""
    final: bool = True
    """Whether this is the answer for good; else it may be another when it is asked again."""
    alarm: str = ""
    """A code, where somebody has to look."""


class Known(NamedTuple):
    """What an answer follows from, beside the ask."""

    paper: Paper | None
    """The ticket with these first thirteen digits, whatever the others are."""
    cancelled: bool
    """The request was cancelled, whichever came first."""
    demo: bool
    now: int
    """Second since 1970."""


def answer(ask: AskSaid, who: Who, known: Known) -> Outcome:
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


def _another_number(ask: AskSaid, known: Known) -> Outcome:
    """No two tickets have the same sequence of the same cabinet, whatever digits were drawn besides."""
    if ask.do == "reserve":
        return Outcome("refused", alarm="number_twice")
    if ask.do == "void":  # it was never reserved, and never can be
        return Outcome("unknown" if ask.request.startswith(BY_STAFF) else VOIDED)
    return answer(ask, NOBODY, known._replace(paper=None))


def _reserve(ask: AskSaid, who: Who, known: Known) -> Outcome:
    if known.paper is not None:
        return Outcome("refused", alarm="" if known.paper.by == who else "number_twice")
    if not (_is_ours(ask.number, known) and ask.amount and ask.until > known.now):
        return Outcome("refused")
    return Outcome(RESERVED, 0, Paper(ask.number, RESERVED, ask.amount, ask.until, who))


def _is_ours(number: str, known: Known) -> bool:
    """A demo's number is nothing to a floor that is played for money, and the other way round."""
    return is_ticket_number(number) and (number[SYSTEM] == DEMO) == known.demo


def _issue(who: Who, paper: Paper | None) -> Outcome:
    if paper is None or paper.by != who:
        return Outcome("unknown", alarm="ticket_contradicted")
    if paper.state == RESERVED:
        return Outcome(ISSUED, paper.amount, paper._replace(state=ISSUED))
    alarm = "" if paper.state in (ISSUED, LOCKED, REDEEMED) else "ticket_contradicted"
    return Outcome(paper.state, paper.amount, alarm=alarm)


def _void(ask: AskSaid, who: Who, paper: Paper | None, known: Known) -> Outcome:
    """A number of which nothing is known is voided too, so that what comes late can reserve it no more. Whose number it
    is not voids nothing by its own request: it never had one."""
    own = not ask.request.startswith(BY_STAFF)
    if paper is None:
        if not own:
            return Outcome("unknown")
        keeps = _is_ours(ask.number, known)
        return Outcome(VOIDED, 0, Paper(ask.number, VOIDED, ask.amount, ask.until, who) if keeps else None)
    if own and paper.by != who:
        return Outcome(VOIDED, alarm="" if paper.by.cabinet == who.cabinet else "ticket_contradicted")
    if paper.state == RESERVED:
        return Outcome(VOIDED, 0, paper._replace(state=VOIDED)) if own else Outcome("unknown")
    if paper.state == ISSUED:
        return Outcome(VOIDED, paper.amount, paper._replace(state=VOIDED))
    if paper.state == LOCKED:
        return Outcome(LOCKED, final=False)
    return Outcome(paper.state, 0 if paper.state == VOIDED else paper.amount)


def _lock(ask: AskSaid, who: Who, known: Known) -> Outcome:
    paper = known.paper
    if known.cancelled:
        return Outcome("cancelled")
    if paper is None or not _is_ours(ask.number, known):
        return Outcome("unknown")
    if paper.state == LOCKED and paper.holder == who:
        return Outcome("granted", paper.amount)
    if paper.state != ISSUED:
        return Outcome("not_issued" if paper.state == RESERVED else paper.state)
    if paper.until <= known.now:
        return Outcome(EXPIRED)
    return Outcome("granted", paper.amount, paper._replace(state=LOCKED, holder=who))


def _redeem(who: Who, paper: Paper | None) -> Outcome:
    """Of a ticket that it has locked; else the paper lies in a stacker and somebody has to look."""
    if paper is not None and paper.holder == who:
        if paper.state == LOCKED:
            return Outcome(REDEEMED, paper.amount, paper._replace(state=REDEEMED))
        if paper.state == REDEEMED:
            return Outcome(REDEEMED, paper.amount)
    found = {REDEEMED: LOCKED, LOCKED: LOCKED, VOIDED: VOIDED, EXPIRED: EXPIRED}
    return Outcome(found.get(paper.state, "unknown") if paper is not None else "unknown", alarm="ticket_contradicted")


def _cancel(who: Who, paper: Paper | None) -> Outcome:
    """The paper went back: it is payable again."""
    if paper is not None and paper.holder == who and paper.state == LOCKED:
        return Outcome("cancelled", 0, paper._replace(state=ISSUED, holder=NOBODY))
    if paper is not None and paper.holder == who and paper.state == REDEEMED:
        return Outcome(REDEEMED, paper.amount, alarm="ticket_contradicted")
    return Outcome("cancelled")
