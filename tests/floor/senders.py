"""What a floor on PostgreSQL takes by number of cabinets: `python -m tests.floor.senders [FILE.svg] [first]`.

One evening is played and then told by as many cabinets, each with a journal, a key and a chain of its own; their
batches are made beforehand, so what sending costs is not in it (`measure` tells that), nor is HTTPS. The floor's
workers take them, all books are kept and every batch is a transaction on the disk (`synchronous_commit=on`). CPU is
told beside the time, which means little on a machine that does other work too; `first` as in `node`.
"""

import asyncio
import os
import resource
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

import orjson
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from config.floor import Floor, read_floor
from controller.floor.keys import floor_key, make_keys
from controller.floor.store.opening import open_store
from controller.floor.uplinks.workers import Workers
from controller.protocol.floor import Batch, batch_text, chain, id_of, pack, unpack
from controller.vault.journal.signing import head_text, public_of
from tests.floor import postgres
from tests.floor.measure import KEY, before_others, cpu_of, sent
from tests.vault.evening import Evening, play
from tests.vault.recorded import opened

EVENTS = 4000
CABINETS = {1: 12, 10: 12, 100: 3}
"""How many send, and at most how many batches of the evening each."""
AT_ONCE = 8
"""As many as there are connections to the database."""

Sent = list[tuple[bytes, str]]


class Cost(NamedTuple):
    """Of one entry, in microseconds of CPU; and how many came in a second here."""

    cabinets: int
    entries: int
    floor: float
    database: float
    rate: float
    raw: float
    """A second, when nothing but the batches was kept."""


def told_by(number: int, evening: list[Batch]) -> Sent:
    """The same evening as another cabinet would tell it: its journal's name and key are others, so the chain is."""
    key = Ed25519PrivateKey.from_private_bytes(number.to_bytes(32, "big"))
    before, after, told = "00" * 32, 0, list[tuple[bytes, str]]()
    for batch in evening:
        lines = list(batch.entries)
        if batch.first == 1:
            born = orjson.loads(lines[0]) | {"journal": f"{number:032x}", "public_key": public_of(key).hex()}
            lines[0] = orjson.dumps(born, option=orjson.OPT_SORT_KEYS).decode()
        hashes, seals = chain(before, lines), []
        for seal in batch.seals:
            hash = hashes[seal.seq - batch.first]
            signature = key.sign(head_text(f"{number:032x}", seal.seq, hash, after)).hex()
            seals.append(seal.model_copy(update={"hash": hash.hex(), "after": after, "signature": signature}))
            after = seal.seq
        of = {"cabinet": f"pit-{number}", "journal": f"{number:032x}", "before": before, "after": hashes[-1].hex()}
        data = pack(batch.model_copy(update={**of, "entries": lines, "seals": seals}))
        told.append((data, KEY.sign(batch_text(id_of(data))).hex()))
        before = hashes[-1].hex()
    return told


async def _all_at_once(senders: list[Sent], take: Callable[[int, bytes, str], Awaitable[None]]) -> None:
    """Each sends its batches in order, one under way at a time."""
    room = asyncio.Semaphore(AT_ONCE)

    async def send(number: int, batches: Sent) -> None:
        for data, signature in batches:
            async with room:
                await take(number, data, signature)

    await asyncio.gather(*(send(number, batches) for number, batches in enumerate(senders, 1)))


class Spent(NamedTuple):
    """Seconds: of CPU of the floor and of its database, and as they go by."""

    floor: float
    database: float
    wall: float


def _kept(floor: Floor, server: postgres.Server, senders: list[Sent]) -> Spent:
    """By the workers of a floor."""
    workers, before = Workers(floor), resource.getrusage(resource.RUSAGE_CHILDREN)

    async def take(number: int, data: bytes, signature: str) -> None:
        verdict = await workers.take(f"pit-{number}", public_of(KEY), data, signature)
        assert verdict.code == "applied", verdict

    async def all_of_it() -> Spent:
        store = await open_store(floor, public_of(floor_key(Path(floor.keys))))
        await workers.open()
        own, wall, theirs = time.process_time(), time.monotonic(), cpu_of(server.pid)
        await _all_at_once(senders, take)
        spent = Spent(time.process_time() - own, cpu_of(server.pid) - theirs, time.monotonic() - wall)
        await workers.close()
        await store.close()
        return spent

    spent = asyncio.run(all_of_it())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    theirs = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent._replace(floor=spent.floor + theirs)


