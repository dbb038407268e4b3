"""What an authority answers. Late, repeated and contradicting answers are on record and move nothing."""

from collections.abc import Callable

from controller.facts.cash_kinds import AuthorityTold, TicketLapsed
from controller.table.cash.events import AuthorityAnswered, CashWaited, TicketExpired
from controller.table.cash.seat import AuthorityAsk
from controller.table.jackpots import claims
from controller.table.paper import printers
from controller.table.paper.keeping import ask_ends, ask_of, hold, put, seat_of
from controller.table.paper.tickets import tickets_in, tickets_out, voiding
from controller.table.paper.tickets.numbers import DIGITS
from controller.table.work import Work

CONTRADICTED = "authority"
"""Holds a seat's cash: an authority says that something is not so which has been done."""

VERDICTS: dict[str, frozenset[str]] = {
    "reserve": frozenset({"reserved", "refused"}),
    "issue": frozenset({"issued", "locked", "redeemed", "voided", "expired", "unknown"}),
    "void": frozenset({"voided", "redeemed", "locked", "expired", "unknown"}),
    "lock": frozenset({"granted", "redeemed", "locked", "voided", "expired", "unknown", "not_issued", "cancelled"}),
    "redeem": frozenset({"redeemed", "voided", "expired", "unknown", "locked", "cancelled"}),
    "cancel": frozenset({"cancelled", "redeemed", "unknown"}),
}
"""What may be answered to what; anything else is none."""


def authority_answered(work: Work, event: AuthorityAnswered) -> None:
    """The answer to an ask, if anybody waits for it."""
    if event.do == claims.CLAIM:
        claims.answered(work, event)
        return
    waits = ask_of(work.table, event.do, event.request)
    if waits is None or event.verdict not in VERDICTS.get(event.do, ()) or event.amount < 0:
        if work.table.count_refusal(0):
            work.decide(_told(0, AuthorityAsk(event.do[:20], event.request[:80], ""), event, heeded=False))
        return
    seat, ask = waits
    if event.do == "void" and not voiding.is_by_staff(ask) and event.verdict not in ("voided", "redeemed"):
        _not_voided(work, seat, ask, event)
        return
    ask_ends(work, seat, ask)
    work.decide(_told(seat, ask, event, heeded=True))
    HEEDED[event.do](work, seat, ask, event)


def _told(seat: int, ask: AuthorityAsk, event: AuthorityAnswered, heeded: bool) -> AuthorityTold:
    number = ask.number or event.number[:DIGITS]
    said = (event.verdict[:20], event.amount, heeded, event.decision, event.hash[:64])
    return AuthorityTold(seat, ask.do, ask.request, number, *said)


def _reserve(work: Work, seat: int, _ask: AuthorityAsk, event: AuthorityAnswered) -> None:
    if event.verdict == "reserved":
        tickets_out.reserved(work, seat, event.number)
        return
    tickets_out.turn(work, seat, "not_reserved", payable=True)


def _issue(work: Work, seat: int, ask: AuthorityAsk, event: AuthorityAnswered) -> None:
    if event.verdict not in ("issued", "locked", "redeemed"):
        _contradicts(work, seat, ask)


def _void(work: Work, seat: int, ask: AuthorityAsk, event: AuthorityAnswered) -> None:
    if voiding.is_by_staff(ask):
        voiding.answered(work, seat, ask, event)
    elif event.verdict == "voided":
        tickets_out.voided(work, seat, ask.request)
    elif not tickets_out.was_redeemed(work, seat, ask.request):
        _contradicts(work, seat, ask)


def _not_voided(work: Work, seat: int, ask: AuthorityAsk, event: AuthorityAnswered) -> None:
    """It is asked again; what it says is on record once."""
    out = seat_of(work.table, seat).out
    if out is not None and out.move == ask.request and out.said != event.verdict:
        put(work, seat, out=out._replace(said=event.verdict))
        work.decide(_told(seat, ask, event, heeded=False))


def _lock(work: Work, seat: int, _ask: AuthorityAsk, event: AuthorityAnswered) -> None:
    if event.verdict == "granted" and event.amount > 0:
        tickets_in.granted(work, seat, event.amount)
    else:
        tickets_in.refused(work, seat, event.verdict)


def _redeem(work: Work, seat: int, ask: AuthorityAsk, event: AuthorityAnswered) -> None:
    if event.verdict != "redeemed":
        _contradicts(work, seat, ask)


def _cancel(work: Work, seat: int, ask: AuthorityAsk, event: AuthorityAnswered) -> None:
    if event.verdict == "redeemed":
        _contradicts(work, seat, ask)


def _contradicts(work: Work, seat: int, ask: AuthorityAsk) -> None:
    hold(work, seat, CONTRADICTED, ask.request)


HEEDED: dict[str, Callable[[Work, int, AuthorityAsk, AuthorityAnswered], None]] = {
    "reserve": _reserve,
    "issue": _issue,
    "void": _void,
    "lock": _lock,
    "redeem": _redeem,
    "cancel": _cancel,
}


def waited(work: Work, event: CashWaited) -> None:
    """A desk's clock ran out. What has come about meanwhile stands."""
    number, out = event.seat, seat_of(work.table, event.seat).out
    stage = out.stage if out is not None and out.move == event.name else ""
    match event.what, stage:
        case "authority", "reserving":
            tickets_out.turn(work, number, "no_answer", payable=True)
        case "printer", "printing":
            tickets_out.turn(work, number, "no_answer_of_printer", payable=False)
        case "redeem", _:
            tickets_in.waited(work, number, event.name)
        case "take", _:
            printers.left_at_the_bezel(work, number, event.name)


def ticket_expired(work: Work, event: TicketExpired) -> None:
    """What it stood for was owed until now."""
    if event.amount <= 0:
        return
    work.post("cash", "ticket", -event.amount)
    work.post("house", "lapsed", event.amount)
    work.decide(TicketLapsed(event.number, event.amount))
