"""How the links have been of late: the process looks at the machine every so often, signed in or not, and remembers.

Figures alone, and only since this process began; what happened to the links stands in the event log.
"""

import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from terminals.web import Page

LOOK_EVERY = 10.0
"""Seconds between two samples."""
MOST_SAMPLES = 720
"""Two hours; older ones make way."""

KEPT = ("temperature", "round_trip_ms", "worst_round_trip_ms", "retries", "crc_errors", "reopens", "strays")
"""Of the dice unit's link; the rest is only told as it is now."""

Sample = dict[str, Any]


class Trend(Page):
    """Asks as a page would, and keeps what it is told."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        super().__init__()
        self._clock = clock
        self._samples: deque[Sample] = deque(maxlen=MOST_SAMPLES)

    def tell(self, message: Mapping[str, Any]) -> None:
        """The answer to a look at the machine; a refusal is no sample."""
        if message.get("ok"):
            self._samples.append(_sample(int(self._clock() * 1000), message["details"]))

    def told(self) -> dict[str, Any]:
        """As an answer to a page."""
        details = {"every_ms": int(LOOK_EVERY * 1000), "most": MOST_SAMPLES, "samples": list(self._samples)}
        return {"ok": True, "code": "ok", "reason": "", "details": details}


def _sample(at: int, status: Mapping[str, Any]) -> Sample:
    links = {f"{link['role']} {link['name']}": link for link in status["links"]}
    unit = links.get("dice unit", {"details": {}})["details"]
    figures = {name: unit[name] for name in KEPT if name in unit}
    return {"at": at, "links": {name: link["up"] for name, link in links.items()}, **figures}
