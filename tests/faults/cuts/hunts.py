"""Stories on the casino's line that hold, whatever a line or a cut does to them: by these a planted bug shows itself.

Each plays in a folder of its own and fails with an AssertionError where a law is broken.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from controller.table.sas.events import HostIdentifies
from drivers.sas.codec import ByteHeard
from drivers.sas.engine.engine import Engine
from tests.drivers.sas.bench import NOON, SETTINGS, image
from tests.drivers.sas.test_engine import events
from tests.faults.cuts.casino import ADDRESS, ASSET, RULES, CasinoWorld
from tests.faults.cuts.casino_ways import CASINO_WAYS, agree, gone_by_ticket, locked
from tests.faults.cuts.transfer_ways import TRANSFER_WAYS
from tests.faults.cuts.transfer_ways import agree as transfers_agree
from tests.faults.cuts.ways import CREDITS, ready_for_a_ticket
from tests.faults.cuts.world import SEAT, Killed
from tools.sas_host.conversation import message_of
from tools.sas_host.wire import aft, tickets

Hunt = Callable[[Path], None]
OUT = CASINO_WAYS["ticket out over SAS"]
TRANSFER_IN = TRANSFER_WAYS["transfer in"]
CREDITED = 300


@contextmanager
def _world(folder: Path, **rules: object) -> Iterator[CasinoWorld]:
    class Casino(CasinoWorld):
        pass

    Casino.rules = RULES | rules
    world = Casino("cctalk", folder)
    try:
        yield world
    finally:
        world.kept.vault.close()


# ---- what is said and heard --------------------------------------------------------------------------


def an_answer_that_was_not_heard_is_said_again(folder: Path) -> None:
    """Each exception reaches a host that misses every second answer."""
    del folder
    engine, now = Engine(SETTINGS, 100.0), 100.0
    there = events(0x11, 0x12, 0x13, 0x14)
    engine.told({1: image(events=there)}, now)
    engine.feed(ByteHeard(0x80, True), now, NOON)
    heard: list[int] = []
    for number in range(2 * len(there)):
        engine.feed(ByteHeard(0x81, True), now := now + 0.04, NOON)
        said = b"".join(one.data for one in engine.take_said())
        if number % 2:
            heard += said
            engine.feed(ByteHeard(0x80, True), now := now + 0.04, NOON)
    assert heard == [event.code for event in there], f"heard {heard}"


def polls_that_came_at_once_are_answered_by_the_last(folder: Path) -> None:
    """A driver that stood still: what it did not say nobody has heard."""
    del folder
    engine, now = Engine(SETTINGS, 100.0), 100.0
    engine.told({1: image(events=events(0x11))}, now)
    for value in (0x80, 0x81, 0x80):
        engine.feed(ByteHeard(value, True), now, NOON)
    engine.take_said()
    engine.feed(ByteHeard(0x81, True), now + 0.04, NOON)
    assert [one.data for one in engine.take_said()] == [b"\x11"], "an exception is lost"


# ---- transfers ---------------------------------------------------------------------------------------


def a_transfer_that_nobody_kept_was_not_done(folder: Path) -> None:
    """The controller is away when it is asked for, and the driver dies before it is back."""
    with _world(folder) as world:
        TRANSFER_IN.prepare(world)
        with suppress(Killed):
            world.kill_controller()
        TRANSFER_IN.begin(world)
        world.sas.die()
        world.run(10)
        TRANSFER_IN.law(world)


def the_same_transfer_twice_moves_money_once(folder: Path) -> None:
    """Its bytes again at once are its answer again; its id again is refused."""
    with _world(folder) as world:
        world.until(world.takes_notes, "the machine is there")
        world.until(lambda: bool(world.duty.read_meters(ADDRESS)), "meters are told")
        transfer = world.casino.new_transfer(ADDRESS, aft.Cents(CREDITED), aft.TO_MACHINE, ASSET)
        message = message_of(ADDRESS, 0x72, transfer.body())
        first, again = world.host.raw(message), world.host.raw(message)
        assert first == again, f"asked again: {again.hex()} after {first.hex()}"
        world.host.in_step()
        world.host.raw(message)
        transfers_agree(world)
        assert world.credits == CREDITED, f"{world.credits} credited"


def money_that_may_not_be_cashed_out_is_refused(folder: Path) -> None:
    """By its status, and none of it is credited."""
    with _world(folder) as world:
        world.until(world.takes_notes, "the machine is there")
        for cents in (aft.Cents(0, 500, 0), aft.Cents(0, 0, 500), aft.Cents(100, 500, 0)):
            answer = world.duty.move(ADDRESS, cents, aft.TO_MACHINE, ASSET)
            assert (answer.figures["status"], world.credits) == (0x82, 0), f"{cents}: {answer.figures}"


def a_transfer_waits_for_a_note_longer_than_its_lock(folder: Path) -> None:
    """The lock ends meanwhile: the transfer is done all the same, and the host is told."""
    with _world(folder) as world:
        ready_for_a_ticket(world)
        world.until(lambda: bool(world.duty.read_meters(ADDRESS)), "meters are told")
        world.put_in("note 5")
        world.until(lambda: bool(world.table.cash[SEAT].acceptor.move), "a note is on its way")
        world.host.ask(ADDRESS, 0x74, bytes((0, 0, 0, 0x10)))
        world.duty.move(ADDRESS, aft.Cents(CREDITS), aft.TO_HOST, ASSET)
        assert world.table.sas[ADDRESS].aft.waiting is not None, "it does not wait"
        world.run(10)
        transfers_agree(world)
        assert world.credits == CREDITS, f"{world.credits} are left"
        assert any(one.done for one in world.casino.moved.values()), "it was never done"


# ---- tickets -----------------------------------------------------------------------------------------


def numbers_made_here_are_made_once(folder: Path) -> None:
    """Also after the host has given the same identity again, from its beginning."""
    with _world(folder, validation="secure") as world:
        world.duty.manners.own_numbers = True
        for notes in range(2):
            if notes:
                world.journal.take(HostIdentifies(ADDRESS, 77, 0))
                world.journal.take(HostIdentifies(ADDRESS, ADDRESS, 0))
                world.put_in("note 5")
            else:
                ready_for_a_ticket(world)
            world.until(lambda: world.credits == CREDITS, "credits are there")
            OUT.begin(world)
            world.until(lambda: world.credits == 0 and world.table.cash[SEAT].out is None, "a ticket is out")
            world.run(3)
            world.order_printer("take")
            world.run(1)
        agree(world)
        assert len(world.casino.tickets) == 2, "two tickets have one number"


def a_late_number_is_refused(folder: Path) -> None:
    """A host that was away finds a hand-pay, and its number for it is none."""
    with _world(folder) as world:
        ready_for_a_ticket(world)
        world.line.is_in = False
        OUT.begin(world)
        world.run(15)
        world.line.is_in = True
        world.run(3)
        given = world.host.ask(ADDRESS, 0x58, tickets.number_given(1, "1234567890123456"))
        world.run(10)
        assert given.figures["status"] == 0x80, f"status {given.figures['status']:02x}"
        assert (locked(world), gone_by_ticket(world)) == (CREDITS, 0), "it was printed"


# ---- exceptions --------------------------------------------------------------------------------------


def what_was_taken_while_nobody_listened_is_told_anew(folder: Path) -> None:
    """The controller is away while the host takes what waits: once it is back, nothing waits for ever."""
    with _world(folder) as world:
        ready_for_a_ticket(world)
        world.run(2)
        world.line.is_in = False
        OUT.begin(world)
        world.until(lambda: world.table.seats[SEAT].hand_pay > 0, "a hand-pay waits")
        assert world.table.sas[ADDRESS].waiting, "nothing waits for the host"
        with suppress(Killed):
            world.kill_controller()
        world.line.is_in = True
        world.until(lambda: world.loop is not None, "the controller is back")
        world.run(3)
        world.until(lambda: not world.table.sas[ADDRESS].waiting, "the host has taken everything", 20)
