"""The records process remembers how the dice unit's link has been, within bounds, and takes no silence for a figure."""

from typing import Any

import pytest

from controller.protocol.message import LARGEST_TOLD, encode
from controller.protocol.records.machine import MOST_SAMPLES
from controller.protocol.status import LinkStatus, Status
from controller.records.figures.trend import EVERY, LinkCourse


def status(up: bool = True, role: str = "dice", **details: Any) -> Status:
    links = (
        LinkStatus(role="panel", name="CABINET", up=True, silent_ms=0, details={"retries": 9}),
        LinkStatus(role=role, name="unit", up=up, silent_ms=0, details=details),
    )
    rest = {name: None for name in Status.model_fields if name not in ("kind", "v", "links")}
    return Status.model_construct(**rest, links=links)  # type: ignore[arg-type]


def test_figures_are_kept_with_their_time_and_names_are_not() -> None:
    course = LinkCourse()
    course.see(status(temperature=31, round_trip_ms=1.23456, model="BOXDICE1", emulated=True), at=7500, now=0)
    (sample,) = course.told().samples
    assert sample.model_dump() == {"at": 7500, "up": True, "figures": {"temperature": 31, "round_trip_ms": 1.235}}


@pytest.mark.parametrize("role", ["dice", "wheel"])
def test_whichever_device_the_outcomes_come_from(role: str) -> None:
    course = LinkCourse()
    course.see(status(role=role, retries=2), at=7500, now=0)
    assert [sample.figures for sample in course.told().samples] == [{"retries": 2}]


def test_an_answer_that_did_not_come_is_no_sample_and_a_link_that_is_down_is_one() -> None:
    course = LinkCourse()
    course.see(None, at=1, now=0)
    course.see(status(up=False), at=2, now=0)
    assert [(one.at, one.up, one.figures) for one in course.told().samples] == [(2, False, {})]


def test_whoever_looks_more_often_keeps_no_more() -> None:
    course = LinkCourse()
    for tenth in range(1001):
        course.see(status(), at=tenth * 100, now=tenth / 10)
    assert [one.at for one in course.told().samples] == [int(EVERY * 1000 * n) for n in range(11)]


def test_the_oldest_samples_make_way_and_all_of_them_fit_into_one_message() -> None:
    course = LinkCourse()
    figures: dict[str, Any] = dict.fromkeys(("retries", "crc_errors", "reopens", "strays"), 10**9)
    for n in range(MOST_SAMPLES + 3):
        course.see(
            status(temperature=-40, round_trip_ms=12345.678, worst_round_trip_ms=12345.678, **figures),
            at=1_795_000_000_000 + n,
            now=n * EVERY,
        )
    told = course.told()
    assert (len(told.samples), told.samples[0].at) == (MOST_SAMPLES, 1_795_000_000_003)
    assert len(encode(told)) < LARGEST_TOLD
