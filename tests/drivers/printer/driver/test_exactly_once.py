"""One sheet of paper for a job at the most, whatever dies or is pulled at whatever byte."""

import random
from collections.abc import Callable
from functools import partial

import pytest

from controller.protocol.devices.printer import JobReport
from tests.drivers.printer.driver.scripted import WHOLE
from tests.drivers.printer.driver.simulated import World, job
from tests.drivers.simulated import DISASTERS, SerialLine

OF_THE_GREETING = 11
"""Every so many bytes of what comes before the job itself, where no paper can move, one is enough."""


def printed(world: World) -> tuple[int, int]:
    """Where a job begins and ends on the line, in bytes since the port was opened, when nothing goes wrong."""
    world.want(job(1, fresh=True))
    world.run_until(lambda: world.printer.prints() != [])
    begin = world.bytes_moved
    world.run_until(lambda: world.answers(1) != [])
    world.run_for(0.05)
    return begin, world.bytes_moved


BEGIN, END = printed(World())
BYTES = [*range(1, BEGIN - 64, OF_THE_GREETING), *range(BEGIN - 64, END + 1)]


def check(world: World, number: int) -> None:
    """It was printed once at the most, and what was told of it is what the printer has in its memory."""
    assert world.printer.sheets.count(number) <= 1
    answers = [answer for answer in world.answers(number) if isinstance(answer, JobReport)]
    assert answers
    _, outcome, _ = world.printer.results[number]
    assert {answer.outcome for answer in answers} == {"whole" if outcome == WHOLE else "power_lost"}
    assert world.malfunctions() == []


@pytest.mark.parametrize("disaster", DISASTERS)
def test_a_disaster_at_any_byte_of_a_job_leaves_one_answer_and_one_sheet(disaster: str) -> None:
    for byte in BYTES:
        world = World()
        world.at_byte = (byte, DISASTERS[disaster])
        world.want(job(1, fresh=True))
        world.run_until(lambda world=world: world.answers(1) != [])  # type: ignore[misc]
        world.run_for(0.5)
        check(world, 1)
        assert world.printer.sheets == [1], f"at byte {byte}"


@pytest.mark.parametrize("seed", range(4))
def test_forty_jobs_through_one_disaster_after_another_each_have_one_sheet(seed: int) -> None:
    source = random.Random(seed)
    world = World()
    for number in range(1, 41):
        act = source.choice(list(DISASTERS.values()))
        world.at_byte = (world.bytes_moved + source.randint(1, 3 * (END - BEGIN + 64)), act)
        world.printer.silent_results = source.choice([0, 0, 1, 3, 6])
        world.answer(job(number, fresh=True))
        check(world, number)
    assert world.printer.sheets == list(range(1, 41))


def forgetting(world: World, disaster: Callable[[SerialLine], None], line: SerialLine) -> None:
    """With it goes the printer's memory, and it says so."""
    world.printer.forget()
    disaster(line)


@pytest.mark.parametrize("disaster", DISASTERS)
def test_a_printer_whose_memory_is_gone_prints_nothing_twice(disaster: str) -> None:
    for byte in range(BEGIN - 8, END + 1, 3):
        world = World()
        world.at_byte = (byte, partial(forgetting, world, DISASTERS[disaster]))
        world.want(job(1, fresh=True))
        world.run_for(4.0)
        assert world.printer.sheets in ([], [1]), f"at byte {byte}"
