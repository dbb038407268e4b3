"""How long the machinery of an emulated unit takes."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Pace:
    """Seconds that the machinery takes; None shakes for as long as the host asked."""

    boot: float = 0.4
    shake: float | None = None
    settle: float = 0.6
    unrest: float = 2.2  # until a unit gives up on dice that do not come to rest
    sense: float = 0.2
    self_test: float = 2.0


REAL = Pace()
FAST = Pace(boot=0.03, shake=0.012, settle=0.004, unrest=0.008, sense=0.004, self_test=0.03)
