"""Tickets over SAS from the host's bytes to the vault's meters: the workshop's host polls, gives, takes, compares."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.faults.cuts.casino import ADDRESS, RULES, CasinoWorld
from tests.faults.cuts.casino_ways import CASINO_WAYS, agree, gone_by_ticket, locked, tickets
from tests.faults.cuts.ways import CREDITS, ready_for_a_ticket
from tests.faults.cuts.world import SEAT, Killed
from tools.emulators.printer.paper.tray import Tray
from tools.sas_host.casino import Stage
from tools.sas_host.conversation import message_of
from tools.sas_host.wire import tickets as wire

OUT, IN = CASINO_WAYS["ticket out over SAS"], CASINO_WAYS["ticket in over SAS"]
TICKETS_IN, TICKETS_OUT = 0x80, 0x86
FORGED = "01" + "9" * 16


@pytest.fixture
def world(tmp_path: Path) -> Iterator[CasinoWorld]:
    world = CasinoWorld("cctalk", tmp_path)
    yield world
    world.kept.vault.close()


def out_and_in(world: CasinoWorld) -> None:
    """A ticket is made of the seat's credits, and put in again."""
    IN.prepare(world)
    IN.begin(world)
    world.until(lambda: IN.ended(world), "it is credited")
    world.run(3)
    IN.law(world)


def counted(world: CasinoWorld) -> list[int]:
    """Tickets in and out: cents and how many, as the host reads them."""
    found = world.duty.read_meters(ADDRESS)
    return [found[code] for code in (TICKETS_IN, TICKETS_IN + 1, TICKETS_OUT, TICKETS_OUT + 1)]


def test_a_ticket_goes_out_and_comes_in_and_the_host_reads_so_of_the_meters(world: CasinoWorld) -> None:
    out_and_in(world)
    assert counted(world) == [CREDITS, 1, CREDITS, 1]
    assert [ticket.cents for ticket in tickets(world, Stage.TAKEN)] == [CREDITS]


def test_a_machine_that_makes_its_numbers_of_the_hosts_identity_is_read_and_paid_by_them(tmp_path: Path) -> None:
    class Secure(CasinoWorld):
        rules = RULES | {"validation": "secure"}

    world = Secure("cctalk", tmp_path)
    world.duty.manners.own_numbers = True
    out_and_in(world)
    (ticket,) = tickets(world, Stage.TAKEN)
    assert (ticket.system, world.table.sas[ADDRESS].tickets.identity) == (0, ADDRESS)
    assert counted(world) == [CREDITS, 1, CREDITS, 1]
    world.kept.vault.close()


def test_a_host_that_denies_a_number_makes_a_hand_pay_of_it(world: CasinoWorld) -> None:
    ready_for_a_ticket(world)
    world.duty.manners.gives_numbers = False
    OUT.begin(world)
    world.until(lambda: world.table.seats[SEAT].hand_pay > 0, "a hand-pay waits")
    world.run(3)
    assert (locked(world), gone_by_ticket(world), world.casino.hand_pays[ADDRESS].cents) == (CREDITS, 0, CREDITS)
    agree(world)


def test_a_host_that_is_not_there_makes_a_hand_pay_of_it_and_its_late_number_is_refused(world: CasinoWorld) -> None:
    ready_for_a_ticket(world)
    world.line.is_in = False
    OUT.begin(world)
    world.until(lambda: world.table.seats[SEAT].hand_pay > 0, "a hand-pay waits")
    world.line.is_in = True
    world.run(3)
    given = wire.number_given(1, "1234567890123456")
    assert world.host.ask(ADDRESS, 0x58, given).figures["status"] == 0x80
    assert (locked(world), gone_by_ticket(world)) == (CREDITS, 0)


