"""One result for a roll id, whatever dies or is pulled at whatever byte: the real driver's mind on a simulated line."""

import random

import pytest

from controller.protocol.devices.dice import RollReport
from controller.protocol.devices.unit import LinkUp, UnitRebooted
from tests.drivers.dice.simulated import World
from tests.drivers.simulated import DISASTERS
from tools.emulators.dice.pace import FAST


def shakes(world: World) -> int:
    return world.unit.memory.shakes


def bytes_of_a_roll() -> int:
    """How many bytes move from the start to a roll's acknowledged result, when nothing goes wrong."""
    world = World(FAST)
    world.roll(1)
    world.run_for(0.05)
    return world.bytes_moved


LENGTH = bytes_of_a_roll()


def test_a_roll_without_disasters_is_answered_once() -> None:
    world = World(FAST)
    report = world.roll(1)
    assert isinstance(report, RollReport)
    assert report.outcome == "ok"
    world.run_for(2)
    world.check(1)
    assert len(world.answers(1)) == 1


@pytest.mark.parametrize("disaster", DISASTERS)
def test_a_disaster_at_any_byte_of_a_roll_leaves_one_result_and_one_shake(disaster: str) -> None:
    for byte in range(1, LENGTH + 1):
        world = World(FAST)
        world.at_byte = (byte, DISASTERS[disaster])
        world.roll(1)
        world.run_for(0.5)
        world.check(1)
        assert shakes(world) == 1, f"at byte {byte}"


def test_a_reboot_in_mid_shake_is_told_as_power_lost_and_the_next_roll_works() -> None:
    world = World()
    world.unit.trouble.cut_in_shake = 0.5
    report = world.roll(1)
    assert isinstance(report, RollReport)
    assert (report.outcome, report.dice) == ("power_lost", None)
    assert (
        any(isinstance(said, UnitRebooted) for said in world.said)
        or sum(isinstance(said, LinkUp) for said in world.said) >= 2
    )
    second = world.roll(2)
    assert isinstance(second, RollReport)
    assert second.outcome == "ok"


@pytest.mark.parametrize("seed", range(12))
def test_forty_rolls_through_one_disaster_after_another_each_have_one_result(seed: int) -> None:
    source = random.Random(seed)
    world = World(FAST, seed=seed)
    for roll_id in range(1, 41):
        act = source.choice(list(DISASTERS.values()))
        world.at_byte = (world.bytes_moved + source.randint(1, 3 * LENGTH), act)
        world.unit.trouble.lose_replies = source.choice([0, 0, 1, 3, 6])
        world.unit.trouble.flip_rate = source.choice([0.0, 0.0, 0.002])
        world.roll(roll_id)
        world.check(roll_id)
    assert shakes(world) == 40
