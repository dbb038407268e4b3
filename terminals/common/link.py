"""The line to the controller: a socket for commands, a socket for broadcasts, and the knowledge whether it is up.

The line is up while something has been heard within the time that the controller itself counts by. When it is not,
hello is said again and again; what the other end says then is the truth, whatever this end believed before.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Generic, TypeVar

import structlog
import zmq
import zmq.asyncio
from pydantic import TypeAdapter

from config.screens import Keys
from controller.protocol.message import LARGEST_TOLD, BadMessage, Message, decode, encode
from controller.protocol.public import TableNow

HEARTBEAT = 1.0
HELLO_AGAIN = 0.25
LOST_AFTER = 3.0
"""Seconds without a word."""
WAITING = 1000
RECONNECT_MS, RECONNECT_MOST_MS = 50, 500
PROBE_AFTER_S, PROBE_EVERY_S, PROBES = 2, 2, 2
GONE_AFTER_MS = 6000
"""A controller elsewhere whose machine vanished without a word is let go of by the kernel, and looked for anew: who
only listens would never notice."""

Said = TypeVar("Said")
Socket = zmq.asyncio.Socket
log = structlog.get_logger()
BROADCAST: TypeAdapter[TableNow] = TypeAdapter(TableNow)


def connect(context: zmq.asyncio.Context, kind: int, endpoint: str, keys: Keys | None) -> Socket:
    """A socket that comes back by itself and keeps nothing for a peer that is away."""
    socket = context.socket(kind)
    for option, value in (
        (zmq.LINGER, 0),
        (zmq.SNDHWM, WAITING),
        (zmq.RCVHWM, WAITING),
        (zmq.IMMEDIATE, 1),
        (zmq.RECONNECT_IVL, RECONNECT_MS),
        (zmq.RECONNECT_IVL_MAX, RECONNECT_MOST_MS),
        (zmq.MAXMSGSIZE, LARGEST_TOLD),
        (zmq.TCP_KEEPALIVE, 1),
        (zmq.TCP_KEEPALIVE_IDLE, PROBE_AFTER_S),
        (zmq.TCP_KEEPALIVE_INTVL, PROBE_EVERY_S),
        (zmq.TCP_KEEPALIVE_CNT, PROBES),
        (zmq.TCP_MAXRT, GONE_AFTER_MS),
    ):
        socket.setsockopt(option, value)
    if kind == zmq.SUB:
        socket.setsockopt(zmq.SUBSCRIBE, b"")
    if keys is not None:
        socket.setsockopt_string(zmq.CURVE_SERVERKEY, keys.controller)
        socket.setsockopt_string(zmq.CURVE_PUBLICKEY, keys.public)
        socket.setsockopt_string(zmq.CURVE_SECRETKEY, keys.secret)
    socket.connect(endpoint)
    return socket


class ControllerLine(Generic[Said]):
    """The command socket: says hello while it is down, and passes on what it hears."""

    def __init__(
        self,
        context: zmq.asyncio.Context,
        endpoint: str,
        keys: Keys | None,
        adapter: TypeAdapter[Said],
        hello: Callable[[], Message],
        heartbeat: Callable[[], Message],
        hear: Callable[[Said], bool],
        changed: Callable[[bool], None],
    ) -> None:
        """`hear` answers whether these words mean that hello was taken."""
        self._socket = connect(context, zmq.DEALER, endpoint, keys)
        self._adapter, self._hello, self._heartbeat, self._hear = adapter, hello, heartbeat, hear
        self._changed = changed
        self.up = False
        self._heard = 0.0
        self._resting = False

    async def run(self) -> None:
        """Both ways, until cancelled."""
        try:
            await asyncio.gather(self._listen(), self._speak())
        finally:
            self._socket.close()

    def say(self, message: Message) -> bool:
        """Now or not at all.

        Through the asyncio socket, which tries at once: it looks afterwards whether something has arrived. Sending past
        it would swallow the one signal with which ZeroMQ says so, and this end would be deaf from then on.
        """
        sent = asyncio.ensure_future(self._socket.send(encode(message), zmq.NOBLOCK))
        return sent.done() and sent.exception() is None

    def doubt(self) -> None:
        """The other end may be another one than before: say hello anew."""
        self._set(False)
        if not self._resting:
            self.say(self._hello())

    def rest(self) -> None:
        """Somebody else has our place: nothing more is said before a person wants it back."""
        self._resting = True
        self._set(False)

    def come_back(self) -> None:
        """A person wants it back."""
        if self._resting:
            self._resting = False
            self.say(self._hello())

    async def _listen(self) -> None:
        while True:
            data = await self._socket.recv()
            try:
                message = decode(self._adapter, data, LARGEST_TOLD)
            except BadMessage as error:
                log.warning("the controller said what is no message", why=str(error))
                continue
            self._heard = time.monotonic()
            if self._hear(message) and not self._resting:
                self._set(True)

    async def _speak(self) -> None:
        while True:
            if self.up and time.monotonic() - self._heard > LOST_AFTER:
                self._set(False)
            if not self._resting:
                self.say(self._heartbeat() if self.up else self._hello())
            await asyncio.sleep(HEARTBEAT if self.up else HELLO_AGAIN)

    def _set(self, up: bool) -> None:
        if self.up != up:
            self.up = up
            log.info("line up" if up else "line down")
            self._changed(up)


async def listen(
    context: zmq.asyncio.Context, endpoint: str, keys: Keys | None, hear: Callable[[TableNow], None]
) -> None:
    """Every broadcast, until cancelled."""
    socket = connect(context, zmq.SUB, endpoint, keys)
    try:
        while True:
            data = await socket.recv()
            try:
                hear(decode(BROADCAST, data, LARGEST_TOLD))
            except BadMessage as error:
                log.warning("a broadcast that is no message", why=str(error))
    finally:
        socket.close()
