"""A door that was opened when nobody could look: who may say that all is well behind it."""

from controller.table.events import DoorLatched
from tests.table.evening import an_evening


def test_the_latch_of_the_logic_door_is_ended_by_a_supervisor_and_by_nobody_else() -> None:
    evening = an_evening().happens(DoorLatched("dome")).happens(DoorLatched("logic"))
    assert evening.operator("resume", "attendant").code == "nothing_to_resume"
    assert evening.holds == {"door_latch"}
    assert evening.operator("resume", "supervisor").code == "ok"
    assert not evening.holds
    assert not evening.table.doors["logic"].latched


def test_that_of_the_dome_alone_is_ended_by_an_attendant() -> None:
    evening = an_evening().happens(DoorLatched("dome"))
    assert evening.operator("resume", "attendant").code == "ok"
    assert not evening.holds
