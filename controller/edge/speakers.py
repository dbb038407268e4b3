"""Peers elsewhere that speak: one ROUTER with CURVE, and what waits for peers that do not read."""

from collections import Counter, deque

import zmq

from controller.edge.line import InwardLine
from controller.edge.zeromq import Router, bind, bound
from controller.server.sockets.link import (
    ADDRESS_LENGTH,
    FROM_HEAD,
    FROM_PEER,
    HANDED,
    HANDED_OVER,
    KEY_LENGTH,
    MOST_PEERS,
    PEER_GONE,
    TOLD_EVERY,
    WINDOW,
    word,
)

PEER_QUEUE = 64
"""Messages that ZeroMQ holds for, and takes ahead from, one peer."""
TAKEN_AT_ONCE = 512
AGAIN_AFTER = 0.01
"""Seconds until a peer that does not read is tried again."""


class Speakers:
    """Hands on both ways."""

    def __init__(
        self, context: "zmq.Context[Router]", endpoint: str, pair: tuple[bytes, bytes], line: InwardLine
    ) -> None:
        self.line = line
        self.socket = socket = context.socket(zmq.ROUTER)
        bound(socket, pair)
        socket.setsockopt(zmq.ROUTER_MANDATORY, 1)
        socket.setsockopt(zmq.SNDHWM, PEER_QUEUE)
        socket.setsockopt(zmq.RCVHWM, PEER_QUEUE)
        bind(socket, endpoint)
        self._waiting: dict[bytes, deque[bytes]] = {}
        self._handed: Counter[bytes] = Counter()
        self.again_at = 0.0

    def hand_in(self) -> None:
        """What peers said, as long as there is somebody to take it."""
        for _ in range(TAKEN_AT_ONCE):
            if not self.line.takes_more():
                return
            try:
                address = self.socket.recv(zmq.NOBLOCK)
            except zmq.Again:
                return
            frame = self.socket.recv(zmq.NOBLOCK, copy=False)
            data = frame.bytes
            if frame.more:
                data = b""  # no message of ours has several frames
                while frame.more:
                    frame = self.socket.recv(zmq.NOBLOCK, copy=False)
            key = str(frame.get("User-Id")).encode()
            # The ROUTER's own addresses begin with nothing. One chosen by the peer could be another peer's.
            if len(address) == ADDRESS_LENGTH and address[0] == 0 and len(key) == KEY_LENGTH:
                self.line.say(word(FROM_PEER, FROM_HEAD.pack(key, address) + data))

    def hand_out(self, body: bytes) -> None:
        """To one peer; who does not read has so many wait here as the controller may have on their way."""
        address, data = body[:ADDRESS_LENGTH], body[ADDRESS_LENGTH:]
        waiting = self._waiting.get(address)
        if waiting is None:
            if not self._send(address, data):
                self._waiting[address] = deque((data,))
        elif len(waiting) < WINDOW:
            waiting.append(data)

    def try_again(self, now: float) -> None:
        """Those that did not read."""
        if not self._waiting or now < self.again_at:
            return
        self.again_at = now + AGAIN_AFTER
        for address, waiting in list(self._waiting.items()):
            while waiting:
                data = waiting.popleft()  # out of it before: for a peer that has gone nothing waits any more
                if not self._send(address, data):
                    waiting.appendleft(data)
                    break
            if not waiting:
                self._waiting.pop(address, None)

    def next_try(self) -> float | None:
        """When; None while everybody reads."""
        return self.again_at if self._waiting else None

    def forget(self) -> None:
        """The line is another one: what waits was said by a controller that is no more."""
        self._waiting.clear()
        self._handed.clear()

    def _send(self, address: bytes, data: bytes) -> bool:
        """Whether it is off our hands: handed over, or to nobody."""
        try:
            self.socket.send(address, zmq.NOBLOCK | zmq.SNDMORE)
            self.socket.send(data, zmq.NOBLOCK)
        except zmq.Again:
            return False
        except zmq.ZMQError as error:
            if error.errno != zmq.EHOSTUNREACH:
                raise
            self._handed.pop(address, None)
            waiting = self._waiting.get(address)
            if waiting is not None:
                waiting.clear()
            self.line.say(word(PEER_GONE, address))
            return True
        self._handed[address] += 1
        if len(self._handed) > MOST_PEERS:
            del self._handed[next(iter(self._handed))]
        if self._handed[address] >= TOLD_EVERY:
            self.line.say(word(HANDED_OVER, HANDED.pack(address, self._handed.pop(address))))
        return True
