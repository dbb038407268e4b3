"""What everybody at a table likes to know of the past: the last numbers, and how often each has come in the gaming day.

The clerk keeps it with its books, so a restart knows it again. Numbers of rounds that were void are not among them. It
is for show alone, and the wheel has no memory.
"""

from collections.abc import Mapping
from typing import Any

from controller.games.roulette.rules.wheel import NUMBERS
from controller.games.roulette.statistics import SHOWN

Details = Mapping[str, Any]


class Numbers:
    """The last ones, the newest last, and the day's."""

    def __init__(self, last: tuple[int, ...] = (), times: tuple[int, ...] = ()) -> None:
        self.last = last
        self.times = list(times) or [0] * len(NUMBERS)
        """Number → how often it came today."""

    def take(self, details: Details) -> None:
        """The details of a round that has ended."""
        number = details.get("number")
        if number is None:
            return
        self.last = (*self.last, number)[-SHOWN:]
        self.times[number] += 1

    def new_day(self) -> None:
        """Hot and cold begin anew."""
        self.times = [0] * len(NUMBERS)

    def plain(self) -> dict[str, Any]:
        """For a snapshot."""
        return {"last": list(self.last), "times": list(self.times)}


def numbers_of(data: Details) -> Numbers:
    """What `plain` gave; of nothing, one that begins."""
    return Numbers(tuple(data.get("last", ())), tuple(data.get("times", ())))
