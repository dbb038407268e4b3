"""The edge's process: what strangers say goes in, what they are told goes out."""

import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import structlog
import zmq

from config.cabinet import Cabinet
from config.process.supervisor import end_at_signal, supervised
from controller.edge.admission import Admission, connected, shut_down, too_many
from controller.edge.line import InwardLine
from controller.edge.publisher import Publisher
from controller.edge.speakers import Speakers
from controller.server.sockets.doors import raise_descriptor_limit
from controller.server.sockets.link import ADDRESS_LENGTH, BROADCAST, TO_PEER, complain, edge_door
from controller.server.zmq.keyring import Keyring
from controller.server.zmq.keys import controller_pair

WAIT_MS = 250
COUNT_EVERY = 0.25
"""Seconds between two looks at who is connected."""
LOG_EVERY = 10.0
"""Seconds between two lines in the log about the same thing; what happened meanwhile is counted."""
IN_ALL = 4096
"""Connections from elsewhere."""

log = structlog.get_logger()


class Edge:
    """Two lines inwards, and the sockets outwards."""

    def __init__(self, cabinet: Cabinet) -> None:
        keys, run, remote = Path(cabinet.keys), Path(cabinet.run), cabinet.remote
        pair = controller_pair(keys)
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self._complaints: Counter[str] = Counter()
        self._logged: dict[str, float] = {}
        self._admission = Admission(self._context, Keyring(keys), self._complain)
        self._speakers: list[Speakers] = []
        self._publisher: Publisher | None = None
        endpoints = []
        if remote is not None:
            endpoints += [remote.commands, remote.broadcasts]
            self._speakers.append(Speakers(self._context, remote.commands, pair, InwardLine(edge_door(run))))
            self._publisher = Publisher(self._context, remote.broadcasts, pair)
        if cabinet.records.endpoint is not None:
            endpoints.append(cabinet.records.endpoint)
            line = InwardLine(edge_door(run / "answers"))
            self._speakers.append(Speakers(self._context, cabinet.records.endpoint, pair, line))
        self._ports = frozenset(int(one.rpartition(":")[2]) for one in endpoints if one.startswith("tcp://"))
        self._of_an_address = remote.connections_of_an_address if remote is not None else IN_ALL
        self._count_at = 0.0
        self.stopping = False

    def run(self, turned: Callable[[], None] = lambda: None) -> None:
        """Until asked to stop."""
        while not self.stopping:
            self._turn()
            turned()

    def close(self) -> None:
        """Let go of everything."""
        for speakers in self._speakers:
            speakers.line.lose()
            speakers.socket.close(linger=200)
        if self._publisher is not None:
            self._publisher.close()
        self._admission.socket.close(linger=0)
        self._context.term()

    # ---- a turn ----

    def _turn(self) -> None:
        poller, now = zmq.Poller(), time.monotonic()
        poller.register(self._admission.socket, zmq.POLLIN)
        if self._publisher is not None and self._publisher.socket is not None:
            poller.register(self._publisher.socket, zmq.POLLIN)
        for speakers in self._speakers:
            line = speakers.line
            if line.connect():
                speakers.forget()
            if line.takes_more():
                poller.register(speakers.socket, zmq.POLLIN)
            if line.up:
                poller.register(line.fileno(), zmq.POLLIN | (zmq.POLLOUT if line.waits() else 0))
        poller.poll(self._patience(now))
        self._look_at_keys()
        self._admission.answer()
        for speakers in self._speakers:
            self._hand_on(speakers)
        if self._publisher is not None:
            self._look_at_listeners(self._publisher)
        if now >= self._count_at:
            self._count_at = now + COUNT_EVERY
            self._count()

    def _patience(self, now: float) -> int:
        tries = [found for speakers in self._speakers if (found := speakers.next_try()) is not None]
        if any(not speakers.line.up for speakers in self._speakers):
            tries.append(now + 0.1)
        return max(1, min([WAIT_MS, *(int(1000 * (found - now)) + 1 for found in tries)]))

    def _hand_on(self, speakers: Speakers) -> None:
        speakers.hand_in()
        speakers.line.flush()
        for kind, body in speakers.line.hear():
            if kind == TO_PEER and len(body) >= ADDRESS_LENGTH:
                speakers.hand_out(body)
            elif kind == BROADCAST and self._publisher is not None:
                self._publisher.tell(body)
        speakers.try_again(time.monotonic())
        speakers.line.flush()

    def _look_at_keys(self) -> None:
        if self._admission.keyring.look() and self._publisher is not None:
            self._publisher.cut()

    def _look_at_listeners(self, publisher: Publisher) -> None:
        loud = publisher.look()
        if loud is not None:
            self._admission.put_out(loud)
            publisher.cut()

    def _count(self) -> None:
        found = connected(self._ports)
        self._admission.forget_gone({one.address for one in found})
        over = too_many(found, self._of_an_address, IN_ALL)
        shut_down(over)
        for address in sorted({one.address for one in over})[:8]:
            self._complain("too_many_connections", f"{address} has more connections than an address may")

    def _complain(self, code: str, text: str) -> None:
        """Counted by the controller, where it listens; logged here, not faster than a log can bear."""
        self._complaints[code] += 1
        if self._speakers:
            self._speakers[0].line.say(complain(code, text))
        now = time.monotonic()
        if now - self._logged.get(code, -LOG_EVERY) >= LOG_EVERY:
            self._logged[code] = now
            log.warning(code.replace("_", " "), text=text, times=self._complaints[code])


def serve(cabinet: Cabinet) -> int:
    """Until SIGTERM or SIGINT."""
    raise_descriptor_limit()
    edge = Edge(cabinet)
    end_at_signal(edge)
    log.info("edge started", remote=cabinet.remote is not None, records=cabinet.records.endpoint)
    try:
        supervised(edge.run, "peers elsewhere may come")
    finally:
        edge.close()
    log.info("edge stopped")
    return 0
