"""Processes that take batches beside each other, so that a floor on PostgreSQL uses every core that it has.

The floor's own process hears cabinets, knows who speaks and signs answers; to prove a batch, book it and commit it is
most of the work, and that is done here. What comes of one cabinet always goes to the same worker, where its books are.
Workers are forked before the floor's loop begins and end when the floor does, however it does. One that ends by itself
ends the floor, which is then started again: nothing is lost, as only what was committed was answered.
"""

import asyncio
import gc
import os
import signal
import socket
import struct
import zlib
from itertools import count
from pathlib import Path
from typing import Any

import orjson
import structlog

from config.floor import Floor
from config.process.logs import set_up_logging
from controller.floor.keys import floor_key
from controller.floor.store.database import Database, FloorStoreFailure
from controller.floor.store.opening import now_ms, open_store
from controller.floor.witness.witness import BatchVerdict, Witness
from controller.protocol.floor import Above
from controller.vault.journal.signing import public_of

CONNECTIONS, MOST_CONNECTIONS = 8, 64
"""To the database: of each, and of all together; PostgreSQL has 100 where nobody says otherwise."""
SIZES = struct.Struct(">II")
"""In front of each message: the length of what is said, and of the bytes that go with it."""
FEW_COLLECTIONS = 50_000
"""Entries are many small objects without cycles, and books are kept for long: to look through them often is wasted."""
SECONDS_TO_END, LOOK_SECONDS = 30.0, 0.02

log = structlog.get_logger()


class WorkerEnded(Exception):
    """By itself."""


class Workers:
    """Those of one floor."""

    def __init__(self, floor: Floor) -> None:
        """They begin; call it before there is a loop or a thread."""
        self._lines: list[socket.socket] = []
        self._pids: list[int] = []
        for number in range(floor.database.how_many_workers()):
            ours, theirs = socket.socketpair()
            pid = os.fork()
            if not pid:
                for line in (*self._lines, ours):
                    line.close()
                _be_worker(floor, theirs, number)
            theirs.close()
            self._lines.append(ours)
            self._pids.append(pid)
        self._writers: list[asyncio.StreamWriter] = []
        self._hearing: list[asyncio.Task[None]] = []
        self._numbers = count(1)
        self._asked: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._ending = False
        self.fallen = asyncio.Event()
        """One has ended by itself."""

    def __bool__(self) -> bool:
        return bool(self._pids)

    async def open(self) -> None:
        """In the floor's loop."""
        for line in self._lines:
            reader, writer = await asyncio.open_unix_connection(sock=line)
            self._writers.append(writer)
            self._hearing.append(asyncio.create_task(self._hear(reader)))

    async def take(self, cabinet: str, key: bytes, data: bytes, signature: str) -> BatchVerdict:
        """As `Witness.take`, elsewhere."""
        if self.fallen.is_set():
            raise FloorStoreFailure("a worker has ended")
        writer, number = self._writers[zlib.crc32(cabinet.encode()) % len(self._writers)], next(self._numbers)
        said = {"number": number, "cabinet": cabinet, "key": key.hex(), "signature": signature}
        answer = self._asked[number] = asyncio.get_running_loop().create_future()
        try:
            writer.write(_message(said, data))
            await writer.drain()
            return _verdict(await answer)
        except OSError:
            raise FloorStoreFailure("a worker has ended") from None
        finally:
            del self._asked[number]

    async def _hear(self, reader: asyncio.StreamReader) -> None:
        while (message := await _read(reader)) is not None:
            answer = self._asked.get(message[0]["number"])
            if answer is not None and not answer.done():
                answer.set_result(message[0])
        if self._ending:
            return
        self.fallen.set()
        for answer in self._asked.values():
            if not answer.done():
                answer.set_result({"failure": "a worker has ended"})

    async def close(self) -> None:
        """They end what they are at."""
        self._ending = True
        for writer in self._writers:
            writer.close()
        for line in self._lines[len(self._writers) :]:  # never opened
            line.close()
        for hearing in self._hearing:
            hearing.cancel()
        await asyncio.gather(*self._hearing, *(one.wait_closed() for one in self._writers), return_exceptions=True)
        await asyncio.gather(*(_until_ended(pid) for pid in self._pids))
        self._pids.clear()


