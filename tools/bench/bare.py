"""The floor for an acknowledgement: a server that does nothing but let a message in, keep as many bytes, and answer.

One CURVE ROUTER, one SQLite commit (WAL, FULL) a message. Whatever our controller does besides costs more than this.
"""

import multiprocessing
import sqlite3
import time
from multiprocessing.connection import Connection
from pathlib import Path

import zmq

ANSWER = b"{" + b" " * 150 + b"}"
"""About as long as an answer of ours."""


def serve(directory: str, kept: int, ready: Connection) -> None:
    """Until the bench goes."""
    connection = sqlite3.connect(Path(directory) / "bare.db", isolation_level=None)
    connection.execute("pragma journal_mode = wal")
    connection.execute("pragma synchronous = full")
    connection.execute("create table kept(id integer primary key, body blob)")
    public, secret = zmq.curve_keypair()
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    router = context.socket(zmq.ROUTER)
    router.setsockopt(zmq.CURVE_SERVER, 1)
    router.setsockopt(zmq.CURVE_PUBLICKEY, public)
    router.setsockopt(zmq.CURVE_SECRETKEY, secret)
    port = router.bind_to_random_port("tcp://127.0.0.1")
    ready.send((f"tcp://127.0.0.1:{port}", public.decode()))
    body = b"x" * kept
    while not ready.poll(0):
        if router.poll(100):
            address, _message = router.recv_multipart()
            connection.execute("begin immediate")
            connection.execute("insert into kept(body) values (?)", (body,))
            connection.execute("commit")
            router.send_multipart([address, ANSWER])
    router.close()
    context.term()
    connection.close()


class Bare:
    """The bare server and one client."""

    def __init__(self, directory: Path, kept: int) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._ready, theirs = spawn.Pipe()
        self._process = spawn.Process(target=serve, args=(str(directory), kept, theirs), daemon=True)
        self._process.start()
        endpoint, public = self._ready.recv()
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self._socket = self._context.socket(zmq.DEALER)
        self._socket.setsockopt(zmq.LINGER, 0)
        own, secret = zmq.curve_keypair()
        self._socket.setsockopt_string(zmq.CURVE_SERVERKEY, public)
        self._socket.setsockopt(zmq.CURVE_PUBLICKEY, own)
        self._socket.setsockopt(zmq.CURVE_SECRETKEY, secret)
        self._socket.connect(endpoint)

    def one_by_one(self, times: int) -> list[int]:
        """One message after the other: nanoseconds each."""
        took = []
        message = b'{"kind":"wager","id":1,"round":1,"do":"place","bet":"field","amount":600}'
        for _ in range(times):
            before = time.monotonic_ns()
            self._socket.send(message)
            self._socket.recv()
            took.append(time.monotonic_ns() - before)
        return took

    def end(self) -> None:
        """Done."""
        self._socket.close()
        self._context.term()
        self._ready.send(None)
        self._process.join(5)
