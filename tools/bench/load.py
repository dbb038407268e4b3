"""A load process: many terminals, each with its own sockets and key, driven by orders over a pipe.

Times are nanoseconds of the machine's monotonic clock, which all processes share.
"""

import json
import multiprocessing
import resource
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import zmq

HEARTBEAT_NS = 1_000_000_000
PATIENCE_NS = 60_000_000_000
HEARTBEAT = b'{"v":2,"kind":"heartbeat","n":1}'


class Crowd(NamedTuple):
    """Which terminals a load process plays."""

    commands: str
    broadcasts: str
    controller: str
    keys: dict[int, tuple[str, str]]
    direct: bool = False
    """On the cabinet itself, by its local sockets; else from elsewhere: CURVE, and the edge between."""


class Terminal:
    """One seat's sockets."""

    __slots__ = ("answers", "last_id", "listener", "round", "seat", "series", "settled_ns", "socket", "welcomed")

    def __init__(self, context: "zmq.Context[zmq.Socket[bytes]]", seat: int, crowd: Crowd) -> None:
        self.seat = seat
        self.socket = _connected(context, zmq.DEALER, crowd.commands, crowd, seat)
        self.listener = _connected(context, zmq.SUB, crowd.broadcasts, crowd, seat)
        self.series = self.last_id = 0
        self.round = 0
        self.answers = 0
        self.settled_ns = 0
        self.welcomed = False

    def wager(self, bet: str) -> None:
        """The next command."""
        self.last_id += 1
        self.socket.send(
            b'{"v":2,"kind":"wagers","series":%d,"id":%d,"round":%d,"wagers":[{"do":"place","bet":"%s","amount":600}]}'
            % (self.series, self.last_id, self.round, bet.encode())
        )


class Load:
    """All terminals of one process."""

    def __init__(self, crowd: Crowd) -> None:
        soft_hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft_hard[1], soft_hard[1]))
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self._context.set(zmq.MAX_SOCKETS, 4096)
        self.terminals = [Terminal(self._context, seat, crowd) for seat in crowd.keys]
        self._by_socket: dict[Any, Terminal] = {}
        self._poller = zmq.Poller()
        for terminal in self.terminals:
            self._by_socket[terminal.socket] = terminal
            self._by_socket[terminal.listener] = terminal
            self._poller.register(terminal.socket, zmq.POLLIN)
            self._poller.register(terminal.listener, zmq.POLLIN)
        self._beat_ns = 0
        self.refused: dict[str, int] = {}
        self.closed_ns: dict[int, list[int]] = {}
        """Round → when each terminal heard that its bets are closed."""
        self._broadcast_data = b""
        self._broadcast_table: dict[str, Any] = {}

    def turn(self, milliseconds: int = 20) -> list[Terminal]:
        """Hear what there is; returns the terminals that got an answer, once for each."""
        now = time.monotonic_ns()
        if now - self._beat_ns > HEARTBEAT_NS:
            self._beat_ns = now
            for terminal in self.terminals:
                if terminal.welcomed:
                    terminal.socket.send(HEARTBEAT)
        answered: list[Terminal] = []
        for socket, _ in self._poller.poll(milliseconds):
            terminal = self._by_socket[socket]
            while True:
                try:
                    data = socket.recv(zmq.NOBLOCK)
                except zmq.Again:
                    break
                if socket is terminal.listener:
                    self._broadcast(terminal, data)
                elif data.startswith(b'{"kind":"answer"'):
                    self._count_refused(data)
                    terminal.answers += 1
                    answered.append(terminal)
                elif data.startswith(b'{"kind":"settled"'):
                    terminal.settled_ns = time.monotonic_ns()
                elif data.startswith(b'{"kind":"not_taken"'):
                    self.refused["not_taken"] = self.refused.get("not_taken", 0) + 1
                elif data.startswith(b'{"kind":"welcome"'):
                    told = json.loads(data)
                    terminal.welcomed, terminal.series, terminal.last_id = True, told["series"], told["last_id"]
                    terminal.round = told["table"]["round"]
        return answered

    def _count_refused(self, answer: bytes) -> None:
        if b'"ok":true' not in answer:
            code = json.loads(answer)["code"]
            self.refused[code] = self.refused.get(code, 0) + 1

    def _broadcast(self, terminal: Terminal, data: bytes) -> None:
        now = time.monotonic_ns()
        if data != self._broadcast_data:  # all terminals hear the same: it is read once
            self._broadcast_data, self._broadcast_table = data, json.loads(data)
        table = self._broadcast_table
        terminal.round = table["round"]
        if table["phase"] in ("closed", "shooting", "rolling"):
            heard = self.closed_ns.setdefault(table["round"], [])
            if len(heard) < len(self.terminals):
                heard.append(now)

    # ---- orders ----

    def hello(self) -> int:
        """All are welcomed."""
        for terminal in self.terminals:
            terminal.socket.send(b'{"v":2,"kind":"hello","seat":%d,"software":"bench"}' % terminal.seat)
        self._until(lambda: all(terminal.welcomed for terminal in self.terminals), "welcome")
        return len(self.terminals)

    def burst(self, start_ns: int, spread_ns: int, bet: str) -> list[int]:
        """Each sends one wager within this time; gives when the first was sent and the last was answered."""
        wanted = sum(terminal.answers for terminal in self.terminals) + len(self.terminals)
        while time.monotonic_ns() < start_ns:
            self.turn(1)
        first = time.monotonic_ns()
        for number, terminal in enumerate(self.terminals):
            while time.monotonic_ns() < first + spread_ns * number // len(self.terminals):
                self.turn(0)
            terminal.wager(bet)
        self._until(lambda: sum(terminal.answers for terminal in self.terminals) >= wanted, "answers")
        return [first, time.monotonic_ns()]

    def sustain(self, start_ns: int, seconds: float, depth: int, bets: Sequence[str]) -> list[int]:
        """As fast as they can, so many in flight each; returns how many were answered and in how many nanoseconds."""
        while time.monotonic_ns() < start_ns:
            self.turn(1)
        for terminal in self.terminals:
            for _ in range(depth):
                terminal.wager(bets[terminal.last_id % len(bets)])
        end, answered = start_ns + int(seconds * 1e9), 0
        while time.monotonic_ns() < end:
            for terminal in self.turn(5):
                answered += 1
                terminal.wager(bets[terminal.last_id % len(bets)])
        took = time.monotonic_ns() - start_ns
        self._quiet()
        return [answered, took]

    def one_by_one(self, times: int, bets: Sequence[str]) -> list[int]:
        """One terminal, one wager after the other: nanoseconds each, as plainly as the bare client does."""
        terminal, took = self.terminals[0], []
        for _ in range(times):
            self.turn(0)
            before = time.monotonic_ns()
            terminal.wager(bets[terminal.last_id % len(bets)])
            while not (answer := terminal.socket.recv()).startswith(b'{"kind":"answer"'):
                pass
            took.append(time.monotonic_ns() - before)
            self._count_refused(answer)
        return took

    def refusals(self) -> dict[str, int]:
        """How many wagers were refused so far, by code: a measurement of refusals would be none."""
        return self.refused

    def lay(self, bets: Sequence[str]) -> int:
        """Every terminal lays all of these, and says that it is done."""
        for bet in bets:
            wanted = sum(terminal.answers for terminal in self.terminals) + len(self.terminals)
            for terminal in self.terminals:
                terminal.wager(bet)
            self._until(lambda wanted=wanted: sum(t.answers for t in self.terminals) >= wanted, "answers")
        for terminal in self.terminals:
            terminal.settled_ns = 0
            terminal.last_id += 1
            terminal.socket.send(
                b'{"v":2,"kind":"done","series":%d,"id":%d,"round":%d}'
                % (terminal.series, terminal.last_id, terminal.round)
            )
        self.turn(0)
        return sum(self.refused.values())

    def settled(self) -> int:
        """When the last of them had its settlement."""
        self._until(lambda: all(terminal.settled_ns for terminal in self.terminals), "settlements")
        return max(terminal.settled_ns for terminal in self.terminals)

    def close(self, pause_ns: int, bets: Sequence[str]) -> list[int]:
        """All bet until the next close; returns its round, and when the last of them heard of it."""
        known = set(self.closed_ns)
        next_ns, number = time.monotonic_ns(), 0
        end = time.monotonic_ns() + PATIENCE_NS
        while True:
            for round in self.closed_ns.keys() - known:
                if len(self.closed_ns[round]) == len(self.terminals):
                    return [round, max(self.closed_ns[round])]
            now = time.monotonic_ns()
            if now > end:
                raise TimeoutError(f"no close; closed were {sorted(self.closed_ns)[-3:]}")
            if now >= next_ns:
                next_ns = now + pause_ns
                self.terminals[number % len(self.terminals)].wager(bets[number % 2])
                number += 1
            self.turn(1)

    def _quiet(self) -> None:
        """Until nothing more comes."""
        while self.turn(300):
            pass

    def _until(self, so: Any, what: str) -> None:
        end = time.monotonic_ns() + PATIENCE_NS
        while not so():
            if time.monotonic_ns() > end:
                raise TimeoutError(f"no {what} within a minute; refused were {self.refused}")
            self.turn()


