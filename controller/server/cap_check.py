"""Whether rules that may come keep every bet under the cap: worked out beside the loop, which does not wait for it.

The exact returns of a book take a second or two. A process of its own works them out; until it has, the act of the
supervisor who asked is on its way, as if the line were slow. What was found goes into the event, so that the core only
compares and a replay decides the same.
"""

from collections.abc import Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

from controller.craps.par import worked_out
from controller.craps.rulebook import RuleBook

Found = dict[str, str]


def work_out(rules: Mapping[str, Any]) -> Found:
    """Of these rules, as the game says them."""
    return worked_out(RuleBook.model_validate(rules))


class CapCheck:
    """One worker, made when it is first needed."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    def begin(self, rules: Mapping[str, Any]) -> "Future[Found]":
        """Work it out."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn"))
        try:
            return self._pool.submit(work_out, rules)
        except BrokenProcessPool:  # somebody ended the worker; the next one works out what it left
            self._pool = ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn"))
            return self._pool.submit(work_out, rules)

    def close(self) -> None:
        """No more."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
