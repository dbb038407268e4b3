"""The process of a floor: the uplinks' server, the page, and a look now and then at who has fallen silent."""

import asyncio
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import structlog
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from config.floor import Floor
from config.process.supervisor import Supervisor
from config.text.sentence import Sentence
from controller.floor.jackpots.leases import Leases
from controller.floor.keys import CERTIFICATE, floor_key
from controller.floor.screen.pages import Pages
from controller.floor.screen.people import People
from controller.floor.store.alarms import cabinets, end_alarm, raise_alarm
from controller.floor.store.database import Database, FloorStoreFailure
from controller.floor.store.opening import now_ms, open_store
from controller.floor.store.read.reports import machines
from controller.floor.store.segments import write_segments
from controller.floor.tickets.counter import Counter
from controller.floor.tickets.office import Office
from controller.floor.tickets.second_place import FloorCopy
from controller.floor.uplinks.desk import FloorDesk
from controller.floor.uplinks.server import UplinkServer
from controller.floor.uplinks.silence import Silence
from controller.floor.uplinks.workers import WorkerEnded, Workers
from controller.floor.witness.witness import Witness
from controller.uplink.certificate import trusting
from controller.vault.journal.signing import public_of

LOOK_EVERY = 1.0
LONGEST_LOOK_MS = 3000
"""Between two looks; what is longer, the floor slept."""
SEGMENTS_EVERY = 30
"""Looks."""

log = structlog.get_logger()


async def run(floor: Floor, workers: Workers) -> None:
    """Until SIGTERM or SIGINT; WorkerEnded where one that took batches has ended by itself."""
    try:
        await _run(floor, workers)
    finally:
        await workers.close()
    if workers.fallen.is_set():
        raise WorkerEnded


async def _run(floor: Floor, workers: Workers) -> None:
    key = floor_key(Path(floor.keys))
    stopping = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    store = await _when_it_answers(floor, public_of(key), stopping)
    if store is None:
        return
    await workers.open()
    witness = Witness(store, floor.life, now_ms, 1000 * floor.clock_seconds)
    place, people = FloorCopy(Path(floor.head)), People(store)
    office = Office(store, key, floor.life, now_ms, place)
    await office.begin()
    leases = Leases(store, key, floor.jackpots, now_ms)
    await leases.begin()
    desk = FloorDesk(Path(floor.keys), key, store, witness, office, leases, workers.take if workers else None)
    server = UplinkServer(floor, desk)
    counter = Counter(store, key, place, floor.pays_alone, people, office.turn)
    pages = Pages(floor.name, floor.life, key, store, people, counter)
    desk.changed, pages.hints = pages.changed, desk.hints
    supervisor = Supervisor()
    beside = [one for one in (_begin_broker(floor, key, desk), _begin_notices(floor, store, pages)) if one is not None]
    try:
        page_port, port = await pages.serve(floor.page_port), await server.serve()
        log.info("floor started", name=floor.name, life=floor.life, port=port, page_port=page_port)
        supervisor.ready("hears cabinets")
        silence, looked = Silence(LONGEST_LOOK_MS), time.monotonic()
        for turn in count():
            if stopping.is_set() or workers.fallen.is_set():
                break
            supervisor.turned()
            check(beside, pages)
            before, looked = looked, time.monotonic()
            await look_for_silent(store, 1000 * floor.silent_seconds, silence, int(1000 * (looked - before)))
            if turn % SEGMENTS_EVERY == 0:
                await _write_segments(store, 1024 * floor.segment_kib)
            try:
                await asyncio.wait_for(stopping.wait(), LOOK_EVERY)
            except TimeoutError:
                continue
        supervisor.stopping()
    finally:
        for one in beside:
            one.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
        await server.close()
        await pages.close()
        await store.close()
    log.info("floor stopped")


def check(beside: "Sequence[asyncio.Task[None]]", pages: Pages) -> None:
    """What nobody expected ends the floor, which is then started again: half a floor is none."""
    for one in (*beside, *pages.tasks):
        if one.done():
            one.result()


def _begin_broker(floor: Floor, key: Ed25519PrivateKey, desk: FloorDesk) -> "asyncio.Task[None] | None":
    """Cabinets may come that way too."""
    if floor.nats is None:
        return None
    from controller.floor.uplinks.broker import Broker  # a floor without one needs none of it

    tls = trusting(Path(floor.keys) / CERTIFICATE) if floor.nats.address.startswith("tls://") else None
    return asyncio.create_task(Broker(floor.nats.address, key, desk, tls).run())


def _begin_notices(floor: Floor, store: Database, pages: Pages) -> "asyncio.Task[None] | None":
    """By whom the house's rules name."""
    if floor.notices is None:
        return None
    from controller.floor.notices.post import Post  # a floor without them needs none of it

    async def shown() -> dict[str, Any]:
        async with store.reading() as transaction:
            return await machines(transaction, now_ms())

    post = Post(floor.notices, floor.name, floor.life, shown)
    pages.unsent = lambda: post.unsent
    return asyncio.create_task(post.run())


async def _when_it_answers(floor: Floor, public_key: bytes, stopping: asyncio.Event) -> Database | None:
    """The store, which may come up after us; None where we are to stop before it has."""
    while not stopping.is_set():
        try:
            return await open_store(floor, public_key)
        except FloorStoreFailure as error:
            log.error("the store does not answer", why=str(error))
        with suppress(TimeoutError):
            await asyncio.wait_for(stopping.wait(), LOOK_EVERY)
    return None


async def _write_segments(store: Database, least: int) -> None:
    try:
        await write_segments(store, now_ms(), max(1, least))
    except (FloorStoreFailure, OSError) as error:
        log.error("no segment could be written", why=str(error))


async def look_for_silent(store: Database, bound_ms: int, silence: Silence, since_ms: int) -> None:
    """Whoever was not heard for too long, of which the time that the floor was away is no part."""
    try:
        async with store.writing() as transaction:
            for row in await cabinets(transaction):
                if silence.of(row["cabinet"], row["heard_at"], since_ms) > bound_ms:
                    heard = datetime.fromtimestamp(row["heard_at"] / 1000, UTC)
                    details = Sentence(f"last heard {heard:%Y-%m-%dT%H:%M:%SZ}", {"heard": row["heard_at"]})
                    await raise_alarm(transaction, now_ms(), "silent", row["cabinet"], "", 0, details)
                else:
                    await end_alarm(transaction, "silent", row["cabinet"])
    except FloorStoreFailure as error:
        log.error("the store does not answer", why=str(error))
