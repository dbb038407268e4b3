"""Recorded play: one round with every kind of event in it, and whole evenings made from a seed."""

from collections.abc import Iterator
from pathlib import Path

from controller.table import events as e
from controller.table.cash import events as c
from controller.table.jackpots.events import JackpotLeased
from controller.table.paper.tickets.numbers import ticket_number
from controller.table.sas.events import (
    HandPayStamped,
    HostFellSilent,
    HostIdentifies,
    HostLets,
    HostNumbered,
    HostOrdered,
    HostRead,
    HostRedeems,
    HostSetUp,
    HostTook,
    HostWrites,
)
from controller.table.sas.transfers.aft import INTO, NO_KEY, OUT_OF
from controller.table.sas.transfers.events import HostCancelled, HostLock, HostRegistered, HostTransfer, HostWaited
from controller.table.service import events as trial_events
from controller.table.staff.act import OperatorAct
from controller.table.staff.said import act_said
from controller.vault.kept_table import KeptTable
from controller.vault.lifecycle.creation import Birth, Dice, Life, bear
from tests.asked import cash_out, choose, done, go_on, lay, pass_dice, set_limits, shoot, take_break, wager, wagers
from tests.cash.till import HOUSE, SEAT, VALUES
from tests.vault.evening import Clock, Evening, Now, make_table, new_state, thrown

Group = list[Now]
"""Events that are committed together."""


def _operator(id: int, act: str, **words: object) -> OperatorAct:
    return act_said("menu", id, "boris", "supervisor", act, **words)


STRAIGHT = "1.000000 0.000000 0.000000 0.000000 1.000000 0.000000"
"""What sets a touch screen that needs nothing."""


def round_of_all_kinds() -> list[Now]:
    """One round in which everything happens that can happen to a table."""
    nonce = "0123456789abcdef"
    return [Now(*now) for now in _round(nonce)]


