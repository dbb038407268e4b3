"""Who works at a machine, and what they have taken and paid by hand: the table's own part of it."""

import random
from typing import Any

import pytest

from controller.facts.kinds import Posting
from controller.facts.staff_kinds import PersonChanged, ShiftClosed
from controller.server.staff.staff_views import shift_seen
from controller.table.snapshot import common_data, seat_data
from controller.table.staff.people import MOST_PEOPLE
from controller.table.state import Table
from tests.table.evening import Evening, an_evening

PIN = "ab" * 32
OTHER = "cd" * 32


def with_eve() -> Evening:
    """A table whose first supervisor is `ann`, as the language of an evening calls every operator."""
    return an_evening(credits=1000).operator("first_supervisor", change={"name": "ann", "pin": PIN})


def test_the_first_supervisor_is_made_once() -> None:
    evening = with_eve()
    assert evening.table.people["ann"].role == "supervisor"
    assert evening.operator("first_supervisor", change={"name": "bob", "pin": PIN}).code == "supervisor_exists"


def test_an_act_in_a_role_that_the_person_has_not_is_refused_by_the_table_itself() -> None:
    evening = with_eve()
    assert evening.operator("credit", role="attendant", seat=1, amount=100).code == "forged"
    assert evening.operator("credit", seat=1, amount=100).code == "ok"


@pytest.mark.parametrize(
    "act, change, code",
    [
        ("add_person", {"name": "ann", "role": "attendant", "pin": PIN}, "person_known"),
        ("add_person", {"name": "Bob", "role": "attendant", "pin": PIN}, "bad_name"),
        ("add_person", {"name": "b/c", "role": "attendant", "pin": PIN}, "bad_name"),
        ("add_person", {"name": "bob", "role": "owner", "pin": PIN}, "bad_role"),
        ("add_person", {"name": "bob", "role": "attendant"}, "pin_missing"),
        ("add_person", {"name": "bob", "role": "attendant", "pin": "1234"}, "pin_missing"),
        ("remove_person", {"name": "bob"}, "no_such_person"),
        ("remove_person", {"name": "ann"}, "last_supervisor"),
        ("change_role", {"name": "ann", "role": "technician"}, "last_supervisor"),
        ("set_pin", {"name": "bob", "pin": OTHER}, "no_such_person"),
        ("unlock_person", {"name": "ann"}, "not_locked"),
        ("handover", None, "nothing_to_hand_over"),
    ],
)
def test_what_cannot_be_is_refused_with_its_code(act: str, change: dict[str, str] | None, code: str) -> None:
    evening = an_evening().operator("first_supervisor", change={"name": "ann", "pin": PIN})
    evening.operator("handover")
    before = evening.table.people
    assert evening.operator(act, change=change).code == code
    assert evening.table.people is before


def test_no_more_people_than_the_bound() -> None:
    evening = with_eve()
    for number in range(MOST_PEOPLE - 1):
        assert (
            evening.operator("add_person", change={"name": f"p{number}", "role": "technician", "pin": PIN}).code == "ok"
        )
    assert evening.operator("add_person", change={"name": "more", "role": "technician", "pin": PIN}).code == (
        "too_many_people"
    )


def test_people_and_shifts_survive_a_power_failure() -> None:
    evening = with_eve().operator("credit", seat=1, amount=700)
    people, shifts = evening.table.people, evening.table.shifts
    evening.power_failure()
    assert (evening.table.people, evening.table.shifts) == (people, shifts)


def test_who_has_not_handed_over_is_not_removed() -> None:
    evening = with_eve().operator("add_person", change={"name": "eve", "role": "supervisor", "pin": PIN})
    assert evening.operator("remove_person", change={"name": "ann"}).code == "shift_open"
    assert evening.operator("handover").answer.details["owes"] == 3000
    assert evening.operator("remove_person", change={"name": "ann"}).code == "ok"
    assert evening.just_told(PersonChanged) == [PersonChanged("ann", "removed", "supervisor", "", "ann")]


def test_a_reversed_credit_leaves_the_shift_it_was_made_in() -> None:
    evening = an_evening(credits=1000).operator("credit", seat=1, amount=500)
    move = evening.answer.details["move"]
    evening.operator("reverse", reference=move, reason="wrong seat")
    shift = evening.table.shifts["ann"]
    assert (shift.credits, shift.reversals, shift.reversals_amount, shift.owes) == (4, 1, 500, 3000)


