"""Tests of the hardware in service: none of them touches a wager, a round or a meter."""

from typing import Any

import pytest

from controller.facts.cabinet_kinds import DoorChanged, TestEnd, TrialDrawn, TrialEnded, TrialThrown
from controller.facts.kinds import HoldChanged, Ignored, Refused
from controller.table.events import DoorLatched, DoorMoved, SeatJoined, SeatLeft, Thrown
from controller.table.service.events import ShakeDrawn, TouchNotSet, TouchSet, TouchTested, UnitTested
from controller.table.snapshot import plain
from tests.table.evening import NONCE, Evening, an_evening
from tests.table.test_holds import in_phase


def in_service() -> Evening:
    return an_evening().bet(1, "pass_line", 500).operator("begin_service", role="technician")


def shake(evening: Evening) -> int:
    """Ask for a test shake and give it its nonce."""
    evening.operator("test_shake", role="technician")
    wanted = evening.wishes.shake_draw
    assert wanted is not None
    evening.happens(ShakeDrawn(wanted, NONCE))
    return wanted


def test_a_test_shake_has_an_id_and_a_nonce_on_record_before_the_dice_move() -> None:
    evening = in_service().operator("test_shake", role="technician")
    assert evening.wishes.throw is None
    roll = evening.wishes.shake_draw
    assert roll is not None
    assert evening.happens(ShakeDrawn(roll, NONCE)).just_told(TrialDrawn) == [TrialDrawn(roll, NONCE)]
    assert evening.wishes.throw == (roll, NONCE, True)


def test_what_it_shows_is_recorded_and_changes_nothing_of_the_game() -> None:
    evening = in_service()
    before = plain(evening.table)
    roll = shake(evening)
    evening.happens(Thrown(roll, "ok", {"faces": [3, 4]}, True))
    assert evening.just_told(TrialThrown) == [TrialThrown(roll, "ok", {"faces": [3, 4]})]
    assert evening.just_told(TrialEnded) == [
        TrialEnded("test_shake", "ann", 0, "thrown", {"outcome": "ok", "faces": [3, 4]})
    ]
    after = plain(evening.table)
    assert after["seats"] == before["seats"]
    assert after["table"]["game"] == before["table"]["game"]
    assert (evening.round, evening.wishes.throw) == (1, None)


def test_the_game_goes_on_with_the_next_id_after_service() -> None:
    evening = in_service()
    roll = shake(evening)
    evening.happens(Thrown(roll, "leaning", {"faces": [0, 0]}, True)).operator("end_service", role="technician")
    evening.close()
    assert evening.wishes.draw is not None
    assert evening.wishes.draw.roll_id == roll + 1


def test_a_report_with_a_wrong_mac_is_none_of_the_test() -> None:
    evening = in_service()
    roll = shake(evening)
    evening.happens(Thrown(roll, "ok", {"faces": [3, 4]}, False))
    assert evening.just_told(TrialThrown) == []
    assert evening.wishes.throw is not None


def test_with_a_door_open_the_dice_stand_still_and_with_service_over_nothing_is_wanted_of_them() -> None:
    evening = in_service()
    roll = shake(evening)
    assert evening.door("dome", True).wishes.throw == (roll, NONCE, False)
    assert evening.door("dome", False).wishes.throw == (roll, NONCE, True)
    evening.operator("end_service", role="technician")
    assert evening.wishes.throw is None
    evening.happens(Thrown(roll, "ok", {"faces": [1, 1]}, True))
    assert evening.just_told(TrialThrown) == []
    assert evening.holds == set()


@pytest.mark.parametrize("act", ["self_test", "test_shake", "lamp_test", "touch_test"])
def test_outside_of_service_nothing_is_tested(act: str) -> None:
    assert an_evening().operator(act, role="technician").code == "no_service"


