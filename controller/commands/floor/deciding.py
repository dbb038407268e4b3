"""What a person decides or asks of a floor's store, from a console."""

import argparse
import datetime
import sys
from pathlib import Path
from typing import Any

import orjson
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from config.floor import Floor
from controller.commands.floor import cage
from controller.commands.floor.cage_acts import ACTS as AT_THE_CAGE
from controller.floor.jackpots.told import jackpots_now
from controller.floor.keys import floor_key
from controller.floor.screen.people import LONGEST_PASSWORD, SHORTEST_PASSWORD, set_person
from controller.floor.store.alarms import open_alarms, see_alarm
from controller.floor.store.database import Database
from controller.floor.store.decisions import decide
from controller.floor.store.opening import now_ms, open_store
from controller.floor.store.segments import write_segments
from controller.floor.tickets.cage import NotSo
from controller.floor.tickets.rebuilding import NotRebuilt, rebuild
from controller.floor.tickets.second_place import FloorCopy
from controller.floor.verify import verify
from controller.floor.witness.accepting import accept
from controller.floor.witness.beginnings import ENROLLED, NotAccepted
from controller.floor.witness.enrolling import enrol
from controller.floor.witness.handing_in import Archives, days_in, due, hand_in
from controller.floor.witness.records import DAY_MS
from controller.protocol.enrolling import LONGEST, Enrolment
from controller.protocol.floor import BadBatch, read
from controller.vault.faults import VaultFault
from controller.vault.journal.signing import public_of


class NotDecided(Exception):
    """Why not; one line for a person."""


async def decide_by(floor: Floor, options: argparse.Namespace) -> int:
    """One act, on the store."""
    key = floor_key(Path(floor.keys))
    store = await open_store(floor, public_of(key))
    try:
        match options.act:
            case "alarms":
                return await _alarms(store)
            case "person":
                await _person(store, key, options)
            case "seen":
                await _seen(store, key, options.number, options.by)
            case "accept":
                await _accept(store, key, options)
            case "enrol":
                await _enrol(store, floor.life, key, options)
            case "hand-in":
                await _hand_in(store, key, options)
            case act if act in AT_THE_CAGE:
                await _at_the_cage(store, floor, key, options)
            case "jackpots":
                await _jackpots(store)
            case "rebuild":
                await _rebuild(store, floor, key, options)
            case "segments":
                print(f"{await write_segments(store, now_ms(), 1)} segments were written")
            case "forget":
                await _forget(store, key, options.before, options.by)
            case "verify":
                return await _verify(store, public_of(key), options.journals)
    finally:
        await store.close()
    return 0


async def _jackpots(store: Database) -> None:
    """Every meter of every pot, and its last wins; amounts in the smallest unit."""
    async with store.reading() as transaction:
        found = (await jackpots_now(transaction))["jackpots"]
    for of in found:
        (what, at), *_ = of["trigger"].items()
        state = "played for" if of["open"] else "closed"
        print(f"{of['jackpot']}: {of['current']} ({state}; {what} {at}; {of['rate']} millionths of each stake)")
        meters = ("base", "ceiling", "overflow", "fed", "paid", "hits", "wins", "unanswered")
        print("  " + ", ".join(f"{name} {of[name]}" for name in meters))
        for win in of["last"]:
            seats = ", ".join(f"seat {seat} {amount}" for seat, amount in win["seats"].items())
            told = f"decision {win['decision']}" if win["decision"] else "not asked yet"
            print(
                f"  hit {win['hit']}: {win['amount']} at {win['cabinet']}, round {win['round']}, "
                f"roll {win['roll']}: {seats} (entry {win['entry']}, {told})"
            )


async def _alarms(store: Database) -> int:
    async with store.reading() as transaction:
        found = await open_alarms(transaction)
    for row in reversed(found):
        print(f"{row['number']:>5}  {row['code']:<22} {row['cabinet']:<16} {row['journal']}  {row['details']}")
    return 1 if found else 0


async def _person(store: Database, key: Ed25519PrivateKey, options: Any) -> None:
    password = sys.stdin.readline(LONGEST_PASSWORD + 1).rstrip("\n")
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise NotDecided(
            f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} signs, on one line of standard input"
        )
    async with store.writing() as transaction:
        await set_person(transaction, options.name, options.role, password)
        what = {"name": options.name, "role": options.role, "by": options.by}
        await decide(transaction, key, now_ms(), "person_set", what)


