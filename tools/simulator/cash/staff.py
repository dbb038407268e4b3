"""What an attendant does about notes and tickets: frees what sticks, counts what nobody knows, accepts a device."""

from collections.abc import Iterator
from random import Random
from typing import Any

from controller.table.cash.seat import CashSeat
from controller.table.state import Table
from tools.simulator.cabinet.agenda import Agenda
from tools.simulator.cash.laws import CashLaws
from tools.simulator.cash.slots import Slots

WITNESS = "bob"
STILL_FOR = 6_000
"""Milliseconds in which nothing has moved: what an acceptor has to say about a paper, it has said by then."""
OF_THE_BOX = frozenset({"stacker_removed", "stacker_full", "stacker_jammed"})
SETTLES_TICKET = 0.1
"""How often two persons look for a ticket before its authority has answered."""

Act = tuple[str, dict[str, Any]]


class CashStaff:
    """Looks at all seats, and does one thing at a time."""

    def __init__(self, slots: Slots, laws: CashLaws, agenda: Agenda, seed: int) -> None:
        self._slots, self._laws, self._agenda = slots, laws, agenda
        self._random = Random(f"{seed}/cash staff")
        self._moved_at: dict[int, int] = {}

    def next_act(self, table: Table) -> Act | None:
        """What there is to do first."""
        if table.cash and table.people and WITNESS not in table.people:
            return "add_person", {"name": WITNESS, "new_role": "attendant", "pin": "481516"}
        return next((act for number, seat in table.cash.items() for act in self._of_seat(table, number, seat)), None)

    def _of_seat(self, table: Table, number: int, seat: CashSeat) -> Iterator[Act]:
        self._put_right(table, number, seat)
        still = self._is_still(number, seat)
        if seat.acceptor.found or seat.printer.found:
            yield "accept_cash_device", {"seat": number, "reason": "simulated"}
        if still and seat.acceptor.unknown:
            yield self._settle(table, number, seat)
        elif still and seat.found:
            yield self._found(number, seat)
        if seat.drops:
            drop = seat.drops[0]
            yield "count_stacker", {"seat": number, "reference": str(drop.number), "amount": drop.cash}
        if seat.out is not None and seat.out.stage == "voiding" and self._random.random() < SETTLES_TICKET:
            yield self._look_for_ticket(number, seat.out.number)
        if "tickets_off" in seat.holds:
            yield "tickets_on", {"seat": number}
        if {"off", "authority"}.intersection(seat.holds):
            yield "cash_on", {"seat": number}

    def _put_right(self, table: Table, number: int, seat: CashSeat) -> None:
        wrong = seat.acceptor.faults or seat.printer.faults or seat.printer.paper == "out" or seat.printer.left
        if (wrong or self._slots.sticks(number)) and self._random.random() < 0.2:
            box = not OF_THE_BOX.isdisjoint(seat.acceptor.faults)
            into_box = self._random.random() < 0.5 and self._is_the_unknown(table, number, seat)
            self._slots.put_right(number, into_box, box)

    def _is_the_unknown(self, table: Table, number: int, seat: CashSeat) -> bool:
        """Whether what sticks is the paper that has to be counted; another belongs into the player's hand."""
        acceptor = seat.acceptor
        if not acceptor.unknown or not self._slots.sticks(number):
            return False
        meant = acceptor.ticket or table.moves[acceptor.move].amount
        return self._slots.stuck(number) == meant

    def _is_still(self, number: int, seat: CashSeat) -> bool:
        if not self._slots.is_still(number) or not seat.acceptor.linked or seat.acceptor.ack_owed:
            self._moved_at[number] = self._agenda.time
        return self._agenda.time - self._moved_at.setdefault(number, self._agenda.time) >= STILL_FOR

    def _settle(self, table: Table, number: int, seat: CashSeat) -> Act:
        """By what lies in the box, and is not booked."""
        move, ticket = table.moves[seat.acceptor.move], seat.acceptor.ticket
        papers = self._slots.papers
        if ticket:
            is_in = papers.tickets_in[ticket] > self._laws.kept[ticket]
        else:
            is_in = self._laws.missing(number) >= move.amount
        return "settle_unknown", {
            "seat": number,
            "amount": move.amount if is_in else 0,
            "name": WITNESS,
            "reason": "counted",
        }

    def _found(self, number: int, seat: CashSeat) -> Act:
        found = seat.found[0]
        counted = 0 if found.value else max(0, self._laws.missing(number))
        act = self._random.choice(("credit_found", "pay_found"))
        return act, {"seat": number, "reference": found.name, "amount": counted, "reason": "counted"}

    def _look_for_ticket(self, number: int, ticket: str) -> Act:
        act = "ticket_was_out" if self._slots.papers.is_out(ticket) else "ticket_was_not_out"
        return act, {"seat": number, "name": WITNESS, "reason": "looked"}

    def is_done(self, table: Table) -> bool:
        """Whether nothing is open at any seat."""
        return all(self._is_settled(number, seat) for number, seat in table.cash.items())

    def _is_settled(self, number: int, seat: CashSeat) -> bool:
        acceptor = seat.acceptor
        open_things = (
            acceptor.move,
            acceptor.found,
            seat.found,
            seat.out,
            seat.paying_after,
            seat.asks,
            acceptor.faults,
        )
        return acceptor.linked and not any(open_things) and self._is_still(number, seat)


def waits_for_authority(table: Table, number: int) -> bool:
    """Whether the hand-pay of this seat cannot be paid yet: its ticket may be out."""
    seat = table.cash.get(number)
    return seat is not None and seat.out is not None and seat.out.stage == "voiding"
