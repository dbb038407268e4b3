"""A seat without an acceptor or a printer: whatever somebody of the staff says of it is done or refused."""

import pytest

from controller.books import load_book
from controller.facts.kinds import Refused
from controller.table.cash.events import CashSetUp
from controller.table.round.opening import open_game
from controller.table.staff.operating import ACTS
from controller.table.staff.said import act_said
from controller.table.staff.settings import TableSettings
from tests.cash.till import HOUSE, PEOPLE, SEAT
from tests.table.evening import Evening


def beside_one_with_devices() -> Evening:
    """Seat 1 takes notes and gives tickets; seat 2 has nothing."""
    table = open_game("craps", load_book("electronic"), (1, 2), TableSettings())
    table.people = PEOPLE
    evening = Evening(table, 1000).happens(CashSetUp({"1": SEAT}, HOUSE))
    evening.told.clear()
    return evening


@pytest.mark.parametrize("role", ["attendant", "supervisor", "technician"])
@pytest.mark.parametrize("word", ACTS)
def test_every_act_is_done_or_refused_and_none_fails(word: str, role: str) -> None:
    evening = beside_one_with_devices()
    said = {"seat": 2, "amount": 100, "reference": "1", "name": "bob", "reason": "they asked", "into_seat": 1}
    evening.happens(act_said("menu", 1, "ann", role, word, second="bob", **said))
    assert [told.reason for told in evening.all_told(Refused) if told.code.endswith("_failed")] == []


@pytest.mark.parametrize("word", ["tickets_on", "cash_on", "cash_off"])
def test_what_is_said_of_its_cash_is_refused_by_name(word: str) -> None:
    evening = beside_one_with_devices()
    evening.happens(act_said("menu", 1, "ann", "supervisor", word, seat=2, reason="they asked"))
    assert [told.code for told in evening.all_told(Refused)] == ["no_cash_here"]