def _round(nonce: str) -> Iterator[tuple[e.Event, int]]:
    yield e.SeatJoined(1), 0
    yield e.SeatJoined(2), 10
    yield e.ScreenSeen(1, True), 10
    yield e.UnitFound(4711, 41), 100
    yield e.KeyTurned("operator", True), 50
    yield e.StationNews("signed_in", "boris", "menu", "supervisor, operator"), 50
    yield _operator(1, "credit", seat=1, amount=100_000), 50
    yield _operator(2, "credit", seat=2, amount=100_000), 50
    yield e.MoveAsked("bill-1", 1, "bill", 2_000, True), 50
    yield e.MoveEnded("bill-1", True, "stacked"), 50
    yield wager(1, "seat1", 1, 1, "place", "pass_line", 500), 300
    yield wager(2, "seat2", 1, 1, "place", "pass_line", 1_000), 300
    yield wager(2, "seat2", 2, 1, "place", "no_such_bet", 1_000), 300
    yield wager(1, "seat1", 2, 1, "place", "field", 400), 300
    yield wager(1, "seat1", 3, 1, "take_down", "field", 200), 300
    yield wager(1, "seat1", 3, 1, "take_down", "field", 200), 300
    yield e.SeriesWanted("tablet"), 100
    yield wagers(1, "tablet", 1, 1, (lay("place", "any_seven", 100), lay("take_down", "any_seven"))), 100
    yield wagers(1, "tablet", 2, 1, (lay("place", "field", 100), lay("place", "dont_pass", 100))), 100
    yield wager(2, "seat2", 3, 1, "place", "hard:8", 300), 300
    yield cash_out(2, "seat2", 4), 200
    yield e.ServiceCalled(1), 300
    yield e.DoorMoved("dome", True), 300
    yield e.DoorMoved("dome", False), 300
    yield e.AlarmOver("dome"), 300
    yield e.DoorLatched("dome"), 300
    yield set_limits(1, "seat1", 4, 60, 20_000, 0), 300
    yield go_on(1, "seat1", 5), 300
    yield take_break(2, "seat2", 5), 300
    yield JackpotLeased("00c0ffee", 1_790_000_000_000, ("fire_six",), "ef" * 64, 5_000), 300
    yield e.SoftwareChecked("0.1.0 abcdef", ""), 300
    yield e.SecondPlaceChecked("head_missing", "/mnt/second/head", False), 300
    yield trial_events.ShakeDrawn(99, nonce), 300
    yield trial_events.UnitTested("self_test", "tested", {"failures": []}), 300
    yield trial_events.TouchTested(1, "menu/2", 96, 96), 300
    yield trial_events.TouchSet(1, "menu/2", STRAIGHT, ""), 300
    yield trial_events.TouchNotSet(1, "menu/2", "left"), 300
    for event in _notes_and_tickets():
        yield event, 100
    for event in _the_casinos_host():
        yield event, 100
    yield _operator(3, "hand_pay", seat=2, reference="receipt 7"), 500
    yield e.LidMoved(True), 20
    yield e.LidMoved(False), 20
    yield e.FaultsChanged(("sensor_dead",)), 20
    yield e.FaultsChanged(()), 20
    yield e.BooksDisagree("only to see that it holds"), 20
    yield _operator(4, "resume"), 100
    yield done(1, "seat1", 4, 1), 300
    yield wager(1, "seat1", 5, 1, "place", "field", 400), 25_000
    yield e.Drawn(42, nonce, {"hard:8": "high", "any_seven": "low"}), 10
    yield e.ButtonPressed(2, True), 10
    yield pass_dice(1, "seat1", 6, 1), 500
    yield e.UnitLost(), 20
    yield e.UnitFound(4711, 41), 900
    yield shoot(2, "seat2", 5, 1), 700
    yield e.ShakeRefused(42, "busy", 41), 20
    yield e.OutcomeNears(42), 20
    yield thrown(42, nonce, "leaning", (0, 0)), 2_700
    yield e.Drawn(43, nonce[::-1], {}), 10
    yield thrown(43, nonce[::-1], "ok", (4, 4), forged=True), 2_700
    yield e.Restarted(), 10
    yield e.SeatLeft(1), 0
    yield e.SeatJoined(1), 10
    yield e.UnitFound(4711, 42), 100
    yield e.RollUnderWay(43), 100
    yield e.Restarted(), 10
    yield e.UnitFound(4711, 42), 100
    yield e.RollUnknown(43), 100
    yield choose(1, "seat1", 7, 1, True), 1_000
    yield choose(2, "seat2", 6, 1, True), 1_000
    yield thrown(43, nonce[::-1], "ok", (4, 4)), 2_700
    yield e.TimePassed(), 5_000
    yield _operator(5, "settings", change={"bet_time": 30}), 100


def evening(directory: Path, seed: int, events: int, restless: float = 0.05) -> list[Now]:
    """So many events of an evening, as they come when nothing goes wrong."""
    kept, world, happened = opened(directory), Evening(seed, restless), []
    for _ in range(events):
        now = world.next(kept.table)
        happened.append(now)
        kept.take(*now)
        kept.commit()
    kept.vault.close()
    return happened


def opened(directory: Path) -> KeptTable:
    """The vault there, a new one where there is none."""
    clock = Clock()
    if not directory.exists():
        bear(directory, Birth(Life.LIVE, new_state(), clock()))
    return KeptTable.open(directory, clock, make_table, dice=Dice.UNIT)


def _the_casinos_host() -> Iterator[e.Event]:
    """It turns the table off and on, and takes what it is told of that; and the floor knows of larger numbers."""
    yield HostSetUp({"1": {"seat": 0, "controls": ["play"], "unit": 100}})
    yield HostOrdered(1, "disable")
    yield HostOrdered(1, "enable")
    yield HostTook(1, 1)
    yield HostFellSilent()
    aft = {"asset": 7, "limit": 5_000, "registers": False, "offer_time": 1_000, "cash_outs": None}
    yield HostSetUp({"1": {"seat": 3, "controls": ["transfers"], "unit": 100, "aft": aft}})
    yield HostTransfer(1, 1, 0, INTO, 500, 0, 0, 7, NO_KEY, "aa", 0, 1_000)
    yield HostTransfer(1, 2, 0, OUT_OF, 500, 0, 0, 7, NO_KEY, "bb", 0, 1_000)
    yield HostCancelled(1, 3, 1_000)
    yield HostLock(1, 0, 100)
    yield HostWaited(1, "lock", 1)
    yield HostRegistered(1, "ready", 7, NO_KEY, 1)
    yield HostSetUp({"1": {"seat": 0, "controls": ["play"], "unit": 100}})
    yield from _tickets_of_the_host()
    yield c.NumbersKnown(40, {"3": 12})


