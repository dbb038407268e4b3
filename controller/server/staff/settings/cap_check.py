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

from controller.background_jobs import mind_the_parent
from controller.games.figures import remember, returns_in_words
from controller.games.registry import figures, game_row, table_row

Rules = Mapping[str, Any]
Figures = dict[str, tuple[str, str]]
"""Bet → per cent of the stake that comes back, and the house edge as a fraction."""


class ReturnsFound(NamedTuple):
    """What a change would make of the returns."""

    returns: dict[str, str]
    """What the core wants to know of the rules that may come: `interface.WorkedOut`."""
    now: Figures
    then: Figures
    exposed: tuple[int, int] = (0, 0)
    """What one outcome can cost for each seat, now and then."""
    key: str = ""
    """Of the rules that may come, and what the meters will count by then: `registry.figures`."""
    expected: Mapping[str, tuple[int, int]] = MappingProxyType({})


def work_out(name: str, now: Rules, then: Rules, change: Rules) -> ReturnsFound:
    """Of these rules of this game, as the game says them. `then`: those by which bets return then; what `change` turns
    besides can still cost more."""
    row = game_row(name)
    playing, coming = row.book.model_validate(now), row.book.model_validate(then)
    game = table_row(name).opened(coming, ())
    sheet, sheet_then = (row.par_sheet(book, None) for book in (playing, coming))
    turned = playing.turned_or_refused(change)
    exposed = (row.exposure(playing), row.exposure(playing if isinstance(turned, tuple) else turned))
    return ReturnsFound(
        row.worked_out(coming, sheet_then),
        returns_in_words(sheet),
        returns_in_words(sheet_then),
        exposed,
        game.returns_key(),
        dict(figures(game)),
    )


def _one_worker() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, get_context("spawn"), mind_the_parent)


class CapCheck:
    """One worker, made when it is first needed."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    def begin(self, game: str, now: Rules, then: Rules, change: Rules) -> "Future[ReturnsFound]":
        """Work it out for this game."""
        if self._pool is None:
            self._pool = _one_worker()
        try:
            return self._pool.submit(work_out, game, now, then, change)
        except BrokenProcessPool:  # somebody ended the worker; the next one works out what it left
            self._pool = _one_worker()
            return self._pool.submit(work_out, game, now, then, change)

    def take_over(self, found: ReturnsFound) -> None:
        """If the change comes, the loop need not work out again what every bet is expected to hold."""
        if found.key:
            remember(found.key, found.expected)

    def close(self) -> None:
        """No more."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
