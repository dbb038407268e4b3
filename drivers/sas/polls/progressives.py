"""Polls 80 and 86: what the progressives of our group stand at, as the host tells everybody. Pure.

They are shown and never won here: the host's own prizes belong to machines that take part in them.
"""

from typing import NamedTuple

from drivers.sas.codec import from_bcd

ONE, SEVERAL = 0x80, 0x86
LEVELS = range(1, 33)
AMOUNT = 5
"""Bytes, two digits each, in cents."""
SHOWN_EVERY = 1.0
"""Seconds between two changes: hosts tell them several times in one."""
LOST_AFTER = 5.0
"""Seconds; who is told nothing for so long shows nothing any more."""


class Progressives(NamedTuple):
    """An effect: what they stand at from now on; nothing: they are told no more."""

    levels: dict[int, int]


def levels_of(code: int, data: bytes, group: int) -> dict[int, int] | None:
    """Level → cents of such a poll; None if it is not for our group or makes no sense."""
    said = data if code == ONE else data[1:]
    if not group or not said or said[0] != group or (len(said) - 1) % (1 + AMOUNT):
        return None
    found: dict[int, int] = {}
    for at in range(1, len(said), 1 + AMOUNT):
        amount = from_bcd(said[at + 1 : at + 1 + AMOUNT])
        if said[at] not in LEVELS or amount is None:
            return None
        found[said[at]] = amount
    return found or None


class ProgressiveBoard:
    """What is shown of them now."""

    def __init__(self) -> None:
        self._levels: dict[int, tuple[int, float]] = {}
        self._shown: dict[int, int] = {}
        self._shown_at = float("-inf")

    def heard(self, levels: dict[int, int], now: float) -> list[Progressives]:
        """A broadcast; those of other levels stay for their time."""
        self._levels |= {level: (amount, now) for level, amount in levels.items()}
        return self.due(now)

    def due(self, now: float) -> list[Progressives]:
        """What is to be shown, where that has changed."""
        self._levels = {level: of for level, of in self._levels.items() if now - of[1] < LOST_AFTER}
        shown = {level: amount for level, (amount, _) in sorted(self._levels.items())}
        if shown == self._shown or now - self._shown_at < SHOWN_EVERY:
            return []
        self._shown, self._shown_at = shown, now
        return [Progressives(shown)]

    def told_anew(self) -> list[Progressives]:
        """Whoever shows it may be another by now."""
        return [Progressives(self._shown)] if self._shown else []

    def deadline(self) -> float:
        """When to be asked `due` at the latest."""
        lost = min((at for _, at in self._levels.values()), default=float("inf")) + LOST_AFTER
        changed = {level: amount for level, (amount, _) in self._levels.items()} != self._shown
        return min(lost, self._shown_at + SHOWN_EVERY) if changed else lost
