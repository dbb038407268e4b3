"""The network between the controller and its peers, and the loop's transport port on it.

A connection keeps its order and loses nothing, as ZeroMQ's does, until trouble is ordered: then messages are lost,
doubled, delayed, or overtake one another, both ways. A controller that has gone takes what was on its way to it along;
the one that comes after knows no peer until it speaks.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from controller.server.loop.ports import Arrival, Peer, Sent, TroubleSeen, Who
from tools.simulator.cabinet.agenda import Agenda

PEER_QUEUE = 64
"""Messages that lie unread at a peer before the transport says that it is full."""
FASTEST, SLOWEST = 1, 4
"""Milliseconds that a message takes on a good day."""
LATEST = 3_000
"""Milliseconds that trouble may delay one."""

Kind = Literal["lose", "double", "delay", "reorder"]
KINDS: tuple[Kind, ...] = ("lose", "double", "delay", "reorder")


class Killed(BaseException):
    """The controller's process ends here, in the middle of whatever it does."""


@dataclass
class Weather:
    """Trouble on the line of one role, for a while."""

    role: str
    kind: Kind
    rate: float
    until: int
    random: Random


class Connection:
    """A peer's end of its line to the controller."""

    def __init__(
        self, network: "Network", who: Who, hear: Callable[[bytes], None], listen: Callable[[bytes], None] | None
    ) -> None:
        self._network, self.who = network, who
        self.hear, self.listen = hear, listen
        self.peer = network.new_peer(who.role)
        self.reads = True
        """Whether the peer takes what is sent to it."""
        self.unread: deque[bytes] = deque()
        self.on_the_way = 0
        self.last_in = self.last_out = 0

    def say(self, data: bytes) -> None:
        """To the controller, if there is one."""
        self._network.from_peer(self, data)

    def take(self, data: bytes) -> None:
        """From the controller."""
        if self.reads:
            self.hear(data)
        else:
            self.unread.append(data)

    def read_again(self) -> None:
        """What has been lying there is read at last."""
        self.reads = True
        while self.unread and self.reads:
            self.hear(self.unread.popleft())


class Network:
    """All connections; for the loop it is the transport."""

    def __init__(
        self, agenda: Agenda, random: Random, touch: Callable[[], None], shown: Callable[[bytes], None]
    ) -> None:
        """`touch` is called whenever the controller reaches outside, and may end it there; `shown` sees broadcasts."""
        self._agenda, self._random, self._touch, self._shown = agenda, random, touch, shown
        self._connections: dict[Peer, Connection] = {}
        self._inbox: deque[Arrival] = deque()
        self._count = 0
        self._welcome = b""
        self.weather: list[Weather] = []
        self.up = False
        """Whether there is a controller that has bound its sockets."""
        self.sent = self.lost = 0

    # ---- peers ----

    def connect(
        self, who: Who, hear: Callable[[bytes], None], listen: Callable[[bytes], None] | None = None
    ) -> Connection:
        """A new connection. `listen` is for broadcasts."""
        connection = Connection(self, who, hear, listen)
        self._connections[connection.peer] = connection
        if listen is not None and self.up and self._welcome:
            self._agenda.after(SLOWEST, lambda: listen(self._welcome))
        return connection

    def new_peer(self, role: str) -> Peer:
        """An address that nobody had before."""
        self._count += 1
        return Peer(role, self._count.to_bytes(5, "big"))

    def close(self, connection: Connection) -> None:
        """The peer has gone."""
        self._connections.pop(connection.peer, None)

    def from_peer(self, connection: Connection, data: bytes) -> None:
        """On its way to the controller."""
        if not self.up or connection.peer not in self._connections:
            return
        peer = connection.peer
        for delay, ordered in self._fates(connection.who.role):
            at = self._agenda.time + delay
            if ordered:
                at = connection.last_in = max(at, connection.last_in)
            self._agenda.after(at - self._agenda.time, lambda: self._arrive(peer, connection.who, data))

    def _arrive(self, peer: Peer, who: Who, data: bytes) -> None:
        if self.up and peer in self._connections:
            self._inbox.append(Arrival(peer, who, data))

    # ---- the controller comes and goes ----

    def controller_came(self) -> None:
        """Everybody connects anew, and gets another address."""
        self.up = True
        self._welcome = b""
        connections = list(self._connections.values())
        self._connections = {}
        for connection in connections:
            connection.peer = self.new_peer(connection.who.role)
            self._connections[connection.peer] = connection

    def controller_went(self) -> None:
        """What was on its way to it is lost."""
        self.up = False
        self._inbox.clear()

    # ---- the port ----

    def wait(self, milliseconds: int) -> None:
        """The world goes on until something has arrived, or the time is over."""
        until = self._agenda.time + milliseconds
        while not self._inbox:
            if self._agenda.next_time() > until:
                self._agenda.time = until
                return
            self._agenda.step()

    def arrived(self, most: int) -> Sequence[Arrival]:
        """Up to so many."""
        return [self._inbox.popleft() for _ in range(min(most, len(self._inbox)))]

    def send(self, peer: Peer, data: bytes) -> Sent:
        """To one peer."""
        self._touch()
        connection = self._connections.get(peer)
        if connection is None:
            return "gone"
        if len(connection.unread) + connection.on_the_way >= PEER_QUEUE:
            return "full"
        self.sent += 1
        for delay, ordered in self._fates(peer.socket):
            self._deliver(connection, peer, data, delay, ordered)
        return "sent"

    def broadcast(self, data: bytes) -> None:
        """To all who listen."""
        self._touch()
        self._shown(data)
        self._welcome = data
        for connection in self._connections.values():
            if connection.listen is not None:
                for delay, _ in self._fates(connection.who.role):
                    self._agenda.after(delay, lambda to=connection: self._heard(to, data))  # type: ignore[misc]

    def flush(self) -> None:
        """Everything is on its way already."""

    def troubles(self) -> Sequence[TroubleSeen]:
        """Nobody is turned away here."""
        return ()

    def keys_changed(self) -> bool:
        """Nobody changes them here."""
        return False

    def stands(self, who: Who) -> bool:  # noqa: ARG002
        """Every key does."""
        return True

    def _deliver(self, connection: Connection, peer: Peer, data: bytes, delay: int, ordered: bool) -> None:
        at = self._agenda.time + delay
        if ordered:
            at = connection.last_out = max(at, connection.last_out)

        connection.on_the_way += 1

        def arrives() -> None:
            connection.on_the_way -= 1
            if connection.peer == peer and peer in self._connections:
                connection.take(data)

        self._agenda.after(at - self._agenda.time, arrives)

    def _heard(self, connection: Connection, data: bytes) -> None:
        if connection.listen is not None and connection.reads and connection.peer in self._connections:
            connection.listen(data)

    # ---- weather ----

    def _fates(self, role: str) -> list[tuple[int, bool]]:
        """When a message arrives, how often, and whether it keeps its place in the row."""
        delay = self._random.randrange(FASTEST, SLOWEST)
        if not self.weather:
            return [(delay, True)]
        self.weather = [weather for weather in self.weather if weather.until > self._agenda.time]
        for weather in self.weather:
            random = weather.random
            if weather.role not in (role, "all") or random.random() >= weather.rate:
                continue
            match weather.kind:
                case "lose":
                    self.lost += 1
                    return []
                case "double":
                    return [(delay, True), (delay + random.randrange(LATEST), False)]
                case "delay":
                    return [(delay + random.randrange(LATEST), True)]
                case "reorder":
                    return [(delay + random.randrange(50), False)]
        return [(delay, True)]
