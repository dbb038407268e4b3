"""A sample of what `make cuts-all` plays whole: money is at one place, whatever was cut."""

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

import pytest

from tests.faults.cuts.cases import EVERY_FAULT, EVERY_WAY, PROTOCOLS, Case, every_case, play, points_of
from tests.faults.cuts.casino_ways import CASINO_WAYS
from tests.faults.cuts.transfer_ways import NO_TRANSFERS, TRANSFER_WAYS
from tests.faults.cuts.ways import WAYS

SAMPLES: Mapping[str, tuple[Mapping[str, Any], int]] = {
    "own book": (WAYS, 24),
    "over SAS": (CASINO_WAYS, 12),
    "transfers": (TRANSFER_WAYS, 10),
}
"""Of the cases of these ways, so many."""


@cache
def cases() -> tuple[Case, ...]:
    """To know them each way is walked once, which is left to whoever runs one."""
    return tuple(every_case())


@cache
def sample(of: str) -> list[Case]:
    ways, many = SAMPLES[of]
    return Random(of).sample([case for case in cases() if case.way in ways], many)


@pytest.mark.parametrize("of, number", [(of, n) for of, (_, many) in SAMPLES.items() for n in range(many)])
def test_money_is_at_one_place_whatever_is_cut(of: str, number: int) -> None:
    case = sample(of)[number]
    print(case)  # for whoever reads that it failed
    play(case)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("way", WAYS | CASINO_WAYS)
def test_a_way_has_points_before_and_after_each_commit_and_at_each_word(protocol: str, way: str) -> None:
    points = points_of(protocol, EVERY_WAY[way])
    assert {"before the commit", "after the commit", "bills says", "bills hears"} <= {
        where.replace("tickets", "bills") for where, _ in points
    }
    assert {case.point for case in cases() if (case.protocol, case.way) == (protocol, way)} == set(range(len(points)))
    assert {case.fault for case in cases()} > set(EVERY_FAULT)


@pytest.mark.parametrize("way", [way for way in TRANSFER_WAYS if way not in NO_TRANSFERS])
def test_a_transfer_can_be_cut_when_it_is_seen_committed_answered_and_told(way: str) -> None:
    points = points_of(PROTOCOLS[0], EVERY_WAY[way])
    stages = {
        ("sas hears", "72"),
        ("sas says", "sas_transfer_wanted"),
        ("before the commit", "HostTransfer"),
        ("after the commit", "HostTransfer"),
        ("line carries", "0972"),
        ("line carries", "69"),
        ("sas says", "sas_taken"),
        ("after the commit", "HostTook"),
    }
    assert stages <= set(points)
    assert {case.point for case in cases() if case.way == way} == set(range(len(points)))


@pytest.mark.parametrize("way", NO_TRANSFERS)
def test_what_the_host_does_not_take_can_be_cut_before_and_after_each_commit(way: str) -> None:
    points = points_of(PROTOCOLS[0], EVERY_WAY[way])
    assert {"before the commit", "after the commit", "sas says", "sas hears"} <= {where for where, _ in points}
    assert {case.point for case in cases() if case.way == way} == set(range(len(points)))
