"""Peers elsewhere that listen: one XPUB with CURVE. ZeroMQ keeps what they subscribe to, so it may be little."""

import errno

import zmq

from controller.edge.zeromq import Router, bind, bound

LISTENER_QUEUE = 32
"""Broadcasts for one listener; who does not read misses some and sees that by their number."""
LARGEST_FRAME = 1024
"""A handshake needs some four hundred bytes, a subscription none."""
TAKEN_AHEAD = 8
MOST_TOPICS = 32
"""Things that all listeners together may be subscribed to. They are meant to subscribe to everything, which is one."""
LONGEST_TOPIC = 64


class Publisher:
    """Broadcasts. It is made anew when keys change, or when somebody subscribes to more than there is."""

    def __init__(self, context: "zmq.Context[Router]", endpoint: str, pair: tuple[bytes, bytes]) -> None:
        self._context, self._endpoint, self._pair = context, endpoint, pair
        self._welcome = b""
        self._topics: set[bytes] = set()
        self.socket: Router | None = None
        self._open()

    def tell(self, data: bytes) -> None:
        """To all who listen; who comes later is told this first."""
        self._welcome = data
        if self.socket is not None:
            self.socket.setsockopt(zmq.XPUB_WELCOME_MSG, data)
            self.socket.send(data, zmq.NOBLOCK)

    def look(self) -> str | None:
        """What was subscribed to meanwhile: the key of somebody who subscribes to more than anybody should."""
        if self.socket is None:
            self._open_again()
            return None
        for _ in range(MOST_TOPICS):
            try:
                frame = self.socket.recv(zmq.NOBLOCK, copy=False)
            except zmq.Again:
                return None
            said = frame.bytes
            change = self._topics.add if said[:1] == b"\x01" else self._topics.discard
            change(said[1:])
            if len(said) > LONGEST_TOPIC or len(self._topics) > MOST_TOPICS:
                return str(frame.get("User-Id"))
        return None

    def cut(self) -> None:
        """All have to come in anew: listeners say nothing that could be checked, and ZeroMQ forgets their topics."""
        if self.socket is not None:
            self.socket.close(linger=0)
            self.socket = None
        self._topics.clear()

    def close(self) -> None:
        """Let what was said leave."""
        if self.socket is not None:
            self.socket.close(linger=200)

    def _open(self) -> None:
        socket = self._context.socket(zmq.XPUB)
        bound(socket, self._pair, LARGEST_FRAME)
        socket.setsockopt(zmq.SNDHWM, LISTENER_QUEUE)
        socket.setsockopt(zmq.RCVHWM, TAKEN_AHEAD)
        if self._welcome:
            socket.setsockopt(zmq.XPUB_WELCOME_MSG, self._welcome)
        bind(socket, self._endpoint)
        self.socket = socket

    def _open_again(self) -> None:
        try:
            self._open()
        except zmq.ZMQError as error:
            if error.errno not in (zmq.EADDRINUSE, errno.EMFILE):
                raise  # the old socket is still being closed, or others have taken its place: tried again soon
