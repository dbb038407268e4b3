"""The alert rules that ship lean on metrics that there are, and each metric has what it is made of."""

import re
from pathlib import Path

from controller.floor.screen.metrics import METRICS, page

ROOT = Path(__file__).parents[2]
RULES = (ROOT / "docs" / "examples" / "floor-alerts.yml").read_text()
DOCS = (ROOT / "docs" / "floor.md").read_text()
NAMES = {metric.name for metric in METRICS}
MACHINE = {
    **{"cabinet": "pit-1", "heard_at": 1000, "waiting": 3, "clock_off": -2500, "entries": 9, "entry_at": 1},
    **{"game": "craps", "phase": "idle", "holds": ["lid"], "last": {}, "calls": True},
    "needs": [{"who": "technician", "why": "lid", "seat": 0, "since": 1}],
}
ALARM = {"number": 1, "at": 1, "code": "fork", "cabinet": "pit-1", "journal": "x", "seq": 1, "details": ""}
POT = {"jackpot": "fire_six", "open": True, "hits": 1, "wins": 2, "unanswered": 0}
SAYS = page({"at": 3000, "machines": [MACHINE], "alarms": [ALARM], "jackpots": [POT]})


def test_every_rule_leans_on_metrics_that_the_floor_tells_and_every_metric_has_a_rule() -> None:
    rules = re.findall(r"expr: (.*)", RULES)
    assert len(rules) == RULES.count("- alert:") == RULES.count("do: ")
    named = {name for rule in rules for name in re.findall(r"boxcars_\w+", rule)}
    assert named == NAMES
    told = {re.split(r"[{ ]", line)[0] for line in SAYS.splitlines() if not line.startswith("#")}
    assert told == NAMES, "what a rule leans on is a line of the page"


def test_labels_a_rule_sums_by_are_labels_of_that_metric() -> None:
    labels = {metric.name: set(metric.labels) for metric in METRICS}
    for by, name in re.findall(r"sum by \(([\w, ]+)\) \((\w+)\)", RULES):
        assert set(by.split(", ")) <= labels[name]


def test_figures_are_those_of_the_machines() -> None:
    for line in (
        'boxcars_floor_heard_seconds{cabinet="pit-1"} 2.000',
        'boxcars_floor_clock_off_seconds{cabinet="pit-1"} -2.500',
        'boxcars_floor_needs{who="technician",cabinet="pit-1"} 1',
        'boxcars_floor_alarms{code="fork",cabinet="pit-1"} 1',
    ):
        assert line in SAYS.splitlines()


def test_each_metric_stands_in_the_docs() -> None:
    assert [name for name in NAMES if f"`{name}`" not in DOCS] == []
