"""Whoever changes, deletes or swaps anything in a journal is found out, and what was done is named."""

import re
import sqlite3
from pathlib import Path

import pytest

from controller.vault.faults import VaultFault
from tests.vault.recorded import opened
from tests.vault.tampering import (
    MIDDLE,
    Attack,
    attack,
    chained_anew,
    found,
    more_money,
    not_canonical,
    sql,
    swapped,
)

LAST = "(select max(seq) from entry)"
WHERE = {
    "MIDDLE": str(MIDDLE),
    "LAST": LAST,
    "A_SEAL": f"(select min(seq) from seal where seq > {MIDDLE})",
    "NEWEST": "(select max(seq) from snapshot)",
}

BY_SQL = """
-- the journal
an entry emptied | entry_altered | MIDDLE
  update entry set body = x'' where seq = MIDDLE
an entry deleted | entry_missing | MIDDLE
  delete from entry where seq = MIDDLE
the first deleted | entry_missing | 1
  delete from entry where seq = 1
the last deleted | entry_missing | -
  delete from entry where seq = LAST
the end cut off | entry_missing | MIDDLE+1
  delete from entry where seq > MIDDLE
all deleted | entry_missing | 1
  delete from entry
one before the first | entry_extra | 0
  insert into entry select 0, body, hash from entry where seq = 1
one below nothing | entry_extra | -7
  insert into entry select -7, body, hash from entry where seq = 1
an entry's hash changed | entry_altered | MIDDLE
  update entry set hash = zeroblob(32) where seq = MIDDLE
the end cut off with its signatures | any | -
  delete from entry where seq > MIDDLE
  delete from seal where seq > MIDDLE
one twice | entry_altered | -
  insert into entry select LAST + 1, body, hash from entry where seq = MIDDLE
one far behind the last | entry_missing | -
  insert into entry select LAST + 9, body, hash from entry where seq = 1
as if archived | snapshot_bad | -
  update vault set base_seq = MIDDLE
  delete from entry where seq <= MIDDLE
a snapshot changed | snapshot_bad | -
  update snapshot set body = zeroblob(99) where seq = NEWEST
a snapshot moved | snapshot_differs | -
  update snapshot set seq = seq - 1 where seq = NEWEST
an account changed | ledger_differs | -
  update account set amount = amount + 100 where name = 'credits'
money moved between accounts | ledger_differs | -
  update account set amount = amount + 1 where name = 'credits' and of = '1'
  update account set amount = amount - 1 where name = 'credits' and of = '2'
a meter changed | meter_differs | -
  update meter set lifetime = replace(lifetime, 'wagered', 'wagerer') where scope = 0
a round invented | round_differs | -
  insert into round values (7777, 5, 6, 5, 6, 'settled', '', '{}')
the last line of the log deleted | log_differs | -
  delete from event_log where id = (select max(id) from event_log)
-- signatures
a signature changed | seal_bad | -
  update seal set signature = zeroblob(64) where seq = A_SEAL
a signature's hash changed | seal_bad | -
  update seal set hash = zeroblob(32) where seq = A_SEAL
a signature deleted | seal_bad | -
  delete from seal where seq = A_SEAL
the last signature deleted | seal_bad | -
  delete from seal where seq > MIDDLE
all signatures deleted | seal_bad | -
  delete from seal
a signature moved | seal_bad | -
  update seal set seq = seq + 1 where seq = A_SEAL
-- what the file says of itself
demo made live | birth_differs | 1
  update vault set life = 'demo'
another name | birth_differs | 1
  update vault set journal = 'x'
another key | birth_differs | -
  update vault set public_key = zeroblob(32)
as if an archive | entry_missing | -
  update vault set end_seq = LAST - 1
-- snapshots and answers
a snapshot cut | snapshot_bad | -
  update snapshot set body = substr(body, 1, 100)
a snapshot's hash changed | snapshot_bad | -
  update snapshot set hash = zeroblob(32)
all snapshots deleted | snapshot_bad | -
  delete from snapshot
an answer changed | answer_differs | -
  update answer set body = replace(body, 'true', 'false')
an answer deleted | answer_differs | -
  delete from answer where id = 5
all answers deleted | answer_differs | -
  delete from answer
-- the ledger
an account deleted | ledger_differs | -
  delete from account where name = 'cash'
an account invented | ledger_differs | -
  insert into account values ('credits', '77', 0)
-- meters
a seat's meters deleted | meter_differs | -
  delete from meter where scope = 1
a seat invented | meter_differs | -
  insert into meter values (77, '{}', '{}', '{}')
a period cleared | meter_differs | -
  update meter set period = lifetime
a day's totals changed | meter_differs | -
  update day set totals = '{}'
a day deleted | meter_differs | -
  delete from day
a day invented | meter_differs | -
  insert into day values ('2027-01-01', 5, 5, '{}')
-- rounds
a round changed | round_differs | -
  update round set how = 'void' where number = 3
a round's balances changed | round_differs | -
  update round set seats = '{}' where number = 3
a round deleted | round_differs | -
  delete from round where number = 3
a seat taken out of a round | round_differs | -
  delete from round_seat where seat = 1
a seat put into a round | round_differs | -
  insert into round_seat values (77, 3)
-- the event log
a line changed | log_differs | -
  update event_log set text = 'nothing' where id = 9
a line's time changed | log_differs | -
  update event_log set at = at + 1 where id = 9
a line deleted | log_differs | -
  delete from event_log where id = 9
the first lines deleted | log_differs | -
  delete from event_log where id < 9
the log emptied | log_differs | -
  delete from event_log
a line invented | log_differs | -
  insert into event_log values (99999, 5, 5, 'door', 0, 'x', '')
"""
"""What is done | what is found | the first bad entry, where one is named; under it, how it is done."""


