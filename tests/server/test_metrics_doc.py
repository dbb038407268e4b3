"""Metrics are rows: their page is made of them, and the example alerts lean on no other."""

import re
from pathlib import Path

import pytest

from controller.health.measures import MEASURES
from controller.protocol.status import HealthReading, Histogram, LinkStatus, SeatStatus, Status, TroubleTold
from controller.records.figures.metrics import METRICS, Metric, page

ALERTS = (Path(__file__).parents[2] / "docs" / "examples" / "alerts.yml").read_text()
STATUS = Status(
    version="1",
    epoch="0" * 16,
    demo=True,
    ready=True,
    up_ms=12_345,
    phase="betting",
    round=7,
    holds={"door": "open"},
    seats=(SeatStatus(seat=1, linked=True, open=True, lock="hand_pay", wagers=True),),
    links=(
        LinkStatus(
            role="dice", name='a "b"\\', up=True, silent_ms=1, details={"retries": 30_000_001, "rtt": 1.5, "x": "y"}
        ),
    ),
    journal={},
    counters={"refused.off_step": 3, "accepted.Wager": 2, "messages.seat": 9, "not_taken.no_key": 1, "let_go.flood": 4},
    latencies={
        name: Histogram(bounds=(100, 1000), counts=(1, 2, 3), total_us=77) for name in ("answer", "commit", "turn")
    },
    troubles=tuple(TroubleTold(code="flood", text=text, times=2, last="") for text in ("one", "other")),
    health=tuple(HealthReading(measure=name, of="x", value=1.0, wrong=False) for name in MEASURES),
)
METERS = {"won": 3, "uplink_delivered": 4, "uplink_waiting": 1, "floor_away": 1} | {
    f"{group}:x": 5 for group in ("no_rolls", "door_openings", "in", "out", "power_odds_shown", "power_odds_hit")
}
PAGE = page(STATUS, METERS)


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.short)
def test_every_metric_is_served_with_its_help_and_its_type(metric: Metric) -> None:
    assert f"# HELP {metric.name} {metric.says}\n# TYPE {metric.name} {metric.type}\n{metric.name}" in PAGE


@pytest.mark.parametrize(
    "line",
    [
        "boxcars_up 1",
        "boxcars_uptime_seconds 12",
        'boxcars_phase{phase="betting"} 1',
        'boxcars_phase{phase="rolling"} 0',
        'boxcars_hold{reason="door"} 1',
        "boxcars_seats_locked 1",
        'boxcars_link_up{role="dice",name="a \\"b\\"\\\\"} 1',
        'boxcars_link_detail{role="dice",name="a \\"b\\"\\\\",what="retries"} 30000001',
        'boxcars_refused_total{code="off_step"} 3',
        "boxcars_events_total 0",
        'boxcars_troubles{code="flood"} 4',
        'boxcars_answer_seconds_bucket{le="0.001"} 3',
        'boxcars_answer_seconds_bucket{le="+Inf"} 6',
        "boxcars_answer_seconds_count 6",
        'boxcars_meter{meter="won"} 3',
        'boxcars_meter_in{of="x"} 5',
    ],
)
def test_a_figure_stands_on_the_page_with_its_labels(line: str) -> None:
    assert line in PAGE.splitlines()


def test_while_the_controller_is_away_the_meters_are_told() -> None:
    told = [line for line in page(None, {"won": 3}).splitlines() if not line.startswith("#")]
    assert told == ["boxcars_up 0", 'boxcars_meter{meter="won"} 3']


def test_no_metric_stands_there_twice() -> None:
    assert len({metric.name for metric in METRICS}) == len(METRICS)


def test_every_alert_leans_on_a_metric_that_there_is_and_says_what_to_do() -> None:
    used = {name.removesuffix("_bucket") for name in re.findall(r"boxcars_\w+", ALERTS)}
    assert used <= {metric.name for metric in METRICS}
    assert ALERTS.count("alert:") == ALERTS.count("do:")