def test_what_is_forged_doubled_late_or_spoilt_pays_nothing_and_is_counted(world: CasinoWorld) -> None:
    IN.prepare(world)
    (ticket,) = tickets(world, Stage.PRINTED)
    word = message_of(ADDRESS, 0x71, wire.word_on(wire.CASHABLE, CREDITS, ticket.data))
    forged = message_of(ADDRESS, 0x71, wire.word_on(wire.CASHABLE, CREDITS, FORGED))
    spoilt = word[:-1] + bytes((word[-1] ^ 1,))
    unwanted = message_of(ADDRESS, 0x58, wire.number_given(1, "1"))
    for message in (word, forged, spoilt, unwanted):
        world.host.raw(message)
    assert world.credits == 0
    IN.begin(world)
    world.host.raw(forged)
    world.until(lambda: IN.ended(world), "it is credited")
    for message in (word, word, forged, spoilt, unwanted):
        world.host.raw(message)
        world.host.in_step()
    world.run(3)
    IN.law(world)
    assert world.sas.device is not None
    assert world.sas.device.links(world.now())[0].bad_crc == 2
    assert counted(world) == [CREDITS, 1, CREDITS, 1]


def test_a_number_that_is_not_of_the_host_is_refused_and_given_back(world: CasinoWorld) -> None:
    IN.prepare(world)
    world.put_in(f"ticket {FORGED}")
    world.run(6)
    last = world.table.sas[ADDRESS].tickets.redemption
    assert last is not None
    assert (last.number, last.status, world.credits) == (FORGED, 0x80, 0)
    assert world.table.cash[SEAT].asks == ()
    assert tickets(world, Stage.PRINTED)


def written(*lines: str) -> bytes:
    """Poll 7D: the host's id, 30 days, and the texts."""
    body = bytes((1, 2, 30)) + b"".join(bytes((len(line),)) + line.encode() for line in lines)
    return bytes((len(body),)) + body


def has_credits(world: CasinoWorld) -> bool:
    """A hand tries again while the note is given back."""
    acceptor = world.acceptor.path.memory
    if (
        not world.credits
        and world.takes_notes()
        and acceptor.paper is None
        and not world.table.cash[SEAT].acceptor.move
    ):
        world.put_in("note 5")
    return world.credits == CREDITS


def test_texts_of_the_host_are_on_paper_and_so_after_every_start(tmp_path: Path) -> None:
    """From 7D to the journal, to the paper, and back to the host; after starts of controller, driver and printer."""
    world = CasinoWorld("cctalk", tmp_path)
    papers = tmp_path / "papers"
    world.printer.press._tray = Tray(papers)
    ready_for_a_ticket(world)
    said = world.host.ask(ADDRESS, 0x7D, written("GRAND HOUSE", "1 Main Street", "Springfield"))
    assert said.figures["flag"] == 1
    restarts: tuple[Callable[[], object], ...] = (
        dict,
        world.kill_controller,
        world.drivers["tickets"].die,
        world.drivers["sas"].die,
    )
    for restart in restarts:
        with suppress(Killed):
            restart()
        world.printer.cut_power(0.5, world.now())
        world.run(5)  # all of it is seen to be gone
        world.until(lambda: world.loop is not None and world.takes_notes(), "all is there again")
        world.until(lambda: has_credits(world), "credits are there")
        world.until(lambda: world.table.cash[SEAT].printer.linked, "the printer is there")
        known = len(tickets(world, Stage.PRINTED))
        OUT.begin(world)
        world.until(lambda: len(tickets(world, Stage.PRINTED)) > known and OUT.ended(world), "it is out")  # noqa: B023
        world.order_printer("take")
        paper = max(papers.glob("*.svg"), key=lambda path: int(path.stem)).read_text(encoding="utf-8")
        assert "GRAND HOUSE" in paper
        assert "1 Main Street, Springfield" in paper
        assert world.host.ask(ADDRESS, 0x7D, b"\x00").figures["flag"] == 1
        assert world.table.sas[ADDRESS].tickets.location == "GRAND HOUSE"
    assert world.host.ask(ADDRESS, 0x7C, bytes((2, 0, 0))).figures["flag"] == 1, "the address still stands"
    world.kept.vault.close()
