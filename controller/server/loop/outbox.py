"""What goes out. Nothing leaves before the turn's commit, and nobody who does not read is waited for.

A peer whose queue in the transport is full gets a queue of its own here, bounded in messages and in bytes, and tried
again after a growing pause. When that is full too it is thrown away: the peer has fallen behind, and is told the
whole truth once it reads again, instead of everything it has missed.
"""

from collections import deque
from dataclasses import dataclass, field

from controller.protocol.message import encode
from controller.protocol.terminals.version_1 import Heartbeat
from controller.server.loop.ports import Peer, Transport

QUEUE_MESSAGES = 256
QUEUE_BYTES = 256 * 1024
FIRST_PAUSE, LONGEST_PAUSE = 2, 500
"""Milliseconds between two tries to hand something to a peer that does not read."""
PROBE = encode(Heartbeat(n=0))
"""Means nothing; whether it can be handed over tells whether a peer that fell behind reads again."""


@dataclass(slots=True)
class Queue:
    """What waits for one peer."""

    messages: deque[bytes] = field(default_factory=deque)
    size: int = 0
    try_at: int = 0
    pause: int = FIRST_PAUSE
    behind: bool = False

    def keep(self, data: bytes) -> None:
        """Wait with this, unless a snapshot will come anyway."""
        if self.behind:
            return
        self.messages.append(data)
        self.size += len(data)
        if len(self.messages) > QUEUE_MESSAGES or self.size > QUEUE_BYTES:
            self.behind = True
            self.messages.clear()
            self.size = 0


class Outbox:
    """Everything on its way out."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._turn: list[tuple[Peer, bytes]] = []
        self._broadcasts: list[bytes] = []
        self._queues: dict[Peer, Queue] = {}

    def post(self, peer: Peer, data: bytes) -> None:
        """To this peer, after the commit."""
        self._turn.append((peer, data))

    def broadcast(self, data: bytes) -> None:
        """To all who listen, after the commit."""
        self._broadcasts.append(data)

    def forget(self, peer: Peer) -> None:
        """The peer has gone."""
        self._queues.pop(peer, None)

    def next_try(self) -> int | None:
        """When somebody who did not read is to be tried again."""
        return min((queue.try_at for queue in self._queues.values()), default=None)

    def facts(self) -> tuple[int, int]:
        """How many peers do not read, and how many bytes wait for them."""
        return len(self._queues), sum(queue.size for queue in self._queues.values())

    def deliver(self, now: int) -> tuple[list[Peer], list[Peer]]:
        """Hand over what may go. Returns who has gone, and who had fallen behind and reads again."""
        gone: list[Peer] = []
        turn, self._turn = self._turn, []
        for peer, data in turn:
            queue = self._queues.get(peer)
            if queue is not None:
                queue.keep(data)
                continue
            sent = self._transport.send(peer, data)
            if sent == "full":
                queue = self._queues[peer] = Queue(try_at=now + FIRST_PAUSE)
                queue.keep(data)
            elif sent == "gone":
                gone.append(peer)
        broadcasts, self._broadcasts = self._broadcasts, []
        for data in broadcasts:
            self._transport.broadcast(data)
        caught_up = self._try_again(now, gone) if self._queues else []
        self._transport.flush()
        return gone, caught_up

    def _try_again(self, now: int, gone: list[Peer]) -> list[Peer]:
        caught_up = []
        for peer, queue in list(self._queues.items()):
            if now < queue.try_at:
                continue
            sent = self._empty(peer, queue)
            if sent == "full":
                queue.pause = min(queue.pause * 2, LONGEST_PAUSE)
                queue.try_at = now + queue.pause
                continue
            del self._queues[peer]
            if sent == "gone":
                gone.append(peer)
            elif queue.behind:
                caught_up.append(peer)
        return caught_up

    def _empty(self, peer: Peer, queue: Queue) -> str:
        if queue.behind:
            return self._transport.send(peer, PROBE)
        while queue.messages:
            sent = self._transport.send(peer, queue.messages[0])
            if sent != "sent":
                return sent
            queue.size -= len(queue.messages.popleft())
        return "sent"
