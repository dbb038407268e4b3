"""`[[cash]]` and `[tickets]`: what fits together, and what the table is told of it."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from config.cabinet import Cabinet

SHIPPED = tomllib.loads((Path(__file__).parents[2] / "config" / "cabinet.toml").read_text())
ONE: dict[str, Any] = {"seat": 1, "notes": [100, 500], "ticket_limit": 5000}


def cabinet(cash: list[dict[str, Any]], **tickets: int) -> Cabinet:
    return Cabinet.model_validate({**SHIPPED, "cash": cash, "tickets": tickets})


def test_the_table_is_told_each_seat_and_times_in_milliseconds() -> None:
    read = cabinet([ONE, {"seat": 2, "ticket_limit": 100}], system=1, cabinet=17, redeem_wait=5)
    assert read.cash[0].rules()["notes"] == [100, 500]
    assert [one.rules()["tickets_in"] for one in read.cash] == [True, False]
    rules = read.tickets.rules()
    assert (rules["redeem_wait"], rules["days"], rules["cabinet"]) == (5000, 30, 17)


def test_a_seat_that_is_named_twice_or_is_none_of_the_table_is_refused() -> None:
    with pytest.raises(ValidationError, match="names a seat twice"):
        cabinet([ONE, ONE], system=1)
    with pytest.raises(ValidationError, match="names seat 99"):
        cabinet([{**ONE, "seat": 99}], system=1)


def test_tickets_that_are_worth_money_have_a_system_s_number() -> None:
    with pytest.raises(ValidationError, match=r"tickets\.system"):
        cabinet([ONE])
    assert cabinet([{"seat": 1, "notes": [100]}]).tickets.system == 0