@pytest.mark.parametrize("act", ["clear_faults", "self_test", "test_shake", "lamp_test", "touch_test"])
def test_tests_are_for_the_workshop(act: str) -> None:
    assert in_service().operator(act, role="attendant").code == "role"


def test_while_a_throw_of_the_game_is_wanted_no_other_is_made() -> None:
    evening = in_phase("settling").time_is_up()
    evening.operator("begin_service", role="technician")
    assert evening.operator("test_shake", role="technician").code == "ok"
    held = in_phase("rolling").operator("begin_service", role="technician")
    assert held.operator("test_shake", role="technician").code == "not_now"


@pytest.mark.parametrize("what, came", [("clear_faults", "faults"), ("self_test", "tested")])
def test_what_the_unit_says_of_a_test_is_on_record_once(what: str, came: TestEnd) -> None:
    evening = in_service().operator(what, role="technician")
    assert evening.wishes.trial is not None
    evening.happens(UnitTested(what, came, {"failures": ["motor"]}))
    assert evening.just_told(TrialEnded) == [TrialEnded(what, "ann", 0, came, {"failures": ["motor"]})]
    evening.happens(UnitTested(what, came, {"failures": ["motor"]}))
    assert evening.just_told(TrialEnded) == []


@pytest.mark.parametrize(
    "event, code",
    [
        (ShakeDrawn(1, NONCE), "no_draw_wanted"),
        (ShakeDrawn(999, NONCE), "wrong_roll_id"),
        (ShakeDrawn(1, "xyz"), "bad_draw"),
    ],
)
def test_a_nonce_that_is_not_wanted_or_none_changes_nothing(event: ShakeDrawn, code: str) -> None:
    evening = in_service()
    if code != "no_draw_wanted":
        evening.operator("test_shake", role="technician")
    before = plain(evening.table)["table"]
    evening.happens(event)
    assert [told.code for told in evening.just_told(Refused)] == [code]
    assert plain(evening.table)["table"] == before


def test_a_test_shake_survives_a_power_failure() -> None:
    evening = in_service()
    roll = shake(evening)
    evening.power_failure().unit_back()
    assert evening.wishes.throw == (roll, NONCE, True)


# ---- doors that nobody saw --------------------------------------------------------------------------------------


@pytest.mark.parametrize("door, looks", [("logic", "supervisor"), ("dome", "attendant")])
def test_a_door_opened_unseen_before_the_game_holds_until_a_person_has_looked(door: str, looks: str) -> None:
    evening = an_evening().happens(DoorLatched(door))
    assert evening.just_told(DoorChanged) == [DoorChanged(door, "latched", "")]
    assert evening.holds == {"door_latch"}
    assert evening.operator("resume", role="technician").code == "role"
    assert evening.operator("resume", role=looks).holds == set()


@pytest.mark.parametrize("door", ["main", "drop"])
def test_any_other_door_opened_unseen_is_recorded_and_holds_nothing(door: str) -> None:
    evening = an_evening().happens(DoorLatched(door))
    assert len(evening.just_told(DoorChanged)) == 1
    assert evening.holds == set()


def test_two_doors_opened_unseen_are_both_named() -> None:
    evening = an_evening().happens(DoorLatched("logic")).happens(DoorLatched("dome")).happens(DoorLatched("dome"))
    assert evening.table.holds["door_latch"] == {"doors": ["logic", "dome"]}


def test_a_door_that_cannot_be_read_counts_as_open_and_says_so_and_found_open_says_that_instead() -> None:
    evening = an_evening().happens(DoorMoved("dome", True, seen=False))
    assert evening.table.holds["door_dome"] == {"door": "dome", "became": "unread"}
    told: list[Any] = evening.happens(DoorMoved("dome", True)).just_told(DoorChanged)
    assert told == [DoorChanged("dome", "open", "")]
    assert evening.table.holds["door_dome"] == {"door": "dome", "became": "open"}
    assert evening.happens(DoorMoved("dome", True)).last.decisions == []
    assert evening.happens(DoorMoved("dome", False)).just_told(HoldChanged)[0].on is False


