"""Cabinets that ask at once are decided together: the store is asked no oftener than for one of them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from controller.floor.store.database import FloorStoreFailure, StoreQuestion
from controller.floor.store.decisions import Decided
from controller.floor.store.journals import ACCEPTED, Branch, KnownJournal, add_branch, add_journal
from controller.floor.tickets.office import Office, TicketsVerdict
from controller.floor.tickets.second_place import LENGTH, FloorCopy
from controller.protocol.tickets import AskSaid, AsksSaid, Do
from controller.vault.journal.chain import NOTHING_BEFORE
from tests.floor.test_refused import KEY, NOW, Floor, with_floor
from tests.floor.tills import forged

CABINETS = range(1, 9)
SYSTEM, AMOUNT, UNTIL = 7, 2_500, NOW // 1000 + 1000
WAY: dict[Do, str] = {"reserve": "reserved", "issue": "issued", "lock": "granted", "redeem": "redeemed"}
QUESTIONS = 2
"""All that is known, and all that is kept."""


class CountingStore:
    """A store that counts what it is asked."""

    def __init__(self, store: Any) -> None:
        self._store, self.asked = store, 0

    @asynccontextmanager
    async def writing(self, in_turn: bool = False) -> AsyncIterator[Any]:
        async with self._store.writing(in_turn) as transaction:
            yield CountingTransaction(self, transaction)


class CountingTransaction:
    def __init__(self, counts: CountingStore, transaction: Any) -> None:
        self._counts, self._transaction = counts, transaction

    def __getattr__(self, name: str) -> Any:
        self._counts.asked += 1
        return getattr(self._transaction, name)


def name(cabinet: int) -> str:
    return f"pit-{cabinet}"


async def known(floor: Floor) -> None:
    """Journals of all of them."""
    async with floor.store.writing() as transaction:
        for cabinet in CABINETS:
            journal = f"{cabinet:032x}"
            await add_journal(transaction, KnownJournal(journal, name(cabinet), "live", 1, ""), NOW)
            of = (journal, 1, ACCEPTED, 0, 0, NOTHING_BEFORE, 0, NOTHING_BEFORE, 0, bytes(32), None, NOW)
            await add_branch(transaction, Branch(*of))


def ask(cabinet: int, entry: int, do: Do, number: str, heard: TicketsVerdict | None) -> AsksSaid:
    """Of one cabinet, which has heard of the decision before."""
    of = {"amount": AMOUNT, "until": UNTIL} if do == "reserve" else {"amount": 0, "until": 0}
    request = "out" if do in ("reserve", "issue") else "in"
    asked = AskSaid(seq=entry, hash=f"{entry:064x}", do=do, request=request, number=number, **of)
    decision, hash = (0, "") if heard is None else (heard.told[0].decision, heard.told[0].hash)
    journal = f"{cabinet:032x}"
    return AsksSaid(cabinet=name(cabinet), journal=journal, heard=decision, heard_hash=hash, asks=[asked])


def test_eight_cabinets_that_ask_at_once_cost_the_store_as_many_questions_as_one(tmp_path: Path, database: str) -> None:
    """Each takes the next one's ticket; all that they are told is as if they had asked one after the other."""

    async def test(floor: Floor) -> None:
        await known(floor)
        counting = CountingStore(floor.store)
        office = Office(counting, KEY, "live", lambda: NOW, FloorCopy(tmp_path / "floor.head"))  # type: ignore[arg-type]
        heard: dict[int, TicketsVerdict] = {}
        decided = 0
        for entry, (do, verdict) in enumerate(WAY.items(), 1):
            at = {one: one if do in ("reserve", "issue") else one % len(CABINETS) + 1 for one in CABINETS}
            numbers = {one: forged(at[one], 1, SYSTEM) for one in CABINETS}
            said = [ask(one, entry, do, numbers[one], heard.get(one)) for one in CABINETS]
            before = counting.asked
            first = await office.ask(said[0])
            assert counting.asked == before + QUESTIONS
            async with office.turn:  # whoever has it decides, and meanwhile they come
                coming = asyncio.gather(*(office.ask(one) for one in said[1:]))
                await asyncio.sleep(0)
            others = await coming
            assert counting.asked == before + 2 * QUESTIONS
            heard = dict(zip(CABINETS, [first, *others], strict=True))
            told = [heard[one].told[0] for one in CABINETS]
            assert [one.verdict for one in told] == [verdict] * len(CABINETS)
            assert [one.decision for one in told] == list(range(decided + 1, decided + 1 + len(CABINETS)))
            assert {one.amount for one in told} == {0 if do == "reserve" else AMOUNT}
            assert {one.last for one in heard.values()} == {1}
            decided += len(CABINETS)
            again = await asyncio.gather(*(office.ask(one) for one in said))
            assert [one.told for one in again] == [heard[one].told for one in CABINETS]
        place = FloorCopy(tmp_path / "floor.head")
        assert place.said() == Decided(decided, bytes.fromhex(heard[CABINETS[-1]].told[0].hash))

    with_floor(tmp_path, database, test)


