"""Whose play does the unit report, whose roll or spin? What a driver that keeps nothing can know of it.

Play ids only grow. So a report is

    WANTED    of the play wanted now: judged as its answer
    REPEAT    word for word what was passed on before, and no answer is wanted: the play wanted now has had its own
    UNASKED   above the play wanted now; or, with nothing wanted, above all that this process was ever told to want and
              above the unit's own last play: nobody can have asked for it
    OLD       any other: perhaps one that an earlier process asked for and did not live to acknowledge. It is passed on,
              and the controller, which has the journal, tells an old result from a lie
    UNSURE    not yet to be told: the unit has not said who it is, the controller has not said what is wanted, or the
              unit's last play has to be asked first. It waits, for it is acknowledged and will not come again
"""

from collections import deque
from enum import Enum, auto

from drivers.common.serial.messages import Found

PLAYS_REMEMBERED = 16
"""Answers passed on, to know a repeat by its content; as many as the unit keeps."""
PLAYS_HELD = 4
"""A sound unit has one report unacknowledged, a newer one supersedes it; more than these are no sound unit's."""


class Whose(Enum):
    WANTED = auto()
    REPEAT = auto()
    UNASKED = auto()
    OLD = auto()
    UNSURE = auto()


class Reports:
    """What was passed on, what waits to be judged, and how far wanted ids have come."""

    def __init__(self) -> None:
        self._told = False
        self._highest_wanted = 0
        self._passed_on: deque[Found] = deque(maxlen=PLAYS_REMEMBERED)
        self._held: deque[Found] = deque()

    def told(self, play: int | None) -> None:
        """The controller says what is wanted: this play, or nothing."""
        self._told = True
        self._highest_wanted = max(self._highest_wanted, play or 0)

    def whose(self, found: Found, wanted: int | None, last: int | None, *, unanswered: bool = False) -> Whose:
        """`last` is the unit's, where it has just said it; `unanswered`: the wanted play still needs an answer."""
        if not self._told:
            return Whose.UNSURE
        if self.was_passed_on(found) and not (unanswered and found.id == wanted):
            return Whose.REPEAT
        if wanted is not None:
            above = found.id > wanted
            return Whose.WANTED if found.id == wanted else Whose.UNASKED if above else Whose.OLD
        if found.id <= self._highest_wanted:
            return Whose.OLD
        if last is None:
            return Whose.UNSURE
        return Whose.OLD if found.id <= last else Whose.UNASKED

    # ---- passed on -------------------------------------------------------------------------------

    def was_passed_on(self, found: Found) -> bool:
        return any(known.packed() == found.packed() for known in self._passed_on)

    def contradicted(self, found: Found) -> bool:
        """Whether something else was passed on of this play."""
        return any(known.id == found.id and known.lasting != found.lasting for known in self._passed_on)

    def pass_on(self, found: Found) -> None:
        if not self.was_passed_on(found):
            self._passed_on.append(found)

    # ---- waiting to be judged --------------------------------------------------------------------

    def hold(self, found: Found) -> Found | None:
        """Keep a report for later, once; the oldest has to go when there are too many, and is returned."""
        if any(held.packed() == found.packed() for held in self._held):
            return None
        self._held.append(found)
        return self._held.popleft() if len(self._held) > PLAYS_HELD else None

    def take_held(self) -> list[Found]:
        held = list(self._held)
        self._held.clear()
        return held
