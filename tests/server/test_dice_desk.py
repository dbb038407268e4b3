"""The dice desk: the wish is told until it is answered, and only what the unit really rolled is believed."""

from typing import Any

import pytest

from controller.facts.cabinet_kinds import TrialEnded
from controller.facts.table import sentence
from controller.protocol.devices.authentic.roll import OUTCOMES
from controller.protocol.devices.dice import Outcome
from controller.server.loop.ports import Peer
from controller.table.events import Restarted
from controller.table.records import to_json
from tests.server.simulated import SimulatedCabinet, Someone
from tests.server.staff import StaffMember


def rolling(cabinet: SimulatedCabinet) -> Someone:
    """A terminal with a wager, and the throw wanted."""
    terminal = cabinet.terminal(1, credits=10_000)
    terminal.command("wager", round=cabinet.table.round, do="place", bet="pass_line", amount=500)
    cabinet.turn()
    cabinet.run(25_200)
    assert cabinet.table.phase == "rolling"
    return terminal


def linked() -> SimulatedCabinet:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    return cabinet


def test_the_wanted_roll_is_said_again_each_second_and_is_fresh_but_once() -> None:
    cabinet = linked()
    rolling(cabinet)
    cabinet.run(3000)
    told = cabinet.dice.heard("wanted_roll")
    assert len(told) >= 3
    assert [roll["fresh"] for roll in told] == [True] + [False] * (len(told) - 1)
    assert len({(roll["roll_id"], roll["nonce"]) for roll in told}) == 1


def test_a_report_with_a_wrong_mac_is_no_result_and_shown_to_the_operator() -> None:
    cabinet = linked()
    rolling(cabinet)
    cabinet.roll((5, 6), key=bytes(16))
    assert cabinet.table.phase == "rolling"
    assert cabinet.table.malfunctions == 1
    assert cabinet.loop.counters.troubles()[0].code == "roll_not_authentic"
    cabinet.roll((5, 6))
    assert cabinet.table.phase == "settling"


@pytest.mark.parametrize("outcome", OUTCOMES[1:])
def test_no_outcome_of_the_unit_but_a_result_is_taken_for_a_malfunction_or_settled(outcome: Outcome) -> None:
    cabinet = linked()
    rolling(cabinet)
    cabinet.no_roll(outcome)
    assert cabinet.table.malfunctions == 0
    assert cabinet.table.no_rolls == 1
    assert cabinet.table.phase in ("rolling", "asking")


def test_three_reports_that_cannot_be_hold_the_table() -> None:
    cabinet = linked()
    rolling(cabinet)
    for _ in range(3):
        cabinet.roll((5, 6), key=bytes(16))
    assert "malfunction" in cabinet.table.holds


def test_after_a_restart_the_unit_is_asked_before_the_dice_may_move() -> None:
    cabinet = linked()
    terminal = rolling(cabinet)
    throw = cabinet.table.throw
    assert throw is not None
    cabinet.store.take(Restarted())
    cabinet.start()
    cabinet.link_dice()
    told = cabinet.dice.heard("wanted_roll")[-1]
    assert (told["roll_id"], told["shake"], told["fresh"]) == (throw.id, False, False)
    cabinet.dice.say(kind="roll_unknown", roll_id=throw.id)
    cabinet.turn()
    assert cabinet.table.phase == "asking"
    assert not terminal.heard("settled")


def test_a_result_known_to_the_unit_is_settled_after_a_restart() -> None:
    cabinet = linked()
    rolling(cabinet)
    cabinet.store.take(Restarted())
    cabinet.start()
    cabinet.link_dice()
    back = Someone(cabinet, "terminal", "key of seat 1", 1)
    back.say(kind="hello", seat=1, software="test")
    cabinet.turn()
    cabinet.roll((5, 6))
    assert back.heard("settled")[-1]["faces"] == [5, 6]


def test_while_the_table_is_held_the_unit_is_asked_but_not_shaken() -> None:
    cabinet = linked()
    rolling(cabinet)
    cabinet.dice.say(kind="unit_lid", open=True)
    cabinet.turn()
    assert cabinet.dice.heard("wanted_roll")[-1]["shake"] is False
    cabinet.dice.say(kind="unit_lid", open=False)
    cabinet.turn()
    assert cabinet.dice.heard("wanted_roll")[-1]["shake"] is True


def test_a_driver_that_falls_silent_is_lost_and_holds_the_table() -> None:
    cabinet = linked()
    assert not cabinet.table.holds
    for _ in range(40):
        cabinet.turn(100)
    assert "dice_link" in cabinet.table.holds
    cabinet.dice.say(kind="unit_status", **cabinet.unit_status())
    cabinet.turn()
    assert cabinet.dice.heard("who_is_there")
    cabinet.link_dice()
    assert not cabinet.table.holds


def test_an_unknown_driver_is_asked_who_it_is_before_it_is_believed() -> None:
    cabinet = linked()
    stranger = Someone(cabinet, "dice", "local dice")
    stranger.say(kind="unit_lid", open=True)
    cabinet.turn()
    assert stranger.heard("who_is_there")
    assert not cabinet.table.holds
    assert stranger.peer != Peer("", b"")


def test_an_emulated_unit_has_no_business_with_a_live_journal() -> None:
    cabinet = SimulatedCabinet()
    desk = cabinet.loop._desks["dice"]
    desk._emulated_allowed = False  # type: ignore[attr-defined]
    cabinet.link_dice()
    assert cabinet.dice.heard("not_taken")[-1]["code"] == "emulator_on_live"
    assert "dice_link" in cabinet.table.holds