def test_several_questions_find_what_each_finds_alone(tmp_path: Path, database: str) -> None:
    async def test(floor: Floor) -> None:
        await known(floor)
        names = [name(2), name(5), "pit-99"]
        of = ("journal", "cabinet")
        some = StoreQuestion(
            of, "select * from journal where cabinet = any($1) and branch = $2 order by cabinet", [names, 1]
        )
        none = StoreQuestion(("seq", "hash"), "select seq, hash from decision where seq = any($1)", [[1, 2]])
        life = StoreQuestion(("life", "public_key"), "select * from floor")
        async with floor.store.reading() as transaction:
            (found, nothing, floors) = await transaction.find(some, none, life)
            assert [dict(row)["cabinet"] for row in found] == names[:2]
            assert list(nothing) == []
            (alone,) = await transaction.rows("select life, public_key from floor")
            assert {column: dict(floors[0])[column] for column in life.columns} == dict(alone)

    with_floor(tmp_path, database, test)


def test_transactions_in_turn_see_what_the_one_before_wrote_and_nothing_of_one_that_failed(
    tmp_path: Path, database: str
) -> None:
    async def adds(floor: Floor, fails: bool = False) -> None:
        async with floor.store.writing(in_turn=True) as transaction:
            (found,) = await transaction.rows("select coalesce(max(seq), 0) as last from decision")
            await asyncio.sleep(0)
            row = (found["last"] + 1, b"", b"", b"")
            await transaction.add("decision", ("seq", "body", "hash", "signature"), [row])
            if fails:
                raise FloorStoreFailure("as if")

    async def test(floor: Floor) -> None:
        done = await asyncio.gather(*(adds(floor, one % 3 == 0) for one in range(9)), return_exceptions=True)
        assert [type(one) for one in done if one is not None] == [FloorStoreFailure] * 3
        async with floor.store.reading() as transaction:
            assert [row["seq"] for row in await transaction.rows("select seq from decision order by seq")] == [
                *range(1, 7)
            ]

    with_floor(tmp_path, database, test)


def test_the_second_place_is_written_over_in_its_own_file_also_that_of_an_older_boxcars(tmp_path: Path) -> None:
    file = tmp_path / "floor.head"
    older = Decided(2**62, b"\xff" * 32)
    file.write_text(f'{{"seq": {older.seq}, "hash": "{older.hash.hex()}"}}')
    place, same = FloorCopy(file), file.stat().st_ino
    assert place.said() == older
    for seq in (2**63 - 1, 7, 12_345):
        place.say(Decided(seq, bytes([seq % 256]) * 32))
        assert place.said() == Decided(seq, bytes([seq % 256]) * 32)
        assert (file.stat().st_size, file.stat().st_ino) == (LENGTH, same)
    assert [found.name for found in tmp_path.iterdir()] == [file.name]
