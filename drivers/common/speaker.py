"""A driver's ZeroMQ socket: heard from and spoken to without waiting, and aware of having nobody to speak to.

Messages go only to a controller that is connected. What cannot be sent is dropped and counted, for all of it is asked
for again; the first thing a controller hears after a silence is that the driver is here, and how things stand.
"""

from collections.abc import Callable, Iterator
from typing import TypeVar

import structlog
import zmq
from pydantic import TypeAdapter

from controller.protocol.message import LARGEST_TOLD, BadMessage, Message, WhoIsThere, decode, encode

MESSAGES_WAITING = 1000
"""For a controller that does not read."""
MESSAGES_A_TURN = 100
RECONNECT_FIRST, RECONNECT_LONGEST = 50, 1000
"""Milliseconds."""

Told = TypeVar("Told")
log = structlog.get_logger()


class Speaker:
    def __init__(
        self, context: zmq.Context[zmq.Socket[bytes]], endpoint: str, here: Callable[[], list[Message]]
    ) -> None:
        """`here` is what a controller hears first: who we are, and how things stand."""
        self.dropped = 0
        self.socket = context.socket(zmq.DEALER)
        for option, value in (
            (zmq.SNDHWM, MESSAGES_WAITING),
            (zmq.RCVHWM, MESSAGES_WAITING),
            (zmq.IMMEDIATE, 1),
            (zmq.LINGER, 0),
            (zmq.RECONNECT_IVL, RECONNECT_FIRST),
            (zmq.RECONNECT_IVL_MAX, RECONNECT_LONGEST),
        ):
            self.socket.setsockopt(option, value)
        self._comings: zmq.Socket[bytes] = self.socket.get_monitor_socket(zmq.EVENT_HANDSHAKE_SUCCEEDED)
        self.socket.connect(endpoint)
        self._here = here
        self._announced = False

    def watch(self, poller: zmq.Poller) -> None:
        """Poll for words of the controller, and for its coming."""
        poller.register(self._comings, zmq.POLLIN)
        poller.register(self.socket, zmq.POLLIN if self._announced else zmq.POLLIN | zmq.POLLOUT)

    def descriptors(self) -> tuple[int, int]:
        """What becomes readable when there may be news, for who polls without ZeroMQ.

        Whoever has used the socket asks for news again before waiting.
        """
        return int(self.socket.getsockopt(zmq.FD)), int(self._comings.getsockopt(zmq.FD))

    def has_news(self) -> bool:
        """Whether a word has come, or a controller, or none has been told yet that we are here."""
        return self.has_word() or not self._announced or _is_readable(self._comings)

    def has_word(self) -> bool:
        """Whether a word of the controller waits."""
        return _is_readable(self.socket)

    def announce(self) -> None:
        """Say that the driver is here to a controller that may not know: each new connection may be a new one."""
        while self._comings.poll(0):
            self._comings.recv_multipart()
            self._announced = False
        if not self._announced:
            self._announced = all(self._send(message) for message in self._here())

    def say(self, message: Message) -> None:
        if not self._announced or not self._send(message):
            self._announced = False
            self.dropped += 1

    def hear(self, adapter: TypeAdapter[Told]) -> Iterator[Told]:
        """The messages that have arrived, up to a bound; what is none is refused and logged."""
        for _ in range(MESSAGES_A_TURN):
            try:
                data = self.socket.recv(zmq.NOBLOCK)
            except zmq.Again:
                return
            try:
                message = decode(adapter, data, LARGEST_TOLD)
            except BadMessage as error:
                log.warning("message from the controller refused", why=str(error))
                continue
            if isinstance(message, WhoIsThere):
                self._announced = False
                self.announce()
            else:
                yield message

    def close(self) -> None:
        self.socket.disable_monitor()
        self._comings.close()
        self.socket.close()

    def _send(self, message: Message) -> bool:
        try:
            self.socket.send(encode(message), zmq.NOBLOCK)
        except zmq.Again:
            return False
        return True


def _is_readable(socket: zmq.Socket[bytes]) -> bool:
    return bool(int(socket.getsockopt(zmq.EVENTS)) & zmq.POLLIN)