def _appended(floor: Floor, server: postgres.Server, senders: list[Sent]) -> Spent:
    """The bytes alone, each batch a transaction; no workers are needed for that."""

    async def all_of_it() -> Spent:
        store = await open_store(floor, public_of(floor_key(Path(floor.keys))))

        async def take(number: int, data: bytes, signature: str) -> None:
            async with store.writing() as transaction:
                columns = ("journal", "branch", "first", "last", "id", "signature", "before", "after", "body")
                row = (str(number), 1, int(id_of(data)[:15], 16), 1, id_of(data), signature, b"", b"", data)
                await transaction.add("batch", columns, [row])

        own, wall, theirs = time.process_time(), time.monotonic(), cpu_of(server.pid)
        await _all_at_once(senders, take)
        spent = Spent(time.process_time() - own, cpu_of(server.pid) - theirs, time.monotonic() - wall)
        await store.close()
        return spent

    return asyncio.run(all_of_it())


def measured(server: postgres.Server, folder: Path, cabinets: int, evening: list[Batch]) -> Cost:
    """With a new database for each."""
    senders = [told_by(number, evening) for number in range(1, cabinets + 1)]
    entries = cabinets * evening[-1].last

    def run(name: str, work: Callable[[Floor, postgres.Server, list[Sent]], Spent]) -> Spent:
        address = server.make_database(f"{name}_{cabinets}")
        keys = f'keys = "{folder / name}-{cabinets}"'
        settings = folder / "floor.toml"
        settings.write_text(f'name = "house"\nlife = "live"\n{keys}\n[database]\npostgres = "{address}"\n')
        floor = read_floor(settings)
        make_keys(Path(floor.keys), floor.name)
        return work(floor, server, senders)

    kept, raw = run("kept", _kept), run("raw", _appended)
    a = 1e6 / entries
    return Cost(cabinets, entries, a * kept.floor, a * kept.database, entries / kept.wall, entries / raw.wall)


def plot(costs: list[Cost]) -> str:
    """Microseconds an entry, of the floor and of its database, by number of cabinets."""
    most = max(cost.floor + cost.database for cost in costs)
    parts = []
    for place, cost in enumerate(costs):
        x, floor, database = 90 + 160 * place, 200 * cost.floor / most, 200 * cost.database / most
        parts.append(
            f'<rect x="{x}" y="{240 - floor:.0f}" width="80" height="{floor:.0f}" fill="#17683f"/>'
            f'<rect x="{x}" y="{240 - floor - database:.0f}" width="80" height="{database:.0f}" fill="#57a7d9"/>'
            f'<text x="{x + 40}" y="260" text-anchor="middle">{cost.cabinets}</text>'
            f'<text x="{x + 40}" y="{232 - floor - database:.0f}" text-anchor="middle">'
            f"{cost.floor:.0f} + {cost.database:.0f} µs</text>"
        )
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 560 300" font-family="sans-serif" font-size="14">'
    legend = '<text x="90" y="286">cabinets that send; CPU an entry: floor, workers (green), PostgreSQL (blue)</text>'
    return f'{head}<rect width="560" height="300" fill="#fff"/>{"".join(parts)}{legend}</svg>\n'


def main(picture: Path | None, first: bool) -> None:
    """A line for each number of cabinets, and the plot."""
    with tempfile.TemporaryDirectory() as name, postgres.server() as server:
        folder, costs = Path(name), list[Cost]()
        kept = opened(folder / "journal")
        play(kept, Evening(seed=5, restless=0.02), EVENTS)
        kept.close()
        evening = [unpack(data) for data, _ in sent(folder / "journal")[0]]
        for cabinets, batches in CABINETS.items():
            with before_others(*([os.getpid(), server.pid] if first else [])):
                cost = measured(server, folder, cabinets, evening[:batches])
            costs.append(cost)
            print(
                f"{cabinets} cabinets, {cost.entries} entries: floor {cost.floor:.0f} µs, PostgreSQL "
                f"{cost.database:.0f} µs of CPU an entry; {cost.rate:.0f} a second here, "
                f"{cost.raw:.0f} where only batches are kept",
                flush=True,
            )
        if picture is not None:
            picture.write_text(plot(costs))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None, sys.argv[2:] == ["first"])
