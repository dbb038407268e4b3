"""What a controller works out beside its loop, worked out at once, and alike each time."""

from collections.abc import Collection, Mapping
from concurrent.futures import Future
from hashlib import sha256
from typing import Any, TypeVar

from controller.craps.rulebook import RuleBook
from controller.server.cap_check import CapCheck, Found

Value = TypeVar("Value")


def at_once(value: Value) -> "Future[Value]":
    """Found already."""
    found: Future[Value] = Future()
    found.set_result(value)
    return found


class CapNotWorkedOut(CapCheck):
    """Nobody sets what a return depends on; so no book is worked out."""

    def begin(self, now: Mapping[str, Any], then: Mapping[str, Any]) -> "Future[Found]":  # noqa: ARG002
        """Under the cap."""
        return at_once(Found({"rules": RuleBook.model_validate(then).digest(), "over": ""}, {}, {}))


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
