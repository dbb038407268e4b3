"""The sockets of the line to the controller: commands and broadcasts. When to speak is the client's to say.

When the line is down, hello is said again and again; what the other end says then is the truth, whatever this end
believed before.
"""

import asyncio
import itertools
import time
from collections.abc import Callable
from typing import Generic, TypeVar

import structlog
import zmq
import zmq.asyncio
from pydantic import TypeAdapter

from config.screens import PeerKeys
from controller.protocol.client import Line
from controller.protocol.message import LARGEST_TOLD, BadMessage, Message, decode, encode
from controller.protocol.public import TableNow
from controller.protocol.stations.version_1 import StationWelcome
from controller.protocol.terminals.answers import NotTaken
from controller.protocol.terminals.version_1 import Heartbeat
from controller.protocol.terminals.version_2 import Welcome

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


def connect(context: zmq.asyncio.Context, kind: int, endpoint: str, keys: PeerKeys | None) -> Socket:
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
    """Both sockets: says hello while the line is down, and passes on what it hears."""

    def __init__(
        self,
        context: zmq.asyncio.Context,
        commands: str,
        broadcasts: str,
        keys: PeerKeys | None,
        adapter: TypeAdapter[Said],
        hello: Callable[[], Message],
        welcome: type[Welcome] | type[StationWelcome] | type[TableNow],
        hear: Callable[[Said], None],
        see: Callable[[TableNow], None],
        changed: Callable[[bool], None],
        heartbeat: Callable[[], Message] | None = None,
    ) -> None:
        """`welcome` says that hello was taken; `see` is told each broadcast of the controller that took it."""
        self._socket = connect(context, zmq.DEALER, commands, keys)
        self._listener = connect(context, zmq.SUB, broadcasts, keys)
        self._adapter, self._hello, self._welcome = adapter, hello, welcome
        self._hear, self._see, self._changed = hear, see, changed
        numbers = itertools.count(1)
        self._heartbeat = heartbeat or (lambda: Heartbeat(n=next(numbers)))
        self._line = Line()
        self._was_up = False

    @property
    def up(self) -> bool:
        """Whether the controller is there, and knows of us."""
        return self._line.up

    async def run(self) -> None:
        """All ways, until cancelled."""
        try:
            await asyncio.gather(self._commands(), self._broadcasts(), self._speak())
        finally:
            self._socket.close()
            self._listener.close()
            self._line.doubt()

    def say(self, message: Message) -> bool:
        """Now or not at all.

        Through the asyncio socket, which tries at once: it looks afterwards whether something has arrived. Sending past
        it would swallow the one signal with which ZeroMQ says so, and this end would be deaf from then on.
        """
        if self._socket.closed:
            return False
        sent = asyncio.ensure_future(self._socket.send(encode(message), zmq.NOBLOCK))
        return sent.done() and sent.exception() is None

    def come_back(self) -> None:
        """A person wants the place back that somebody else has taken."""
        self._line.come_back()
        self._turn()

    async def _commands(self) -> None:
        while True:
            message = _read(self._adapter, await self._socket.recv())
            if message is not None:
                self._line.heard(time.monotonic())
                self._take(message)
                self._turn()

    def _take(self, message: Said) -> None:
        if isinstance(message, NotTaken):
            says_all = self._line.not_taken(message.code)
            self._turn()
            if says_all:
                return
        self._hear(message)
        if isinstance(message, self._welcome):
            self._line.welcomed(message.epoch)

    async def _broadcasts(self) -> None:
        while True:
            table = _read(BROADCAST, await self._listener.recv())
            if table is not None and self._line.follows(table.epoch):
                self._see(table)
            self._turn()

    async def _speak(self) -> None:
        while True:
            self._turn()
            await asyncio.sleep(self._line.wait(time.monotonic()))

    def _turn(self) -> None:
        """Say what is due, and tell of the line if it has come or gone."""
        due = self._line.is_due(time.monotonic())
        if self._line.up != self._was_up:
            self._was_up = self._line.up
            log.info("line up" if self._was_up else "line down")
            self._changed(self._was_up)
        if due:
            self.say(self._heartbeat() if self._line.up else self._hello())


def _read(adapter: TypeAdapter[Said], data: bytes) -> Said | None:
    try:
        return decode(adapter, data, LARGEST_TOLD)
    except BadMessage as error:
        log.warning("the controller said what is no message", why=str(error))
        return None
