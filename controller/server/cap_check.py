"""What rules that may come would make of every bet: worked out beside the loop, which does not wait for it.

The exact returns of a book take a second or two. A process of its own works them out, for the rules in force and for
those that may come. What was found goes into the event, so that the core only compares and a replay decides the same.
"""

from collections.abc import Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from types import MappingProxyType
from typing import Any, NamedTuple

from controller.beside import mind_the_parent
from controller.craps.odds import rate_text
from controller.craps.par import par_sheet, worked_out
from controller.craps.par.cap import percent
from controller.craps.par.figures import figures_of, remember, returns_key
from controller.craps.rulebook import RuleBook

DIGITS = 6
"""After the point of a per cent, where the fraction beside it says it exactly."""
LONGEST_FRACTION = 60
"""A fraction longer than this is nobody's to read: it is on the par sheet."""

Rules = Mapping[str, Any]
Figures = dict[str, tuple[str, str]]
"""Bet → per cent of the stake that comes back, and the house edge as a fraction."""


class Found(NamedTuple):
    """What a change would make of the returns."""

    returns: dict[str, str]
    """What the core wants to know of the rules that may come: `interface.WorkedOut`."""
    now: Figures
    then: Figures
    key: str = ""
    """Of the rules that may come, and what the meters will count by then: `interface.Game.figures`."""
    expected: Mapping[str, tuple[int, int]] = MappingProxyType({})


def work_out(now: Rules, then: Rules) -> Found:
    """Of these rules, as the game says them."""
    coming = RuleBook.model_validate(then)
    returns = worked_out(coming), _figures(RuleBook.model_validate(now)), _figures(coming)
    return Found(*returns, returns_key(coming), dict(figures_of(coming)))


def _figures(book: RuleBook) -> Figures:
    sheet = par_sheet(book).bets
    return {bet: (percent(found.returned, DIGITS), _short(rate_text(found.house_edge))) for bet, found in sheet.items()}


def _short(fraction: str) -> str:
    return fraction if len(fraction) <= LONGEST_FRACTION else ""


def _one_worker() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, get_context("spawn"), mind_the_parent)


class CapCheck:
    """One worker, made when it is first needed."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    def begin(self, now: Rules, then: Rules) -> "Future[Found]":
        """Work it out."""
        if self._pool is None:
            self._pool = _one_worker()
        try:
            return self._pool.submit(work_out, now, then)
        except BrokenProcessPool:  # somebody ended the worker; the next one works out what it left
            self._pool = _one_worker()
            return self._pool.submit(work_out, now, then)

    def take_over(self, found: Found) -> None:
        """If the change comes, the loop need not work out again what every bet is expected to hold."""
        if found.key:
            remember(found.key, found.expected)

    def close(self) -> None:
        """No more."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
