"""The play that is wanted, and how far it has come. Nothing here outlives the process.

A wanted play goes through these steps, and any loss of the unit takes it back to the first:

    ASKING    RESULT asked: does the unit know this play?      unknown → STARTING, under way → PLAYING, else DONE
    STARTING  the start was sent (SHAKE, SPIN, PRINT), or will be as soon as the unit was told all that it has to know
              before; its verdict is awaited    accepted or done → PLAYING, busy → BUSY where the unit's kind is asked
              again by the driver, else REFUSED
    BUSY      the unit is busy with another play; after a pause RESULT is asked anew
    PLAYING   dice, wheel or paper are moving, the report is awaited; overdue, RESULT is asked
    DONE      the answer was passed on; wanted again, it is asked for again
    REFUSED   the refusal was passed on, or that the play is unknown and must not start; wanted again, it is tried again
"""

from dataclasses import dataclass
from enum import Enum, auto

from drivers.common.serial.link import NEVER
from drivers.common.unit.words import Wish


class PlayStep(Enum):
    ASKING = auto()
    STARTING = auto()
    BUSY = auto()
    PLAYING = auto()
    DONE = auto()
    REFUSED = auto()


@dataclass(slots=True)
class PlayWanted:
    wish: Wish
    step: PlayStep
    begun: float
    due: float = NEVER  # when to ask RESULT, while the dice or the wheel move
    known: bool = False  # the unit has said that it plays this, or has played it
    faults: int = 0  # all that the unit has told of since it is wanted

    @property
    def id(self) -> int:
        return self.wish.id

    @property
    def answered(self) -> bool:
        return self.step in (PlayStep.DONE, PlayStep.REFUSED)

    def go(self, step: PlayStep, due: float = NEVER) -> None:
        """To this step, with something to do at `due` unless the unit speaks first."""
        self.step, self.due = step, due