def test_a_hand_pay_that_is_taken_back_leaves_the_shift_it_was_made_in() -> None:
    evening = an_evening(credits=1000).cash_out(2).operator("hand_pay", seat=2, reference="0417")
    assert evening.table.shifts["ann"].owes == 2000
    evening.operator("reverse", reference="terminal-2/1", reason="nobody was paid")
    shift = evening.table.shifts["ann"]
    assert (shift.hand_pays, shift.reversals, shift.reversals_amount, shift.owes) == (1, 1, -1000, 3000)


def test_what_is_taken_back_after_a_handover_is_itemised_in_the_shift_that_it_burdens() -> None:
    evening = an_evening(credits=1000).operator("credit", seat=1, amount=500)
    move = evening.answer.details["move"]
    evening.operator("handover").operator("reverse", reference=move, reason="wrong seat")
    seen = shift_seen(evening.table, "ann", for_supervisor=True)
    assert (seen.number, seen.reversals_amount, seen.owes) == (2, 500, -500)
    assert [(row.move, row.amount, row.state) for row in seen.moves] == [(move, 500, "reversed")]


def test_a_hand_pay_is_owed_to_who_paid_it() -> None:
    evening = an_evening(credits=1000).cash_out(2).operator("hand_pay", seat=2, reference="receipt 12")
    assert evening.answer.details == {"move": "terminal-2/1", "amount": 1000, "receipt": "receipt 12", "paper": 4}
    assert evening.table.shifts["ann"].owes == 2000
    evening.operator("handover")
    assert evening.just_told(ShiftClosed) == [ShiftClosed("ann", 1, 3, 3000, 1, 1000, 0, 0, 2000, "ann", paper=5)]
    assert evening.table.shifts["ann"].number == 2


@pytest.mark.parametrize("seed", range(6))
def test_all_shifts_together_are_the_cash_of_the_ledger(seed: int) -> None:
    chance, evening = random.Random(seed), an_evening(credits=5000)
    moves: list[str] = []
    posted = 15_000 * -1
    for number in range(150):
        match chance.choice(("credit", "cash out", "hand_pay", "reverse", "handover", "cancel_hand_pay")):
            case "credit":
                evening.operator("credit", seat=chance.choice((1, 2, 3)), amount=chance.randint(1, 900))
                moves += [evening.answer.details["move"]] if evening.code == "ok" else []
            case "cash out":
                evening.cash_out(chance.choice((1, 2, 3)))
            case "reverse" if moves:
                evening.operator("reverse", reference=moves.pop(chance.randrange(len(moves))), reason="a mistake")
            case "handover":
                evening.operator("handover")
            case act:
                evening.operator(act, seat=chance.choice((1, 2, 3)), reference=str(number), reason="plays on")
                moves += [evening.answer.details["move"]] if (act, evening.code) == ("hand_pay", "ok") else []
    posted += sum(row.amount for row in evening.all_told(Posting) if row.account == "cash")
    handed_over = sum(closed.owes for closed in evening.all_told(ShiftClosed))
    assert handed_over + sum(shift.owes for shift in evening.table.shifts.values()) == -posted


def but_for_the_clock(table: Table) -> dict[str, Any]:
    """A player's time goes by while the round stands still."""
    return {**common_data(table), "clock": 0}


@pytest.mark.parametrize("phase", ["idle", "betting", "shooting", "rolling", "settling"])
def test_service_suspends_play_exactly_where_it_was_and_returns_to_it(phase: str) -> None:
    from tests.table.test_holds import in_phase

    evening = in_phase(phase)
    before = but_for_the_clock(evening.table), [seat_data(evening.table, seat) for seat in evening.table.seats]
    evening.operator("begin_service", role="technician")
    assert evening.operator("change_dice", role="technician", reference="set 12").code == "ok"
    evening.wait(3600)
    evening.operator("end_service", role="technician")
    after = but_for_the_clock(evening.table), [seat_data(evening.table, seat) for seat in evening.table.seats]
    assert after == before
