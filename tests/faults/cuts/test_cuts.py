"""A sample of what `make cuts-all` plays whole: money is at one place, whatever was cut."""

from random import Random

import pytest

from tests.faults.cuts.cases import EVERY_FAULT, EVERY_WAY, PROTOCOLS, Case, every_case, play, points_of
from tests.faults.cuts.casino_ways import CASINO_WAYS

SAMPLE, SAMPLE_OVER_SAS = 24, 12
CASES = list(every_case())
OVER_SAS = [case for case in CASES if case.way in CASINO_WAYS]
DRAWN = [
    *Random(21).sample([case for case in CASES if case.way not in CASINO_WAYS], SAMPLE),
    *Random(22).sample(OVER_SAS, SAMPLE_OVER_SAS),
]


@pytest.mark.parametrize("case", DRAWN, ids=str)
def test_money_is_at_one_place_whatever_is_cut(case: Case) -> None:
    play(case)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("way", EVERY_WAY)
def test_a_way_has_points_before_and_after_each_commit_and_at_each_word(protocol: str, way: str) -> None:
    points = points_of(protocol, EVERY_WAY[way])
    assert {"before the commit", "after the commit", "bills says", "bills hears"} <= {
        where.replace("tickets", "bills") for where, _ in points
    }
    assert {case.point for case in CASES if (case.protocol, case.way) == (protocol, way)} == set(range(len(points)))
    assert {case.fault for case in CASES} > set(EVERY_FAULT)
