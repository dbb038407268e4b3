"""Alarms, what was set aside, and when cabinets were heard."""

from typing import Any

import orjson

from config.text.sentence import about_of
from controller.floor.store.database import Row, Transaction, one

AGAIN_MS = 3_600_000
MOST_ASIDE = 200
"""Messages that are kept aside; the oldest go."""
MOST_ALARMS = 10_000
"""That nobody has looked at; then it is known that something is very wrong."""
MOST_OF_STRANGERS = 1_000
"""Of these, after so many no more of what anybody can cause who reaches the floor: room stays for what cabinets do."""
LONGEST_DETAILS = 500
ABOUT = frozenset({"heard", "off", "roll", "jackpot", "request", "decision", "ticket"})
"""Every field that a sentence of an alarm is made of; the page says each as `floor.about.…`."""
LONGEST_SENTENCE = 200
"""Where it stands beside its fields."""


async def raise_alarm(
    transaction: Transaction,
    at: int,
    code: str,
    cabinet: str,
    journal: str,
    seq: int,
    details: str,
    of_a_stranger: bool = False,
) -> bool:
    """Once for each thing that is wrong, again where it still is long after somebody has seen it; whether it is new.

    What a sentence of ours was made of is kept with it: who reads it may speak another language.
    """
    about = f"{code} {cabinet} {journal} {seq}"
    await transaction.rows("select only_one from floor for update")  # they are numbered one after the other
    known = "select 1 as there from alarm where about = $1 and (seen_by = '' or at > $2)"
    if await one(transaction, known, about, at - AGAIN_MS) is not None:
        return False
    unseen = "(select count(*) from alarm where seen_by = '') as many"
    counted = await one(transaction, f"select {unseen}, coalesce(max(number), 0) as last from alarm")
    assert counted is not None
    if counted["many"] >= (MOST_OF_STRANGERS if of_a_stranger else MOST_ALARMS):
        return False
    await transaction.run(
        "insert into alarm (number, about, at, code, cabinet, journal, seq, details, seen_by) "
        "values ($1, $2, $3, $4, $5, $6, $7, $8, '')",
        *(counted["last"] + 1, about, at, code, cabinet, journal, seq, _kept(details)),
    )
    return True


def _kept(details: str) -> str:
    about = about_of(details)
    assert about.keys() <= ABOUT, f"fields without words: {sorted(about.keys() - ABOUT)}"
    said = orjson.dumps({"says": details[:LONGEST_SENTENCE], **about}).decode() if about else details
    return said if len(said) <= LONGEST_DETAILS else details[:LONGEST_DETAILS]


def details_of(alarm: Row) -> dict[str, Any]:
    """The sentence, and what it was made of where that was kept."""
    text: str = alarm["details"]
    about = orjson.loads(text) if text.startswith('{"says":') else {"says": text}
    return {"details": about.pop("says"), "about": about}


async def end_alarm(transaction: Transaction, code: str, cabinet: str) -> None:
    """It is no longer so."""
    await transaction.run("delete from alarm where code = $1 and cabinet = $2", code, cabinet)


async def see_alarm(transaction: Transaction, number: int, by: str) -> bool:
    """A person has looked at it; whether there was one to look at."""
    found = await one(transaction, "select 1 as there from alarm where number = $1 and seen_by = ''", number)
    await transaction.run("update alarm set seen_by = $2 where number = $1 and seen_by = ''", number, by)
    return found is not None


async def open_alarms(transaction: Transaction, many: int = 200) -> list[Row]:
    """That nobody has looked at, newest first."""
    statement = "select * from alarm where seen_by = '' order by number desc limit $1"
    return [dict(row) for row in await transaction.rows(statement, many)]


async def set_aside(
    transaction: Transaction, at: int, id: str, cabinet: str, code: str, why: str, signature: str, body: bytes
) -> None:
    """What was not taken, to be looked at."""
    await transaction.run(
        "insert into aside (id, at, cabinet, code, why, signature, body) values ($1, $2, $3, $4, $5, $6, $7) "
        "on conflict (id) do nothing",
        *(id, at, cabinet, code, why[:LONGEST_DETAILS], signature, body),
    )
    await transaction.run(
        "delete from aside where id not in (select id from aside order by at desc, id limit $1)", MOST_ASIDE
    )


async def heard(transaction: Transaction, cabinet: str, at: int) -> str | None:
    """Anything at all came of it. Returns the journal that it writes, as far as is known."""
    (row,) = await transaction.rows(
        "insert into cabinet (cabinet, heard_at, clock_off, head, waiting, sealed) values ($1, $2, 0, 0, 0, 0) "
        "on conflict (cabinet) do update set heard_at = excluded.heard_at returning journal",
        *(cabinet, at),
    )
    journal: str | None = row["journal"]
    return journal


async def journal_now(transaction: Transaction, cabinet: str) -> str | None:
    """The one that this cabinet writes, as far as is known."""
    row = await one(transaction, "select journal from cabinet where cabinet = $1", cabinet)
    return None if row is None else row["journal"]


async def cabinets(transaction: Transaction) -> list[Row]:
    """All that were ever heard."""
    return [dict(row) for row in await transaction.rows("select * from cabinet order by cabinet")]
