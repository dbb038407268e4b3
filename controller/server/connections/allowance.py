"""How much one peer may have kept: the journal lies on a disk, and no seat fills it however fast it speaks."""

from collections.abc import Hashable

MOST_KNOWN = 4096
"""At a time; the one that was silent for longest is forgotten first."""


class Allowance:
    """So many at once, and then so many a second, for each who asks."""

    def __init__(self, at_once: int, a_second: float) -> None:
        self._at_once, self._a_second = at_once, a_second
        self._left: dict[Hashable, tuple[float, int]] = {}

    def take(self, who: Hashable, now: int) -> bool:
        """One more, if there is one left for them. `now` in milliseconds."""
        left, at = self._left.pop(who, (float(self._at_once), now))
        left = min(self._at_once, left + self._a_second * (now - at) / 1000)
        if len(self._left) >= MOST_KNOWN:
            del self._left[next(iter(self._left))]
        granted = left >= 1
        self._left[who] = (left - 1 if granted else left, now)
        return granted
