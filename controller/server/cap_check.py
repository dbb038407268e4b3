"""Whether changed settings keep every bet under the cap: worked out beside the loop, which does not wait for it.

The exact returns of a book take a second or two. A process of its own works them out; until it has, the act of the
supervisor who asked is on its way, as if the line were slow.
"""

from collections.abc import Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from pydantic import ValidationError
from pydantic_core import PydanticCustomError

from controller.craps.par.cap import over_the_cap, why_refused
from controller.craps.rulebook import RuleBook
from controller.table.settings import TableSettings

HARMLESS = frozenset(TableSettings.model_fields) | {"limits", "denomination"}
"""Settings that no return depends on."""


def may_break_the_cap(change: Mapping[str, Any] | None) -> bool:
    """Whether this change has to be worked out before it may be made."""
    return bool(change) and not HARMLESS.issuperset(change or {})


def why_not(rules: Mapping[str, Any], change: Mapping[str, Any]) -> str | None:
    """Why the changed book may not be played by; None if it may, or if the table itself will refuse the change."""
    settings = {name: value for name, value in change.items() if name not in TableSettings.model_fields}
    try:
        book = RuleBook.model_validate(settings.pop("book", rules)).with_settings(settings)
    except (ValidationError, PydanticCustomError):
        return None
    over = over_the_cap(book)
    return why_refused(over) if over else None


class CapCheck:
    """One worker, made when it is first needed."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    def begin(self, rules: Mapping[str, Any], change: Mapping[str, Any]) -> "Future[str | None]":
        """Work it out."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn"))
        return self._pool.submit(why_not, rules, change)

    def close(self) -> None:
        """No more."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
