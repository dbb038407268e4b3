"""What goes wrong, because a person said so: the line, the sensor, the power, the honesty of the unit."""

from dataclasses import dataclass

from tools.emulators.common.trouble import LineTrouble


@dataclass
class Trouble(LineTrouble):
    """All off at first; every field is one misbehaviour."""

    lose_replies: int = 0
    reply_delay: float = 0.0
    forge_macs: int = 0
    stalls: int = 0  # motor restarts in the next shake
    cut_in_shake: float | None = None  # seconds without power, from the middle of the next shake
    stuck_faults: int = 0
    failing: int = 0  # the bitmap of the next self-tests

    def swallows_reply(self) -> bool:
        if self.lose_replies <= 0:
            return False
        self.lose_replies -= 1
        return True


FAULTS = {
    "motor-stall": 0,
    "over-current": 1,
    "sensor-dead": 2,
    "sensor-dirty": 3,
    "dice-missing": 4,
    "over-temperature": 5,
    "memory": 6,
    "supply-low": 7,
}

ENDS_ROLL_AS = {2: "unreadable", 3: "unreadable", 4: "missing"}
"""Fault bit → how a roll under way ends; with any other the dice never come to rest."""
