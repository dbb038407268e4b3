"""What goes wrong, because a person said so: the line, the paper, the power, the honesty of the unit."""

from collections import deque
from dataclasses import dataclass, field

from tools.emulators.common.trouble import REPLY, FrameTrouble, Mischief
from tools.emulators.printer.fate import Fate
from tools.emulators.printer.wire import REPORTS

SENT = (REPLY, *REPORTS)
"""What the unit sends, by the names that orders use."""
BEFORE_RECORD, RECORDED, STARTING, PRINTING, CUT, KEPT, TOLD = CUTS = (
    "before-record",
    "recorded",
    "starting",
    "printing",
    "cut",
    "kept",
    "told",
)
"""Where the power can go: before the record is written; after it; as the motor is to start; halfway through the paper;
when it is cut off; when the result is written and not told; when PRINTED has gone out."""
LONGEST_WAITING = 100


@dataclass(frozen=True)
class PowerCut:
    """No power from this stage of a job on, for so long."""

    stage: str
    seconds: float


@dataclass
class Trouble(FrameTrouble):
    """All off at first; every field is one misbehaviour."""

    sent: dict[str, Mischief] = field(default_factory=lambda: {what: Mischief() for what in SENT})
    cut: PowerCut | None = None
    printing: float | None = None  # seconds that a paper takes
    next: deque[Fate] = field(default_factory=lambda: deque(maxlen=LONGEST_WAITING))  # how the next jobs end
    said: dict[str, int] = field(default_factory=dict)  # fields of the next result in bare numbers

    def cuts(self, stage: str) -> float | None:
        """How long the power is gone from this stage on, if it goes; it goes once."""
        if self.cut is None or self.cut.stage != stage:
            return None
        cut, self.cut = self.cut, None
        return cut.seconds
