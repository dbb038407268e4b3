"""Each order to the emulated wheel, seen from the controller: what the driver makes of it is what the document says."""

from collections.abc import Callable

import pytest

from controller.protocol.devices.authentic.spin import Contradiction, contradictions, judge_spin
from controller.protocol.devices.unit import LinkDown, LinkUp, RunSelfTest, UnitRebooted
from controller.protocol.devices.wheel import (
    BallReport,
    SpinRefused,
    SpinReport,
    SpinStarted,
    WheelCover,
    WheelFaults,
    WheelMalfunction,
    WheelSelfTestDone,
    WheelStatus,
)
from tests.drivers.wheel.driver.simulated import KEY, World, met, wish_of
from tools.emulators.wheel.contradictions import CONTRADICTIONS
from tools.emulators.wheel.fate import OUTCOMES
from tools.emulators.wheel.orders import ORDERS
from tools.emulators.wheel.wheel import REAL

CONTRADICTS: dict[str, Contradiction] = {
    "number-37": "number_unknown",
    "no-number": "number_unknown",
    "three-revolutions": "ok_under_four_revolutions",
    "same-way": "ok_same_direction",
    "no-ball": "ok_without_ball",
    "no-rotor": "ok_without_rotor",
    "ball-2": "ball_unknown",
    "outcome-14": "outcome_unknown",
    "outcome-254": "outcome_unknown",
    "outcome-255": "outcome_unknown",
    "void-with-number": "number_without_ok",
    "void-with-ball-2": "ball_unknown",
    "same-direction-against": "not_same_direction",
    "same-direction-no-ball": "not_same_direction",
    "same-direction-no-rotor": "not_same_direction",
    "few-revolutions-four": "not_under_four_revolutions",
    "not-spun-with-ball": "not_spun_with_ball",
}


def judged(report: SpinReport) -> str:
    nonce = report.spin_id.to_bytes(8, "big")
    return judge_spin(report, spin_id=report.spin_id, nonce=nonce, key=KEY)


def ordered(words: str, world: World | None = None) -> World:
    """A wheel that was ordered so, and spin 1 asked for until it is answered by a report."""
    world = world or met()
    world.order(words)
    world.tell(1)
    world.run_until(lambda: any(isinstance(answer, SpinReport) for answer in world.answers(1)))
    world.wish = None
    return world


@pytest.mark.parametrize("name, code", OUTCOMES.items())
def test_every_outcome_is_carried_signed_and_sound(name: str, code: int) -> None:
    world = met()
    world.order(f"next {name}")
    report = world.report(1)
    assert (report.outcome, judged(report), contradictions(report)) == (code, "authentic", ())


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_every_contradiction_is_carried_as_it_was_said_signed_and_named(name: str) -> None:
    world = met()
    world.order(f"contradict {name}")
    report = world.report(1)
    assert (judged(report), contradictions(report)) == ("authentic", (CONTRADICTS[name],))
    assert world.of(WheelMalfunction) == []


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_a_contradiction_told_by_result_after_a_loss_is_carried_as_well(name: str) -> None:
    world = met()
    world.order(f"contradict {name}")
    world.order("lose spun 1000")
    world.tell(1)
    world.run_until(lambda: world.unit.wheel.memory.result(1) is not None)
    world.kill_driver()
    world.run_until(lambda: world.answers(1) != [])
    report = world.answers(1)[0]
    assert isinstance(report, SpinReport)
    assert (judged(report), contradictions(report)) == ("authentic", (CONTRADICTS[name],))


def test_every_field_comes_through_in_bare_numbers() -> None:
    world = met()
    world.order("say outcome=200 number=201 revolutions=255 ball=-128 rotor=127 elapsed=65535 flags=254")
    report = world.report(1)
    fields = report.model_dump(exclude={"kind", "v", "payload", "mac"})
    assert list(fields.values()) == [1, 200, 201, 255, -128, 127, 65535, 254]
    assert judged(report) == "authentic"


def _next() -> None:
    assert met_spun("next 36").number == 36


def met_spun(words: str) -> SpinReport:
    report = ordered(words).answers(1)[-1]
    assert isinstance(report, SpinReport)
    return report


def _time() -> None:
    assert met_spun("time rattle 100").outcome == 5  # no rest by 60 s


def _skip() -> None:
    assert [ball.stage for ball in ordered("skip 3", met(REAL)).of(BallReport)] == [1, 2, 4]


def _second_look() -> None:
    assert met_spun("second-look").flags & 1


def _refuse() -> None:
    assert ordered("refuse 1").of(SpinRefused)[0].verdict == "busy"


def _power_cut() -> None:
    assert met_spun("power-cut 0.5 falling").outcome == 12
    assert met_spun("power-cut 0.5 landed unread").outcome == 12
    assert met_spun("power-cut 0.5 landed").outcome == 0


def _reboot() -> None:
    world = met()
    world.order("reboot")
    world.run_until(lambda: world.of(UnitRebooted) != [])


def _cover() -> None:
    world = met(REAL)
    world.tell(1)
    world.run_until(lambda: any(ball.stage == 2 for ball in world.of(BallReport)))
    world.order("cover open")
    world.run_until(lambda: world.answers(1) != [])
    assert world.report(1).outcome == 10
    assert WheelCover(open=True) in world.said
    world.run_until(lambda: world.of(WheelStatus)[-1].state == "cover_open")


def _fault() -> None:
    world = met()
    world.order("fault sensor-dirty")
    world.run_until(lambda: WheelFaults(faults=("sensor_dirty",)) in world.said)
    assert world.spin(1) == SpinRefused(spin_id=1, verdict="fault")


def _temperature() -> None:
    world = met()
    world.order("temperature -40")
    world.run_until(lambda: world.of(WheelStatus)[-1].temperature == -40)


