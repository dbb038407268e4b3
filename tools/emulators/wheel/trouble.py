"""What goes wrong, because a person said so: the line, the sensors, the power, the honesty of the unit."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tools.emulators.common.trouble import LineTrouble
from tools.emulators.wheel.wire import REPORTS, Spun

REPLY = "reply"
SENT = (REPLY, *REPORTS)
"""What the unit sends, by the names that orders use."""


@dataclass
class Mischief:
    """What happens to one sort of frame on its way out; counts are of frames, repeats among them."""

    lose: int = 0
    double: int = 0
    garble: int = 0
    delay: float = 0.0

    def befalls(self, what: str) -> bool:
        """Whether it happens to this frame; it then happens once less."""
        left: int = getattr(self, what)
        setattr(self, what, max(0, left - 1))
        return left > 0


@dataclass(frozen=True)
class PowerCut:
    """No power from the middle of this stage of a spin, for so long."""

    stage: int
    seconds: float
    unread: bool
    """The compartment cannot be read after it."""


@dataclass
class Trouble(LineTrouble):
    """All off at first; every field is one misbehaviour."""

    sent: dict[str, Mischief] = field(default_factory=lambda: {what: Mischief() for what in SENT})
    forge_macs: int = 0
    second_looks: int = 0
    cut: PowerCut | None = None
    unread: bool = False
    times: dict[str, float] = field(default_factory=dict)  # part of the next spin → seconds
    skipped: set[int] = field(default_factory=set)  # stages of the next spin that are not reported
    verdict: int | None = None  # of the next SPIN
    pretends: tuple[int, int] = (0, 0)  # outcome that RESULT answers, and how often it still does
    state: int | None = None  # that STATUS tells, whatever is so
    contradiction: Callable[[Spun], Spun] | None = None  # in the next result
    stuck_faults: int = 0
    failing: int = 0  # the bitmap of the next self-tests

    def end(self) -> None:
        """All is well again."""
        vars(self).update(vars(Trouble(chance=self.chance)))

    def on_the_way(self, what: str, frame: bytes, now: float) -> tuple[float, bytes]:
        """When a frame leaves, and what is left of it."""
        mischief = self.sent[what]
        if mischief.befalls("lose"):
            return now, b""
        if mischief.befalls("garble"):
            frame = self._garbled(frame)
        return now + mischief.delay, frame * 2 if mischief.befalls("double") else frame

    def pretended(self) -> int | None:
        """The outcome that this RESULT has, whatever is so."""
        outcome, left = self.pretends
        self.pretends = (outcome, max(0, left - 1))
        return outcome if left else None

    def _garbled(self, frame: bytes) -> bytes:
        """One bit wrong, and still one frame: no byte of it becomes the 0 that ends it."""
        place = self.chance.randrange(len(frame) - 1)
        bit = self.chance.choice([1 << bit for bit in range(8) if 1 << bit != frame[place]])
        return frame[:place] + bytes([frame[place] ^ bit]) + frame[place + 1 :]
