"""What the casino's host says of tickets: a number, whether one is taken, what it has read, how it wants them."""

from controller.facts.host_kinds import HandPayValidated, HostTurned
from controller.table.cash.events import AuthorityAnswered
from controller.table.paper.authorities import authority_answered
from controller.table.paper.keeping import ask_of
from controller.table.paper.letting_in import room_left
from controller.table.paper.tickets.numbers import is_host_number
from controller.table.sas.events import (
    HandPayStamped,
    HostIdentifies,
    HostLets,
    HostNumbered,
    HostRead,
    HostRedeems,
    HostWrites,
)
from controller.table.sas.hosting import host_at
from controller.table.sas.state import SasHost
from controller.table.sas.tickets.numbers import secure_number
from controller.table.sas.tickets.state import (
    BAD_AMOUNT,
    LONGEST_LINE,
    LONGEST_PLACE,
    NO_SUCH_CODE,
    NOT_NOW,
    PENDING,
    REDEEMED,
    REFUSED,
    SECURE,
    TICKET,
    TOO_MUCH,
    WAITING,
    Validation,
)
from controller.table.sas.tickets.validation import LAST_SEQUENCE, change, identified, record
from controller.table.work import Refuse, Work

DENIED = "00"
"""The system of a number that is none: the host wants the money paid by hand."""
CASHABLE = 0x00
OTHER_MONEY = (0x01, 0x02)
"""Restricted and non-restricted: never taken as cashable."""
WHY: dict[int, str] = {0x83: "locked", 0x84: "redeemed", 0x85: "expired"}
"""Why the host refuses a ticket, for its player; of all else it is unknown."""
FUNCTIONS = ("tickets", "hand_pays", "redemption")
TEXTS = ("location", "first", "second")
NEVER = 9999
"""Days of validity as the host says that there is no end."""


def numbered(work: Work, event: HostNumbered) -> None:
    """A number for the ticket that waits for one, or none for it."""
    host = _of(work, event.address)
    out = work.table.cash[host.seat].out
    if out is None or out.stage != "reserving" or out.number:
        raise Refuse("no_draw_wanted", f"seat {host.seat} wants no number for a ticket")
    if not is_host_number(event.number) or any(one.number == event.number for one in host.tickets.records):
        raise Refuse("bad_draw", f"{len(event.number)} digits that are no number for a ticket")
    change(work, event.address, given=event.number)
    verdict = "refused" if event.number.startswith(DENIED) else "reserved"
    authority_answered(work, AuthorityAnswered("reserve", out.move, verdict, 0, event.number))


def redeems(work: Work, event: HostRedeems) -> None:
    """Its word on the ticket at escrow; once it was given it stands."""
    host = _of(work, event.address)
    last = host.tickets.redemption
    if last is None or last.status != WAITING or last.number != event.number:
        raise Refuse("nothing_at_escrow", f"no such ticket at seat {host.seat} waits for the host")
    status = _why_not(work, host.seat, event)
    change(work, event.address, redemption=last._replace(status=status))
    good = event.code == CASHABLE and event.amount > 0
    answer = AuthorityAnswered(
        "lock", last.request, "granted" if good else WHY.get(event.code, "unknown"), event.amount
    )
    authority_answered(work, answer)
    acceptor = work.table.cash[host.seat].acceptor
    if good and acceptor.move == last.request and acceptor.granted:
        change(work, event.address, redemption=last._replace(status=PENDING, amount=event.amount))


def _why_not(work: Work, seat: int, event: HostRedeems) -> int:
    """How it stands if it is not taken."""
    if event.code in OTHER_MONEY:
        return NO_SUCH_CODE
    if event.code != CASHABLE:
        return REFUSED
    if event.amount <= 0:
        return BAD_AMOUNT
    return TOO_MUCH if event.amount > room_left(work.table, seat) else NOT_NOW


