"""Real processes for tests: the `boxcars` command, emulators, drivers, and a controller that is a plain ROUTER.

Nothing here sleeps and hopes: every wait is for a condition, with a bound so generous that only a fault reaches it.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import zmq
from pydantic import TypeAdapter

from controller.protocol.message import Message, decode, encode

PATIENCE = 120.0
"""Seconds for one thing to happen: a bound on a hang, beside whatever else the machine has to do."""
COMMAND = (sys.executable, "-c", "from controller.commands import main; raise SystemExit(main())")

Found = TypeVar("Found")
Said = TypeVar("Said")


def eventually(look: Callable[[], Found], what: str, patience: float = PATIENCE) -> Found:
    """What `look` finds as soon as it finds something."""
    end = time.monotonic() + patience
    while not (found := look()):
        assert time.monotonic() < end, f"never happened within {patience:g} s: {what}"
        time.sleep(0.01)
    return found


def boxcars(*words: object, given: str = "", patience: float = PATIENCE) -> subprocess.CompletedProcess[str]:
    """One call of the console command, to its end."""
    return subprocess.run(
        [*COMMAND, *map(str, words)], input=given, capture_output=True, text=True, timeout=patience, check=False
    )


@contextmanager
def running(*words: object, log: Path | None = None) -> Iterator[subprocess.Popen[bytes]]:
    """A `boxcars` process for as long as the block lasts; what fails in there says how it was and what it said."""
    with (log or Path(os.devnull)).open("ab") as output:
        process = subprocess.Popen([*COMMAND, *map(str, words)], stdout=output, stderr=output)
        try:
            yield process
        except AssertionError as failed:
            said = log.read_text(errors="replace")[-2000:] if log else "(not kept)"
            failed.add_note(f"boxcars {words[0]}: exit code {process.poll()}, its log: {said}")
            raise
        finally:
            end(process)


def end(process: subprocess.Popen[bytes], number: signal.Signals = signal.SIGTERM) -> int:
    """End a process that we started, and wait for it."""
    if process.poll() is None:
        process.send_signal(number)
    try:
        return process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


def answer_of(call: subprocess.CompletedProcess[str]) -> Any:
    """The JSON that a tool printed."""
    return json.loads(call.stdout)


class Router:
    """The controller, played by a test: hears a driver and tells it what is wanted."""

    def __init__(self, endpoint: str, heard: TypeAdapter[Any]) -> None:
        self._context = zmq.Context()
        self._socket = self._context.socket(zmq.ROUTER)
        self._socket.setsockopt(zmq.LINGER, 0)
        self._socket.setsockopt(zmq.ROUTER_MANDATORY, 0)
        self._socket.bind(endpoint)
        self._adapter = heard
        self._peer = b""
        self.said: list[Any] = []

    def listen(self, seconds: float = 0.02) -> None:
        """Take in what a driver says, for at most so long until there is something."""
        if self._socket.poll(int(seconds * 1000)):
            while self._socket.poll(0):
                self._peer, data = self._socket.recv_multipart()
                self.said.append(decode(self._adapter, data))

    def tell(self, message: Message) -> None:
        """To the driver heard last."""
        if self._peer:
            self._socket.send_multipart([self._peer, encode(message)])

    def tell_raw_to_last(self, data: bytes) -> None:
        self._socket.send_multipart([self._peer, data])

    def all_said(self, kind: type[Said], since: int = 0) -> list[Said]:
        return [message for message in self.said[since:] if isinstance(message, kind)]

    def hears(
        self,
        kind: type[Said],
        such_that: Callable[[Said], bool] = lambda _: True,
        *,
        since: int = 0,
        telling: Message | None = None,
        patience: float = PATIENCE,
    ) -> Said:
        """The first such message after `since`; meanwhile a wish is told again and again, as a controller does."""
        end = time.monotonic() + patience
        next_telling = 0.0
        while True:
            for message in self.all_said(kind, since):
                if such_that(message):
                    return message
            assert time.monotonic() < end, f"no {kind.__name__} within {patience:g} s; said: {self.said[-6:]}"
            if telling is not None and time.monotonic() >= next_telling:
                next_telling = time.monotonic() + 0.5
                self.tell(telling)
            self.listen()

    def close(self) -> None:
        self._socket.close()
        self._context.term()


@contextmanager
def router(endpoint: str, heard: TypeAdapter[Any]) -> Iterator[Router]:
    controller = Router(endpoint, heard)
    try:
        yield controller
    finally:
        controller.close()
