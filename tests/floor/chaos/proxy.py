"""A link that can be cut: everything that goes through it is passed on, late, by half, or not at all."""

import asyncio
import threading
from contextlib import suppress

SLOW = 0.15
"""Seconds that each piece takes on a slow link."""
PIECE = 65_536
OPEN, CUT, HUNG, SLOWED, HALVED = "open", "cut", "hung", "slow", "halved"


class Proxy:
    """From a port of its own to another one, on loopback, in a thread of its own."""

    def __init__(self, to: int) -> None:
        self._to, self.mode, self.port = to, OPEN, 0
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._passing: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._run(),))
        self._thread.start()
        self._ready.wait()

    def set(self, mode: str) -> None:
        """From now on; a link that is cut loses what it had."""
        self._loop.call_soon_threadsafe(self._set, mode)

    def close(self) -> None:
        """For good."""
        self._loop.call_soon_threadsafe(self._ended.set)
        self._thread.join()
        self._loop.close()

    def _set(self, mode: str) -> None:
        self.mode = mode
        if mode == CUT:
            self._hang_up()
        self._open.set() if mode != HUNG else self._open.clear()

    def _hang_up(self) -> None:
        for writer in self._writers:
            with suppress(OSError):
                writer.transport.abort()

    async def _run(self) -> None:
        self._ended, self._open = asyncio.Event(), asyncio.Event()
        self._open.set()
        server = await asyncio.start_server(self._came, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._ended.wait()
        server.close()
        for task in list(self._passing):
            task.cancel()
        await asyncio.gather(*self._passing, return_exceptions=True)
        self._hang_up()
        await asyncio.sleep(0.05)  # what was aborted is closed in the next turns

    async def _came(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._passing.add(task)
        self._writers.add(writer)
        there: asyncio.StreamWriter | None = None
        try:
            if self.mode == CUT:
                return
            far, there = await asyncio.open_connection("127.0.0.1", self._to)
            self._writers.add(there)
            ways = [asyncio.ensure_future(self._pass(*way)) for way in ((reader, there), (far, writer))]
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
        except OSError:
            return
        finally:
            for end in (writer, there):
                if end is not None:
                    end.transport.abort()
                    self._writers.discard(end)
            self._passing.discard(task)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(PIECE):
                await self._open.wait()
                if self.mode == SLOWED:
                    await asyncio.sleep(SLOW)
                halved = self.mode == HALVED
                writer.write(data[: len(data) // 2] if halved else data)
                await writer.drain()
                if halved:
                    return