async def _until_ended(pid: int) -> None:
    """One that hangs is not waited for without end: what it was at is not committed, and will be sent again."""
    until = asyncio.get_running_loop().time() + SECONDS_TO_END
    while os.waitpid(pid, os.WNOHANG) == (0, 0):
        if asyncio.get_running_loop().time() > until:
            os.kill(pid, signal.SIGKILL)
        await asyncio.sleep(LOOK_SECONDS)


def _message(said: dict[str, Any], data: bytes = b"") -> bytes:
    head = orjson.dumps(said)
    return SIZES.pack(len(head), len(data)) + head + data


async def _read(reader: asyncio.StreamReader) -> tuple[dict[str, Any], bytes] | None:
    """What is said, and the bytes with it; None where nobody speaks any more."""
    try:
        said, data = SIZES.unpack(await reader.readexactly(SIZES.size))
        return orjson.loads(await reader.readexactly(said)), await reader.readexactly(data)
    except (asyncio.IncompleteReadError, OSError):
        return None


def _verdict(said: dict[str, Any]) -> BatchVerdict:
    if "failure" in said:
        raise FloorStoreFailure(said["failure"])
    above = None if said["above"] is None else Above(**said["above"])
    return BatchVerdict(said["code"], said["journal"], said["seq"], bytes.fromhex(said["hash"]), above)


# ---- in the worker ----------------------------------------------------------------------------------------------


def _be_worker(floor: Floor, line: socket.socket, number: int) -> None:
    """Never comes back."""
    status = 1
    try:
        for way in (signal.SIGTERM, signal.SIGINT):
            signal.signal(way, signal.SIG_IGN)  # the floor says when
        set_up_logging(f"floor-worker-{number}")
        gc.freeze()
        gc.set_threshold(FEW_COLLECTIONS)
        asyncio.run(_Worker(floor).serve(line))
        status = 0
    except BaseException:
        log.exception("a worker has ended")
    finally:
        os._exit(status)


class _Worker:
    """Takes what it is handed, several at once."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._connections = min(CONNECTIONS, MOST_CONNECTIONS // floor.database.how_many_workers())
        self._store: Database | None = None
        self._witness: Witness | None = None
        self._one_opens = asyncio.Lock()

    async def serve(self, line: socket.socket) -> None:
        """Until the floor speaks no more."""
        reader, writer = await asyncio.open_unix_connection(sock=line)
        try:
            async with asyncio.TaskGroup() as under_way:
                while (message := await _read(reader)) is not None:
                    under_way.create_task(self._answer(writer, *message))
        finally:
            writer.close()
            if self._store is not None:
                await self._store.close()

    async def _answer(self, writer: asyncio.StreamWriter, said: dict[str, Any], data: bytes) -> None:
        answer: dict[str, Any] = {"number": said["number"]}
        try:
            witness = await self._opened()
            verdict = await witness.take(said["cabinet"], bytes.fromhex(said["key"]), data, said["signature"])
            above = None if verdict.above is None else verdict.above.model_dump()
            answer |= {**verdict._asdict(), "hash": verdict.hash.hex(), "above": above}
        except FloorStoreFailure as error:
            answer["failure"] = str(error)
        except Exception as error:  # one cabinet's batch is not to end the floor of all
            log.exception("a batch could not be taken", cabinet=said["cabinet"])
            answer["failure"] = type(error).__name__
        writer.write(_message(answer))

    async def _opened(self) -> Witness:
        """With the first batch: by then the floor itself has brought the store up to date."""
        async with self._one_opens:
            if self._witness is None:
                floor = self._floor
                self._store = await open_store(floor, public_of(floor_key(Path(floor.keys))), self._connections)
                self._witness = Witness(self._store, floor.life, now_ms, 1000 * floor.clock_seconds)
            return self._witness
