"""What attendants, technicians and supervisors may do, and when."""

import json

import pytest

from controller.facts.cabinet_kinds import MachineEnds
from controller.facts.kinds import SeatChanged
from controller.facts.staff_kinds import ActDone
from controller.table.events import ServiceCalled
from controller.table.phases import Phase
from controller.table.snapshot import from_plain, plain
from controller.table.staff.act import EVERYBODY
from controller.table.staff.operating import ACTS
from tests.table.evening import an_evening
from tests.table.test_holds import PHASES, in_phase


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("role", [*sorted(EVERYBODY), "player", ""])
def test_an_act_is_refused_to_every_role_but_its_own(act: str, role: str) -> None:
    evening = an_evening().operator(act, role=role)
    assert (evening.code == "role") == (role not in ACTS[act].roles)


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("phase", PHASES)
def test_an_act_is_refused_in_every_phase_but_its_own(act: str, phase: str) -> None:
    evening = in_phase(phase).operator(act)
    assert (evening.code == "not_now") == (Phase(phase) not in ACTS[act].phases)


def test_an_act_that_there_is_not_is_refused() -> None:
    assert an_evening().operator("make coffee").code == "unknown_act"


def test_every_act_is_on_record_with_who_did_it() -> None:
    evening = an_evening().operator("hold", role="attendant", reference="a dispute")
    assert evening.just_told(ActDone) == [ActDone("hold", "", "ann", "attendant", 0, "a dispute")]
    assert evening.table.holds == {"operator": {"by": "ann", "why": "a dispute"}}


def test_a_supervisor_closes_a_seat_and_what_lies_there_stays() -> None:
    evening = an_evening().bet(1, "pass_line", 500).operator("close_seat", seat=1)
    assert evening.bet(1, "field", 500).code == "seat_closed"
    assert evening.to_the_throw().throw(3, 4).credits(1) == 100_000
    assert evening.cash_out(1).code == "ok"
    assert evening.operator("open_seat", seat=1).table.seats[1].open


def test_a_seat_that_is_not_there_is_neither_opened_nor_closed_nor_reset() -> None:
    for act in ("open_seat", "close_seat", "reset_large_win"):
        assert an_evening().operator(act, seat=9).code == "no_such_seat"


def test_with_no_other_unit_there_is_none_to_accept() -> None:
    assert an_evening().operator("accept_unit").code == "no_unit_waiting"


def test_a_technician_ends_only_what_is_his() -> None:
    evening = an_evening().operator("hold").operator("begin_service", role="technician")
    assert evening.operator("resume", role="technician").code == "role"
    assert evening.operator("end_service", role="technician").holds == {"operator"}


# ---- a seat that calls ------------------------------------------------------------------------------------------


def test_a_call_lights_the_tower_is_recorded_once_and_ends_when_it_is_attended_to() -> None:
    evening = an_evening().happens(ServiceCalled(2))
    assert evening.just_told(SeatChanged) == [SeatChanged(2, "calls")]
    assert (evening.wishes.calls, evening.wishes.tower) == ((2,), ("green", "amber"))
    assert evening.happens(ServiceCalled(2)).last.decisions == []
    assert evening.operator("attend", role="technician", seat=2).code == "role"
    evening.operator("attend", role="attendant", seat=2)
    assert evening.just_told(SeatChanged) == [SeatChanged(2, "attended", "ann")]
    assert (evening.wishes.calls, evening.wishes.tower) == ((), ("green",))
    assert evening.operator("attend", role="attendant", seat=2).code == "not_calling"
    assert evening.operator("attend", role="attendant", seat=99).code == "no_such_seat"


def test_whoever_puts_credits_on_a_seat_has_attended_to_it() -> None:
    evening = an_evening().happens(ServiceCalled(1)).happens(ServiceCalled(2))
    evening.operator("credit", role="attendant", seat=1, amount=1000)
    assert evening.wishes.calls == (2,)


def test_a_call_survives_a_restart_and_a_held_table() -> None:
    evening = an_evening().door("dome", True).happens(ServiceCalled(1)).power_failure()
    assert evening.wishes.calls == (1,)
    assert from_plain(json.loads(json.dumps(plain(evening.table)))).seats[1].called


def test_the_version_before_waits_for_a_held_table_between_rounds_without_money_of_players() -> None:
    evening = an_evening()
    assert evening.operator("rollback", reference="it flickers").code == "not_held"
    evening.operator("hold", reference="a spill")
    refused = evening.operator("rollback", reference="it flickers")
    assert (refused.code, refused.answer.details) == ("credits_on_seats", {"amount": evening.table.on_seats()})
    assert in_phase("betting").operator("hold").operator("rollback", reference="it flickers").code == "not_now"
    assert in_phase("idle").operator("rollback", role="technician").code == "role"


def test_with_two_persons_for_the_rules_the_version_before_takes_two() -> None:
    why = {"reference": "it flickers"}
    assert (
        an_evening(credits=0, two_for_rules=True).operator("hold").operator("rollback", **why).code == "second_missing"
    )
    evening = an_evening(credits=0).operator("hold").operator("rollback", **why)
    assert (evening.code, evening.just_told(MachineEnds)) == ("ok", [MachineEnds("rollback", "ann", "it flickers")])
    assert evening.table.holds == {"operator": {"act": "rollback", "by": "ann", "why": "it flickers"}}
