"""What the wheel driver makes of what the wheel says: each message of the document, each loss."""

import pytest

from controller.protocol.devices.unit import (
    ClearFaults,
    LinkDown,
    LinkUp,
    NotDone,
    NothingWanted,
    RunSelfTest,
    UnitRebooted,
    WantedLamp,
)
from controller.protocol.devices.wheel import (
    AbortSpin,
    AbortSpinAnswer,
    BallReport,
    SpinOverdue,
    SpinRefused,
    SpinReport,
    SpinStarted,
    SpinUnknown,
    WheelCover,
    WheelFaults,
    WheelFaultsCleared,
    WheelMalfunction,
    WheelSelfTestDone,
    WheelStatus,
)
from controller.protocol.message import Message
from drivers.common.serial.link import Reported
from drivers.common.unit.identity import ExpectedUnit
from drivers.wheel.codec import Ball, Booted, Spin
from tests.drivers.wheel.driver.simulated import World, met, wish_of
from tools.emulators.wheel.wheel import REAL

LONGEST_SPIN_MS = 66_500


def spinning(stage: int = 1) -> World:
    """A wheel at this stage of spin 1, in real time."""
    world = met(REAL)
    world.tell(1)
    world.run_until(lambda: world.of(SpinStarted) != [] and world.unit.wheel.stage() == stage)
    return world


def test_a_spin_goes_from_its_start_through_every_stage_to_its_signed_report() -> None:
    world = met(REAL)
    world.order("next 17")
    report = world.report(1)
    assert (report.outcome, report.number, report.ball, report.rotor < 0) == (0, 17, 1, True)
    assert world.of(SpinStarted) == [SpinStarted(spin_id=1)]
    assert [ball.stage for ball in world.of(BallReport)] == [1, 2, 3, 4]
    assert world.of(BallReport)[-1] == BallReport(spin_id=1, stage=4, revolutions=report.revolutions)
    assert {status.state for status in world.of(WheelStatus)} >= {"ready", "ball_turning", "ball_falling"}
    world.check(1)


def test_a_fresh_spin_on_a_sound_link_is_asked_for_once_and_without_asking_for_its_result() -> None:
    world = met()
    world.watch()
    world.report(1)
    assert world.names_on_the_line() == ["Spin"]


def test_the_spin_carries_what_was_wanted_to_the_letter() -> None:
    world = met()
    world.watch()
    wish = wish_of(7, fresh=True, hold_ms=1500).model_copy(update={"rotor": 40, "launch": 255})
    world.host.session.told(wish, world.now)
    (spin,) = [item.what for item in world.host.link.traffic or [] if isinstance(item.what, Spin)]
    assert spin == Spin(7, 40, 255, 1500, (7).to_bytes(8, "big"))


def test_after_a_start_the_result_of_a_spin_in_flight_is_asked_before_anything_else() -> None:
    world = spinning()
    world.kill_driver()
    world.watch()
    world.run_until(lambda: len(world.of(SpinStarted)) == 2)
    names = world.names_on_the_line()
    assert names[names.count("Hello")] == "Result"
    assert "Spin" not in names
    world.run_until(lambda: world.answers(1) != [])
    world.check(1)


def test_a_spin_that_the_wheel_does_not_know_is_asked_for_again_with_the_same_id_and_nonce() -> None:
    world = met()
    world.watch()
    world.wish = wish_of(1)
    world.run_until(lambda: world.answers(1) != [])
    assert world.names_on_the_line()[:2] == ["Result", "Spin"]
    world.check(1)


def test_a_spin_that_must_not_start_is_only_asked_after() -> None:
    world = met()
    world.wish = wish_of(1, spin=False)
    world.run_until(lambda: SpinUnknown(spin_id=1) in world.said)
    assert world.unit.wheel.under_way() is None


def test_a_busy_wheel_is_asked_again_every_half_second_until_it_spins() -> None:
    world = met(REAL)
    world.tell(1, hold_ms=2000)
    world.run_until(lambda: world.of(SpinStarted) != [])
    world.host.session.told(wish_of(2, fresh=True), world.now)
    world.wish = wish_of(2)
    began = world.now
    world.run_for(5.0)
    refusals = world.of(SpinRefused)
    assert {refusal.verdict for refusal in refusals} == {"busy"}
    assert 9 <= len(refusals) <= 11
    world.run_until(lambda: any(isinstance(answer, SpinReport) for answer in world.answers(2)))
    assert SpinStarted(spin_id=2) in world.said
    assert world.now - began < LONGEST_SPIN_MS / 500


