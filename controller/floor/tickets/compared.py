"""What a journal says later of its asks and their answers, beside what was asked here and decided here.

An ask that came before its batch has to stand in it, by the same hash. An answer has to be a decision of this floor:
one that is not here says that the store is an older copy, and then tickets are held until it was rebuilt.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from config.text.sentence import Sentence
from controller.floor.store.alarms import raise_alarm
from controller.floor.store.database import Transaction, one
from controller.floor.store.decisions import Decided
from controller.floor.store.journals import Branch
from controller.floor.tickets.hold import hold
from controller.floor.tickets.rows import RecordedAsk, name_of, put_asked
from controller.floor.tickets.second_place import knows
from controller.floor.witness.checking import WholeBatch
from controller.table.canonical import read_plain
from controller.vault.read.old_records import facts_of

Fact = Mapping[str, Any]
OF_THE_FLOOR = ("FloorAsked", "AuthorityTold")
SAME = {"do": "act", "request": "request", "number": "number", "amount": "amount", "until": "until"}
"""Field of the fact → column of the ask."""


async def compare(transaction: Transaction, cabinet: str, branch: Branch, new: WholeBatch, now: int) -> None:
    """Entries that have just been kept, of this history."""
    first, last = new.entries[0]["seq"], new.entries[-1]["seq"]
    facts = list(_facts(new))
    if facts:
        await transaction.rows("select only_one from floor for update")  # whoever answers cabinets waits
    there = await transaction.rows(
        "select * from asked where journal = $1 and branch = $2 and seq between $3 and $4",
        *(branch.journal, branch.branch, first, last),
    )
    known = {row["name"]: RecordedAsk(*(row[name] for name in RecordedAsk._fields)) for row in there}
    written = {}
    for seq, hash, fact in facts:
        if fact["type"] == "FloorAsked":
            name = name_of(branch.journal, branch.branch, seq, fact["do"], fact["request"])
            what = {column: fact[field] for field, column in SAME.items()}
            of: Fact = {"journal": branch.journal, "branch": branch.branch, "seq": seq, "hash": hash.hex()}
            written[name] = RecordedAsk(name=name, **of, **what, cabinet=cabinet, at=now)
    for name, row in known.items():
        if name not in written or row[:10] != written[name][:10]:
            text = f"to {row.act} {row.request}: the journal has not asked that by this entry"
            about = Sentence(text, {"request": row.request})
            await raise_alarm(transaction, now, "ask_differs", cabinet, branch.journal, row.seq, about)
    await put_asked(transaction, [row for name, row in written.items() if name not in known])
    for seq, _, fact in facts:
        if fact["type"] == "AuthorityTold" and fact["heeded"]:
            await _compare_answer(transaction, cabinet, branch, seq, fact, now)


def _facts(new: WholeBatch) -> Iterator[tuple[int, bytes, Fact]]:
    for entry, hash in zip(new.entries, new.hashes, strict=True):
        if entry["kind"] == "step":
            for fact in facts_of(entry):
                if fact["type"] in OF_THE_FLOOR and fact.get("decision") != 0:
                    yield entry["seq"], hash, fact


async def _compare_answer(
    transaction: Transaction, cabinet: str, branch: Branch, seq: int, fact: Fact, now: int
) -> None:
    if "decision" not in fact:  # of a time when no floor answered
        return
    heard = Decided(fact["decision"], bytes.fromhex(fact["hash"]))
    if not await knows(transaction, heard):
        await transaction.run(
            "insert into lost (seq, hash, cabinet, journal, branch, act, request, number, verdict, amount, done) "
            "values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0) on conflict (seq, hash) do nothing",
            *(heard.seq, fact["hash"], cabinet, branch.journal, branch.branch),
            *(fact["do"], fact["request"], fact["number"], fact["verdict"], fact["amount"]),
        )
        await hold(transaction, now, f"{cabinet} was told of decision {heard.seq}, which is not here", cabinet)
        return
    row = await one(transaction, "select body from decision where seq = $1 and hash = $2", heard.seq, heard.hash)
    if row is None:  # lost, and rebuilt
        return
    made = read_plain(bytes(row["body"]))
    told = (cabinet, branch.journal, *(fact[name] for name in ("do", "request", "number", "verdict", "amount")))
    if told != tuple(made.get(name) for name in ("cabinet", "journal", "do", "request", "number", "verdict", "amount")):
        text = f"decision {heard.seq} says otherwise about {fact['do']} {fact['request']}"
        about = Sentence(text, {"decision": heard.seq, "request": fact["request"]})
        await raise_alarm(transaction, now, "answer_differs", cabinet, branch.journal, seq, about)
