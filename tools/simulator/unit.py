"""A seeded dice unit as the round sees it: mostly good throws, and everything else that its contract allows."""

from random import Random

from controller.games.interface import Shown
from controller.table.events import Event, RollUnderWay, RollUnknown, ShakeRefused, Thrown, UnitFound
from controller.table.wishes import WantedThrow

RESULTS_KEPT = 16
SERIAL = 20_001

OUTCOMES = (
    ("ok", 940),
    ("leaning", 12),
    ("stacked", 12),
    ("unreadable", 6),
    ("never_at_rest", 4),
    ("aborted", 4),
    ("die_missing", 2),
    ("foreign_object", 2),
    ("extra_die", 2),
    ("lid_opened", 4),
    ("power_lost", 12),
)
"""Outcome → how often in a thousand throws."""


class DiceUnit:
    """One unit. One roll id, one result; it keeps the last sixteen."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._last_roll = 0
        self._results: dict[int, Thrown] = {}

    def found(self) -> UnitFound:
        """What it says of itself when the link is up."""
        return UnitFound(SERIAL, self._last_roll)

    def answers(self, wanted: WantedThrow) -> Event:
        """What it says when it is told the wanted throw, once."""
        known, chance = self._results.get(wanted.roll_id), self._random.random()
        if known is not None:
            return known
        if not wanted.shake:
            return RollUnknown(wanted.roll_id)
        if chance < 0.01:
            return ShakeRefused(wanted.roll_id, "busy", self._last_roll)
        if chance < 0.015:
            self._last_roll = wanted.roll_id + self._random.randrange(1, 1000)  # somebody else has been rolling
            return ShakeRefused(wanted.roll_id, "stale", self._last_roll)
        if chance < 0.025:
            return Thrown(wanted.roll_id, "ok", self._faces(), authentic=False)
        if chance < 0.03:
            return Thrown(wanted.roll_id, "ok", {"faces": [0, 7]}, authentic=True)
        if chance < 0.04:
            return RollUnderWay(wanted.roll_id)
        return self.shakes(wanted.roll_id)

    def shakes(self, roll_id: int) -> Thrown:
        """It throws, and remembers."""
        names, weights = zip(*OUTCOMES, strict=True)
        outcome = self._random.choices(names, weights)[0]
        report = Thrown(roll_id, outcome, self._faces() if outcome == "ok" else {"faces": [0, 0]}, authentic=True)
        self._last_roll = roll_id
        self._results[roll_id] = report
        if len(self._results) > RESULTS_KEPT:
            del self._results[next(iter(self._results))]
        return report

    def settles_abort(self, roll_id: int) -> Event:
        """What it says of a throw that is wanted no more."""
        return self._results.get(roll_id) or RollUnknown(roll_id)

    def _faces(self) -> Shown:
        return {"faces": [self._random.randrange(1, 7), self._random.randrange(1, 7)]}