def _tickets_of_the_host() -> Iterator[e.Event]:
    """A ticket out under its number, the same ticket in again, and a hand-pay that is validated."""
    seat, number = 3, "01" + "1234567890123456"
    yield HostSetUp({"4": {"seat": seat, "controls": ["tickets"], "unit": 100, "validation": "secure"}})
    yield HostIdentifies(4, 77, 5)
    yield HostLets(4, (), ("redemption",), 60)
    yield HostLets(4, ("redemption",), ())
    yield HostWrites(4, "The House", "1 Main Street", days=90)
    yield c.CashSetUp({str(seat): SEAT | {"authority": "sas"}}, HOUSE)
    yield HostSetUp({"4": {"seat": seat, "controls": ["tickets"], "unit": 100, "validation": "system"}})
    yield c.AcceptorReset(seat, "none", (3, 0))
    yield c.TicketOffered(seat, number, (3, 1))
    yield HostRedeems(4, number, 0, 700)
    yield c.RouteMeant(seat)
    yield c.PaperStacked(seat, None, True, False, (3, 2))
    yield HostRead(4, "redemption", 1)
    yield cash_out(seat, "seat3", 2)
    yield c.TicketDigits(seat, "008", 1_700_000_000)
    yield HostNumbered(4, "00" + "0" * 16)
    yield act_said("console", 1, "boris", "supervisor", "hand_pay", seat=seat, reference="receipt 8")
    yield HandPayStamped(4, 1_700_000_000, 0)
    yield HostSetUp({})


def _notes_and_tickets() -> Iterator[e.Event]:
    """At a seat that plays for nothing else: a note in, a ticket out and lapsed, and every trouble on the way."""
    seat, number = 3, ticket_number(0, 17, 1, "007")
    yield c.CashSetUp({str(seat): SEAT}, HOUSE)
    yield c.AcceptorForeign(seat, "another port")
    yield c.AcceptorGone(seat, "no answer")
    yield c.AcceptorFound(seat, "ccTalk NV9", "USD", VALUES, (1, 0))
    yield c.PrinterGone(seat)
    yield c.PrinterFound(seat, 78, 0)
    yield c.PrinterState(seat, "ready", "low", ())
    yield c.NoteOffered(seat, 5)
    yield c.PaperReturned(seat, (1, 1))
    yield c.PaperRejected(seat, "not read", (1, 2))
    yield c.TicketOffered(seat, number, (1, 3))
    yield c.AuthorityAnswered("lock", f"ticket-{seat}/1", "unknown")
    yield c.PaperReturned(seat, (1, 4))
    yield c.AuthorityAnswered("cancel", f"ticket-{seat}/1", "cancelled")
    yield c.NoteOffered(seat, 500, (1, 5))
    yield c.RouteMeant(seat)
    yield c.PaperNotRouted(seat, "busy")
    yield c.PaperRouted(seat)
    yield c.PaperStacked(seat, 500, True, True, (1, 6))
    yield c.Acknowledged(seat)
    yield c.PathEmpty(seat)
    yield c.AcceptorFaults(seat, ("stacker_removed",), (1, 7))
    yield c.AcceptorFaults(seat, (), (1, 8))
    yield cash_out(seat, "seat3", 1)
    yield c.TicketDigits(seat, "007", 1_700_000_000)
    yield c.AuthorityAnswered("reserve", "seat3/1", "reserved")
    yield c.JobTold(seat, 1, 78, "whole")
    yield c.AuthorityAnswered("issue", "seat3/1", "issued")
    yield c.CashWaited(seat, "take", "1")
    yield c.TicketGone(seat, 1)
    yield c.TicketExpired(number, 500)
    yield c.Recounted(seat)
    yield c.EventsLost(seat, 3)
    yield c.AcceptorReset(seat, "none", (2, 0))


def in_groups(happened: list[Now]) -> list[Group]:
    """Committed one, two or three at a time, as a busy loop would."""
    groups: list[Group] = []
    while happened:
        size = 1 + len(groups) % 3
        groups.append(happened[:size])
        happened = happened[size:]
    return groups