@pytest.mark.parametrize(
    "number, verdict",
    [(2, "cover_open"), (3, "fault"), (4, "stale_spin_id"), (5, "bad_parameter")],
)
def test_a_refusal_is_passed_on_and_tried_again_when_the_spin_is_wanted_again(number: int, verdict: str) -> None:
    world = met()
    world.order(f"refuse {number}")
    assert world.spin(1) == SpinRefused(spin_id=1, verdict=verdict)  # type: ignore[arg-type]
    world.run_for(1.0)
    assert world.unit.wheel.under_way() is None
    world.wish = wish_of(1)
    world.run_until(lambda: any(isinstance(answer, SpinReport) for answer in world.answers(1)))


def test_a_verdict_that_does_not_exist_is_a_malfunction() -> None:
    world = met()
    world.order("refuse 7")
    assert world.spin(1) == SpinRefused(spin_id=1, verdict="unknown")
    (malfunction,) = world.of(WheelMalfunction)
    assert malfunction.what == "impossible_answer"
    assert "verdict 7 to SPIN does not exist" in malfunction.text


def test_a_spin_wanted_with_another_nonce_is_not_done() -> None:
    world = met()
    world.tell(1)
    world.host.session.told(wish_of(1).model_copy(update={"nonce": "11" * 8}), world.now)
    world.run_for(0.1)
    (not_done,) = world.of(NotDone)
    assert (not_done.command, "a new spin id" in not_done.text) == ("wanted_spin", True)


def test_a_spin_wanted_after_its_answer_was_passed_on_is_answered_again() -> None:
    world = met()
    first = world.report(1)
    world.wish = wish_of(1)
    world.run_until(lambda: len(world.answers(1)) >= 2)
    assert world.answers(1)[-1] == first


def test_an_abort_before_the_launch_ends_the_spin_and_after_it_comes_too_late() -> None:
    world = met(REAL)
    world.tell(1, hold_ms=5000)
    world.run_until(lambda: world.of(SpinStarted) != [])
    world.host.session.told(AbortSpin(spin_id=1), world.now)
    world.run_until(lambda: world.answers(1) != [])
    assert world.of(AbortSpinAnswer) == [AbortSpinAnswer(spin_id=1, verdict="accepted")]
    assert world.report(1).outcome == 11
    late = spinning()
    late.host.session.told(AbortSpin(spin_id=1), late.now)
    late.run_until(lambda: late.of(AbortSpinAnswer) != [])
    assert late.of(AbortSpinAnswer)[0].verdict == "already_done"
    late.run_until(lambda: late.answers(1) != [])
    assert late.report(1).outcome == 0


def test_a_spin_that_takes_longer_than_any_may_is_told_and_asked_after() -> None:
    world = met(REAL)
    world.order("time reading 70")
    world.tell(1)
    world.run_until(lambda: world.of(SpinOverdue) != [])
    assert LONGEST_SPIN_MS <= world.of(SpinOverdue)[0].waited_ms < LONGEST_SPIN_MS + 500
    world.run_until(lambda: world.answers(1) != [])
    world.check(1)


def test_a_spin_within_its_longest_times_is_never_overdue() -> None:
    world = met(REAL)
    for words in ("time launch 2.9", "time reading 2.9", "next no-compartment"):
        world.order(words)
    assert world.report(1).outcome == 5
    assert world.of(SpinOverdue) == []


def test_a_reboot_is_said_once_and_what_became_of_the_spin_is_asked_for() -> None:
    world = spinning(2)
    world.reboot_unit()
    world.run_until(lambda: world.answers(1) != [])
    world.run_for(3)
    assert [said.boot_id for said in world.of(UnitRebooted)] == [world.unit.wheel.memory.boot_id]
    assert world.report(1).outcome == 12