def serve(crowd: Crowd, orders: Connection) -> None:
    """The process: one order after the other, until there are no more."""
    load = Load(crowd)
    while True:
        try:
            while not orders.poll(0.0):
                load.turn(20)
            name, words = orders.recv()
        except (EOFError, OSError, KeyboardInterrupt):
            return  # the bench has ended, or been ended
        try:
            orders.send((True, getattr(load, name)(*words)))
        except Exception as error:  # the bench shows it; this process has nobody else to tell
            orders.send((False, f"{type(error).__name__}: {error}"))


class LoadProcess:
    """A load process, seen from the bench."""

    def __init__(self, crowd: Crowd) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._orders, theirs = spawn.Pipe()
        self._process = spawn.Process(target=serve, args=(crowd, theirs), daemon=True)
        self._process.start()
        theirs.close()

    def order(self, name: str, *words: Any) -> None:
        """Begin something."""
        self._orders.send((name, words))

    def answer(self) -> Any:
        """What came of it."""
        good, answer = self._orders.recv()
        if not good:
            raise RuntimeError(answer)
        return answer

    def end(self) -> None:
        """No more orders."""
        self._orders.close()
        self._process.join(5)
        if self._process.is_alive():
            self._process.terminate()


def _connected(
    context: "zmq.Context[zmq.Socket[bytes]]", kind: int, endpoint: str, crowd: Crowd, seat: int
) -> "zmq.Socket[bytes]":
    socket = context.socket(kind)
    socket.setsockopt(zmq.LINGER, 0)
    if not crowd.direct:
        public, secret = crowd.keys[seat]
        socket.setsockopt_string(zmq.CURVE_SERVERKEY, crowd.controller)
        socket.setsockopt_string(zmq.CURVE_PUBLICKEY, public)
        socket.setsockopt_string(zmq.CURVE_SECRETKEY, secret)
    if kind == zmq.SUB:
        socket.setsockopt(zmq.SUBSCRIBE, b"")
    socket.connect(endpoint)
    return socket
