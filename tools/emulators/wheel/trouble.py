"""What goes wrong, because a person said so: the line, the sensors, the power, the honesty of the unit."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tools.emulators.common.trouble import REPLY, FrameTrouble, Mischief
from tools.emulators.wheel.wire import REPORTS, Spun

SENT = (REPLY, *REPORTS)
"""What the unit sends, by the names that orders use."""


@dataclass(frozen=True)
class PowerCut:
    """No power from the middle of this stage of a spin, for so long."""

    stage: int
    seconds: float
    unread: bool
    """The compartment cannot be read after it."""


@dataclass
class Trouble(FrameTrouble):
    """All off at first; every field is one misbehaviour."""

    sent: dict[str, Mischief] = field(default_factory=lambda: {what: Mischief() for what in SENT})
    forge_macs: int = 0
    second_looks: int = 0
    cut: PowerCut | None = None
    unread: bool = False
    times: dict[str, float] = field(default_factory=dict)  # part of the next spin → seconds
    skipped: set[int] = field(default_factory=set)  # stages of the next spin that are not reported
    contradiction: Callable[[Spun], Spun] | None = None  # in the next result
