"""What an entry costs: `python -m tests.floor.measure [EVENTS]`, in CPU, which a busy machine does not change much.

An evening is played once; its batches are made as an uplink makes them, and taken by a witness into both stores with
all books kept and every transaction on the disk. HTTPS is not in it.
"""

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from config.floor import read_floor
from controller.floor.store.opening import open_store
from controller.floor.witness.witness import Witness
from controller.protocol.floor import batch_text, id_of, pack
from controller.uplink.outbox import UplinkOutbox
from controller.vault.journal.signing import public_of
from tests.floor import postgres
from tests.vault.evening import Evening, play
from tests.vault.recorded import opened

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
EVENTS = 6000


def sent(journal: Path) -> tuple[list[tuple[bytes, str]], int]:
    """All batches of a journal with their signatures, and how many entries they have."""
    outbox, after, made = UplinkOutbox(journal, [], "pit-1"), 0, []
    while (batch := outbox.batch(after)) is not None:
        data = pack(batch)
        made.append((data, KEY.sign(batch_text(id_of(data))).hex()))
        after = batch.last
    outbox.close()
    return made, after


async def taken(folder: Path, database: str, batches: list[tuple[bytes, str]]) -> None:
    """By a witness with a new store."""
    (folder / "floor.toml").write_text(f'name = "house"\nlife = "live"\n[database]\n{database}\n')
    store = await open_store(read_floor(folder / "floor.toml"), bytes(32))
    witness = Witness(store, "live", lambda: 0)
    for data, signature in batches:
        verdict = await witness.take("pit-1", public_of(KEY), data, signature)
        assert verdict.code == "applied", verdict
    await store.close()


def main(events: int) -> None:
    """Prints a line for each."""
    with tempfile.TemporaryDirectory() as name, postgres.server() as server:
        folder = Path(name)
        kept = opened(folder / "journal")
        play(kept, Evening(seed=5, restless=0.02), events)
        kept.close()
        began, wall = time.process_time(), time.monotonic()
        batches, entries = sent(folder / "journal")
        size = sum(len(data) for data, _ in batches)
        _tell("uplink: read, pack, sign", entries, time.process_time() - began, time.monotonic() - wall)
        print(f"{len(batches)} batches, {size / entries:.0f} bytes an entry on the way")
        for store in (f'sqlite = "{folder / "floor.db"}"', f'postgres = "{server.make_database("measured")}"'):
            began, wall, before = time.process_time(), time.monotonic(), cpu_of(server.pid)
            asyncio.run(taken(folder, store, batches))
            spent = time.process_time() - began
            _tell(f"floor on {store.split()[0]}", entries, spent, time.monotonic() - wall)
            if "postgres" in store:
                print(f"  and PostgreSQL itself {1e6 * (cpu_of(server.pid) - before) / entries:.0f} µs an entry")


def cpu_of(pid: int) -> float:
    """Of a process and of those that it has started, with what they have waited for."""
    rows = [file.read_text().rpartition(")")[2].split() for file in Path("/proc").glob("[0-9]*/stat")]
    mine = [row for row in rows if int(row[1]) == pid]
    own = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(sum(map(int, row[11:15])) for row in [own, *mine]) / os.sysconf("SC_CLK_TCK")


@contextmanager
def before_others(*pids: int) -> Iterator[None]:
    """What the kernel divides between sessions, it divides in favour of those of these processes."""
    groups = [Path(f"/proc/{pid}/autogroup") for pid in pids]
    for group in groups:
        group.write_text("-20")
    try:
        yield
    finally:
        for group in groups:
            group.write_text("0")


def _tell(what: str, entries: int, spent: float, wall: float) -> None:
    print(f"{what}: {entries} entries, {1e6 * spent / entries:.0f} µs of CPU each, {entries / wall:.0f} a second here")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else EVENTS)
