"""The line to the controller: when it is up, when it is down, and that no word of the other end breaks it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import zmq
import zmq.asyncio

from controller.protocol.message import encode
from controller.protocol.terminals.version_1 import Heartbeat, Hello
from controller.protocol.terminals.version_2 import TO_TERMINAL, ToTerminal
from terminals.common import link
from terminals.common.link import ControllerLine, listen
from tests.drivers.machines import PATIENCE, eventually
from tests.server.kept_alive import probed
from tests.terminals.words_of_the_wire import table, welcome


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same line in less time."""
    monkeypatch.setattr(link, "HEARTBEAT", 0.02)
    monkeypatch.setattr(link, "HELLO_AGAIN", 0.02)
    monkeypatch.setattr(link, "LOST_AFTER", 0.5)


class Ends:
    """A line, and the controller's end of it in the hands of a test."""

    def __init__(self, context: zmq.asyncio.Context, endpoint: str) -> None:
        self.context, self.endpoint = context, endpoint
        self.heard: list[ToTerminal] = []
        self.moves: list[bool] = []
        self.line: ControllerLine[ToTerminal] = ControllerLine(
            context,
            endpoint,
            None,
            TO_TERMINAL,
            hello=lambda: Hello(seat=3, software="test"),
            heartbeat=lambda: Heartbeat(n=1),
            hear=self._hear,
            changed=self.moves.append,
        )
        self.controller = self._bound()
        self.peer = b""

    def _bound(self) -> zmq.asyncio.Socket:
        found = self.context.socket(zmq.ROUTER)
        found.setsockopt(zmq.LINGER, 0)
        found.bind(self.endpoint)
        return found

    def _hear(self, message: ToTerminal) -> bool:
        self.heard.append(message)
        return message.kind == "welcome"

    async def hears(self, kind: bytes) -> None:
        """The controller hears a message of this kind."""
        while True:
            self.peer, data = await asyncio.wait_for(self.controller.recv_multipart(), PATIENCE)
            if b'"kind":"%s"' % kind in data:
                return

    async def says(self, data: bytes) -> None:
        await self.controller.send_multipart([self.peer, data])

    async def until(self, so: Callable[[], bool]) -> None:
        async def look() -> None:
            while not so():
                await asyncio.sleep(0.005)

        await asyncio.wait_for(look(), PATIENCE)

    async def restart(self) -> None:
        """The controller dies and another one takes its place."""
        self.controller.close()
        self.controller = self._bound()

    async def keep_up(self) -> None:
        """Answer hello with a welcome until the line is up."""
        await self.hears(b"hello")
        await self.says(encode(welcome()))
        await self.until(lambda: self.line.up)


def joined(test: Callable[[Ends], Awaitable[None]], endpoint: str) -> None:
    async def run() -> None:
        context = zmq.asyncio.Context()
        ends = Ends(context, endpoint)
        task = asyncio.create_task(ends.line.run())
        try:
            await asyncio.wait_for(test(ends), PATIENCE)
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            ends.controller.close()
            context.destroy(linger=0)

    asyncio.run(run())


@pytest.fixture
def endpoint(tmp_path: Any) -> str:
    return f"ipc://{tmp_path}/c"


def test_hello_is_said_until_it_is_taken_and_then_the_heart_beats(endpoint: str) -> None:
    async def test(ends: Ends) -> None:
        for _ in range(3):
            await ends.hears(b"hello")
        assert ends.moves == []
        await ends.keep_up()
        assert ends.moves == [True]
        await ends.hears(b"heartbeat")

    joined(test, endpoint)


def test_silence_brings_the_line_down_and_hello_is_said_again(endpoint: str) -> None:
    async def test(ends: Ends) -> None:
        await ends.keep_up()
        await ends.until(lambda: not ends.line.up)
        assert ends.moves == [True, False]
        await ends.keep_up()
        assert ends.moves == [True, False, True]

    joined(test, endpoint)


def test_a_controller_that_dies_and_comes_back_is_found_again_without_anybodys_help(endpoint: str) -> None:
    async def test(ends: Ends) -> None:
        await ends.keep_up()
        await ends.restart()
        await ends.hears(b"hello")
        await ends.keep_up()
        assert ends.moves[-1] is True

    joined(test, endpoint)


def test_who_rests_says_nothing_whatever_is_heard_until_somebody_wants_it_back(endpoint: str) -> None:
    async def test(ends: Ends) -> None:
        await ends.keep_up()
        ends.line.rest()
        assert ends.moves == [True, False]
        ends.line.doubt()
        await ends.says(encode(welcome()))
        await ends.until(lambda: len(ends.heard) == 2)
        while await ends.controller.poll(400):  # what was said before it rested may still come
            _, data = await ends.controller.recv_multipart()
            assert b'"hello"' not in data
        assert not ends.line.up
        ends.line.come_back()
        await ends.keep_up()
        assert ends.moves == [True, False, True]

    joined(test, endpoint)


def test_what_is_no_message_of_the_wire_is_passed_over(endpoint: str) -> None:
    async def test(ends: Ends) -> None:
        await ends.hears(b"hello")
        for garbage in (b"", b"\xff\xfe", b"{", b"[" * 5000, b'{"kind": "welcome"}', b'{"kind": "nonsense"}'):
            await ends.says(garbage)
        await ends.keep_up()
        assert [message.kind for message in ends.heard] == ["welcome"]

    joined(test, endpoint)


def test_with_nobody_there_a_command_is_not_kept_for_later(endpoint: str) -> None:
    async def test(ends: Ends) -> None:
        ends.controller.close()
        await ends.until(lambda: not ends.line.say(Heartbeat(n=9)))

    joined(test, endpoint)


def test_doubt_says_hello_at_once(endpoint: str) -> None:
    async def test(ends: Ends) -> None:
        await ends.keep_up()
        ends.line.doubt()
        assert ends.moves[-1] is False
        await ends.hears(b"hello")

    joined(test, endpoint)


def test_broadcasts_are_heard_and_garbage_between_them_is_passed_over(endpoint: str) -> None:
    async def run() -> None:
        context = zmq.asyncio.Context()
        public = context.socket(zmq.XPUB)
        public.setsockopt(zmq.LINGER, 0)
        public.bind(endpoint)
        heard: list[int] = []
        task = asyncio.create_task(listen(context, endpoint, None, lambda now: heard.append(now.seq)))
        await asyncio.wait_for(public.recv(), PATIENCE)  # it listens from now on
        for data in (b"garbage", encode(table(seq=4)), b"", encode(table(seq=5))):
            await public.send(data)
        while heard != [4, 5]:
            await asyncio.sleep(0.005)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        public.close()
        context.destroy(linger=0)

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


@pytest.mark.parametrize("kind, other", [(zmq.DEALER, zmq.ROUTER), (zmq.SUB, zmq.PUB)])
def test_a_controller_whose_machine_vanishes_without_a_word_is_noticed_by_the_kernel(kind: int, other: int) -> None:
    with zmq.Context() as context, zmq.asyncio.Context() as around, context.socket(other) as controller:
        port = controller.bind_to_random_port("tcp://127.0.0.1")
        with link.connect(around, kind, f"tcp://127.0.0.1:{port}", None):
            eventually(lambda: probed(port, listening=False), "the terminal's end is looked after")
