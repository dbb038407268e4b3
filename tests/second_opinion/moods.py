"""What makes one random table differ from the next: what its players are like, and what its operator has set."""

from dataclasses import dataclass
from random import Random
from typing import Any

Json = dict[str, Any]

LIMITS: tuple[Json, ...] = (
    {"min": 5, "max": 50_000, "step": 5},
    {"min": 25, "max": 100_000, "step": 25},
    {"min": 1, "max": 20_000, "step": 1},
    {"min": 7, "max": 7_000, "step": 7},
    {"min": 500, "max": 20_000, "step": 100},
    {"min": 100, "max": 1_000, "step": 50},
    {"max": 2_000},
    {"step": 25},
    {"min": 300},
)
DENOMINATIONS = (1, 5, 25, 50, 500, 1_000)
VIGORISH_RATES = ("5/100", "3/100", "1/40", "4/100", "1/20", "1/100")


@dataclass(frozen=True)
class Mood:
    """What makes one random table differ from the next."""

    dice: str
    actions: float
    keep_refused: float
    void: float
    settings: float
    power: float
    sides: float
    lines: float


def random_balance(rng: Random) -> int:
    return rng.choice((0, 300, 1_000, 5_000, 20_000, 100_000, 1_000_000, 1_000_000)) + rng.choice((0, 0, 1, 37))


def random_mood(rng: Random) -> Mood:
    return Mood(
        dice=rng.choice(("fair", "fair", "long", "ladder", "ladder", "points", "flat", "flat")),
        actions=rng.choice((2.0, 5.0, 9.0)),
        keep_refused=rng.choice((0.1, 0.2, 0.4)),
        void=rng.choice((0.0, 0.03, 0.1)),
        settings=rng.choice((0.0, 0.0, 0.02, 0.08)),
        power=rng.choice((0.0, 0.3, 0.8)),
        sides=rng.choice((0.3, 0.9)),
        lines=rng.choice((0.1, 0.7, 0.9)),
    )


def random_settings(rng: Random, rulebook: str) -> Json:
    """Opening settings; half of the tables leave the limits alone."""
    settings: Json = {}
    if rng.random() < 0.5:
        settings["limits"] = dict(rng.choice(LIMITS))
    if rng.random() < 0.25:
        settings["denomination"] = rng.choice(DENOMINATIONS)
    if rulebook == "maryland":
        settings |= random_maryland_settings(rng)
    return settings


def random_maryland_settings(rng: Random) -> Json:
    choices: Json = {
        "free_odds": rng.random() < 0.85,
        "vigorish": rng.choice(("at_placement", "on_win")),
        "vigorish_rate": rng.choice(VIGORISH_RATES),
        "fire_table": rng.choice(("A", "B")),
    }
    return {name: value for name, value in choices.items() if rng.random() < 0.6}
