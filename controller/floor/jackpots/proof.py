"""Whether pots are what the journals fed less what was paid, and every claim was told what it won."""

from typing import Any

import orjson

from controller.floor.jackpots.answers import body_of
from controller.floor.jackpots.kept import CLAIMED, FED
from controller.floor.jackpots.rows import claimed, pots
from controller.floor.store.database import Transaction, one
from controller.floor.store.journals import Branch, lines
from controller.games.jackpots import PARTS
from controller.table.canonical import read_plain
from controller.vault.read.old_records import facts_of


async def prove_pots(transaction: Transaction) -> tuple[list[str], list[str]]:
    """What was looked at, and what is wrong."""
    said, wrong = list[str](), list[str]()
    for name, known in (await pots(transaction)).items():
        pot = known.pot
        fed = await _sum(transaction, "select sum(parts) as many from feeding where jackpot = $1", name)
        paid = await _sum(
            transaction, "select sum(prize) as many from claim where jackpot = $1 and state = 'won'", name
        )
        hits = await _sum(transaction, "select count(*) as many from claim where jackpot = $1 and state = 'won'", name)
        if (pot.fed, pot.paid, pot.hits) != (fed, paid * PARTS, hits) or not pot.is_whole():
            wrong.append(f"jackpot {name}: the pot is not what journals fed, less what was paid")
        said.append(f"jackpot {name}: {hits} hits, {paid} paid, the pot stands at {pot.prize}")
    for row in await transaction.rows("select * from claim where decision > 0 and state <> 'again'"):
        of = claimed(row)
        assert of is not None
        made = await one(transaction, "select body from decision where seq = $1", of.decision)
        body = {} if made is None else read_plain(bytes(made["body"]))
        if body.get("kind") == "jackpot" and body_of(of).items() - body.items():
            wrong.append(f"jackpot {of.jackpot}: decision {of.decision} says otherwise of claim {of.request}")
    return said, wrong


async def _sum(transaction: Transaction, statement: str, name: str) -> int:
    row = await one(transaction, statement, name)
    return 0 if row is None else int(row["many"] or 0)


async def prove_facts(transaction: Transaction, branch: Branch, after: int) -> list[str]:
    """Every contribution and every claim of the history that is followed has its row."""
    wrong = []
    async for seq, line in lines(transaction, branch, after, branch.seq):
        if FED in line or CLAIMED in line:
            there = [await _has_row(transaction, branch, seq, fact) for fact in facts_of(orjson.loads(line))]
            if not all(there):
                wrong.append(f"{branch.journal}: what entry {seq} says of jackpots is not in the tables")
    return wrong


async def _has_row(transaction: Transaction, branch: Branch, seq: int, fact: Any) -> bool:
    if fact["type"] == FED:
        row = await one(
            transaction,
            "select parts from feeding where journal = $1 and jackpot = $2 and roll = $3",
            *(branch.journal, fact["jackpot"], fact["roll"]),
        )
        return row is not None and row["parts"] == fact["parts"]
    if fact["type"] != CLAIMED:
        return True
    rows = await transaction.rows("select jackpot from claim where journal = $1 and seq = $2", branch.journal, seq)
    return {row["jackpot"] for row in rows} == set(fact["hits"])
