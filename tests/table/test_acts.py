"""An act of the staff is one class: what a station asks for, what is recorded, and what is read back come from it."""

import json
from typing import Any

import pytest

from controller.table.cash.acts import Credit, Handover, Reverse
from controller.table.holds.acts import Hold
from controller.table.records import BadRecord, from_json, to_json
from controller.table.round.acts import VoidResult
from controller.table.service.acts import Archive
from controller.table.staff.act import OperatorAct
from controller.table.staff.acts import AddPerson
from controller.table.staff.operating import ACTS
from controller.table.staff.said import act_said

SAID: dict[str, Any] = {
    "seat": 3,
    "amount": 500,
    "reference": "operator/ann/7",
    "reason": "a mistake",
    "keep_days": 0,
    "name": "tom",
    "new_role": "technician",
    "pin": "0" * 64,
    "change": {"limits": {"max": 300}},
    "returns": {"rules": "1", "over": ""},
}
"""Something for every field that an act has."""


def said(act: str, **words: Any) -> OperatorAct:
    return act_said("menu", 1, "ann", "supervisor", act, **words)


@pytest.mark.parametrize("act", ACTS)
def test_an_act_comes_back_from_its_record_exactly(act: str) -> None:
    words = {name: value for name, value in SAID.items() if name != "change" or act == "settings"}
    for event in (said(act), said(act, **words)):
        data = json.loads(json.dumps(to_json(event)))
        assert from_json(data) == event
        assert data["act"] == act


def test_what_an_act_needs_has_no_default_and_why_is_said_last() -> None:
    assert (Reverse.needs, Reverse.takes) == (("reference", "reason"), ())
    assert (Hold.needs, Hold.takes) == ((), ("reason",))
    assert (Handover.needs, Handover.takes) == ((), ("name", "counted"))
    assert (Credit.needs, Credit.takes) == (("seat", "amount"), ())


def test_an_act_is_told_its_own_fields_and_no_others() -> None:
    assert said("credit", **SAID).act == Credit(seat=3, amount=500, reason="a mistake")
    assert said("add_person", **SAID).act == AddPerson(
        name="tom", new_role="technician", pin="0" * 64, reason="a mistake"
    )


def test_what_is_of_another_type_is_as_if_nothing_had_been_said() -> None:
    assert said("credit", seat="3", amount=True).act == Credit(seat=0, amount=0)
    assert said("archive", reference="stick", keep_days="7").act == Archive(reference="stick", keep_days=None)


def test_version_1_says_why_in_a_reference_that_has_no_other_use_and_days_in_a_change() -> None:
    assert said("hold", reference="a spill").act == Hold(reason="a spill")
    assert said("reverse", reference="m/1", reason="seat").act == Reverse(reference="m/1", reason="seat")
    assert said("archive", reference="stick", change={"keep_days": 7}).act == Archive(reference="stick", keep_days=7)


def test_what_nobody_calls_anything_is_kept_as_it_was_said() -> None:
    event = said("make coffee", reference="please", seat=3)
    assert event.act == VoidResult(said="make coffee", reason="please")
    assert to_json(event)["act"] == "make coffee"


@pytest.mark.parametrize(
    "more", [{"seat": 1}, {"reference": "x"}, {"change": {"x": 1}}, {"change": {}}, {"returns": {}}]
)
def test_a_record_of_an_act_with_what_it_does_not_take_is_refused(more: dict[str, Any]) -> None:
    with pytest.raises(BadRecord, match="hold: an act of this name is recorded otherwise"):
        from_json({**to_json(said("hold", reason="a spill")), **more})
