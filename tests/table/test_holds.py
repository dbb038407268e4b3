"""Reasons to stand still: each lies over the phase, and play goes on exactly where it stood."""

import pytest

from controller.facts.cabinet_kinds import DoorChanged, KeySwitched
from controller.facts.kinds import HoldChanged
from controller.table.events import DoorMoved, FaultsChanged, KeyTurned, LidMoved, SeatJoined, SeatLeft
from controller.table.holds.reasons import REMEDY
from controller.table.phases import Phase
from tests.table.evening import SERIAL, Evening, an_evening

PHASES = ("idle", "betting", "closed", "shooting", "rolling", "settling", "recovery", "asking")


def in_phase(name: str) -> Evening:
    """An evening that stands in this phase, seat 1 with a contract wager, but idle."""
    evening = an_evening()
    if name == "idle":
        return evening
    evening.bet(1, "pass_line", 500)
    if name in ("recovery", "asking"):
        evening.close().power_failure()
        if name == "asking":
            evening.unit_back()
    else:
        ways = {
            "betting": lambda: evening.wait(1),
            "closed": lambda: evening.close(),
            "shooting": lambda: evening.close().draw(),
            "rolling": lambda: evening.to_the_throw(),
            "settling": lambda: evening.to_the_throw().throw(1, 3),
        }
        ways[name]()
    assert evening.phase == name
    return evening


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("door", ["dome", "logic"])
def test_an_open_dome_or_logic_door_holds_in_any_phase(phase: str, door: str) -> None:
    evening = in_phase(phase)
    before = (evening.phase, evening.table.left, evening.round, evening.holds)
    evening.door(door, True).wait(3600)
    assert evening.holds == before[3] | {f"door_{door}"}
    evening.door(door, False)
    assert (evening.phase, evening.table.left, evening.round, evening.holds) == before


@pytest.mark.parametrize("phase", PHASES)
def test_a_fault_and_an_open_lid_hold_in_any_phase_and_both_must_go(phase: str) -> None:
    evening = in_phase(phase)
    before = evening.holds
    evening.happens(FaultsChanged(("sensor_dead",))).happens(LidMoved(True))
    assert evening.holds == before | {"dice_fault", "lid"}
    assert evening.happens(LidMoved(False)).holds == before | {"dice_fault"}
    assert evening.wishes.draw is None
    assert evening.happens(FaultsChanged(())).holds == before


@pytest.mark.parametrize("phase", PHASES)
def test_a_lost_unit_holds_in_any_phase_until_it_is_back(phase: str) -> None:
    evening = in_phase(phase)
    evening.unit_lost().wait(3600)
    assert "dice_link" in evening.holds
    evening.unit_back()
    assert not evening.holds
    assert evening.phase == ("asking" if phase == "recovery" else phase)


def test_of_two_holds_the_first_to_go_does_not_let_the_game_go_on() -> None:
    evening = an_evening().bet(1, "pass_line", 500).wait(5).door("dome", True).operator("hold", reference="a dispute")
    evening.door("dome", False)
    assert evening.wait(60).bet(1, "field", 500).code == "held"
    assert evening.operator("resume").wishes.due_in == 20_000
    assert evening.bet(1, "field", 500).code == "ok"


def test_a_deadline_that_was_due_before_the_door_opened_counts() -> None:
    evening = an_evening(bet_time=25).bet(1, "pass_line", 500)
    evening.happens(DoorMoved("dome", True), after=25_000)
    assert (evening.phase, evening.holds) == (Phase.CLOSED, {"door_dome"})


def test_main_and_drop_doors_and_keys_are_recorded_and_hold_nothing() -> None:
    evening = an_evening().door("main", True).door("drop", True).happens(KeyTurned("operator", True))
    assert not evening.holds
    assert [told.door for told in evening.all_told(DoorChanged)] == ["main", "drop"]
    assert evening.all_told(KeySwitched) == [KeySwitched("operator", True)]


def test_a_door_that_is_reported_again_is_not_recorded_again() -> None:
    evening = an_evening().door("dome", True).door("dome", True)
    assert len(evening.all_told(DoorChanged)) == 1


def test_a_door_or_a_key_that_the_cabinet_has_not_is_refused() -> None:
    evening = an_evening().door("barn", True).happens(KeyTurned("car", True))
    assert (evening.holds, evening.table.other_refusals) == (set(), 2)


def test_while_held_no_bet_press_choice_or_chance_is_taken() -> None:
    evening = in_phase("shooting").door("dome", True)
    assert evening.touch_shoot(1).code == "held"
    assert evening.pass_dice(1).code == "held"
    assert evening.press(1).phase is Phase.SHOOTING
    assert evening.wishes.shoot_lamp is None
    asking = in_phase("asking").door("dome", True)
    assert asking.wishes.asked == ()
    assert asking.withdraw(1).code == "held"


