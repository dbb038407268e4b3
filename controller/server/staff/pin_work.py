"""PINs that are being worked out beside the loop, and what is done with what was found."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, NamedTuple

from controller.server.loop.hub import Hub
from controller.server.loop.ports import Who
from controller.server.loop.troubles import Trouble
from controller.table.events import StationNews

MOST_WAITING = 8
"""PINs being worked out and waiting for it; who comes later is told to come again."""

Told = Callable[[Hub, str, str], None]
"""Whoever asked is told that it is not done: a code, and why."""


class DeskWork(NamedTuple):
    """Something worked out beside the loop, and what is done with it."""

    found: "Future[Any]"
    then: Callable[[Hub, Any], None]
    failed: Callable[[Hub], None]
    name: str = ""
    """Whose PIN is looked at."""


class PinWork:
    """What is under way."""

    def __init__(self) -> None:
        self._working: list[DeskWork] = []

    def begin(
        self,
        hub: Hub,
        begin: Callable[[], "Future[Any]"],
        then: Callable[[Hub, Any], None],
        tell: Told,
        tries: tuple[str, Who] | None = None,
    ) -> None:
        """`tries`: whose PIN is looked at, and where. One at a time of a name, counted before anybody knows more."""
        if len(self._working) >= MOST_WAITING:
            tell(hub, "busy", "too many PINs are being worked out; try again in a second")
            return
        name, who = tries or ("", None)
        if who is not None:
            if any(work.name == name for work in self._working):
                tell(hub, "busy", f"a PIN of {name} is being looked at; try again in a second")
                return
            if name in hub.table.people:
                hub.apply(StationNews("pin_given", name, who.name, ""))
        text = "the PIN could not be kept; the controller's log says why"
        self._working.append(DeskWork(begin(), then, lambda hub: tell(hub, "failed", text), name))

    def look_around(self, hub: Hub) -> None:
        """What has been worked out meanwhile."""
        waiting, self._working = self._working, []
        done = [work for work in waiting if work.found.done()]
        self._working = [work for work in waiting if not work.found.done()]
        for work in done:
            failed = work.found.exception()
            if failed is None:
                work.then(hub, work.found.result())
            else:
                hub.counters.trouble(Trouble.PIN_FAILED, "pins", repr(failed), hub.now, words=repr(failed))
                work.failed(hub)
