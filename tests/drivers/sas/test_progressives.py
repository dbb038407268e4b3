"""Polls 80 and 86: what the host's progressives stand at is shown, and when it is told no more it is not."""

import pytest

from drivers.sas.polls.progressives import LOST_AFTER, Progressives
from tests.drivers.sas.bench import SETTINGS, Bench, image

GROUP_7 = SETTINGS.model_copy(update={"progressive_group": 7})


def shown(bench: Bench) -> list[dict[int, int]]:
    return [effect.levels for effect in bench.effects if isinstance(effect, Progressives)]


@pytest.fixture
def bench() -> Bench:
    return Bench(image(1), image(2, seat=4), settings=GROUP_7).awake()


def test_a_broadcast_is_shown_once_and_nobody_answers(bench: Bench) -> None:
    assert bench.sealed("80 07 01 0000123456", address=0) == b""
    assert shown(bench) == [{1: 123_456}]


def test_several_levels_come_in_one_and_others_stay_for_their_time(bench: Bench) -> None:
    bench.sealed("80 07 03 0000000100", address=0)
    bench.passes(1)
    bench.sealed("86 0d 07 01 0000123456 02 0000007890", address=0)
    assert shown(bench) == [{3: 100}, {1: 123_456, 2: 7_890, 3: 100}]
    bench.passes(LOST_AFTER - 1)
    assert shown(bench)[2:] == [{1: 123_456, 2: 7_890}]


def test_told_often_they_change_once_a_second_and_the_last_is_not_lost(bench: Bench) -> None:
    for amount in (1, 2, 3):
        bench.sealed(f"80 07 01 000000000{amount}", address=0)
    assert shown(bench) == [{1: 1}]
    assert bench.engine.deadline() <= bench.now + 1
    bench.passes(1)
    assert shown(bench) == [{1: 1}, {1: 3}]


def test_told_no_more_they_are_shown_no_more(bench: Bench) -> None:
    bench.sealed("80 07 01 0000123456", address=0)
    assert bench.engine.deadline() <= bench.now + LOST_AFTER
    for _ in range(10):
        bench.passes(LOST_AFTER / 5)
        bench.general()
    assert shown(bench) == [{1: 123_456}, {}]


def test_said_to_one_address_it_is_acknowledged_and_shown(bench: Bench) -> None:
    assert bench.sealed("80 07 01 0000123456", address=2) == b"\x02"
    assert shown(bench) == [{1: 123_456}]


@pytest.mark.parametrize(
    "told", ["80 06 01 0000123456", "80 07 00 0000123456", "80 07 21 0000123456", "80 07 01 00000000aa", "86 02 07 01"]
)
def test_another_group_and_what_makes_no_sense_are_not_shown(bench: Bench, told: str) -> None:
    bench.sealed(told, address=0)
    assert shown(bench) == []


def test_without_a_group_of_ours_none_is_shown() -> None:
    bench = Bench().awake()
    bench.sealed("80 00 01 0000123456", address=0)
    assert shown(bench) == []


def test_a_controller_that_has_come_anew_is_told_what_they_stand_at(bench: Bench) -> None:
    bench.sealed("80 07 01 0000123456", address=0)
    bench.engine.told_anew()
    bench.said()
    assert shown(bench) == [{1: 123_456}] * 2