def test_what_a_door_was_before_it_could_not_be_read_is_remembered() -> None:
    evening = an_evening().happens(DoorMoved("dome", False)).happens(DoorMoved("dome", True, seen=False))
    assert evening.happens(DoorMoved("dome", False)).just_told(DoorChanged) == [DoorChanged("dome", "closed", "closed")]
    evening.happens(DoorMoved("dome", True, seen=False)).happens(DoorLatched("dome"))
    assert evening.just_told(DoorChanged) == [DoorChanged("dome", "latched", "closed")]
    assert evening.happens(DoorMoved("dome", True)).just_told(DoorChanged) == [DoorChanged("dome", "open", "open")]


def test_a_latch_is_remembered_until_a_person_has_looked() -> None:
    evening = an_evening().happens(DoorLatched("logic"))
    assert evening.table.doors["logic"].latched
    assert not evening.operator("resume").table.doors["logic"].latched


def test_a_door_that_the_cabinet_has_not_is_refused() -> None:
    evening = an_evening().happens(DoorLatched("barn"))
    assert [told.code for told in evening.just_told(Refused)] == ["no_such_door"]


# ---- a seat's screen, touched all over --------------------------------------------------------------------------


def touching(seat: int = 1) -> Evening:
    """In service, a technician stands at this seat's screen."""
    evening = in_service().happens(SeatJoined(1)).happens(SeatJoined(2))
    return evening.operator("touch_test", role="technician", seat=seat)


def name_of(evening: Evening) -> str:
    trial = evening.wishes.trial
    assert trial is not None
    assert trial.what == "touch_test"
    return trial.name


def test_what_was_touched_of_a_screen_is_on_record_once_and_changes_nothing_else() -> None:
    evening = touching()
    before, name = plain(evening.table), name_of(evening)
    evening.happens(TouchTested(1, name, 96, 96))
    assert evening.just_told(TrialEnded) == [
        TrialEnded("touch_test", "ann", 1, "touched", {"touched": 96, "fields": 96})
    ]
    assert evening.wishes.trial is None
    assert evening.holds == {"service"}
    assert plain(evening.table)["seats"] == before["seats"]
    evening.happens(TouchTested(1, name, 96, 96))
    assert evening.just_told(TrialEnded) == []
    assert [told.why for told in evening.just_told(Ignored)] == ["nobody asked for it"]


@pytest.mark.parametrize("seat, name", [(2, None), (1, "operator-technician/999")])
def test_what_another_seat_or_another_test_says_ends_no_touch_test(seat: int, name: str | None) -> None:
    evening = touching()
    evening.happens(TouchTested(seat, name or name_of(evening), 96, 96))
    assert evening.just_told(TrialEnded) == []
    assert name_of(evening)


@pytest.mark.parametrize("touched, fields", [(97, 96), (-1, 96), (0, 1001)])
def test_a_count_that_no_screen_can_have_is_refused(touched: int, fields: int) -> None:
    evening = touching()
    before = plain(evening.table)["table"]
    evening.happens(TouchTested(1, name_of(evening), touched, fields))
    assert [told.code for told in evening.just_told(Refused)] == ["bad_count"]
    assert plain(evening.table)["table"] == before


def test_a_touch_test_needs_a_seat_with_a_terminal() -> None:
    evening = touching().happens(SeatLeft(2))
    assert evening.operator("touch_test", role="technician", seat=9).code == "no_such_seat"
    assert evening.operator("touch_test", role="technician", seat=2).code == "no_terminal"
    assert name_of(evening)


