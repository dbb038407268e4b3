"""The menu's process remembers how the links have been, within bounds, and takes no refusal for a figure."""

from itertools import count
from typing import Any

from terminals.operator.trend import MOST_SAMPLES, Trend


def status(temperature: int, up: bool = True) -> dict[str, Any]:
    details = {"temperature": temperature, "round_trip_ms": 1.5, "model": "BOXDICE1"}
    link = {"role": "dice", "name": "unit", "up": up, "details": details}
    return {"kind": "answer", "tag": 1, "ok": True, "details": {"links": [link]}}


def test_figures_are_kept_with_their_time_and_names_are_not() -> None:
    trend = Trend(lambda: 7.5)
    trend.tell(status(31))
    (sample,) = trend.told()["details"]["samples"]
    assert sample == {"at": 7500, "links": {"dice unit": True}, "temperature": 31, "round_trip_ms": 1.5}


def test_an_answer_that_did_not_come_is_no_sample() -> None:
    trend = Trend(lambda: 0.0)
    trend.tell({"kind": "answer", "tag": 1, "ok": False, "code": "no_answer", "reason": "", "details": {}})
    assert trend.told()["details"]["samples"] == []


def test_the_oldest_samples_make_way() -> None:
    seconds = count()
    trend = Trend(lambda: next(seconds))
    for temperature in range(MOST_SAMPLES + 3):
        trend.tell(status(temperature % 100))
    samples = trend.told()["details"]["samples"]
    assert len(samples) == MOST_SAMPLES
    assert samples[0]["at"] == 3000
