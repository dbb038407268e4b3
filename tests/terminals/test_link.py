"""The line to the controller: when it is up, when it is down, and that no word of the other end breaks it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import zmq
import zmq.asyncio

from controller.protocol import client
from controller.protocol.message import encode
from controller.protocol.terminals.answers import NotTaken
from controller.protocol.terminals.version_1 import Heartbeat, Hello
from controller.protocol.terminals.version_2 import TO_TERMINAL, ToTerminal, Welcome
from terminals.common import link
from terminals.common.link import ControllerLine
from tests.drivers.machines import PATIENCE, eventually
from tests.server.kept_alive import probed
from tests.terminals.words_of_the_wire import table, welcome


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same line in less time."""
    monkeypatch.setattr(client, "HEARTBEAT", 0.02)
    monkeypatch.setattr(client, "HELLO_AGAIN", 0.02)
    monkeypatch.setattr(client, "LOST_AFTER", 0.5)


class Ends:
    """A line, and the controller's end of it in the hands of a test."""

    def __init__(self, context: zmq.asyncio.Context, endpoint: str) -> None:
        self.context, self.endpoint = context, endpoint
        self.heard: list[ToTerminal] = []
        self.seen: list[int] = []
        self.moves: list[bool] = []
        self.line: ControllerLine[ToTerminal] = ControllerLine(
            context,
            endpoint,
            f"{endpoint}.public",
            None,
            TO_TERMINAL,
            hello=lambda: Hello(seat=3, software="test"),
            welcome=Welcome,
            hear=self.heard.append,
            see=lambda table: self.seen.append(table.seq),
            changed=self.moves.append,
        )
        self.controller = self._bound(zmq.ROUTER, endpoint)
        self.public = self._bound(zmq.XPUB, f"{endpoint}.public")
        self.peer = b""

    def _bound(self, kind: int, endpoint: str) -> zmq.asyncio.Socket:
        found = self.context.socket(kind)
        found.setsockopt(zmq.LINGER, 0)
        found.bind(endpoint)
        return found

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
        self.controller = self._bound(zmq.ROUTER, self.endpoint)

    async def broadcasts(self, *said: bytes) -> None:
        for data in said:
            await self.public.send(data)

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
            ends.public.close()
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
        await ends.says(encode(NotTaken(code="taken_over", reason="another screen plays here")))
        await ends.until(lambda: ends.moves == [True, False])
        while await ends.controller.poll(400):  # what was said before it rested may still come
            await ends.controller.recv_multipart()
        await ends.says(encode(welcome()))
        await ends.until(lambda: len(ends.heard) == 3)
        while await ends.controller.poll(400):
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


def test_a_controller_that_does_not_know_us_is_told_who_we_are_at_once_and_nobody_else_hears_of_it(
    endpoint: str,
) -> None:
    async def test(ends: Ends) -> None:
        await ends.keep_up()
        await ends.says(encode(NotTaken(code="hello_first", reason="who is that?")))
        await ends.until(lambda: ends.moves == [True, False])
        await ends.hears(b"hello")
        assert [message.kind for message in ends.heard] == ["welcome"]

    joined(test, endpoint)


def test_broadcasts_of_who_has_welcomed_us_are_seen_and_garbage_between_them_is_passed_over(endpoint: str) -> None:
    async def test(ends: Ends) -> None:
        await ends.public.recv()  # it listens from now on
        await ends.broadcasts(encode(table(seq=3)))  # before anybody has welcomed us
        await ends.keep_up()
        await ends.broadcasts(b"garbage", encode(table(seq=4)), b"", encode(table(seq=5)))
        await ends.until(lambda: ends.seen == [4, 5])

    joined(test, endpoint)


def test_a_broadcast_of_another_controller_is_not_seen_and_hello_is_said_to_it_at_once(endpoint: str) -> None:
    async def test(ends: Ends) -> None:
        await ends.public.recv()
        await ends.keep_up()
        await ends.broadcasts(encode(table(epoch="0" * 16, seq=1)))
        await ends.until(lambda: ends.moves == [True, False])
        assert ends.seen == []
        await ends.hears(b"hello")

    joined(test, endpoint)


@pytest.mark.parametrize("kind, other", [(zmq.DEALER, zmq.ROUTER), (zmq.SUB, zmq.PUB)])
def test_a_controller_whose_machine_vanishes_without_a_word_is_noticed_by_the_kernel(kind: int, other: int) -> None:
    with zmq.Context() as context, zmq.asyncio.Context() as around, context.socket(other) as controller:
        port = controller.bind_to_random_port("tcp://127.0.0.1")
        with link.connect(around, kind, f"tcp://127.0.0.1:{port}", None):
            eventually(lambda: probed(port, listening=False), "the terminal's end is looked after")