def test_a_unit_with_a_fault_or_an_open_lid_holds_the_table_from_the_first_word() -> None:
    cabinet = SimulatedCabinet()
    status = {**cabinet.unit_status(), "lid_open": True, "faults": ["sensor_dirty"]}
    cabinet.dice.say(kind="dice_driver_here", port="/dev/pts/1", emulated=True)
    unit = {"kind": "unit_identity", "model": "BOXDICE1", "serial": 1001, "firmware": "1.0", "boot_id": 5}
    cabinet.dice.say(kind="link_up", port="/dev/pts/1", unit=unit)
    cabinet.dice.say(kind="unit_status", **status)
    cabinet.turn()
    assert set(cabinet.table.holds) == {"lid", "dice_fault"}


def test_the_void_of_a_round_under_way_aborts_its_roll() -> None:
    cabinet = linked()
    rolling(cabinet)
    throw = cabinet.table.throw
    assert throw is not None
    assert cabinet.supervisor().act("void", reference="spilled drink")["ok"]
    assert cabinet.dice.heard("abort_roll")[-1]["roll_id"] == throw.id
    cabinet.dice.say(kind="abort_answer", roll_id=throw.id, verdict="stale_roll_id")
    cabinet.turn()
    assert cabinet.dice.heard("nothing_wanted")


# ---- tests of the unit ------------------------------------------------------------------------------------------


def in_service(*acts: str) -> tuple[SimulatedCabinet, StaffMember]:
    """A supervisor at the console, in service, having asked for these."""
    cabinet = linked()
    eve = cabinet.supervisor()
    for act in ("begin_service", *acts):
        assert eve.act(act)["ok"]
    return cabinet, eve


def ended(cabinet: SimulatedCabinet) -> list[tuple[str, str]]:
    """Each test that is over, and what came of it, as the console says it."""
    return [sentence(to_json(fact)) for fact in cabinet.store.decisions if isinstance(fact, TrialEnded)]


@pytest.mark.parametrize(
    "act, order, reply, told",
    [
        ("clear_faults", "clear_faults", {"kind": "faults_cleared", "faults": []}, "all clear"),
        (
            "clear_faults",
            "clear_faults",
            {"kind": "faults_cleared", "faults": ["sensor_dead"]},
            "still latched: sensor_dead",
        ),
        ("self_test", "run_self_test", {"kind": "self_test_done", "failures": []}, "passed"),
        ("self_test", "run_self_test", {"kind": "self_test_done", "failures": ["motor"]}, "failed: motor"),
        (
            "self_test",
            "run_self_test",
            {"kind": "not_done", "command": "run_self_test", "text": "busy"},
            "not done: busy",
        ),
    ],
)
def test_what_a_technician_asks_of_the_unit_is_told_once_and_its_answer_recorded(
    act: str, order: str, reply: dict[str, Any], told: str
) -> None:
    cabinet, _ = in_service(act)
    cabinet.run(2000)
    assert len(cabinet.dice.heard(order)) == 1
    cabinet.dice.say(**reply)
    cabinet.turn()
    assert ended(cabinet) == [(f"{act} by eve", told)]


def test_a_driver_that_comes_anew_is_told_of_the_test_that_is_still_wanted() -> None:
    cabinet, _ = in_service("self_test")
    cabinet.dice = Someone(cabinet, "dice", "local dice")
    cabinet.link_dice()
    assert len(cabinet.dice.heard("run_self_test")) == 1


def test_a_test_shake_is_asked_of_the_unit_and_its_report_is_no_roll_of_the_game() -> None:
    cabinet, station = in_service("test_shake")
    wanted = cabinet.dice.heard("wanted_roll")[-1]
    assert (wanted["shake"], wanted["fresh"]) == (True, True)
    cabinet.report_roll(wanted["roll_id"], wanted["nonce"], (2, 5))
    assert ended(cabinet) == [("test_shake by eve", "2 5")]
    assert cabinet.dice.heard("nothing_wanted")
    assert station.act("end_service")["ok"]
    assert cabinet.table.phase == "idle"
    assert cabinet.table.malfunctions == 0


def test_a_test_shake_with_a_wrong_mac_is_recorded_as_nothing() -> None:
    cabinet, _ = in_service("test_shake")
    wanted = cabinet.dice.heard("wanted_roll")[-1]
    cabinet.report_roll(wanted["roll_id"], wanted["nonce"], (2, 5), key=bytes(16))
    assert ended(cabinet) == []
    assert cabinet.loop.counters.troubles()[0].code == "roll_not_authentic"


def test_the_lamp_of_the_dome_follows_the_table_and_is_white_for_a_lamp_test() -> None:
    cabinet, station = in_service()
    told = [(lamp["red"], lamp["green"], lamp["blue"], lamp["pattern"]) for lamp in cabinet.dice.heard("wanted_lamp")]
    assert told == [(0, 255, 0, "steady"), (255, 0, 0, "blink")]
    assert station.act("lamp_test")["ok"]
    assert cabinet.dice.heard("wanted_lamp")[-1]["blue"] == 255
    assert station.act("end_service")["ok"]
    assert cabinet.dice.heard("wanted_lamp")[-1]["green"] == 255
    rolling(cabinet)
    assert cabinet.dice.heard("wanted_lamp")[-1]["pattern"] == "chase"
