"""How long a whole par sheet takes, and how long an operator waits who turns one knob.

The goals are two seconds for a book that was never seen, and a tenth of that for one changed chance.
"""

import time
from collections.abc import Callable

from controller.books import load_book, shipped_names
from controller.craps import felt
from controller.craps.par import over_the_cap, sheet
from controller.craps.rulebook import RuleBook

WHOLE_BOOK = 2.0
ONE_KNOB = 0.2
KNOBS = [
    ("electronic", "power_odds_chance"),
    ("electronic", "power_odds_high"),
    ("maryland", "vigorish_rate"),
]
TURNS = 10


def main() -> None:
    """Print seconds and their share of the goal."""
    print(f"exact returns: goals {WHOLE_BOOK} s a whole book, {ONE_KNOB} s a turned knob")
    for name in shipped_names():
        _tell(f"{name}, whole book", _whole_book(load_book(name)), WHOLE_BOOK)
    for name, knob in KNOBS:
        _tell(f"{name}, {knob} turned", _turned(load_book(name), knob), ONE_KNOB)


def _whole_book(book: RuleBook) -> float:
    sheet._kept.clear()
    felt._lay.cache_clear()
    return _seconds(lambda: over_the_cap(book))


def _turned(book: RuleBook, knob: str) -> float:
    """The mean of several turns, each to a place where the knob has never been."""
    over_the_cap(book)
    return (
        _seconds(lambda: [over_the_cap(book.with_settings({knob: f"1/{40 + turn}"})) for turn in range(TURNS)]) / TURNS
    )


def _seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def _tell(what: str, seconds: float, goal: float) -> None:
    print(f"  {what:<42} {seconds:8.4f} s   {seconds / goal:6.3f} of the goal")


if __name__ == "__main__":
    main()
