"""A screen that is out of descriptors says so in a line, and serves again when it has some."""

import asyncio
import os
import resource
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from aiohttp import web

from terminals.callers import Callers
from tests.drivers.machines import PATIENCE

CALLERS = 20
TIMES = 50
"""Complaints of asyncio that are waited for: as many as a second brings."""
ROOM = 64
"""Descriptors more than are in use, so that filling them up takes a moment."""


@contextmanager
def no_descriptor_left() -> Iterator[None]:
    """For as long as the block lasts."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    in_use = max(int(path.name) for path in Path("/proc/self/fd").iterdir())
    taken: list[int] = []
    resource.setrlimit(resource.RLIMIT_NOFILE, (in_use + ROOM, before[1]))
    try:
        with suppress(OSError):
            while True:
                taken.append(os.dup(0))
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
        for one in taken:
            os.close(one)


async def _answer(_: web.BaseRequest) -> web.Response:
    return web.Response(text="here")


async def _told(callers: Callers) -> None:
    while callers._no_room._times < TIMES:
        await asyncio.sleep(0.01)


async def _starved() -> bytes:
    """Callers come while there is no descriptor; then there are some. What the first of them is answered."""
    loop = asyncio.get_running_loop()
    callers = Callers(web.Server(_answer))
    server = await loop.create_server(callers, "127.0.0.1", 0)
    waiting = [socket.socket() for _ in range(CALLERS)]
    try:
        with no_descriptor_left():
            for one in waiting:
                one.setblocking(False)
                await loop.sock_connect(one, server.sockets[0].getsockname())
            await asyncio.wait_for(_told(callers), PATIENCE)
        await loop.sock_sendall(waiting[0], b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
        return await asyncio.wait_for(loop.sock_recv(waiting[0], 1000), PATIENCE)
    finally:
        for one in waiting:
            one.close()
        callers.close()
        server.close()


def test_a_screen_out_of_descriptors_says_so_in_one_line_and_serves_again(capfd: pytest.CaptureFixture[str]) -> None:
    assert b"200" in asyncio.run(_starved())
    said = "".join(capfd.readouterr())
    assert said.count("no descriptor") == 1
    assert "Traceback" not in said
