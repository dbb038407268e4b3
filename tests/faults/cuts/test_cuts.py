"""A sample of what `make cuts-all` plays whole: money is at one place, whatever was cut."""

from random import Random

import pytest

from tests.faults.cuts.cases import FAULTS, PROTOCOLS, Case, every_case, play, points_of
from tests.faults.cuts.ways import WAYS

SAMPLE = 24
CASES = list(every_case())


@pytest.mark.parametrize("case", Random(21).sample(CASES, SAMPLE), ids=str)
def test_money_is_at_one_place_whatever_is_cut(case: Case) -> None:
    play(case)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("way", WAYS)
def test_a_way_has_points_before_and_after_each_commit_and_at_each_word(protocol: str, way: str) -> None:
    points = points_of(protocol, WAYS[way])
    assert {"before the commit", "after the commit", "bills says", "bills hears"} <= {
        where.replace("tickets", "bills") for where, _ in points
    }
    assert {case.point for case in CASES if (case.protocol, case.way) == (protocol, way)} == set(range(len(points)))
    assert {case.fault for case in CASES} > set(FAULTS)
