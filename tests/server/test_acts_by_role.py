"""Every role and every act, against the controller: what a role may not do is not offered, and refused if sent."""

from typing import Any

import pytest

from controller.table.staff.operating import ACTS
from tests.server.simulated import SimulatedCabinet
from tests.server.staff import StaffMember

ROLES = ("attendant", "technician", "supervisor")

MAY: dict[str, set[str]] = {
    "attendant": {
        "credit", "hand_pay", "cancel_hand_pay", "reset_large_win", "attend",
        "handover", "hold", "resume", "change_pin",
    },
    "technician": {
        "begin_service", "end_service", "change_dice", "change_pin",
        "clear_faults", "self_test", "test_shake", "lamp_test", "touch_test", "check_software",
        "calibrate_seat", "calibrate_menu",
    },
    "supervisor": set(ACTS) - {"first_supervisor"},
}  # fmt: skip
"""As the issue has it, written down by hand; what a workshop gets elsewhere is added by those who add it."""

FIELDS: dict[str, dict[str, Any]] = {
    "credit": {"seat": 1, "amount": 100},
    "hand_pay": {"seat": 1, "reference": "17"},
    "cancel_hand_pay": {"seat": 1, "reference": "a mistake"},
    "reset_large_win": {"seat": 1},
    "attend": {"seat": 1},
    "reverse": {"reference": "nothing", "reason": "a mistake"},
    "void": {"reference": "a spill"},
    "close_out": {"reference": "the end"},
    "open_seat": {"seat": 1},
    "close_seat": {"seat": 1},
    "settings": {"change": {"bet_time": 30}, "confirm": "x"},
    "change_dice": {"reference": "set 12"},
    "touch_test": {"seat": 1},
    "calibrate_seat": {"seat": 1},
    "calibrate_menu": {"before": "1.000000 0.000000 0.000000 0.000000 1.000000 0.000000"},
    "change_pin": {"old_pin": "270846", "pin": "864209"},
    "add_person": {"name": "new", "new_role": "attendant", "pin": "864209"},
    "remove_person": {"name": "spare"},
    "change_role": {"name": "spare", "new_role": "attendant"},
    "set_pin": {"name": "spare", "pin": "864209"},
    "unlock_person": {"name": "spare"},
}


@pytest.fixture(scope="module")
def cabinet() -> SimulatedCabinet:
    """One machine for all: no act of this matrix is in the way of another."""
    cabinet = SimulatedCabinet(with_panel=True)
    cabinet.link_dice()
    cabinet.link_panel("OPERATOR")
    eve = cabinet.supervisor()
    assert eve.act("add_person", name="spare", new_role="technician", pin="135790")["ok"]
    for role in ROLES[:2]:
        assert eve.act("add_person", name=role, new_role=role, pin="135790")["ok"]
        member = cabinet.staff(role)
        assert member.comes(pin="135790") == "ok"
        assert member.act("change_pin", old_pin="135790", pin="270846")["ok"]
    return cabinet


def member(cabinet: SimulatedCabinet, role: str) -> StaffMember:
    person = cabinet.staff("eve" if role == "supervisor" else role)
    if person.comes() != "ok":
        person.pin = "864209"
        assert person.comes() == "ok"
    return person


@pytest.mark.parametrize("role", ROLES)
def test_a_role_is_offered_its_own_acts_and_no_others(cabinet: SimulatedCabinet, role: str) -> None:
    offered = set(member(cabinet, role).offered())
    assert MAY[role] <= offered
    assert offered == {act for act, known in ACTS.items() if role in known.roles} - {"first_supervisor"}


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("role", ROLES)
def test_an_act_sent_by_a_role_that_it_is_not_for_is_refused(cabinet: SimulatedCabinet, role: str, act: str) -> None:
    answer = member(cabinet, role).act(act, **FIELDS.get(act, {}))
    if role in ACTS[act].roles:
        assert answer["code"] not in ("role", "forged", "operator_key", "no_session"), answer
    else:
        assert (answer["ok"], answer["code"]) == (False, "role"), answer


@pytest.mark.parametrize("role", ROLES)
def test_with_the_attendant_key_alone_nobody_does_more_than_an_attendant(cabinet: SimulatedCabinet, role: str) -> None:
    person = member(cabinet, role)
    cabinet.turn_keys("OPERATOR", "ATTENDANT")
    cabinet.turn_keys("ATTENDANT")
    try:
        for act, offer in person.offered().items():
            needs_more = "attendant" not in ACTS[act].roles
            assert (offer["code"] == "operator_key") == needs_more
            if needs_more:
                assert not offer["now"]
                assert person.act(act, **FIELDS.get(act, {}))["code"] == "operator_key"
    finally:
        cabinet.turn_keys("OPERATOR")


def test_what_is_offered_follows_the_table() -> None:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    eve = cabinet.supervisor()
    assert eve.offered()["resume"]["code"] == "nothing_to_resume"
    assert eve.offered()["void"]["code"] == "not_now"
    assert eve.offered()["close_out"]["code"] == "not_held"
    assert eve.act("hold", reference="a dispute")["ok"]
    cabinet.turn()
    assert eve.offered()["resume"]["now"]
    assert eve.offered()["close_out"]["now"]
    assert eve.offered()["credit"] == {
        "act": "credit", "group": "money", "says": "credits are put on a seat", "needs": ["seat", "amount"],
        "takes": [], "now": True, "code": "ok", "why_not": "",
    }  # fmt: skip
