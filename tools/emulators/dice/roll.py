"""A roll on its way through the unit."""

from dataclasses import dataclass

from tools.emulators.dice.dice import Thrown


@dataclass
class RollUnderWay:
    roll_id: int
    nonce: bytes
    began: float
    shaken: float
    settled: float
    sensed: float
    attempts: int
    flags: int
    thrown: Thrown
