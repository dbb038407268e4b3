"""Whose roll does the unit report? What a driver that keeps nothing can know of it.

Roll ids only grow. So a report is

    WANTED    of the roll wanted now: judged as its answer
    REPEAT    word for word what was passed on before, and no answer is wanted: the roll wanted now has had its own
    UNASKED   above the roll wanted now; or, with nothing wanted, above all that this process was ever told to want and
              above the unit's own last roll: nobody can have asked for it
    OLD       any other: perhaps one that an earlier process asked for and did not live to acknowledge. It is passed on,
              and the controller, which has the journal, tells an old result from a lie
    UNSURE    not yet to be told: the unit has not said who it is, the controller has not said what is wanted, or the
              unit's last roll has to be asked first. It waits, for it is acknowledged and will not come again
"""

from collections import deque
from enum import Enum, auto

from drivers.dice.messages import Roll
from drivers.dice.words import payload_of

ROLLS_REMEMBERED = 16
"""Answers passed on, to know a repeat by its content; as many as the unit keeps."""
ROLLS_HELD = 4
"""A sound unit has one report unacknowledged, a newer one supersedes it; more than these are no sound unit's."""


class Whose(Enum):
    WANTED = auto()
    REPEAT = auto()
    UNASKED = auto()
    OLD = auto()
    UNSURE = auto()


class Reports:
    """What was passed on, what waits to be judged, and how far wanted roll ids have come."""

    def __init__(self) -> None:
        self._told = False
        self._highest_wanted = 0
        self._passed_on: deque[tuple[int, bytes]] = deque(maxlen=ROLLS_REMEMBERED)
        self._held: deque[Roll] = deque()

    def told(self, roll_id: int | None) -> None:
        """The controller says what is wanted: this roll, or nothing."""
        self._told = True
        self._highest_wanted = max(self._highest_wanted, roll_id or 0)

    def whose(self, roll: Roll, wanted: int | None, last_roll: int | None, *, unanswered: bool = False) -> Whose:
        """`last_roll` is the unit's, where it has just said it; `unanswered`: the wanted roll still needs an answer."""
        if not self._told:
            return Whose.UNSURE
        if self.was_passed_on(roll) and not (unanswered and roll.roll_id == wanted):
            return Whose.REPEAT
        if wanted is not None:
            above = roll.roll_id > wanted
            return Whose.WANTED if roll.roll_id == wanted else Whose.UNASKED if above else Whose.OLD
        if roll.roll_id <= self._highest_wanted:
            return Whose.OLD
        if last_roll is None:
            return Whose.UNSURE
        return Whose.OLD if roll.roll_id <= last_roll else Whose.UNASKED

    # ---- passed on -------------------------------------------------------------------------------

    def was_passed_on(self, roll: Roll) -> bool:
        return (roll.roll_id, _words(roll)) in self._passed_on

    def contradicted(self, roll: Roll) -> bool:
        """Whether something else was passed on of this roll."""
        return any(known == roll.roll_id and words != _words(roll) for known, words in self._passed_on)

    def pass_on(self, roll: Roll) -> None:
        if not self.was_passed_on(roll):
            self._passed_on.append((roll.roll_id, _words(roll)))

    # ---- waiting to be judged --------------------------------------------------------------------

    def hold(self, roll: Roll) -> Roll | None:
        """Keep a report for later, once; the oldest has to go when there are too many, and is returned."""
        if any((held.roll_id, _words(held)) == (roll.roll_id, _words(roll)) for held in self._held):
            return None
        self._held.append(roll)
        return self._held.popleft() if len(self._held) > ROLLS_HELD else None

    def take_held(self) -> list[Roll]:
        held = list(self._held)
        self._held.clear()
        return held


def _words(roll: Roll) -> bytes:
    return payload_of(roll) + roll.mac
