"""Money that the casino's host moves: host and machine agree after it, and it was moved once or not at all."""

from controller.table.cash.moves import HAND_PAY, JACKPOT, next_by_hand
from controller.table.events import MoveAsked
from controller.table.staff.said import act_said
from tests.faults.cuts.casino import ADDRESS, ASSET, CasinoWorld
from tests.faults.cuts.casino_ways import gone_by_ticket, locked, of_casino
from tests.faults.cuts.ways import CREDITS, Way, papers, ready_for_a_ticket
from tests.faults.cuts.world import SEAT, World
from tools.sas_host.casino import Moved
from tools.sas_host.wire import aft

SILENCES = ("is answered by", "says nothing of it")
BY_HAND_KINDS = {HAND_PAY: 0x40, JACKPOT: 0x60}
"""Instrument → the kind of its validation, as SAS numbers it."""
TURN_CASH_OUTS, HARD = 0x03, 0x04


def moved(world: World) -> list[Moved]:
    """By the host's word, those that moved anything."""
    return [one for one in of_casino(world).casino.moved.values() if one.transfer.cents.cashable]


def _host_asks(casino: CasinoWorld) -> None:
    casino.duty.read_transfer(ADDRESS)
    casino.duty.read_meters(ADDRESS)


def agree(world: World) -> None:
    """The host asks how it stands and looks at the meters: nothing is otherwise than it has it."""
    casino = of_casino(world)
    _host_asks(casino)
    casino.casino.compare(ADDRESS)
    found = [one for one in casino.casino.found if not any(silence in one for silence in SILENCES)]
    assert not found, found
    kept = world.table.sas[ADDRESS].aft
    assert not kept.is_busy, "the seat is still locked"
    for one in moved(world):
        known = {transfer.name for transfer in kept.kept}
        assert one.done == (one.transfer.id.hex() in known), "host and machine do not agree"


def _ready(world: World) -> None:
    casino = of_casino(world)
    world.until(world.takes_notes, "notes are let in")
    world.until(lambda: bool(casino.duty.read_meters(ADDRESS)), "meters are told")


def _ready_with_credits(world: World) -> None:
    ready_for_a_ticket(world)
    _ready(world)


def _ready_for_cash_outs(world: World) -> None:
    _ready_with_credits(world)
    casino = of_casino(world)
    casino.duty.move(ADDRESS, aft.Cents(), aft.TO_MACHINE, ASSET, TURN_CASH_OUTS)
    world.until(lambda: world.table.sas[ADDRESS].aft.cash_outs, "cash-outs are the host's")
    world.run(1)


def _move(world: World, kind: int) -> None:
    casino = of_casino(world)
    casino.duty.move(ADDRESS, aft.Cents(CREDITS), kind, ASSET)


def _is_done(world: World) -> bool:
    return any(one.done for one in moved(world))


def in_law(world: World) -> None:
    """The credits are there if the host has them as moved, and not if it has not."""
    agree(world)
    assert world.credits == CREDITS * _is_done(world), "credited, and the host has not moved it, or the other way round"


def out_law(world: World) -> None:
    """The money is on the seat, or with the host, or it left by a ticket or a hand-pay: at one of these."""
    agree(world)
    with_host = CREDITS * _is_done(world)
    assert world.credits + with_host + locked(world) + gone_by_ticket(world) == CREDITS, "the money is not at one place"


def _ready_for_hard_cash_outs(world: World) -> None:
    """Offered to a host that takes none of them."""
    _ready_with_credits(world)
    casino = of_casino(world)
    casino.duty.move(ADDRESS, aft.Cents(), aft.TO_MACHINE, ASSET, TURN_CASH_OUTS | HARD)
    world.until(lambda: world.table.sas[ADDRESS].aft.hard, "cash-outs are the host's alone")
    casino.duty.manners.takes_cash_outs = False
    world.run(1)


def _waits_for_a_person(world: World) -> bool:
    return world.table.seats[SEAT].hand_pay > 0


