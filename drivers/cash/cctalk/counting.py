"""Which of the events that the acceptor shows are new. Pure.

The counter goes from 255 to 1, and is 0 after a reset alone. The unit shows its last five events and does not know
whether anybody has read them: that the stored mark knows.
"""

from dataclasses import dataclass

from drivers.cash.acceptor import Mark
from drivers.cash.cctalk.messages import EVENTS, Events

ROUND = 255
Code = tuple[int, int]


@dataclass(frozen=True, slots=True)
class News:
    """What became known by one look at the unit."""

    mark: Mark
    reset: bool = False
    lost: int | None = None
    """How many events beyond those that are shown; 0 where those that were shown before are others now."""
    fresh: tuple[tuple[Mark, Code], ...] = ()
    """Oldest first, each with the mark that is stored with it."""


def news_of(last: Mark, shown: Events, before: tuple[Code, ...] | None) -> News:
    """What is new since `last`, when these events were shown `before`, newest first (None: not known)."""
    if shown.counter == 0:
        return News(Mark(last.epoch + 1, 0), reset=True) if last.counter else News(last)
    count = shown.counter if last.counter == 0 else (shown.counter - last.counter) % ROUND
    mark = Mark(last.epoch, shown.counter)
    known = min(count, EVENTS)
    steps = range(known - 1, -1, -1)  # the newest is shown first
    fresh = tuple((Mark(last.epoch, _back(shown.counter, step)), shown.events[step]) for step in steps)
    contradicts = before is not None and shown.events[known:] != before[: EVENTS - known]
    lost = count - EVENTS if count > EVENTS else 0 if contradicts else None
    return News(mark, lost=lost, fresh=fresh)


def _back(counter: int, steps: int) -> int:
    """The counter so many events ago."""
    return (counter - 1 - steps) % ROUND + 1
