"""Who has connected to a page's port: a few, and none for long that asks for nothing."""

import asyncio
import errno
import logging
from typing import Any

import structlog
from aiohttp import web

MOST_CALLERS = 64
"""Connections at a time. A browser has six, and one that lasts; beyond that who was silent for longest goes."""
ASKS_WITHIN = 10.0
"""Seconds in which a connection has to ask for something, whole, or to ask again."""
LOOK_EVERY = 1.0
LOG_EVERY = 10.0
OUT_OF_DESCRIPTORS = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)

log = structlog.get_logger()


class Callers:
    """Stands between the port and the web server. To be given to `create_server`."""

    def __init__(self, server: web.Server) -> None:
        self._server = server
        self._loop = asyncio.get_running_loop()
        self._asked_at: dict[web.RequestHandler, float] = {}
        """In the order in which they asked last."""
        self._next_look = self._loop.call_later(LOOK_EVERY, self._look)
        self._closed = False
        self._bear_without_descriptors()

    def __call__(self) -> asyncio.Protocol:
        """Somebody has connected."""
        if len(self._asked_at) >= MOST_CALLERS:
            for silent in list(self._asked_at)[: 1 + len(self._asked_at) - MOST_CALLERS]:
                self._let_go(silent)
        found = self._server()
        self._asked_at[found] = self._loop.time()
        return found

    def asks(self, request: web.Request) -> None:
        """A request has come, whole."""
        if self._asked_at.pop(request.protocol, None) is not None:
            self._asked_at[request.protocol] = self._loop.time()

    def lasts(self, request: web.Request) -> None:
        """It has become a line, which has a pulse of its own."""
        self._asked_at.pop(request.protocol, None)

    def close(self) -> None:
        """Nobody is looked after any more."""
        self._closed = True
        self._next_look.cancel()

    def _bear_without_descriptors(self) -> None:
        """The loop tries a hundred times a second to take a connection, and would complain of each; and once more of
        each when the port is closed before it has tried again."""
        quiet = Quiet("connections that could not be taken")

        def complain(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
            error = context.get("exception")
            if isinstance(error, OSError) and error.errno in OUT_OF_DESCRIPTORS:
                quiet.warning(context["message"], exc_info=error)
            elif not (self._closed and isinstance(error, ValueError)):
                loop.default_exception_handler(context)

        self._loop.set_exception_handler(complain)

    def _look(self) -> None:
        self._next_look = self._loop.call_later(LOOK_EVERY, self._look)
        before = self._loop.time() - ASKS_WITHIN
        for caller, asked_at in list(self._asked_at.items()):
            if asked_at < before:
                self._let_go(caller)

    def _let_go(self, caller: web.RequestHandler) -> None:
        del self._asked_at[caller]
        if caller.transport is None:  # of many that come at once: it hears of its connection in a moment
            self._loop.call_soon(_abort, caller)
        else:
            _abort(caller)


def _abort(caller: web.RequestHandler) -> None:
    if caller.transport is not None:
        caller.transport.abort()


class Quiet(logging.Logger):
    """Where there may be many complaints of one kind: one line now and then, without a traceback."""

    def __init__(self, text: str = "a request that could not be answered") -> None:
        super().__init__("page", logging.WARNING)
        self._text = text
        self._logged_at = float("-inf")
        self._times = 0

    def handle(self, record: logging.LogRecord) -> None:
        """Counted, and told with the next line."""
        self._times += 1
        if record.created - self._logged_at < LOG_EVERY:
            return
        self._logged_at = record.created
        why = record.exc_info[1] if record.exc_info else None
        log.warning(self._text, why=repr(why)[:200], times=self._times)
