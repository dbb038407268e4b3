"""A door that is opened without key and role sounds an alarm, where the house wants one."""

import pytest
from pydantic import ValidationError

from controller.facts.cabinet_kinds import AlarmChanged
from controller.table.events import AlarmOver, DoorMoved
from controller.table.staff.settings import LEAST_VOLUME, TableSettings
from tests.table.evening import an_evening


@pytest.mark.parametrize("door", ["main", "logic", "drop", "dome"])
def test_every_door_sounds_until_it_is_closed_and_that_was_long_enough(door: str) -> None:
    evening = an_evening(door_alarm=5).happens(DoorMoved(door, True, leave=False))
    assert evening.just_told(AlarmChanged) == [AlarmChanged(door, True, "")]
    assert "sounder" in evening.wishes.tower
    assert evening.happens(AlarmOver(door)).table.alarms == (door,)  # it is open
    evening.happens(DoorMoved(door, False))
    assert evening.power_failure().table.alarms == (door,)
    assert evening.happens(AlarmOver(door)).table.alarms == ()
    assert "sounder" not in evening.wishes.tower


def test_with_leave_or_turned_off_it_is_silent() -> None:
    assert an_evening(door_alarm=5).happens(DoorMoved("logic", True)).table.alarms == ()
    assert an_evening(door_alarm=5).happens(DoorMoved("logic", True, seen=False, leave=False)).table.alarms == ()
    assert an_evening().happens(DoorMoved("logic", True, leave=False)).table.alarms == ()


def test_a_person_silences_it_with_a_reason_and_the_door_holds_on() -> None:
    evening = an_evening(door_alarm=5)
    assert evening.operator("silence_alarm", role="attendant", reason="cleaner").code == "no_alarm"
    evening.happens(DoorMoved("dome", True, leave=False))
    assert evening.operator("silence_alarm", role="technician").code == "reason_missing"
    evening.operator("silence_alarm", role="technician", reason="cleaner")
    assert evening.just_told(AlarmChanged) == [AlarmChanged("dome", False, "ann")]
    assert (evening.table.alarms, list(evening.holds)) == ((), ["door_dome"])


def test_no_house_makes_it_softer_than_the_floor() -> None:
    assert TableSettings(alarm_volume=LEAST_VOLUME).alarm_volume == 40
    with pytest.raises(ValidationError):
        TableSettings(alarm_volume=LEAST_VOLUME - 1)
