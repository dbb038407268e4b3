"""A ticket out and a ticket in where the casino's host knows what they are worth: host and machine agree after it."""

from functools import partial
from typing import cast

from tests.faults.cuts.casino import ADDRESS, CasinoWorld
from tests.faults.cuts.ways import CREDITS, Way, has_a_ticket, in_box, open_move, papers, ready_for_a_ticket
from tests.faults.cuts.world import SEAT, World
from tools.sas_host.casino import Stage, Ticket

SILENCES = ("is answered by", "says nothing of it")
"""What the host notes while nobody is there to answer."""


def of_casino(world: World) -> CasinoWorld:
    return cast("CasinoWorld", world)


def tickets(world: World, stage: Stage) -> list[Ticket]:
    """Of the host, in this stage."""
    return [ticket for ticket in of_casino(world).casino.tickets.values() if ticket.stage is stage]


def agree(world: World) -> None:
    """Nothing waits to be told, and the host has found nothing that does not fit."""
    found = [one for one in of_casino(world).casino.found if not any(silence in one for silence in SILENCES)]
    assert not found, found
    kept = world.table.sas[ADDRESS].tickets
    assert not kept.unread, "a ticket that is out was not told"
    seat = world.table.cash[SEAT]
    assert open_move(world) or not seat.asks, f"the host was not told: {seat.asks}"


def locked(world: World) -> int:
    return sum(move.amount for move in world.table.moves.values() if move.seat == SEAT and not move.into_seat)


def gone_by_ticket(world: World) -> int:
    """By the ledger: what went out on tickets, less what came in on them."""
    return world.kept.vault.clerk.ledger.balances.get(("cash", "ticket"), 0)


def ticket_out_law(world: World) -> None:
    """The money is on the seat, or on the one paper that the host knows, or locked for a hand-pay."""
    out = gone_by_ticket(world)
    assert world.credits + locked(world) + out == CREDITS, "the money is not at one place"
    assert papers(world) <= 1, "a second paper"
    good = tickets(world, Stage.PRINTED)
    assert sum(ticket.cents for ticket in good) == out, "host and machine do not agree"
    if good:
        assert papers(world) == 1, "a ticket is good, and no paper came out whole"
        assert good[0].data == world.table.sas[ADDRESS].tickets.records[-1].number
    agree(world)


def _cash_out(world: World) -> None:
    world.cash_out()


def _is_out(world: World) -> bool:
    return bool(tickets(world, Stage.PRINTED)) and not world.table.cash[SEAT].asks


def _put_it_in(world: World) -> None:
    (ticket,) = tickets(world, Stage.PRINTED)
    world.put_in(f"ticket {ticket.data}")


def _is_in(world: World) -> bool:
    return world.credits == CREDITS and bool(tickets(world, Stage.TAKEN))


def ticket_in_law(world: World) -> None:
    """In the box it is credited, and the host has it as taken; in a hand it is good, and nothing was credited."""
    assert world.credits in (0, CREDITS)
    assert world.credits + gone_by_ticket(world) == CREDITS
    anything = bool(open_move(world)) or bool(world.table.cash[SEAT].found)
    (ticket,) = of_casino(world).casino.tickets.values()
    if world.credits:
        assert in_box(world) == 2, "a ticket is credited, and in nobody's box"
        assert ticket.stage is Stage.TAKEN, "a ticket is credited, and the host does not know"
    elif in_box(world) == 2:
        assert anything, "a ticket in the box is forgotten"
        assert ticket.stage is not Stage.TAKEN
    else:
        assert ticket.stage is (Stage.OFFERED if open_move(world) else Stage.PRINTED), "a ticket in a hand is not good"
    agree(world)


CASINO_WAYS = {
    way.name: way
    for way in (
        Way("ticket out over SAS", ready_for_a_ticket, _cash_out, _is_out, ticket_out_law),
        Way("ticket in over SAS", partial(has_a_ticket, is_out=_is_out), _put_it_in, _is_in, ticket_in_law),
    )
}