def _ail() -> None:
    world = met()
    world.order("ail 32")
    world.host.session.told(RunSelfTest(), world.now)
    world.run_until(lambda: WheelSelfTestDone(failures=("ball_missing",)) in world.said)


def _forge() -> None:
    assert judged(met_spun("forge")) == "wrong_mac"


def _repeat_old() -> None:
    world = met()
    world.report(1)
    world.order("repeat-old")
    world.run_for(1)
    assert len(world.answers(1)) == 1
    assert world.host.link.statistics.repeats == 1


def _retell() -> None:
    world = met()
    world.order("next 17")
    world.report(1)
    world.wish = wish_of(1)
    world.order("retell 5")
    world.run_until(lambda: world.of(WheelMalfunction) != [])
    malfunction = world.of(WheelMalfunction)[0]
    assert (malfunction.what, malfunction.spin_id) == ("contradicting_spin", 1)
    assert malfunction.payload[18:20] == "05"


def _unasked() -> None:
    world = met()
    world.report(1)
    world.wish = wish_of(1)
    world.order("unasked 7")
    world.run_until(lambda: world.of(WheelMalfunction) != [])
    assert (world.of(WheelMalfunction)[0].what, world.of(WheelMalfunction)[0].spin_id) == ("unasked_spin", 7)


def _ball() -> None:
    world = met()
    world.order("ball 200 255 99")
    world.run_until(lambda: BallReport(spin_id=99, stage=200, revolutions=255) in world.said)


def _pretend() -> None:
    world = met()
    world.report(1)
    world.order("pretend unknown 1")
    world.wish = wish_of(1)
    world.run_until(lambda: len(world.answers(1)) == 2)  # SPIN is answered: done, and SPUN comes again
    assert world.answers(1)[0] == world.answers(1)[1]
    assert world.unit.wheel.memory.spins == 1
    later = met()
    later.order("pretend under-way 1")
    later.wish = wish_of(1)
    later.run_until(lambda: later.of(SpinStarted) != [])


def _state() -> None:
    world = met()
    world.order("state 8")
    world.run_until(lambda: world.of(WheelStatus)[-1].state == "unknown")


def _serial() -> None:
    assert _found_again("serial 4711").unit.serial == 4711


def _model() -> None:
    assert _found_again("model OTHER").unit.model == "OTHER"


def _found_again(words: str) -> LinkUp:
    world = met()
    world.order(words)
    world.order("reboot")
    world.run_until(lambda: len(world.of(LinkUp)) == 2)
    return world.of(LinkUp)[-1]


def _version() -> None:
    world = World()
    world.order("version 2")
    world.run_until(lambda: world.of(LinkDown) != [])
    assert world.of(LinkDown)[0].why == "wrong_unit"
    assert "protocol version 2" in world.of(LinkDown)[0].text


def _answered_once(words: str) -> World:
    world = ordered(words)
    world.run_for(1)
    world.check(1)
    assert len(world.answers(1)) == 1
    return world


def _lose() -> None:
    _answered_once("lose spun 3")
    assert _answered_once("lose reply 3").host.link.statistics.retries > 0


def _double() -> None:
    _answered_once("double spun 1")
    assert _answered_once("double reply 1").host.link.statistics.strays > 0


def _garble() -> None:
    world = _answered_once("garble spun 2")
    statistics = world.host.link.statistics
    assert statistics.crc_errors + statistics.other_bad_frames == 2


def _delay() -> None:
    _answered_once("delay spun 5000")


def _flip() -> None:
    world = ordered("flip 0.005")
    world.check(1)


def _babble() -> None:
    world = _answered_once("babble 2")
    assert world.host.link.statistics.crc_errors + world.host.link.statistics.other_bad_frames > 0


def _freeze() -> None:
    world = met()
    world.order("freeze 10")
    world.run_until(lambda: world.of(LinkDown) != [])
    world.run_until(lambda: len(world.of(LinkUp)) == 2)


EFFECTS: dict[str, Callable[[], None]] = {
    "next": _next,
    "time": _time,
    "skip": _skip,
    "second-look": _second_look,
    "refuse": _refuse,
    "power-cut": _power_cut,
    "reboot": _reboot,
    "cover": _cover,
    "fault": _fault,
    "temperature": _temperature,
    "ail": _ail,
    "forge": _forge,
    "repeat-old": _repeat_old,
    "retell": _retell,
    "unasked": _unasked,
    "ball": _ball,
    "pretend": _pretend,
    "state": _state,
    "serial": _serial,
    "model": _model,
    "version": _version,
    "lose": _lose,
    "double": _double,
    "garble": _garble,
    "delay": _delay,
    "flip": _flip,
    "babble": _babble,
    "freeze": _freeze,
}


@pytest.mark.parametrize("name", EFFECTS)
def test_an_order_has_the_effect_at_the_controller_that_the_document_gives_it(name: str) -> None:
    EFFECTS[name]()


def test_a_spin_ended_now_is_told_so_and_one_forgotten_is_unknown() -> None:
    world = met(REAL)
    world.tell(1)
    world.run_until(lambda: any(ball.stage == 1 for ball in world.of(BallReport)))
    world.order("now ball-broken")
    world.run_until(lambda: world.answers(1) != [])
    assert world.report(1).outcome == 7
    world.order("forget")
    world.wish = wish_of(1)
    world.run_until(lambda: SpinRefused(spin_id=1, verdict="stale_spin_id") in world.said)


def test_every_order_is_seen_from_here() -> None:
    told_elsewhere = {"contradict", "say", "now", "forget"}
    assert EFFECTS.keys() | told_elsewhere == ORDERS.keys() - {"well"}  # `well` ends them all
