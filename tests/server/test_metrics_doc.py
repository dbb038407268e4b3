"""`docs/metrics.md` names every metric, and the example alerts lean on no other."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
SOURCE = (Path(__file__).parents[2] / "controller" / "records" / "metrics.py").read_text()
KNOWN = set(re.findall(r"boxcars_\w+", (DOCS / "metrics.md").read_text()))


def test_every_metric_that_is_served_is_explained() -> None:
    served = {name for name in re.findall(r'"(boxcars_\w+)"', SOURCE) if not name.endswith("_")}
    assert served <= KNOWN, served - KNOWN


def test_every_alert_leans_on_a_metric_that_there_is_and_says_what_to_do() -> None:
    alerts = (DOCS / "examples" / "alerts.yml").read_text()
    used = {name.removesuffix("_bucket") for name in re.findall(r"boxcars_\w+", alerts)}
    assert used <= KNOWN, used - KNOWN
    assert alerts.count("alert:") == alerts.count("do:")
