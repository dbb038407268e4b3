"""Which of the events that the acceptor shows are new. Pure.

The counter goes from 255 to 1, and is 0 after a reset alone. The unit shows its last five events and does not know
whether anybody has read them: that the stored mark knows. A start that nobody saw is taken for what it is only where
the counter cannot have gone on from there: then all that is shown since is new.
"""

from dataclasses import dataclass

from drivers.cash.acceptor import Mark
from drivers.cash.cctalk.messages import EVENTS, Events

ROUND = 255
Code = tuple[int, int]
EMPTY: Code = (0, 0)


@dataclass(frozen=True, slots=True)
class CounterNews:
    """What became known by one look at the unit."""

    mark: Mark
    since: Mark
    """What is stored with a reset and with lost events: all that is fresh comes after it."""
    reset: bool = False
    lost: int | None = None
    """How many events beyond those that are shown; 0 where those that were shown before are others now."""
    fresh: tuple[tuple[Mark, Code], ...] = ()
    """Oldest first, each with the mark that is stored with it."""


def news_of(last: Mark, shown: Events, before: tuple[Code, ...] | None, unset: bool = False) -> CounterNews:
    """What is new since `last`, when these events were shown `before`, newest first (None: not known).

    `unset`: what was set at the unit is not set any more, so it has started anew.
    """
    if shown.counter == 0:
        anew = Mark(last.epoch + 1, 0) if last.counter else last
        return CounterNews(anew, anew, reset=anew != last or unset)
    count = _count(last, shown)
    contradicts = before is not None and shown.events[count:] != before[: max(0, EVENTS - count)]
    came_round = last.counter > shown.counter
    goes_on = count < EVENTS and before is not None if came_round else count <= EVENTS
    if (contradicts or not goes_on) and (unset or _has_empty_places(shown)):
        return _fresh(Mark(last.epoch + 1, 0), shown, reset=True)
    return _fresh(last, shown, reset=unset, contradicts=contradicts)


def _count(last: Mark, shown: Events) -> int:
    return shown.counter if last.counter == 0 else (shown.counter - last.counter) % ROUND


def _has_empty_places(shown: Events) -> bool:
    """It has told fewer than it can show, as after a start alone: its counter was 0, and nobody looked."""
    return shown.counter < EVENTS and not any(code != EMPTY for code in shown.events[shown.counter :])


def _fresh(since: Mark, shown: Events, *, reset: bool, contradicts: bool = False) -> CounterNews:
    count = _count(since, shown)
    steps = range(min(count, EVENTS) - 1, -1, -1)  # the newest is shown first
    fresh = tuple((Mark(since.epoch, _back(shown.counter, step)), shown.events[step]) for step in steps)
    lost = count - EVENTS if count > EVENTS else 0 if contradicts else None
    return CounterNews(Mark(since.epoch, shown.counter), since, reset, lost, fresh)


def _back(counter: int, steps: int) -> int:
    """The counter so many events ago."""
    return (counter - 1 - steps) % ROUND + 1
