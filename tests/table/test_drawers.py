"""The drawer of a shift: opened with a float, counted at handover, over and short; papers with running numbers."""

from typing import Any

import pytest

from controller.facts.staff_kinds import ActDone, DrawerOpened, ShiftClosed
from controller.table.snapshot import common_data, steady_data
from tests.table.evening import Evening, an_evening

PIN = "ab" * 32


def drawer(**settings: Any) -> Evening:
    """Ann has begun with 500 in the drawer, and taken 700; bob works here too."""
    evening = an_evening(credits=1000, **settings).operator("handover", counted=0, second="bob")
    evening.operator("first_supervisor", change={"name": "ann", "pin": PIN})
    evening.operator("add_person", change={"name": "bob", "role": "attendant", "pin": PIN})
    evening.operator("handover", counted=3000, second="bob")
    return evening.operator("open_drawer", amount=500).operator("credit", seat=1, amount=700)


def test_what_the_drawer_was_opened_with_is_handed_on_and_owed_by_nobody() -> None:
    evening = drawer()
    assert evening.all_told(DrawerOpened)[-1].amount == 500
    assert (evening.table.shifts["ann"].opened_with, evening.table.shifts["ann"].owes) == (500, 700)


def test_a_drawer_is_opened_once_and_before_anything_is_done_with_it() -> None:
    assert drawer().operator("open_drawer", amount=100).code == "shift_open"
    evening = drawer().operator("handover")
    assert evening.operator("open_drawer", amount=0).code == "bad_amount"


@pytest.mark.parametrize("counted, difference", [(1200, 0), (1250, 50), (1100, -100), (0, -1200)])
def test_over_and_short_are_what_was_counted_beside_what_should_be_there(counted: int, difference: int) -> None:
    evening = drawer().operator("handover", counted=counted, second="bob")
    (closed,) = evening.just_told(ShiftClosed)
    assert (closed.opened_with, closed.counted, closed.difference, closed.to) == (500, counted, difference, "bob")
    assert evening.table.shifts["ann"].opened_with == 0


def test_where_drawers_are_counted_a_shift_is_not_handed_over_uncounted_nor_to_nobody() -> None:
    evening = drawer(count_drawers=True)
    assert evening.operator("handover").code == "count_missing"
    assert evening.operator("handover", counted=1200).code == "second_missing"
    assert evening.operator("handover", counted=1200, second="bob").code == "ok"


def test_without_that_setting_it_is_handed_over_as_it_is() -> None:
    closed = drawer().operator("handover").just_told(ShiftClosed)[0]
    assert (closed.counted, closed.difference, closed.to) == (None, 0, "")


def test_papers_have_running_numbers_without_gaps_and_a_refusal_uses_none() -> None:
    evening = drawer()
    first = evening.table.papers
    evening.operator("credit", seat=1, amount=0)
    assert evening.code == "bad_amount"
    for _ in range(3):
        evening.operator("credit", seat=1, amount=100)
    evening.power_failure().operator("handover")
    numbers = [done.paper for done in evening.all_told(ActDone) if done.paper]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert evening.table.papers == first + 4 == numbers[-1]


def test_the_number_of_a_paper_outlives_the_power_and_is_part_of_the_state() -> None:
    evening = drawer()
    before, common = steady_data(evening.table)["papers"], common_data(evening.table)
    assert evening.power_failure().table.papers == before > 0
    assert common_data(evening.table).keys() == common.keys()