def _before_last(connection: sqlite3.Connection) -> int:
    return int(connection.execute("select max(seq) - 1 from entry").fetchone()[0])


BY_HAND: list[tuple[str, Attack, str, int | None]] = [
    ("an entry changed", more_money, "entry_altered", MIDDLE),
    ("the first entry changed", lambda c: more_money(c, 1), "entry_altered", 1),
    ("an entry written otherwise", not_canonical, "entry_unreadable", MIDDLE),
    ("two swapped", swapped, "entry_altered", MIDDLE),
    ("the chain made anew", chained_anew, "seal_bad", None),
    ("its end made anew", lambda c: chained_anew(c, _before_last(c)), "seal_bad", None),
]


def by_sql() -> list[tuple[str, Attack, str, int | None]]:
    """The attacks of the text above."""
    attacks: list[tuple[str, Attack, str, int | None]] = []
    for part in re.split(r"\n(?=[^\s-].* \| )", BY_SQL):
        title, *lines = [line for line in part.strip().splitlines() if not line.startswith("--")] or [""]
        if title:
            name, code, seq = (word.strip() for word in title.split("|"))
            script = re.sub("|".join(WHERE), lambda found: WHERE[found[0]], "\n".join(lines))
            number = {"-": None, "MIDDLE": MIDDLE, "MIDDLE+1": MIDDLE + 1}.get(seq, seq)
            attacks.append((name, sql(script), code, None if number is None else int(number)))
    return attacks


ATTACKS = [*by_sql(), *BY_HAND]


def test_untouched_it_is_good(copy: Path) -> None:
    assert found(copy).fault is None


@pytest.mark.parametrize("act, code, seq", [a[1:] for a in ATTACKS], ids=[a[0] for a in ATTACKS])
def test_it_is_found_out(copy: Path, act: Attack, code: str, seq: int | None) -> None:
    attack(copy, act)
    fault = found(copy).fault
    assert fault is not None
    assert code in ("any", fault.code), str(fault)
    assert seq is None or fault.seq == seq, str(fault)
    assert "What to do" in str(fault)


def test_what_is_found_is_never_papered_over_by_a_start(copy: Path) -> None:
    attack(copy, lambda c: more_money(c, c.execute("select max(seq) + 1 from snapshot").fetchone()[0]))
    with pytest.raises(VaultFault, match="entry_altered"):
        opened(copy)
    assert found(copy).fault is not None


@pytest.mark.parametrize("table", ["account", "meter"])
def test_a_start_refuses_books_that_are_not_those_of_the_entries(copy: Path, table: str) -> None:
    attack(copy, sql(f"delete from {table}"))
    with pytest.raises(VaultFault, match="differs"):
        opened(copy)
