"""What goes wrong in an acceptor because a person said so: power, path, line and honesty."""

from dataclasses import dataclass, field
from typing import Literal

from tools.emulators.common.trouble import LineTrouble

CUTS = ("accepting", "escrow", "offered", "routed", "stacking", "stacked", "reported", "returning")
"""When the power can go: as the paper comes so far (`escrow`, `stacked`: before anybody is told), when the host has
been told of that (`offered`, `reported`), once the paper moves (`stacking`, `returning`), or with the host's order to
stack heard and not answered (`routed`)."""

Misfortune = Literal[
    "deaf", "lose", "double", "garble", "slip", "direct", "forgotten_events", "doubled_events", "ignored_acks"
]


@dataclass(frozen=True)
class PowerCut:
    """No power from this moment on, for so long; the paper may lie elsewhere afterwards."""

    moment: str
    seconds: float
    found: str | None


@dataclass
class Trouble(LineTrouble):
    """All off at first; every field is one misbehaviour, numbers are how often it still happens."""

    deaf: int = 0  # requests that are not heard
    lose: int = 0  # answers that are not sent
    double: int = 0
    garble: int = 0
    delay: float = 0.0
    cut: PowerCut | None = None
    jam: str = ""  # where the paper under way or the next one gets stuck
    slip: int = 0  # papers that are given back while they are stacked
    direct: int = 0  # papers that do not wait in escrow
    forgotten_events: int = 0
    doubled_events: int = 0
    ignored_acks: int = 0
    skipped: set[int] = field(default_factory=set)  # statuses that are never told
    pretended: tuple[bytes, int] = (b"", 0)  # the status that is told, and how often

    def befalls(self, what: Misfortune) -> bool:
        """Whether it happens now; it then happens once less."""
        left: int = getattr(self, what)
        setattr(self, what, max(0, left - 1))
        return left > 0

    def end(self) -> None:
        """All is well again."""
        vars(self).update(vars(Trouble(chance=self.chance)))

    def on_the_way(self, frame: bytes, now: float) -> tuple[float, bytes]:
        """When an answer leaves, and what is left of it."""
        if self.befalls("lose"):
            return now, b""
        if self.befalls("garble"):
            place = self.chance.randrange(len(frame))
            frame = frame[:place] + bytes([frame[place] ^ 1 << self.chance.randrange(8)]) + frame[place + 1 :]
        return now + self.delay, frame * 2 if self.befalls("double") else frame

    def pretence(self) -> bytes:
        """The status that is told now, whatever is so."""
        told, left = self.pretended
        self.pretended = (told, max(0, left - 1))
        return told if left else b""
