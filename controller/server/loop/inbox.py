"""What has arrived and not been dealt with. A flood from one peer makes nobody else wait.

The transport takes messages from the peers in turn. Here each peer may have so many dealt with in one turn; the rest
waits in its own bounded backlog, in order. A peer that fills that as well is put out: what it sends is thrown away for
a while, and then it has to say hello again, which tells it what was not taken.
"""

from collections import deque
from collections.abc import Iterator, Sequence

from controller.server.loop.ports import Arrival, Peer

A_PEER_A_TURN = 32
BACKLOG_MESSAGES = 512
BACKLOG_BYTES = 256 * 1024
MOST_PEERS_WAITING = 2048
PUT_OUT_FOR = 1000
"""Milliseconds."""
MOST_PUT_OUT = 4096


class Inbox:
    """Arrivals, shared out fairly."""

    def __init__(self) -> None:
        self._waiting: dict[Peer, deque[Arrival]] = {}
        self._bytes: dict[Peer, int] = {}
        self._put_out: dict[Peer, int] = {}

    def waits(self) -> bool:
        """Whether somebody has a backlog, so that the loop must not sleep."""
        return bool(self._waiting)

    def take(self, arrivals: Sequence[Arrival], now: int) -> tuple[list[Arrival], list[Peer]]:
        """What is dealt with in this turn, oldest first, and who has just been put out."""
        taken: list[Arrival] = []
        counts: dict[Peer, int] = {}
        for arrival in self._from_backlog():
            counts[arrival.peer] = counts.get(arrival.peer, 0) + 1
            taken.append(arrival)
        flooding: list[Peer] = []
        for arrival in arrivals:
            peer = arrival.peer
            if self._put_out and self._is_out(peer, now):
                continue
            count = counts.get(peer, 0)
            if count < A_PEER_A_TURN and peer not in self._waiting:
                counts[peer] = count + 1
                taken.append(arrival)
            elif not self._keep(arrival):
                flooding.append(peer)
                self._forget(peer, now)
        return taken, flooding

    def _from_backlog(self) -> Iterator[Arrival]:
        for peer in list(self._waiting):
            backlog = self._waiting[peer]
            for _ in range(min(A_PEER_A_TURN, len(backlog))):
                arrival = backlog.popleft()
                self._bytes[peer] -= len(arrival.data)
                yield arrival
            if not backlog:
                del self._waiting[peer], self._bytes[peer]

    def _keep(self, arrival: Arrival) -> bool:
        peer = arrival.peer
        backlog = self._waiting.get(peer)
        if backlog is None:
            if len(self._waiting) >= MOST_PEERS_WAITING:
                return False
            backlog = self._waiting[peer] = deque()
            self._bytes[peer] = 0
        if len(backlog) >= BACKLOG_MESSAGES or self._bytes[peer] + len(arrival.data) > BACKLOG_BYTES:
            return False
        backlog.append(arrival)
        self._bytes[peer] += len(arrival.data)
        return True

    def _forget(self, peer: Peer, now: int) -> None:
        self._waiting.pop(peer, None)
        self._bytes.pop(peer, None)
        if len(self._put_out) >= MOST_PUT_OUT:
            del self._put_out[next(iter(self._put_out))]
        self._put_out[peer] = now + PUT_OUT_FOR

    def _is_out(self, peer: Peer, now: int) -> bool:
        until = self._put_out.get(peer)
        if until is None:
            return False
        if now < until:
            return True
        del self._put_out[peer]
        return False