def test_a_silent_wheel_is_lost_and_found_again_with_its_result() -> None:
    world = spinning(2)
    world.order("freeze 30")
    world.run_until(lambda: world.of(LinkDown) != [])
    assert world.of(LinkDown)[0].why == "silence"
    world.run_until(lambda: world.answers(1) != [])
    assert len(world.of(LinkUp)) == 2
    world.check(1)


def test_a_dice_unit_on_the_cable_is_the_wrong_unit() -> None:
    world = World()
    world.host.session.expected = ExpectedUnit("WHEEL-37")
    world.order("model BOXDICE1")
    world.run_until(lambda: world.of(LinkDown) != [])
    (down,) = world.of(LinkDown)
    assert down.why == "wrong_unit"
    assert "wrong wheel unit: found model BOXDICE1" in down.text
    assert world.of(LinkUp) == []


def test_where_the_ball_was_is_told_even_if_it_was_told_before_the_wheel_had_greeted() -> None:
    world = World()
    world.host.session.opened(world.now)
    world.host.opened = True
    for stage in (2, 3):
        world.host.session.handle([Reported(Ball(1042, stage, 12))], world.now)
    world.run_until(lambda: world.of(LinkUp) != [])
    assert world.of(BallReport) == [BallReport(spin_id=1042, stage=3, revolutions=12)]


def test_faults_and_their_clearing_are_told_by_name() -> None:
    world = met()
    world.order("fault level")
    world.order("fault rotor stuck")
    world.run_until(lambda: WheelFaults(faults=("rotor", "level")) in world.said)
    world.host.session.told(ClearFaults(mask=0xFFFF), world.now)
    world.run_until(lambda: WheelFaultsCleared(faults=("rotor",)) in world.said)


def test_the_cover_is_told_and_lid_and_lamp_are_set() -> None:
    world = met()
    world.order("cover open")
    world.run_until(lambda: WheelCover(open=True) in world.said)
    world.order("cover close")
    world.run_until(lambda: WheelCover(open=False) in world.said)
    world.host.session.told(WantedLamp(red=1, green=2, blue=3, pattern="chase"), world.now)
    world.run_until(lambda: world.unit.lamp == bytes((1, 2, 3, 2)))
    world.unit.lamp = bytes(4)
    world.reboot_unit()
    world.run_until(lambda: world.unit.lamp == bytes((1, 2, 3, 2)))


def test_a_self_test_names_what_it_found_and_needs_a_wheel_that_is_ready() -> None:
    world = met()
    world.order("ail 127")
    world.host.session.told(RunSelfTest(), world.now)
    every = WheelSelfTestDone(failures=("rotor", "blower", "sensor", "cover_switch", "memory", "ball_missing", "level"))
    world.run_until(lambda: every in world.said)
    busy = spinning()
    busy.run_for(1.0)
    busy.host.session.told(RunSelfTest(), busy.now)
    busy.run_for(0.1)
    assert "ball_turning" in busy.of(NotDone)[0].text


@pytest.mark.parametrize("order", [AbortSpin(spin_id=1), ClearFaults(mask=1), RunSelfTest()])
def test_an_order_lost_with_the_link_is_said_to_be_not_done(order: Message) -> None:
    world = met()
    world.order("lose reply 1000")
    world.host.session.told(order, world.now)
    world.run_for(0.1)
    world.order("well")
    world.host.session.handle([Reported(Booted(4711))], world.now)
    world.run_until(lambda: world.of(NotDone) != [])
    assert world.of(NotDone)[0].command == order.kind


def test_a_spin_of_an_earlier_process_is_passed_on_and_one_of_nobody_is_a_malfunction() -> None:
    world = met()
    world.report(1)
    world.kill_driver()
    world.order("repeat-old")
    world.run_until(lambda: world.host.session.up)
    world.said.clear()
    world.host.session.told(NothingWanted(), world.now)
    world.run_until(lambda: world.answers(1) != [])
    world.order("unasked 99")
    world.run_until(lambda: world.of(WheelMalfunction) != [])
    (malfunction,) = world.of(WheelMalfunction)
    assert (malfunction.what, malfunction.spin_id, len(malfunction.payload)) == ("unasked_spin", 99, 32)
