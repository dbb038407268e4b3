"""One SPUN for a spin id, whatever dies or is pulled at whatever byte: the real driver's mind on a simulated line."""

import random

import pytest

from controller.protocol.devices.wheel import SpinReport
from tests.drivers.simulated import DISASTERS
from tests.drivers.wheel.driver.simulated import World

POWER_LOST = 12


def spins(world: World) -> int:
    return world.unit.wheel.memory.spins


def launched(world: World, spin_id: int) -> bool:
    """Whether the ball was ever launched: not where the wheel lost its power before."""
    report = world.answers(spin_id)[0]
    assert isinstance(report, SpinReport)
    return (report.outcome, report.ball) != (POWER_LOST, 0)


def bytes_of_a_spin() -> int:
    """How many bytes move from the start to a spin's acknowledged result, when nothing goes wrong."""
    world = World()
    world.spin(1)
    world.run_for(0.05)
    return world.bytes_moved


LENGTH = bytes_of_a_spin()


def test_a_spin_without_disasters_is_answered_once_and_passes_every_stage() -> None:
    world = World()
    report = world.report(1)
    assert report.outcome == 0
    world.run_for(2)
    world.check(1)
    assert len(world.answers(1)) == 1


@pytest.mark.parametrize("disaster", DISASTERS)
def test_a_disaster_at_any_byte_of_a_spin_leaves_one_result_and_one_spin(disaster: str) -> None:
    for byte in range(1, LENGTH + 1):
        world = World()
        world.at_byte = (byte, DISASTERS[disaster])
        world.spin(1)
        world.run_for(0.5)
        world.check(1)
        assert spins(world) == launched(world, 1), f"at byte {byte}"


@pytest.mark.parametrize("seed", range(4))
def test_forty_spins_through_one_disaster_after_another_each_have_one_result(seed: int) -> None:
    source = random.Random(seed)
    world = World(seed=seed)
    for spin_id in range(1, 41):
        act = source.choice(list(DISASTERS.values()))
        world.at_byte = (world.bytes_moved + source.randint(1, 3 * LENGTH), act)
        world.order(f"lose reply {source.choice([0, 0, 1, 3, 6])}")
        world.order(f"flip {source.choice([0.0, 0.0, 0.002])}")
        world.spin(spin_id)
        world.check(spin_id)
    assert spins(world) == sum(launched(world, spin_id) for spin_id in range(1, 41))


def test_power_lost_in_flight_is_reported_as_that_and_the_next_spin_works() -> None:
    world = World()
    world.order("power-cut 0.5 turning")
    assert world.report(1).outcome == 12
    world.check(1)
    second = world.spin(2)
    assert isinstance(second, SpinReport)
    assert second.outcome == 0


def test_a_ball_that_lay_in_a_compartment_when_power_was_lost_is_read_on_waking() -> None:
    world = World()
    world.order("next 17")
    world.order("power-cut 0.5 landed")
    report = world.report(1)
    assert (report.outcome, report.number) == (0, 17)
    world.check(1)
    assert spins(world) == 1
