"""Who the acceptor of a seat is, whether it is there, and what is wrong with it."""

from controller.facts.cash_kinds import CounterDoubted, DeviceFaults, DeviceLinked, StackerRemoved
from controller.table.cash.events import (
    AcceptorFaults,
    AcceptorForeign,
    AcceptorFound,
    AcceptorGone,
    AcceptorReset,
    EventsLost,
    Recounted,
)
from controller.table.cash.seat import MOST_DROPS, AcceptorNow, Box, Drop
from controller.table.paper.keeping import find, heard, hold, meet, not_known, put, put_acceptor, release, seat_of
from controller.table.paper.papers import done, undo
from controller.table.work import Work

DEVICE = "acceptor"
CHANGED, FOREIGN, VALUES = "acceptor_changed", "acceptor_foreign", "note_values"
GOES_ON = frozenset({"paused", "line"})
"""After these an acceptor stacks on. After any other, what was routed is open until it was counted: a paper that is
freed, a box that is full or was out, or a mechanism that failed hides whether the last paper went in."""


def acceptor_found(work: Work, event: AcceptorFound) -> None:
    """It is checked against the one that was here; another holds the seat's cash."""
    number, who = event.seat, (event.identity, event.currency, tuple(event.notes))
    known = seat_of(work.table, number).acceptor
    if not known.linked:
        work.decide(DeviceLinked(number, DEVICE, True, event.identity[:80]))
    put_acceptor(work, number, linked=True, moving=False)
    if known.identity and who != (known.identity, known.currency, known.values):
        _is_another(work, number, known, who)
        return
    if not known.identity:
        meet(work, number, DEVICE, event.identity)
    belongs_here(work, number, who)
    heard(work, number, event.mark)


def _is_another(work: Work, number: int, known: AcceptorNow, who: tuple[str, str, tuple[int, ...]]) -> None:
    """It cannot say what became of what the other had, and its events are counted by another counter."""
    put_acceptor(work, number, found=who)
    hold(work, number, CHANGED, who[0][:80])
    if known.routed:
        not_known(work, number, CHANGED)
    elif known.move:
        undo(work, number, CHANGED)


def belongs_here(work: Work, number: int, who: tuple[str, str, tuple[int, ...]], by: str = "") -> None:
    """This acceptor is the seat's. What its notes are worth has to be what the settings say."""
    identity, currency, values = who
    seat = seat_of(work.table, number)
    put_acceptor(work, number, identity=identity, currency=currency, values=values, found=None)
    release(work, number, CHANGED, by)
    release(work, number, FOREIGN, by)
    if set(seat.setup.notes) <= set(values):
        release(work, number, VALUES, by)
    else:
        hold(work, number, VALUES, ", ".join(map(str, values))[:80])


def acceptor_gone(work: Work, event: AcceptorGone) -> None:
    """A line that is away is an acceptor that accepts: what it did will be found."""
    if seat_of(work.table, event.seat).acceptor.linked:
        put_acceptor(work, event.seat, linked=False, moving=False)
        work.decide(DeviceLinked(event.seat, DEVICE, False, event.text[:80]))


def acceptor_foreign(work: Work, event: AcceptorForeign) -> None:
    """Not the one that the driver's settings name: nothing of it is taken."""
    acceptor_gone(work, AcceptorGone(event.seat, event.text))
    hold(work, event.seat, FOREIGN, event.text[:80])


def acceptor_reset(work: Work, event: AcceptorReset) -> None:
    """What was under way when it started anew: in the box it is done, else nobody knows."""
    number = event.seat
    acceptor = heard(work, number, event.mark)
    put_acceptor(work, number, ack_owed=False, moving=False, back="", power_up=bool(acceptor.move))
    if not acceptor.move or acceptor.unknown or acceptor.found is not None or event.paper == "in_path":
        return
    if acceptor.routed and event.paper == "in_stacker":
        done(work, number)
    elif acceptor.routed or (event.paper == "in_stacker" and acceptor.move in work.table.moves):
        not_known(work, number, "power_up")
    else:  # nobody told it to take that; if it did all the same, that is found
        undo(work, number, "power_up")


def acceptor_faults(work: Work, event: AcceptorFaults) -> None:
    """Its whole list after a change: what was routed is open until it was counted, and a box that is taken out is
    reported with what should be in it."""
    number, faults = event.seat, tuple(sorted(set(event.faults)))
    acceptor = heard(work, number, event.mark)
    if faults == acceptor.faults:
        return
    put_acceptor(work, number, faults=faults)
    work.decide(DeviceFaults(number, DEVICE, faults))
    if acceptor.routed and set(faults) - GOES_ON:
        not_known(work, number, "jam")
    if "stacker_removed" in set(faults).difference(acceptor.faults):
        _box_taken(work, number)


def _box_taken(work: Work, number: int) -> None:
    seat = seat_of(work.table, number)
    box, count = seat.box, seat.drop_count + 1
    drops = (*seat.drops, Drop(count, box.cash))[-MOST_DROPS:]
    put(work, number, box=Box(), drops=drops, drop_count=count)
    notes = {str(value): many for value, many in box.notes}
    work.decide(StackerRemoved(number, count, notes, *box[1:], box.cash))


def events_lost(work: Work, event: EventsLost) -> None:
    """What they were worth only a count can say; what was routed may be among them."""
    acceptor = heard(work, event.seat, event.mark)
    work.decide(CounterDoubted(event.seat, event.missing))
    if acceptor.routed:
        not_known(work, event.seat, "events_lost")
    if not any(one.value == 0 and one.why == "events_lost" for one in seat_of(work.table, event.seat).found):
        find(work, event.seat, 0, "events_lost")


def recounted(work: Work, event: Recounted) -> None:
    """Noted, and no more: a counter that came round exactly cannot be seen."""
    heard(work, event.seat, event.mark)
    work.decide(CounterDoubted(event.seat, 0))