@pytest.mark.parametrize(
    "what, why",
    [
        ("service", {"cause": "service_ended"}),
        ("another", {"cause": "begun", "act": "lamp_test"}),
        ("terminal", {"cause": "terminal_lost"}),
        ("restart", {"cause": "terminal_lost"}),
    ],
)
def test_a_touch_test_that_is_broken_off_says_why(what: str, why: dict[str, str]) -> None:
    evening = touching()
    match what:
        case "service":
            evening.operator("end_service", role="technician")
        case "another":
            evening.operator("lamp_test", role="technician")
        case "terminal":
            evening.happens(SeatLeft(1))
        case "restart":
            evening.power_failure()
    assert evening.just_told(TrialEnded) == [TrialEnded("touch_test", "ann", 1, "broken_off", why)]
    assert evening.wishes.trial is None or evening.wishes.trial.what == "lamp_test"


def test_another_seats_terminal_may_go_while_a_screen_is_touched() -> None:
    evening = touching().happens(SeatLeft(2))
    assert evening.just_told(TrialEnded) == []
    assert name_of(evening)


# ---- a screen that is set right -----------------------------------------------------------------------------------

STRAIGHT = "1.000000 0.000000 0.000000 0.000000 1.000000 0.000000"
SET = "1.020000 0.010000 -0.030000 0.000000 0.980000 0.010000"


def setting(seat: int = 1) -> tuple[Evening, str]:
    evening = in_service().happens(SeatJoined(1)).happens(SeatJoined(2))
    evening.operator("calibrate_seat", role="technician", seat=seat)
    assert evening.wishes.trial is not None
    return evening, evening.wishes.trial.name


def test_how_a_seats_screen_was_set_is_on_record_once_with_the_numbers_before_and_after() -> None:
    evening, name = setting()
    before = plain(evening.table)
    evening.happens(TouchSet(1, name, STRAIGHT, SET))
    assert evening.just_told(TrialEnded) == [
        TrialEnded("calibrate_seat", "ann", 1, "set", {"before": STRAIGHT, "after": SET})
    ]
    assert (evening.wishes.trial, plain(evening.table)["seats"]) == (None, before["seats"])
    evening.happens(TouchSet(1, name, STRAIGHT, SET))
    assert (evening.just_told(TrialEnded), len(evening.just_told(Ignored))) == ([], 1)


@pytest.mark.parametrize(
    "before, after", [(STRAIGHT, "1 0 0 0 1 0"), ("", SET), (STRAIGHT, SET.replace("1.02", "9.02"))]
)
def test_numbers_that_no_screen_can_be_set_with_are_refused_and_it_goes_on(before: str, after: str) -> None:
    evening, name = setting()
    evening.happens(TouchSet(1, name, before, after))
    assert [told.code for told in evening.just_told(Refused)] == ["bad_setting"]
    assert evening.wishes.trial is not None
    evening.happens(TouchNotSet(1, name, "left"))
    assert evening.just_told(TrialEnded)[0].about == {"cause": "left"}


def test_the_menus_own_screen_and_one_back_as_delivered_are_on_record_too() -> None:
    evening = in_service()
    evening.operator("calibrate_menu", role="technician", before=STRAIGHT, after=SET)
    assert evening.just_told(TrialEnded) == [
        TrialEnded("calibrate_menu", "ann", 0, "set", {"before": STRAIGHT, "after": SET})
    ]
    assert evening.operator("calibrate_menu", role="technician", before=SET).code == "ok"
    refused = evening.operator("calibrate_menu", role="technician", before=STRAIGHT, after="1; reboot")
    assert refused.code == "bad_setting"
    assert "six numbers" in refused.answer.reason


def test_no_screen_is_set_in_play_nor_by_an_attendant() -> None:
    playing = an_evening().happens(SeatJoined(1))
    for act, more in (("calibrate_seat", {"seat": 1}), ("calibrate_menu", {"before": STRAIGHT, "after": SET})):
        assert playing.operator(act, role="technician", **more).code == "no_service"
        assert playing.operator(act, role="attendant", **more).code == "role"
        rolling = in_phase("rolling").operator("begin_service", role="technician")
        assert rolling.operator(act, role="technician", **more).code == "not_now"
