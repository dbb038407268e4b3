"""From a run that breaks a law to the shortest plan that still breaks the same one.

Whatever can be left out is left out: first the rounds after the last one that matters, then half of everything, then
ever smaller parts, down to single bets and troubles (delta debugging). How a run is begun is never changed, so what
remains is a script that anybody can run.
"""

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tools.simulator.cabinet.cabinet import Cabinet
from tools.simulator.cabinet.plan import Item, Setup
from tools.simulator.checks import LawBroken

Say = Callable[[str], None]


class BrokenRun(NamedTuple):
    """What was broken, and a plan that shows it."""

    law: str
    text: str
    setup: Setup
    items: list[Item]


def attempt(setup: Setup, items: Sequence[Item] | None = None) -> BrokenRun | None:
    """Run it; None where every law holds."""
    cabinet = Cabinet(setup, items)
    try:
        cabinet.run()
    except LawBroken as broken:
        return BrokenRun(broken.law, str(broken), setup, cabinet.items)
    except Exception as error:
        return BrokenRun("exception", f"{type(error).__name__}: {error}", setup, cabinet.items)
    return None


def shrink(failure: BrokenRun, seconds: float, say: Say = lambda _: None) -> BrokenRun:
    """A shorter plan with the same failure, as short as this time allows."""
    until = time.monotonic() + seconds
    best = _with_fewer_rounds(failure)
    pieces = 2
    while best.items and time.monotonic() < until:
        size = max(1, len(best.items) // pieces)
        shorter = _without_some(best, size, until)
        if shorter is not None:
            say(f"{len(shorter.items)} things are left")
            best = shorter
        elif size == 1:
            break
        else:
            pieces = min(pieces * 2, len(best.items))
    return best


def _with_fewer_rounds(failure: BrokenRun) -> BrokenRun:
    """Nothing that follows the failure belongs to it."""
    last = max((item.round for item in failure.items), default=1)
    setup = failure.setup._replace(rounds=min(failure.setup.rounds, last + 1))
    again = attempt(setup, failure.items)
    return again if again is not None and again.law == failure.law else failure


def _without_some(failure: BrokenRun, size: int, until: float) -> BrokenRun | None:
    """The plan without the first part of this size that is not needed."""
    items = failure.items
    for start in range(0, len(items), size):
        if time.monotonic() >= until:
            return None
        left = items[:start] + items[start + size :]
        again = attempt(failure.setup, left)
        if again is not None and again.law == failure.law:
            return again
    return None