async def _at_the_cage(store: Database, floor: Floor, key: Ed25519PrivateKey, options: argparse.Namespace) -> None:
    try:
        await cage.do(store, floor, key, options)
    except NotSo as error:
        raise NotDecided(str(error)) from None


async def _rebuild(store: Database, floor: Floor, key: Ed25519PrivateKey, options: Any) -> None:
    place = FloorCopy(Path(floor.head))
    try:
        async with store.writing() as transaction:
            done = await rebuild(transaction, key, now_ms(), options.by, options.without, place.said())
    except NotRebuilt as error:
        raise NotDecided(str(error)) from None
    place.say(done)


async def _seen(store: Database, key: Ed25519PrivateKey, number: int, by: str) -> None:
    async with store.writing() as transaction:
        if not await see_alarm(transaction, number, by):
            raise NotDecided(f"alarm {number}: is not there, or somebody has seen it")
        await decide(transaction, key, now_ms(), "alarm_seen", {"number": number, "by": by})


async def _accept(store: Database, key: Ed25519PrivateKey, options: Any) -> None:
    try:
        other = None if options.key is None else bytes.fromhex(options.key)
        async with store.writing() as transaction:
            done = await accept(transaction, options.journal, other)
            await decide(transaction, key, now_ms(), "branch_accepted", {**done._asdict(), "by": options.by})
    except NotAccepted as error:
        raise NotDecided(str(error)) from None
    except ValueError:
        raise NotDecided("--key: has to be hexadecimal digits") from None
    print(f"journal {done.journal} goes on after entry {done.after}, as branch {done.branch}")


async def _enrol(store: Database, life: str, key: Ed25519PrivateKey, options: Any) -> None:
    try:
        said = read(Enrolment, orjson.loads(_text_of(options.file)), "enrolment")
        async with store.writing() as transaction:
            await enrol(transaction, said, life, now_ms())
            await decide(transaction, key, now_ms(), ENROLLED, {**said.model_dump(), "by": options.by})
    except (NotAccepted, BadBatch, orjson.JSONDecodeError) as error:
        raise NotDecided(f"{options.file}: {error}") from None
    before = f", before {said.base + 1}: not witnessed" if said.base else ""
    print(f"journal {said.journal} of {said.cabinet} is enrolled{before}")


def _text_of(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            return opened.read(LONGEST)
    except OSError as error:
        raise NotDecided(f"{file}: {error.strerror}") from None


async def _hand_in(store: Database, key: Ed25519PrivateKey, options: Any) -> None:
    try:
        archives = Archives(options.files)
        async with store.writing() as transaction:
            cabinet, through = await due(transaction, archives.journal)
        batches = archives.batches(cabinet, through)
        await store.make_days(days_in(batches))
        async with store.writing() as transaction:
            await hand_in(transaction, archives.journal, batches)
            what = {"journal": archives.journal, "through": through, "by": options.by}
            await decide(transaction, key, now_ms(), "archive_handed_in", what)
    except (NotAccepted, VaultFault) as error:
        raise NotDecided(str(error)) from None
    print(f"journal {archives.journal}: entries 1 to {through} are on the floor now")


async def _forget(store: Database, key: Ed25519PrivateKey, before: str, by: str) -> None:
    try:
        day = (datetime.date.fromisoformat(before) - datetime.date(1970, 1, 1)).days
    except ValueError:
        raise NotDecided(f"{before}: is no day, as 2026-05-31") from None
    if day > now_ms() // DAY_MS:
        raise NotDecided(f"{before}: has not come yet")
    await write_segments(store, now_ms(), 1)  # whatever is given up can be made again from these
    async with store.writing() as transaction:
        (floor,) = await transaction.rows("select kept_from from floor")
        await transaction.drop_days(day)
        await transaction.run("update floor set kept_from = $1", max(day, floor["kept_from"]))
        await decide(transaction, key, now_ms(), "days_given_up", {"before": before, "by": by})


async def _verify(store: Database, public_key: bytes, journals: list[Path]) -> int:
    found = await verify(store, public_key, journals)
    for line in found.said:
        print(line)
    for wrong in found.wrong:
        print(f"WRONG  {wrong}")
    return 1 if found.wrong else 0
