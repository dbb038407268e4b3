"""A spin as the host hears it, and a wheel that turns as wheels do."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from tests.drivers.wheel.bench import Bench
from tests.drivers.wheel.reader import BALL, SPUN, authentic, malfunctions
from tools.emulators.wheel.fate import Fate, Fates
from tools.emulators.wheel.physics import COMPARTMENTS, launch, measured_rpm
from tools.emulators.wheel.spin import Wish, begin

SPINS = 10_000
ONE_IN_A_MILLION = 92.0
"""The chi-square, 36 degrees of freedom, that a fair wheel exceeds so seldom."""


@pytest.mark.parametrize("rotor, strength", [(-18, 180), (8, 1), (40, 255), (-40, 1), (-8, 255)])
def test_a_spin_goes_through_its_stages_within_the_times_that_are_promised(rotor: int, strength: int) -> None:
    bench = Bench()
    for spin_id in range(1, 6):
        before = len(bench.heard)
        asked = bench.now
        bench.start(spin_id, rotor, strength, hold=1000)
        spun = bench.result(spin_id)
        balls = [heard for heard in bench.heard[before:] if heard.kind == BALL]
        assert [ball["stage"] for ball in balls] == [1, 2, 3, 4]
        launched, _, left, rested = (ball.at for ball in balls)
        assert 1.0 <= launched - asked <= 4.0
        assert left - launched >= 13
        assert 15 <= rested - launched <= 60
        assert spun.at - rested <= 3
        assert abs(spun["elapsed"] / 1000 - (rested - launched)) < 0.1
        turns = [ball["revolutions"] for ball in balls]
        assert turns[:2] == [0, 0]
        assert turns[2] == turns[3] == spun["revolutions"] >= 4
        assert (spun["outcome"], malfunctions(spun)) == (0, [])
        assert (spun["ball"] > 0) == (rotor < 0)
        assert spun["rotor"] * rotor > 0
        assert abs(spun["rotor"]) <= abs(rotor)
        assert spun["number"] in range(37)
        assert authentic(spun)


def test_the_example_of_the_document_is_what_such_a_spin_comes_to() -> None:
    """−18 rpm at strength 180: about 12 revolutions, −17 rpm at the landing, some 23 seconds."""
    bench = Bench()
    for spin_id in range(1, 30):
        spun = bench.spin(spin_id)
        assert 11 <= spun["revolutions"] <= 14
        assert spun["rotor"] == -17
        assert 19_000 <= spun["elapsed"] <= 26_000


def test_the_same_seed_spins_the_same_and_another_seed_another() -> None:
    def numbers(seed: int) -> list[int]:
        bench = Bench(seed)
        return [bench.spin(spin_id)["number"] for spin_id in range(1, 9)]

    assert numbers(5) == numbers(5) != numbers(6)


def test_an_older_stage_is_not_repeated_once_there_is_a_newer() -> None:
    bench = Bench()
    bench.acknowledges = False
    bench.spin(1)
    stages = [report["stage"] for report in bench.reports(BALL)]
    assert stages == sorted(stages)
    assert set(stages) == {1, 2, 3, 4}
    assert Counter(stages)[3] > 5


def test_a_result_is_repeated_by_content_until_it_is_acknowledged() -> None:
    bench = Bench()
    bench.acknowledges = False
    first = bench.spin(1)
    bench.wait(1.0)
    assert len(bench.reports(SPUN)) >= 5
    assert {(spun.seq, spun.payload) for spun in bench.reports(SPUN)} == {(first.seq, first.payload)}


def test_the_rotor_has_every_number_once() -> None:
    assert sorted(COMPARTMENTS) == list(range(37))


def test_a_speed_is_rounded_away_from_zero() -> None:
    assert [measured_rpm(rpm) for rpm in (0.0, 0.01, -0.01, 17.0, -16.2)] == [0, 1, -1, 17, -17]


def chi_square(numbers: Counter[int]) -> float:
    """How far from evenly they are spread over the 37 numbers."""
    expected = numbers.total() / 37
    return sum((numbers[number] - expected) ** 2 / expected for number in range(37))


def test_ten_thousand_spins_land_everywhere_and_every_one_of_them_slows_as_it_must() -> None:
    numbers: Counter[int] = Counter()
    fates = Fates(seed=20261119)
    for spin in range(SPINS):
        source = Random(f"sane/{spin}")
        rotor = source.choice((-1, 1)) * source.randint(8, 40)
        wish = Wish(spin, rotor, source.randint(1, 255), 0.0, bytes(8))
        begun = begin(wish, Fate(), fates, {}, now=0.0, second=1.0)
        assert [stage for _, stage in begun.moments] == [1, 2, 3, 4, 5]
        assert begun.moments == sorted(begun.moments)
        flight = begun.flight
        numbers[flight.number] += 1
        assert flight.ball * rotor < 0
        assert 13 <= flight.track < flight.rest
        assert 15 <= flight.rest <= 60
        assert 4 <= flight.revolutions(flight.track) == flight.revolutions(flight.rest) <= 255
        quarters = [flight.turns(flight.track * part / 4) for part in range(5)]
        turned = [later - earlier for earlier, later in pairwise(quarters)]
        assert turned == sorted(turned, reverse=True)
        assert turned[3] > 0
        assert abs(rotor) > abs(flight.rpm(flight.rest)) > 0
        assert flight.wind_up <= 3
        assert flight.reading <= 3
    print(f"chi-square of {SPINS} spins over 37 numbers: {chi_square(numbers):.1f} (36 degrees of freedom)")
    assert set(numbers) == set(range(37))
    assert chi_square(numbers) < ONE_IN_A_MILLION


def test_the_numbers_of_one_wish_and_one_seed_are_as_evenly_spread() -> None:
    numbers = Counter(launch(Random(f"7/{spin}"), -18, 180).number for spin in range(SPINS))
    print(f"chi-square of {SPINS} spins over 37 numbers: {chi_square(numbers):.1f} (36 degrees of freedom)")
    assert chi_square(numbers) < ONE_IN_A_MILLION
