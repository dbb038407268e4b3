"""How long a whole par sheet takes, and how long an operator waits who turns one knob.

The goals are two seconds for a book that was never seen, and a tenth of that for one changed chance.
"""

import time
from collections.abc import Callable
from typing import Any

from controller.books import load_book, shipped_names
from controller.games.craps.play import felt
from controller.games.craps.returns import over_the_cap, par_sheet, sheet
from controller.games.craps.rules.rulebook import RuleBook

WHOLE_BOOK = 2.0
ONE_KNOB = 0.2
KNOBS = [
    ("electronic", "power_odds_chance"),
    ("electronic", "power_odds_high"),
    ("maryland", "vigorish_rate"),
]
TURNS = 10


Result = dict[str, Any]


def measure() -> list[Result]:
    """Whole books, each as if it had never been seen, and turned knobs."""
    books = [_result(f"{name}, whole book", _whole_book(load_book(name)), WHOLE_BOOK) for name in shipped_names()]
    knobs = [_result(f"{name}, {knob} turned", _turned(load_book(name), knob), ONE_KNOB) for name, knob in KNOBS]
    return books + knobs


def report(results: list[Result]) -> None:
    """For people: seconds and their share of the goal."""
    print("exact returns of a rule book")
    for result in results:
        share = result["seconds"] / result["goal"]
        verdict = "reached" if share <= 1 else "missed"
        seconds, goal = result["seconds"], result["goal"]
        print(f"  {result['what']:<42} {seconds:8.4f} s   goal {goal} s: {verdict} ({share:.2f} of it)")


def _result(what: str, seconds: float, goal: float) -> Result:
    return {"what": what, "seconds": round(seconds, 4), "goal": goal}


def _whole_book(book: RuleBook) -> float:
    sheet._kept.clear()
    felt._lay.cache_clear()
    return _seconds(lambda: over_the_cap(par_sheet(book)))


def _turned(book: RuleBook, knob: str) -> float:
    """The mean of several turns, each to a place where the knob has never been."""
    over_the_cap(par_sheet(book))
    return (
        _seconds(
            lambda: [over_the_cap(par_sheet(book.with_settings({knob: f"1/{40 + turn}"}))) for turn in range(TURNS)]
        )
        / TURNS
    )


def _seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun
