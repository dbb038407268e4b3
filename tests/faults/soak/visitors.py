"""How a visitor of the gremlin speaks: by ZeroMQ's library, byte by byte, or not at all."""

import json
import re
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import zmq

from tests.server.raw_peers import Raw

HEARD_AT_ONCE = 5000
SOON = 0.5
"""Seconds that a visitor waits for somebody who may be dead or frozen."""
STATUS = re.compile(rb"HTTP/1\.1 (\d{3}) ")
Heard = dict[str, Any]
Judge = Callable[[list[Heard]], None]


def nothing_to_say(_: list[Heard]) -> None:
    """Of what was heard."""


class Guest:
    """A peer that says what it came to say, answers what it hears, and keeps what is no heartbeat and no table."""

    def __init__(
        self,
        endpoint: str,
        said: Iterable[bytes | dict[str, Any]],
        judge: Judge = nothing_to_say,
        reply: Callable[[Heard], list[dict[str, Any]]] = lambda _: [],
        keys: dict[str, str] | None = None,
    ) -> None:
        self._judge, self._reply = judge, reply
        self._heard: list[Heard] = []
        self.told: Counter[str] = Counter()
        self._socket: zmq.Socket[bytes] = zmq.Context.instance().socket(zmq.DEALER)
        self._socket.setsockopt(zmq.LINGER, 0)
        self._socket.setsockopt(zmq.SNDHWM, 0)
        curve(self._socket, keys)
        self._socket.connect(endpoint)
        for message in said:
            self.say(message)

    def say(self, message: bytes | dict[str, Any]) -> None:
        """Without waiting: who was put out a moment ago, or comes in too often, can say nothing."""
        with suppress(zmq.Again):
            self._socket.send(message if isinstance(message, bytes) else json.dumps(message).encode(), zmq.NOBLOCK)

    def listen(self) -> None:
        for _ in range(HEARD_AT_ONCE):
            if not self._socket.poll(0):
                return
            message = json.loads(self._socket.recv())
            if message["kind"] not in ("heartbeat", "table") and len(self._heard) < HEARD_AT_ONCE:
                self._heard.append(message)
            if "code" in message:
                self.told[message["code"] or "ok"] += 1
            for answer in self._reply(message):
                self.say(answer)

    def leave(self) -> None:
        self.listen()
        self._socket.close()
        self._judge(self._heard)


def curve(socket: "zmq.Socket[bytes]", keys: dict[str, str] | None) -> None:
    """The keys of somebody elsewhere."""
    if keys is not None:
        socket.setsockopt_string(zmq.CURVE_SERVERKEY, keys["controller"])
        socket.setsockopt_string(zmq.CURVE_PUBLICKEY, keys["public"])
        socket.setsockopt_string(zmq.CURVE_SECRETKEY, keys["secret"])


class Subscriber:
    """A listener who subscribes to much."""

    def __init__(self, endpoint: str, topics: Iterable[bytes], keys: dict[str, str] | None = None) -> None:
        self.told: Counter[str] = Counter()
        self._socket: zmq.Socket[bytes] = zmq.Context.instance().socket(zmq.SUB)
        self._socket.setsockopt(zmq.LINGER, 0)
        self._socket.setsockopt(zmq.SNDHWM, 0)
        curve(self._socket, keys)
        self._socket.connect(endpoint)
        for topic in topics:
            self._socket.setsockopt(zmq.SUBSCRIBE, topic)

    def listen(self) -> None:
        """He never reads."""

    def leave(self) -> None:
        self._socket.close()


class Bytes:
    """One connection on which bytes are said; what came back is judged by itself."""

    def __init__(self, one: socket.socket, said: bytes, judge: Callable[[bytes], None] = lambda _: None) -> None:
        self._socket, self._judge, self._heard = one, judge, b""
        self.told: Counter[str] = Counter()
        one.setblocking(False)
        with suppress(OSError):
            while said:
                said = said[one.send(said) :]

    def listen(self) -> None:
        with suppress(OSError):
            while len(self._heard) < 1_000_000 and (more := self._socket.recv(65536)):
                self._heard += more

    def leave(self) -> None:
        self.listen()
        self._socket.close()
        self._judge(self._heard)
        self.told.update(f"HTTP {status.decode()}" for status in STATUS.findall(self._heard))


class Crowd:
    """Several visitors who come and go together."""

    def __init__(self, all_of_them: Iterable[Any]) -> None:
        self._all = list(all_of_them)

    @property
    def told(self) -> Counter[str]:
        return sum((one.told for one in self._all), Counter())

    def listen(self) -> None:
        for one in self._all:
            one.listen()

    def leave(self) -> None:
        for one in self._all:
            one.leave()


class Program:
    """A process that attacks by itself, and ends of itself or when it has to leave."""

    def __init__(self, source: str, *words: str) -> None:
        self.told: Counter[str] = Counter()
        self._process = subprocess.Popen([sys.executable, "-c", source, *words])

    def listen(self) -> None:
        """It tells nobody what it hears."""

    def leave(self) -> None:
        self._process.kill()
        self._process.wait()


def came_in(endpoint: str, kind: bytes = b"DEALER") -> Raw | None:
    """A peer that speaks byte by byte, where somebody answers soon."""
    try:
        peer = Raw(endpoint, kind, patience=SOON)
    except OSError:
        return None
    try:
        return peer.come_in()
    except (OSError, AssertionError, IndexError):
        peer.close()
        return None


def silent(endpoint: str) -> socket.socket | None:
    """A connection on which nothing is said; none where there is no room for it."""
    family = socket.AF_UNIX if endpoint.startswith("ipc://") else socket.AF_INET
    one = socket.socket(family, socket.SOCK_STREAM)
    one.setblocking(False)
    try:
        where: Any = endpoint.removeprefix("ipc://")
        if family == socket.AF_INET:
            host, _, port = endpoint.removeprefix("tcp://").rpartition(":")
            where = host, int(port)
        one.connect(where)
    except BlockingIOError:
        return one  # of TCP it is under way; a local one has no room, and counts for nothing
    except OSError:
        one.close()
        return None
    return one
