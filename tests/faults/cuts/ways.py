"""A note in, a ticket out, a ticket in: how each goes, and what has to be so after it, whatever was cut meanwhile."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from controller.table.cash.seat import FoundCash
from controller.table.paper.tickets.numbers import read_number
from controller.vault.books.tickets import ISSUED, LOCKED, REDEEMED
from tests.faults.cuts.world import SEAT, World

SETTLES = 16
"""Seconds of the world after which everything that can end by itself has ended: longer than `printer_wait`."""
CREDITS = 500
TOLD_BEFORE = 12


class Way(NamedTuple):
    """One way that money goes."""

    name: str
    prepare: Callable[[World], None]
    begin: Callable[[World], None]
    ended: Callable[[World], bool]
    """When nothing is cut."""
    law: Callable[[World], None]
    """Holds in the end, whatever was cut."""


def in_box(world: World) -> int:
    """Papers in the acceptor's box, or in one that was pulled."""
    memory = world.acceptor.path.memory
    return len(memory.box) + len(memory.taken)


def open_move(world: World) -> str:
    """What of the acceptor nobody knows, and two persons will count."""
    acceptor = world.table.cash[SEAT].acceptor
    return acceptor.move if acceptor.unknown else ""


def found_of(world: World) -> tuple[FoundCash, ...]:
    """What came without a move."""
    return world.table.cash[SEAT].found


def sums_to_nothing(world: World) -> None:
    """Law 6, by the books of the journal: they are the same when it is read again, and sum to nothing."""
    ledger = world.kept.vault.clerk.ledger
    assert ledger.full_sum() == 0, ledger.balances
    assert not any(money < 0 for (name, _), money in ledger.balances.items() if name in ("credits", "found"))


# ---- a note in -------------------------------------------------------------------------------------------------------


def _ready_for_notes(world: World) -> None:
    """By a unit that has told of something before."""
    if world.protocol == "cctalk":
        world.put_in(f"counter {TOLD_BEFORE}")
    world.until(world.takes_notes, "notes are let in")


def _put_in_a_note(world: World) -> None:
    world.put_in("note 5")


def note_law(world: World) -> None:
    """A note in the box is credited, or found, or open until it is counted; one that came back is nothing of these.

    Where nobody can know, it is open, wherever it is."""
    assert world.credits in (0, CREDITS)
    found = sum(one.value for one in world.table.cash[SEAT].found)
    anything = bool(world.table.cash[SEAT].found) or bool(open_move(world))
    if in_box(world):
        assert world.credits == CREDITS or anything, "a note in the box is forgotten"
        assert world.credits + found <= CREDITS, "a note is credited and found"
    else:
        assert world.credits == 0, "a note that came back is credited"
        assert found == 0
        assert world.table.cash[SEAT].acceptor.move == open_move(world), "a note that came back has a move"
    assert not (world.credits and open_move(world)), "a note is credited, and open"
    assert not (found_of(world) and open_move(world)), "a note is found, and open"


# ---- a ticket out ----------------------------------------------------------------------------------------------------


def ready_for_a_ticket(world: World) -> None:
    """The seat has credits, and its printer is ready."""
    _ready_for_notes(world)
    world.put_in("note 5")
    world.until(lambda: world.credits == CREDITS, "the note is credited")
    world.until(lambda: world.table.cash[SEAT].printer.state == "ready", "the printer is ready")
    world.run(2)


def _cash_out(world: World) -> None:
    world.cash_out()


def _ticket_is_out(world: World) -> bool:
    tickets = world.kept.vault.clerk.tickets
    return any(ticket.state == ISSUED for ticket in tickets.tickets.values()) and world.credits == 0


def papers(world: World) -> int:
    """Whole tickets that came out of the printer."""
    return world.printer.press.memory.printed


def ticket_out_law(world: World) -> None:
    """The money is at one place: on the seat, on a ticket that is good, or locked for a hand-pay. No second paper."""
    tickets = world.kept.vault.clerk.tickets
    good = [ticket for ticket in tickets.tickets.values() if ticket.state in (ISSUED, LOCKED)]
    locked = sum(move.amount for move in world.table.moves.values() if move.seat == SEAT)
    assert world.credits + tickets.outstanding() + locked == CREDITS, "the money is not at one place"
    assert papers(world) <= 1, "a second paper"
    if good:
        assert papers(world) == 1, "a ticket is good, and no paper came out whole"
        assert locked == 0, "a ticket is good, and its money is paid by hand too"
    if locked == 0 and not world.credits:
        assert good, "the money is gone, and no ticket is good"


# ---- a ticket in -----------------------------------------------------------------------------------------------------


def has_a_ticket(world: World, is_out: Callable[[World], bool]) -> None:
    """The player holds a ticket, and the acceptor would take it."""
    ready_for_a_ticket(world)
    world.cash_out()
    world.until(lambda: is_out(world), "a ticket is out")
    world.run(1)
    world.order_printer("take")
    world.run(2)
    world.until(world.takes_notes, "tickets are let in")


def number_of_ticket(world: World) -> str:
    tickets = world.kept.vault.clerk.tickets
    number: str = next(iter({**tickets.over, **tickets.tickets}))
    assert read_number(number) == number
    return number


def _put_in_the_ticket(world: World) -> None:
    world.put_in(f"ticket {number_of_ticket(world)}")


def ticket_in_law(world: World) -> None:
    """In the box it is credited and redeemed, or nobody knows; in a hand it is good again, and nothing was credited."""
    tickets = world.kept.vault.clerk.tickets
    ticket = tickets.known(number_of_ticket(world))
    assert ticket is not None
    seat = world.table.cash[SEAT]
    anything = bool(open_move(world)) or bool(seat.found)
    assert world.credits in (0, CREDITS)
    assert not seat.asks, f"its authority was not told: {seat.asks}"
    if world.credits:
        assert in_box(world) == 2, "a ticket is credited, and in nobody's box"
        assert ticket.state == REDEEMED, "a ticket is credited, and still good"
    elif in_box(world) == 2:
        assert anything, "a ticket in the box is forgotten"
        assert ticket.state in (LOCKED, ISSUED)
    else:
        assert ticket.state == (LOCKED if open_move(world) else ISSUED), "a ticket in a hand is not good"


WAYS = {
    way.name: way
    for way in (
        Way("note in", _ready_for_notes, _put_in_a_note, lambda world: world.credits == CREDITS, note_law),
        Way("ticket out", ready_for_a_ticket, _cash_out, _ticket_is_out, ticket_out_law),
        Way(
            "ticket in",
            partial(has_a_ticket, is_out=_ticket_is_out),
            _put_in_the_ticket,
            lambda world: world.credits == CREDITS,
            ticket_in_law,
        ),
    )
}