def test_a_result_that_comes_while_held_is_settled_when_the_last_hold_goes() -> None:
    evening = in_phase("rolling").door("dome", True).operator("hold").throw(1, 3)
    assert (evening.phase, evening.table.result) == (Phase.ROLLING, {"faces": [1, 3]})
    evening.door("dome", False)
    assert evening.phase is Phase.ROLLING
    evening.operator("resume")
    assert (evening.phase, evening.table.game.common_data()["point"]) == (Phase.SETTLING, 4)


def test_held_the_dice_are_not_set_in_motion_but_a_throw_that_was_made_is_asked_for() -> None:
    throw = in_phase("rolling").door("dome", True).wishes.throw
    assert throw is not None
    assert not throw.shake


def test_a_no_roll_while_held_needs_its_own_remedy_too() -> None:
    evening = in_phase("rolling").happens(LidMoved(True)).unit_says("lid_opened")
    assert evening.holds == {"lid", "dice"}
    assert evening.operator("resume").holds == {"lid"}
    assert evening.happens(LidMoved(False)).draw().throw(1, 3).phase is Phase.SETTLING


def test_a_lost_link_is_no_power_failure_and_the_same_throw_is_asked_for_again() -> None:
    evening = in_phase("rolling")
    wanted = evening.wishes.throw
    evening.unit_lost().unit_back(last_roll=1)
    assert (evening.phase, evening.wishes.throw) == (Phase.ROLLING, wanted)


def test_a_unit_with_another_serial_holds_the_table_until_a_supervisor_accepts_it() -> None:
    evening = in_phase("betting").unit_lost().unit_back(serial=SERIAL + 1)
    assert "unit_changed" in evening.holds
    assert evening.operator("accept_unit", role="attendant").code == "role"
    assert evening.operator("accept_unit").holds == set()


def test_the_old_unit_may_come_back_instead() -> None:
    assert in_phase("betting").unit_lost().unit_back(serial=SERIAL + 1).unit_lost().unit_back().holds == set()


def test_a_unit_that_is_gone_again_cannot_be_accepted() -> None:
    evening = in_phase("betting").unit_lost().unit_back(serial=SERIAL + 1).unit_lost().operator("accept_unit")
    assert evening.code == "no_unit_waiting"
    assert "dice_link" in evening.holds


def test_a_unit_whose_last_roll_went_back_holds_the_table() -> None:
    evening = in_phase("settling").unit_lost().unit_back(last_roll=0)
    assert "unit_changed" in evening.holds
    assert evening.operator("accept_unit").holds == set()


def test_a_jump_of_the_roll_ids_beyond_two_to_the_32_needs_a_supervisor_once() -> None:
    evening = in_phase("closed").unit_lost().unit_back(last_roll=2**32 + 1)
    assert "roll_jump" in evening.holds
    evening.operator("accept_unit").unit_lost().unit_back()
    assert evening.holds == set()
    assert evening.draw().table.last_roll == 2**32 + 2


def test_a_unit_whose_memory_reads_erased_is_not_accepted() -> None:
    evening = in_phase("closed").unit_lost().unit_back(last_roll=2**64 - 1).operator("accept_unit")
    assert (evening.code, evening.holds) == ("no_ids_left", {"dice_link", "roll_jump"})


def test_a_smaller_jump_is_followed() -> None:
    evening = in_phase("closed").unit_lost().unit_back(last_roll=2**32)
    assert evening.draw().table.last_roll == 2**32 + 1


def test_service_suspends_play_exactly_where_it_is() -> None:
    evening = an_evening(shoot_time=10).bet(1, "pass_line", 500).close().draw().wait(3)
    evening.operator("begin_service", role="technician").wait(3600)
    assert (evening.phase, evening.holds) == (Phase.SHOOTING, {"service"})
    evening.operator("end_service", role="technician")
    assert (evening.phase, evening.wishes.due_in) == (Phase.SHOOTING, 7000)


def test_ending_a_service_that_never_began_is_refused() -> None:
    assert an_evening().operator("end_service").code == "no_service"


def test_holds_that_hardware_set_are_not_resumed_by_people() -> None:
    evening = an_evening().door("dome", True).operator("resume")
    assert (evening.code, evening.holds) == ("nothing_to_resume", {"door_dome"})


def test_every_hold_that_came_or_went_is_on_record_once() -> None:
    evening = an_evening().happens(LidMoved(True)).happens(LidMoved(True)).happens(LidMoved(False))
    assert [(told.reason, told.on) for told in evening.all_told(HoldChanged)] == [("lid", True), ("lid", False)]


def test_every_reason_to_stand_still_names_its_remedy() -> None:
    assert all(REMEDY.values())


def test_a_terminal_that_drops_its_link_keeps_wagers_and_credits() -> None:
    evening = an_evening().happens(SeatJoined(1)).bet(1, "pass_line", 500).happens(SeatLeft(1))
    assert (evening.layout(1), evening.credits(1)) == ({"pass_line": 500}, 99_500)
    assert not evening.table.seats[1].linked
    assert evening.to_the_throw().throw(3, 4).credits(1) == 100_000


def test_a_terminal_of_no_seat_is_refused() -> None:
    assert an_evening().happens(SeatJoined(9)).table.other_refusals == 1
