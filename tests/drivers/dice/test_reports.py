"""Reports of rolls: wanted, said again, old, or of a roll that nobody asked for."""

import pytest

from controller.protocol.devices.dice import AbortRoll, Malfunction, RollReport, ToDiceDriver, UnitStatus, WantedRoll
from controller.protocol.devices.unit import NothingWanted
from drivers.common.serial.link import Reported
from drivers.common.unit.identity import ExpectedUnit
from drivers.dice.codec import Rolled
from tests.drivers.dice.simulated import A_ROLL, World, malfunctions, met, of, order
from tools.emulators.dice.pace import FAST


def says_of_itself(world: World, roll_id: int) -> None:
    """The unit reports a roll that it was not told to make, or that nobody knows of any more."""
    world.unit.report(0x91, Rolled.layout.pack(roll_id, 0, 6, 6, 1, 2000, 0, bytes(8)))


@pytest.mark.parametrize("wish", [NothingWanted(), A_ROLL])
def test_a_roll_that_nobody_asked_for_is_a_malfunction(wish: ToDiceDriver) -> None:
    world = met()
    world.host.session.told(wish, world.now)
    says_of_itself(world, 1001)
    world.run_for(1)
    assert malfunctions(world) == [("unasked_roll", 1001)]
    assert world.host.link.statistics.malfunctions == 1
    assert [said for said in of(world, RollReport) if said.roll_id != 1] == []  # type: ignore[attr-defined]


@pytest.mark.parametrize("wish", [NothingWanted(), A_ROLL])
def test_a_roll_that_nobody_asked_for_is_a_malfunction_too_when_it_comes_before_the_unit_has_said_who_it_is(
    wish: ToDiceDriver,
) -> None:
    world = World(FAST)
    world.unit.trouble.lose_replies = 2  # so that the report comes while HELLO is awaited
    says_of_itself(world, 1001)
    world.host.session.told(wish, world.now)
    world.run_for(2)
    assert malfunctions(world) == [("unasked_roll", 1001)]


def test_a_report_is_judged_no_sooner_than_the_driver_is_told_what_is_wanted() -> None:
    world = met()
    says_of_itself(world, 1001)
    world.run_for(5)
    assert malfunctions(world) == []
    world.host.session.told(A_ROLL, world.now)
    world.run_for(1)
    assert malfunctions(world) == [("unasked_roll", 1001)]


def test_reports_that_wait_to_be_judged_are_bounded_and_none_is_lost_without_a_word() -> None:
    world = met()
    for roll_id in range(1001, 1011):
        says_of_itself(world, roll_id)
        world.run_for(0.3)
    assert malfunctions(world) == [("unasked_roll", roll_id) for roll_id in range(1001, 1007)]
    world.host.session.told(NothingWanted(), world.now)
    world.run_for(1)
    assert malfunctions(world) == [("unasked_roll", roll_id) for roll_id in range(1001, 1011)]


def test_reports_of_a_unit_that_is_refused_are_refused_with_it() -> None:
    world = World(FAST)
    world.host.session.expected = ExpectedUnit("BOXDICE1", 4711)
    world.host.session.told(NothingWanted(), world.now)
    world.unit.trouble.lose_replies = 2  # so that the report comes while HELLO is awaited
    says_of_itself(world, 1001)
    world.run_for(3)
    world.unit.serial = 4711
    world.run_until(lambda: bool(of(world, UnitStatus)))
    world.run_for(2)
    assert malfunctions(world) == []
    assert of(world, RollReport) == []


def done_and_not_acknowledged(roll_id: int) -> World:
    """A unit with a result that its host did not live to acknowledge, and a new host."""
    world = met()
    world.roll(roll_id)
    world.unit.report(0x91, world.unit.memory.result(roll_id) or b"")
    world.kill_driver()
    world.said.clear()
    return world


def test_a_roll_that_was_asked_for_is_not_called_unasked_after_a_restart_of_the_driver() -> None:
    world = done_and_not_acknowledged(1)
    world.run_for(0.4)  # the controller is slow to say what is wanted
    world.host.session.told(A_ROLL, world.now)
    world.run_for(1)
    assert malfunctions(world) == []
    assert len(world.answers(1)) == 1


@pytest.mark.parametrize("wish", [NothingWanted(), A_ROLL.model_copy(update={"roll_id": 2}), AbortRoll(roll_id=1)])
@pytest.mark.parametrize("told_first", [True, False])
def test_an_old_report_that_nobody_acknowledged_is_left_to_the_controller_to_judge(
    told_first: bool, wish: ToDiceDriver
) -> None:
    world = done_and_not_acknowledged(1)
    if told_first:
        world.host.session.told(wish, world.now)
    world.run_for(1)
    world.host.session.told(wish, world.now)
    world.run_for(1)
    assert malfunctions(world) == []
    assert len(world.answers(1)) == 1
    world.check(1)


def test_a_repeat_that_comes_while_the_next_roll_is_asked_for_is_a_repeat() -> None:
    world = met()
    world.roll(1)
    world.host.session.told(A_ROLL.model_copy(update={"roll_id": 2}), world.now)
    world.host.session.handle([Reported(Rolled(*Rolled.layout.unpack(world.unit.memory.result(1) or b"")))], world.now)
    world.run_for(1)
    assert malfunctions(world) == []
    assert len(world.answers(1)) == 1


def test_an_old_result_said_again_is_a_repeat_and_no_result() -> None:
    world = met()
    world.roll(1)
    world.roll(2)
    order(world, "repeat-old")
    world.run_for(1)
    assert world.host.link.statistics.repeats >= 1
    assert len(world.answers(1)) == 1
    assert of(world, Malfunction) == []


def test_a_second_and_different_result_of_the_same_roll_is_a_malfunction() -> None:
    world = met()
    world.roll(1)
    payload = bytearray(world.unit.memory.result(1) or b"")
    payload[9:11] = b"\x06\x06" if payload[9:11] != b"\x06\x06" else b"\x01\x01"
    world.unit.report(0x91, bytes(payload))
    world.host.session.told(WantedRoll(roll_id=1, nonce=f"{1:016x}", duration_ms=1000, strength=100), world.now)
    world.run_for(0.5)
    assert [said.what for said in of(world, Malfunction)] == ["contradicting_roll"]  # type: ignore[attr-defined]