def has_read(work: Work, event: HostRead) -> None:
    """It knows of a ticket that came out, or how it went with one that came in: the ask for that ends."""
    tickets = _of(work, event.address).tickets
    if event.what == "redemption":
        last = tickets.redemption
        if last is not None and last.serial == event.number and last.is_over:
            do, verdict = ("redeem", "redeemed") if last.status == REDEEMED else ("cancel", "cancelled")
            _answer(work, do, last.request, verdict, last.amount)
        return
    known = [one for one in tickets.unread if one.serial <= event.number]
    for one in known:
        change(work, event.address, read=one.serial)
        if one.kind == TICKET:
            _answer(work, "issue", one.move, "issued", one.amount)


def _answer(work: Work, do: str, request: str, verdict: str, amount: int) -> None:
    if ask_of(work.table, do, request) is not None:
        authority_answered(work, AuthorityAnswered(do, request, verdict, amount))


def identifies(work: Work, event: HostIdentifies) -> None:
    """Of what numbers are made here from now on."""
    host = _of(work, event.address)
    if (
        host.tickets.style != SECURE
        or not 0 < event.identity <= LAST_SEQUENCE
        or not 0 <= event.sequence <= LAST_SEQUENCE
    ):
        raise Refuse("not_the_hosts", f"address {event.address} makes no numbers of an identity")
    after = identified(host.tickets, event.identity, event.sequence)
    if after != host.tickets:
        change(work, event.address, **after._asdict())
        _turned(work, event.address, "identity", identity=after.identity, sequence=after.sequence)


def lets(work: Work, event: HostLets) -> None:
    """Which of tickets, hand-pays and redemption it wants here, and how long a ticket is valid."""
    host = _of(work, event.address)
    off = {*host.tickets.off, *event.off}.difference(event.on).intersection(FUNCTIONS)
    days = event.days or host.tickets.days
    after = host.tickets._replace(off=tuple(sorted(off)), days=days)
    if after != host.tickets:
        change(work, event.address, off=after.off, days=days)
        _turned(work, event.address, "tickets", off=list(after.off), days=days)


def writes(work: Work, event: HostWrites) -> None:
    """What is printed on the tickets that are drawn from now on: all of it, or nothing."""
    before = _of(work, event.address).tickets
    said = {name: text for name, text in event._asdict().items() if name in TEXTS and text is not None}
    after = before._replace(**said, days=event.days or before.days)
    if not all(len(text) <= LONGEST_LINE and text.isascii() and text.isprintable() for text in said.values()):
        raise Refuse("bad_setting", f"a text of a ticket has up to {LONGEST_LINE} signs that can be printed")
    if len(after.place) > LONGEST_PLACE:
        raise Refuse("bad_setting", f"both lines of an address have {LONGEST_PLACE} signs together on a ticket")
    if after != before:
        change(work, event.address, **{name: getattr(after, name) for name in (*TEXTS, "days")})
        _turned(work, event.address, "texts", **said, days=after.days)


def stamped(work: Work, event: HandPayStamped) -> None:
    """A hand-pay that was paid has its validation, and the host is told of it."""
    tickets = _of(work, event.address).tickets
    if not tickets.unstamped:
        raise Refuse("no_draw_wanted", f"no hand-pay at address {event.address} wants a time")
    (move, amount, kind), rest = tickets.unstamped[0], tickets.unstamped[1:]
    number = ""
    if tickets.style == SECURE and tickets.identity and tickets.sequence < LAST_SEQUENCE:
        number = secure_number(tickets.identity, tickets.sequence + 1)
        change(work, event.address, sequence=tickets.sequence + 1)
    change(work, event.address, unstamped=rest)
    record(work, event.address, Validation(0, kind, move, number, amount, event.time, event.zone, 0, 0))
    work.decide(HandPayValidated(event.address, work.table.sas[event.address].seat, move, amount))


def _turned(work: Work, address: int, order: str, **about: object) -> None:
    work.decide(HostTurned(address, work.table.sas[address].seat, order, about))


def _of(work: Work, address: int) -> SasHost:
    host = host_at(work, address)
    if not host.tickets.style or host.seat not in work.table.cash:
        raise Refuse("not_the_hosts", f"tickets are no business of the host of address {address}")
    return host
