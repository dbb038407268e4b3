"""The wheel unit on the bench, real or emulated: what it must do before it may stand in a cabinet."""

import os

import pytest

from controller.protocol.devices.authentic.spin import OUTCOMES, contradictions, judge_spin
from controller.protocol.devices.unit import LinkUp, RunSelfTest
from controller.protocol.devices.wheel import (
    BallReport,
    SpinReport,
    WantedSpin,
    WheelDriverHere,
    WheelMalfunction,
    WheelSelfTestDone,
    WheelStatus,
)
from tests.hil.rig import Driver, WheelRig

SPINS = 6


def next_wish(wheel: Driver) -> WantedSpin:
    """A new spin, once the wheel is ready for it: a new id, a new nonce."""
    controller = wheel.controller
    status = controller.hears(WheelStatus, lambda now: now.state == "ready", since=len(controller.said))
    return WantedSpin(spin_id=status.last_spin + 1, nonce=os.urandom(8).hex(), rotor=-18, launch=180)


def authentic(report: SpinReport, wish: WantedSpin, rig: WheelRig) -> bool:
    nonce = bytes.fromhex(wish.nonce)
    return judge_spin(report, spin_id=wish.spin_id, nonce=nonce, key=rig.key) == "authentic"


def spun(wheel: Driver, wish: WantedSpin) -> SpinReport:
    return wheel.controller.hears(SpinReport, lambda said: said.spin_id == wish.spin_id, telling=wish)


def test_the_wheel_says_who_it_is_and_finds_nothing_wrong_with_itself(wheel: Driver, wheel_rig: WheelRig) -> None:
    here = wheel.controller.hears(WheelDriverHere)
    unit = wheel.controller.hears(LinkUp).unit
    assert (unit.model, unit.serial) == wheel_rig.identity
    assert here.emulated == wheel_rig.emulated
    next_wish(wheel)
    wheel.controller.tell(RunSelfTest())
    assert wheel.controller.hears(WheelSelfTestDone).failures == ()


def test_spins_are_signed_sound_and_pass_their_stages_in_order(wheel: Driver, wheel_rig: WheelRig) -> None:
    for _ in range(SPINS):
        wish = next_wish(wheel)
        report = spun(wheel, wish)
        assert authentic(report, wish, wheel_rig)
        assert contradictions(report) == ()
        balls = [ball for ball in wheel.controller.all_said(BallReport) if ball.spin_id == wish.spin_id]
        assert [ball.stage for ball in balls] == sorted({ball.stage for ball in balls})
    assert wheel.controller.all_said(WheelMalfunction) == []


def test_a_spin_has_one_answer_across_a_driver_killed_while_the_ball_turns(wheel: Driver, wheel_rig: WheelRig) -> None:
    wish = next_wish(wheel)
    before = wheel.controller.all_said(WheelStatus)[-1].spins
    wheel.controller.hears(BallReport, lambda ball: ball.spin_id == wish.spin_id, telling=wish)
    wheel.kill()
    wheel.start()
    report = spun(wheel, wish)
    assert authentic(report, wish, wheel_rig)
    since = len(wheel.controller.said)
    ready = wheel.controller.hears(WheelStatus, lambda now: now.state == "ready", since=since)
    assert ready.spins == before + 1
    assert {said.payload for said in wheel.controller.all_said(SpinReport)} == {report.payload}


@pytest.mark.parametrize("order, outcome", [("next ball-out", "ball_out"), ("next same-direction", "same_direction")])
def test_an_outcome_without_a_number_is_told_by_its_name(
    wheel: Driver, wheel_rig: WheelRig, order: str, outcome: str
) -> None:
    wheel_rig.order(order)
    assert OUTCOMES[spun(wheel, next_wish(wheel)).outcome] == outcome
