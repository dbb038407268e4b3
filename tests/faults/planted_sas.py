"""Bugs that are planted into the casino's line, as those of `planted` are into the rest; each with the story of
`tests/faults/cuts/hunts.py` that finds it."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from controller.table.cash.events import CashWaited
from controller.table.event_rows import EVENTS
from controller.table.paper.tickets import tickets_out
from controller.table.sas.hosting import put
from controller.table.sas.tickets import validation, words
from controller.table.sas.transfers import transfers
from controller.table.sas.transfers.events import HostTransfer, HostWaited
from drivers.sas.engine import address, engine, telling
from drivers.sas.polls import meters
from drivers.sas.polls import transfers as aft
from tests.faults.cuts import hunts

Patch = pytest.MonkeyPatch


class Bug(NamedTuple):
    """What is wrong, and who finds it."""

    plant: Callable[[Patch], None]
    hunt: hunts.Hunt


def _an_exception_is_forgotten_when_it_is_said(patch: Patch) -> None:
    """The host's acknowledgement is not waited for."""
    whole = telling.Telling.next

    def next_event(self: telling.Telling, image: Any, now: float) -> Any:
        event = whole(self, image, now)
        if event is not None:
            self._taken.add(event.number)
        return event

    patch.setattr(telling.Telling, "next", next_event)


def _the_same_poll_acknowledges(patch: Patch) -> None:
    """Any poll is taken for the acknowledgement of the answer before."""

    def repeat(self: address.Address, _message: bytes, now: float) -> bytes:
        self._acknowledged(now)
        return b""

    patch.setattr(address.Address, "_repeat", repeat)


def _what_was_not_said_counts_as_said(patch: Patch) -> None:
    """A driver that stood still answers every poll that came meanwhile."""
    patch.setattr(engine.Engine, "_overtaken", lambda _self: None)


def _what_the_host_has_is_remembered_for_ever(patch: Patch) -> None:
    """A controller that started anew is not told again what was taken while it was away."""
    patch.setattr(telling.Telling, "told_anew", lambda _self: None)
    patch.setattr(telling.Telling, "told", lambda _self, _image: None)


def _done_is_told_before_it_is_kept(patch: Patch) -> None:
    """What the table has not answered in time is done, by the driver's word."""
    patch.setattr(aft, "PENDING", 0x00)


def _the_last_id_is_not_looked_at(patch: Patch) -> None:
    """A transfer whose id is that of the last one is another."""
    whole = EVENTS[HostTransfer]

    def transferred(work: Any, event: HostTransfer) -> None:
        host = work.table.sas[event.address]
        forgotten = tuple(one._replace(name="") for one in host.aft.kept)
        put(work, event.address, aft=host.aft._replace(kept=forgotten))
        whole.handle(work, event)

    patch.setitem(EVENTS, HostTransfer, whole._replace(handle=transferred))


def _an_answer_is_made_anew(patch: Patch) -> None:
    """The same poll again is done again."""

    def repeat(self: address.Address, message: bytes, now: float) -> bytes:
        if self._answered is None or self._answered.poll != message:
            self._acknowledged(now)
        return b""

    patch.setattr(address.Address, "_repeat", repeat)


def _all_money_is_cashable(patch: Patch) -> None:
    """Restricted and non-restricted money is credited with the rest."""
    whole = EVENTS[HostTransfer]

    def transferred(work: Any, event: HostTransfer) -> None:
        whole.handle(work, event._replace(amount=event.amount + event.other, other=0))

    patch.setitem(EVENTS, HostTransfer, whole._replace(handle=transferred))


def _a_lock_that_ends_takes_its_transfer_with_it(patch: Patch) -> None:
    """What waits under it is forgotten."""
    whole = EVENTS[HostWaited]

    def waited(work: Any, event: HostWaited) -> None:
        whole.handle(work, event)
        transfers.put_aft(work, event.address, waiting=None)

    patch.setitem(EVENTS, HostWaited, whole._replace(handle=waited))


def _transfers_are_metered_in_dollars(patch: Patch) -> None:
    """Where cents are due."""
    row = meters.METERS[0xA0]
    patch.setitem(meters.METERS, 0xA0, row._replace(unit="credits"))
    whole = meters.Figures.value

    def value(self: meters.Figures, code: int) -> int:
        return whole(self._replace(denomination=100), code)

    patch.setattr(meters.Figures, "value", value)


def _numbers_begin_anew(patch: Patch) -> None:
    """An identity that was here before begins where the host says."""
    whole = validation.identified

    def identified(tickets: Any, identity: int, sequence: int) -> Any:
        return whole(tickets._replace(used=(), identity=0), identity, sequence)

    patch.setattr(words, "identified", identified)


def _a_sequence_is_used_again(patch: Patch) -> None:
    """The number of a ticket is made, and the count stays."""
    whole = validation.own_number

    def own_number(work: Any, seat: int) -> str:
        before = work.table.sas
        number = whole(work, seat)
        work.table.sas = before
        return number

    patch.setattr(tickets_out, "own_number", own_number)


def _a_number_is_waited_for_without_end(patch: Patch) -> None:
    """A late 58 is honoured."""
    whole = EVENTS[CashWaited]

    def waited(work: Any, event: CashWaited) -> None:
        if event.what != "authority":
            whole.handle(work, event)

    patch.setitem(EVENTS, CashWaited, whole._replace(handle=waited))


SAS_BUGS: dict[str, Bug] = {
    "an exception is forgotten when it is said": Bug(
        _an_exception_is_forgotten_when_it_is_said, hunts.polls_that_came_at_once_are_answered_by_the_last
    ),
    "the same poll acknowledges": Bug(_the_same_poll_acknowledges, hunts.an_answer_that_was_not_heard_is_said_again),
    "what was not said counts as said": Bug(
        _what_was_not_said_counts_as_said, hunts.polls_that_came_at_once_are_answered_by_the_last
    ),
    "what the host has is remembered for ever": Bug(
        _what_the_host_has_is_remembered_for_ever, hunts.what_was_taken_while_nobody_listened_is_told_anew
    ),
    "done is told before it is kept": Bug(
        _done_is_told_before_it_is_kept, hunts.a_transfer_that_nobody_kept_was_not_done
    ),
    "the last id is not looked at": Bug(_the_last_id_is_not_looked_at, hunts.the_same_transfer_twice_moves_money_once),
    "an answer is made anew": Bug(_an_answer_is_made_anew, hunts.the_same_transfer_twice_moves_money_once),
    "all money is cashable": Bug(_all_money_is_cashable, hunts.money_that_may_not_be_cashed_out_is_refused),
    "a lock that ends takes its transfer with it": Bug(
        _a_lock_that_ends_takes_its_transfer_with_it, hunts.a_transfer_waits_for_a_note_longer_than_its_lock
    ),
    "transfers are metered in dollars": Bug(
        _transfers_are_metered_in_dollars, hunts.the_same_transfer_twice_moves_money_once
    ),
    "numbers begin anew": Bug(_numbers_begin_anew, hunts.numbers_made_here_are_made_once),
    "a sequence is used again": Bug(_a_sequence_is_used_again, hunts.numbers_made_here_are_made_once),
    "a number is waited for without end": Bug(_a_number_is_waited_for_without_end, hunts.a_late_number_is_refused),
}
