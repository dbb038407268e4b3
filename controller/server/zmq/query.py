"""Asking the controller or the records process one thing over a local socket, as `boxcars status` and console do."""

from pathlib import Path
from typing import TypeVar

import zmq
from pydantic import TypeAdapter

from controller.protocol.message import LARGEST_TOLD, BadMessage, Message, decode, encode
from controller.protocol.status import STATUS, Status, StatusWanted
from controller.protocol.terminals.version_1 import Book, BookWanted
from controller.server.zmq.endpoints import commands_endpoint

Found = TypeVar("Found")
BOOK: TypeAdapter[Book] = TypeAdapter(Book)


class NoAnswer(Exception):
    """Nobody answers, or in another version; the text says where it was looked for."""

    code = "no_answer"


class OtherVersion(NoAnswer):
    """What was answered is no message of this version."""

    code = "other_version"


class Asker:
    """One socket, for as many questions as there are."""

    def __init__(self, run: Path, role: str = "records", who: str = "controller") -> None:
        """`who` answers there; by default the controller, asked as its records process does."""
        self._endpoint, self._who = commands_endpoint(run, role), who
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self._socket = self._connected()

    def status(self, patience_ms: int) -> Status:
        """How the machine is, or NoAnswer."""
        return self.ask(StatusWanted(), STATUS, patience_ms)

    def book(self, patience_ms: int) -> Book:
        """The rule book in force, or NoAnswer."""
        return self.ask(BookWanted(), BOOK, patience_ms)

    def ask(self, question: Message, answer: TypeAdapter[Found], patience_ms: int) -> Found:
        """One of these answers, or NoAnswer."""
        while self._socket.poll(0):
            self._socket.recv()  # nobody has asked for it
        self._socket.send(encode(question))
        if not self._socket.poll(patience_ms):
            # With the line goes the question, and its answer, should it come: neither waits here for the next one.
            self._socket.close()
            self._socket = self._connected()
            raise NoAnswer(f"{self._endpoint}: no {self._who} answers within {patience_ms} ms; is it running?")
        try:
            return decode(answer, self._socket.recv(), LARGEST_TOLD)
        except BadMessage as error:
            raise OtherVersion(f"{self._endpoint}: the {self._who} speaks another version: {error}") from None

    def close(self) -> None:
        """Done."""
        self._socket.close()
        self._context.term()

    def _connected(self) -> "zmq.Socket[bytes]":
        socket = self._context.socket(zmq.DEALER)
        socket.setsockopt(zmq.LINGER, 0)
        socket.setsockopt(zmq.RECONNECT_IVL_MAX, 1000)
        socket.connect(self._endpoint)
        return socket
