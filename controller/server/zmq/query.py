"""Asking the controller one thing over its local socket, as `boxcars status` and the records process do."""

from pathlib import Path
from typing import TypeVar

import zmq
from pydantic import TypeAdapter

from controller.protocol.message import LARGEST_TOLD, BadMessage, Message, decode, encode
from controller.protocol.status import STATUS, Status, StatusWanted
from controller.protocol.terminals.version_1 import Book, BookWanted
from controller.server.zmq.transport import commands_endpoint

Found = TypeVar("Found")
BOOK: TypeAdapter[Book] = TypeAdapter(Book)


class NoAnswer(Exception):
    """The controller does not answer; the text says where it was looked for."""


class Asker:
    """One socket, for as many questions as there are."""

    def __init__(self, run: Path) -> None:
        self._endpoint = commands_endpoint(run, "records")
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self._socket = self._context.socket(zmq.DEALER)
        self._socket.setsockopt(zmq.LINGER, 0)
        self._socket.setsockopt(zmq.RECONNECT_IVL_MAX, 1000)
        self._socket.connect(self._endpoint)

    def status(self, patience_ms: int) -> Status:
        """How the machine is, or NoAnswer."""
        return self._ask(StatusWanted(), STATUS, patience_ms)

    def book(self, patience_ms: int) -> Book:
        """The rule book in force, or NoAnswer."""
        return self._ask(BookWanted(), BOOK, patience_ms)

    def _ask(self, question: Message, answer: TypeAdapter[Found], patience_ms: int) -> Found:
        while self._socket.poll(0):
            self._socket.recv()  # the answer to a question that was given up
        self._socket.send(encode(question))
        if not self._socket.poll(patience_ms):
            raise NoAnswer(f"{self._endpoint}: no controller answers within {patience_ms} ms; is it running?")
        try:
            return decode(answer, self._socket.recv(), LARGEST_TOLD)
        except BadMessage as error:
            raise NoAnswer(f"{self._endpoint}: the controller speaks another version: {error}") from None

    def close(self) -> None:
        """Done."""
        self._socket.close()
        self._context.term()