def hard_law(world: World) -> None:
    """The money is on the seat, or an attendant is to pay it: no ticket, and nothing with the host."""
    agree(world)
    assert not any(one.done for one in moved(world))
    assert world.credits + locked(world) == CREDITS, "the money is not at one place"
    assert gone_by_ticket(world) == papers(world) == 0, "it is a ticket"


def _ready_for_a_hand_pay(world: World) -> None:
    _ready_with_credits(world)
    of_casino(world).duty.manners.gives_numbers = False


def _is_paid_by_hand(world: World) -> None:
    """A cash-out whose number the host denies."""
    _attendant_comes(world)
    world.cash_out()


def _a_win_is_paid_by_hand(world: World) -> None:
    """What the seat has is a win, and leaves its credits as one."""
    _attendant_comes(world)
    assert world.loop is not None
    world.loop.apply(MoveAsked("win-1-1", SEAT, JACKPOT, CREDITS, False))


def _attendant_comes(world: World) -> None:
    """And again, until it is paid."""
    number = len(world.points)

    def attendant() -> None:
        nonlocal number
        number += 1
        if world.loop is not None and next_by_hand(world.table, SEAT) is not None:
            act = act_said("console", number, "ann", "supervisor", "hand_pay", seat=SEAT, reference="R-1")
            world.loop.apply(act)
        if not paid_by_hand(world):
            world.after(1_000, attendant)

    world.after(1_000, attendant)


def paid_by_hand(world: World) -> int:
    """By the ledger: credits or a win."""
    balances = world.kept.vault.clerk.ledger.balances
    return sum(balances.get(("cash", of), 0) for of in BY_HAND_KINDS)


def _is_validated(world: World) -> bool:
    """It was paid, and the host knows."""
    return paid_by_hand(world) == CREDITS and of_casino(world).casino.told[ADDRESS, 0x3E] > 0 and not open_host(world)


def open_host(world: World) -> bool:
    """Whether the host has anything to read yet."""
    kept = world.table.sas[ADDRESS]
    return bool(kept.tickets.unread or kept.tickets.unstamped)


def hand_pay_law(world: World) -> None:
    """The money is on the seat, locked for an attendant, or paid, once; and the host knows of what was paid."""
    agree(world)
    assert world.credits + locked(world) + paid_by_hand(world) == CREDITS, "the money is not at one place"
    assert papers(world) == 0, "a ticket came out"
    assert not open_host(world), "a hand-pay that was paid is not told"
    records, balances = world.table.sas[ADDRESS].tickets.records, world.kept.vault.clerk.ledger.balances
    for instrument, kind in BY_HAND_KINDS.items():
        validated = sum(one.amount for one in records if one.kind == kind)
        assert validated == balances.get(("cash", instrument), 0), "validated is not what was paid"


BY_HAND = "hand-pay over SAS"
WIN_BY_HAND = "win by hand over SAS"
BY_THE_HOST_ALONE = "cash-out that the host alone may take"
NO_TRANSFERS = (BY_HAND, WIN_BY_HAND, BY_THE_HOST_ALONE)
TRANSFER_WAYS = {
    way.name: way
    for way in (
        Way("transfer in", _ready, lambda world: _move(world, aft.TO_MACHINE), _is_done, in_law),
        Way("transfer out", _ready_with_credits, lambda world: _move(world, aft.TO_HOST), _is_done, out_law),
        Way("cash-out to the host", _ready_for_cash_outs, lambda world: world.cash_out(), _is_done, out_law),
        Way(
            BY_THE_HOST_ALONE,
            _ready_for_hard_cash_outs,
            lambda world: world.cash_out(),
            _waits_for_a_person,
            hard_law,
        ),
        Way(BY_HAND, _ready_for_a_hand_pay, _is_paid_by_hand, _is_validated, hand_pay_law),
        Way(WIN_BY_HAND, _ready_with_credits, _a_win_is_paid_by_hand, _is_validated, hand_pay_law),
    )
}
