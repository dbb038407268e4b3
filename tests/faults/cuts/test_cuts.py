"""A sample of what `make cuts-all` plays whole: money is at one place, whatever was cut."""

from random import Random

import pytest

from tests.faults.cuts.cases import EVERY_FAULT, EVERY_WAY, PROTOCOLS, Case, every_case, play, points_of
from tests.faults.cuts.casino_ways import CASINO_WAYS
from tests.faults.cuts.transfer_ways import NO_TRANSFERS, TRANSFER_WAYS
from tests.faults.cuts.ways import WAYS

SAMPLE, SAMPLE_OVER_SAS, SAMPLE_OF_TRANSFERS = 24, 12, 10
CASES = list(every_case())
OVER_SAS = [case for case in CASES if case.way in CASINO_WAYS]
DRAWN = [
    *Random(21).sample([case for case in CASES if case.way in WAYS], SAMPLE),
    *Random(22).sample(OVER_SAS, SAMPLE_OVER_SAS),
    *Random(23).sample([case for case in CASES if case.way in TRANSFER_WAYS], SAMPLE_OF_TRANSFERS),
]


@pytest.mark.parametrize("case", DRAWN, ids=str)
def test_money_is_at_one_place_whatever_is_cut(case: Case) -> None:
    play(case)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("way", WAYS | CASINO_WAYS)
def test_a_way_has_points_before_and_after_each_commit_and_at_each_word(protocol: str, way: str) -> None:
    points = points_of(protocol, EVERY_WAY[way])
    assert {"before the commit", "after the commit", "bills says", "bills hears"} <= {
        where.replace("tickets", "bills") for where, _ in points
    }
    assert {case.point for case in CASES if (case.protocol, case.way) == (protocol, way)} == set(range(len(points)))
    assert {case.fault for case in CASES} > set(EVERY_FAULT)


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
    assert {case.point for case in CASES if case.way == way} == set(range(len(points)))


@pytest.mark.parametrize("way", NO_TRANSFERS)
def test_what_the_host_does_not_take_can_be_cut_before_and_after_each_commit(way: str) -> None:
    points = points_of(PROTOCOLS[0], EVERY_WAY[way])
    assert {"before the commit", "after the commit", "sas says", "sas hears"} <= {where for where, _ in points}
    assert {case.point for case in CASES if case.way == way} == set(range(len(points)))
