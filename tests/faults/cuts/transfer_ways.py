"""Money that the casino's host moves: host and machine agree after it, and it was moved once or not at all."""

from tests.faults.cuts.casino import ADDRESS, ASSET, CasinoWorld
from tests.faults.cuts.casino_ways import gone_by_ticket, locked, of_casino
from tests.faults.cuts.ways import CREDITS, Way, ready_for_a_ticket
from tests.faults.cuts.world import World
from tools.sas_host.casino import Moved
from tools.sas_host.wire import aft

SILENCES = ("is answered by", "says nothing of it")
TURN_CASH_OUTS = 0x03


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


TRANSFER_WAYS = {
    way.name: way
    for way in (
        Way("transfer in", _ready, lambda world: _move(world, aft.TO_MACHINE), _is_done, in_law),
        Way("transfer out", _ready_with_credits, lambda world: _move(world, aft.TO_HOST), _is_done, out_law),
        Way("cash-out to the host", _ready_for_cash_outs, lambda world: world.cash_out(), _is_done, out_law),
    )
}
