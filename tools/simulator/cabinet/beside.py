"""What a controller works out or draws beside its loop: at once, and alike each time. What it logs is no news."""

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from fractions import Fraction
from hashlib import sha256
from random import Random
from typing import Any, TypeVar

import structlog

from controller.games.registry import game_row
from controller.server.loop.ports import Dealt
from controller.server.staff.settings.cap_check import CapCheck, ReturnsFound

Value = TypeVar("Value")


def at_once(value: Value) -> "Future[Value]":
    """Found already."""
    found: Future[Value] = Future()
    found.set_result(value)
    return found


class CapNotWorkedOut(CapCheck):
    """Nobody sets what a return depends on; so no book is worked out."""

    def begin(
        self,
        game: str,
        now: Mapping[str, Any],  # noqa: ARG002
        then: Mapping[str, Any],
        change: Mapping[str, Any],  # noqa: ARG002
    ) -> "Future[ReturnsFound]":
        """Under the cap."""
        book = game_row(game).book.model_validate(then)
        return at_once(ReturnsFound({"rules": book.digest(), "over": ""}, {}, {}))


class PlainPins:
    """Hashes that cost nothing; who kills the controller does not take them along."""

    def __init__(self) -> None:
        self._kept: set[str] = set()

    def has(self, digest: str) -> bool:
        """Whether it is there."""
        return digest in self._kept

    def check(self, digest: str | None, pin: str) -> "Future[bool]":
        """Whether this is the PIN."""
        return at_once(digest in self._kept and digest == self._of(pin))

    def make(self, pin: str, named: Collection[str]) -> "Future[str]":  # noqa: ARG002
        """Keep it."""
        self._kept.add(self._of(pin))
        return at_once(self._of(pin))

    def close(self) -> None:
        """No more."""

    def _of(self, pin: str) -> str:
        return sha256(pin.encode()).hexdigest()


class SeededChance:
    """Draws that are the same for the same seed."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def draw(self, spots: Sequence[str], settings: dict[str, Any]) -> Dealt:
        """By the chances in the settings."""
        chance, high = (Fraction(settings.get(name) or 0) for name in ("power_odds_chance", "power_odds_high"))
        random = self._random
        levels = {s: "high" if random.random() < high else "low" for s in spots if random.random() < chance}
        return Dealt(random.randbytes(8).hex(), levels)


@contextmanager
def without_logs() -> Iterator[None]:
    """What the loop would log of all this is no news."""
    before = structlog.get_config()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    try:
        yield
    finally:
        structlog.configure(**before)
