"""Pots, what fed them, and claims, in the store."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import orjson

from config.jackpots import Jackpot
from controller.floor.store.database import Row, Transaction, one
from controller.games.jackpots import Pot

WON, AGAIN, REFUSED = "won", "again", "refused"
"""A claim: the first of its roll; the same roll in another history of its journal, which is told the same; or none."""


class KnownPot(NamedTuple):
    """A jackpot of this floor."""

    jackpot: str
    of: Jackpot
    is_open: bool
    """Whether wagers may play for it now."""
    pot: Pot


class Claimed(NamedTuple):
    """An entry that asks for a pot."""

    journal: str
    branch: int
    seq: int
    request: str
    cabinet: str
    jackpot: str
    roll: int
    round: int
    at: int
    stakes: str
    state: str
    prize: int
    hit: int
    """Which of the pot's; 0: none."""
    decision: int = 0
    decision_hash: str = ""


CLAIM = ", ".join(Claimed._fields)
POT = ("base", "ceiling", "total", "fed", "bases", "paid", "hits", "wins")


async def pots(transaction: Transaction) -> dict[str, KnownPot]:
    """All, by name."""
    rows = await transaction.rows("select * from pot order by jackpot")
    return {row["jackpot"]: _pot_of(row) for row in rows}


def _pot_of(row: Row) -> KnownPot:
    pot = Pot(**{name: int(row[name]) for name in POT})
    return KnownPot(row["jackpot"], Jackpot.model_validate(orjson.loads(row["told"])), bool(row["open"]), pot)


async def put_pots(transaction: Transaction, changed: Mapping[str, Pot]) -> None:
    """As they are now."""
    await transaction.run_many(
        "update pot set total = $2, fed = $3, bases = $4, paid = $5, hits = $6, wins = $7 where jackpot = $1",
        [(name, *pot[2:]) for name, pot in sorted(changed.items())],
    )


async def say_pot(transaction: Transaction, known: KnownPot) -> None:
    """What a jackpot is, from now on."""
    told = known.of.model_dump_json()
    values = (known.jackpot, known.of.digest(), told, int(known.is_open), *known.pot)
    names = ("digest", "told", "open", *POT)
    await transaction.run(
        f"insert into pot (jackpot, {', '.join(names)}) "
        f"values ({', '.join(f'${n}' for n in range(1, len(values) + 1))}) "
        f"on conflict (jackpot) do update set {', '.join(f'{name} = excluded.{name}' for name in names)}",
        *values,
    )


async def first_of_roll(transaction: Transaction, journal: str, request: str) -> Claimed | None:
    """The claim that won this roll's pot, in any history of this journal."""
    statement = f"select {CLAIM} from claim where journal = $1 and request = $2 and state = '{WON}'"
    return claimed(await one(transaction, statement, journal, request))


async def claim_at(transaction: Transaction, journal: str, branch: int, seq: int, request: str) -> Claimed | None:
    """The one of this entry."""
    statement = f"select {CLAIM} from claim where journal = $1 and branch = $2 and seq = $3 and request = $4"
    return claimed(await one(transaction, statement, journal, branch, seq, request))


def claimed(row: Row | None) -> Claimed | None:
    """As it stands in its row."""
    return None if row is None else Claimed(*(row[name] for name in Claimed._fields))


async def put_claims(transaction: Transaction, new: Iterable[Claimed]) -> None:
    """They stand in entries that have just been kept."""
    await transaction.add("claim", Claimed._fields, [tuple(one) for one in new])
