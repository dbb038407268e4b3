"""Recall: a past round as it was recorded, with every wager, refusal, draw, throw and settlement.

It reads decisions, never plays anything again, so it shows what happened whatever version reads it.
"""

import json
import sqlite3
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from controller.facts.english import without_type
from controller.facts.table import in_its_game, recalled
from controller.vault.books.ledger import OF_A_SEAT
from controller.vault.books.rounds import RoundRow
from controller.vault.read.old_records import event_as_now, facts_of
from controller.vault.read.reader import Reader, entries

MOST_ROUNDS = 1000
"""In one answer."""

Data = Mapping[str, Any]


class Which(NamedTuple):
    """Which rounds; newest first."""

    number: int | None = None
    seat: int | None = None
    since: int | None = None
    """UTC in milliseconds."""
    until: int | None = None
    last: int = 1
    before: int | None = None
    """Rounds older than this one, to leaf back."""


def recall(reader: Reader, which: Which) -> list[dict[str, Any]]:
    """These rounds, whole."""
    with reader.view() as connection:
        base = reader.standing.base_seq
        return [_round(connection, row, base) for row in _rows(connection, which)]


def open_round(reader: Reader, seat: int) -> dict[str, Any]:
    """Of the round that is being played: the movements of this seat's cash, up to now."""
    with reader.view() as connection:
        last = connection.execute(
            "select number, last_seq, ended_at from round order by number desc limit 1"
        ).fetchone()
        number, ended, at = last or (0, 0, 0)
        (head,) = connection.execute("select coalesce(max(seq), 0) from entry").fetchone()
        row = RoundRow(number + 1, ended + 1, head, at, at, "open", "", {})
        told = _round(connection, row, reader.standing.base_seq)
    told["layout"] = {}
    told["happened"] = [row for row in told["happened"] if row["what"] in OF_CASH and row.get("seat") == seat]
    return told


OF_CASH = ("CashOut", "cash")


def _rows(connection: sqlite3.Connection, which: Which) -> list[RoundRow]:
    table, where, values = "round", [], []
    if which.seat is not None:
        table = "round_seat join round on number = round_seat.round"
        where.append("seat = ?")
        values.append(which.seat)
    key = "number" if which.seat is None else "round_seat.round"
    for condition, value in (
        (f"{key} = ?", which.number),
        (f"{key} < ?", which.before),
        ("ended_at >= ?", which.since),
        ("opened_at <= ?", which.until),
    ):
        if value is not None:
            where.append(condition)
            values.append(value)
    clause = f"where {' and '.join(where)}" if where else ""
    found = connection.execute(
        f"select round.* from {table} {clause} order by {key} desc limit ?", (*values, min(which.last, MOST_ROUNDS))
    )
    return [RoundRow._make((*row[:7], json.loads(row[7]))) for row in found]


def _round(connection: sqlite3.Connection, row: RoundRow, base_seq: int) -> dict[str, Any]:
    told: dict[str, Any] = {
        "round": row.number,
        "opened_at": row.opened_at,
        "ended_at": row.ended_at,
        "how": row.how,
        "reason": row.reason,
        "entries": [row.first_seq, row.last_seq],
        "seats": {
            seat: {when: dict(zip(OF_A_SEAT, amounts, strict=True)) for when, amounts in money.items()}
            for seat, money in row.seats.items()
        },
        "layout": {},
        "happened": [],
    }
    if row.first_seq <= base_seq:
        told["archived"] = f"entries up to {base_seq} are in an archive"
    for entry in entries(connection, row.first_seq, row.last_seq):
        if entry["kind"] == "step":
            told["layout"] = entry.get("layout", told["layout"])
            told["happened"] += happened(entry, row.number)
    return told


def happened(entry: Data, round: int) -> Iterable[dict[str, Any]]:
    """What one entry tells of this round, in the order in which it was decided."""
    event = entry["event"]
    if "unrecorded" in entry:
        yield {"seq": entry["seq"], "at": entry["at"], "what": "not recorded", "refusals": entry["unrecorded"]}
    if event["type"] == "Thrown":
        report = in_its_game(without_type(event_as_now(event)))
        what = "dice report" if "faces" in report else "device report"
        yield {"seq": entry["seq"], "at": entry["at"], "what": what, **report}
    here = entry["round"] == round or any(_opens_other(decision, round) for decision in entry["decisions"])
    for fact in facts_of(entry):
        told = recalled(fact, event) if here else None
        if told is not None:
            yield {"seq": entry["seq"], "at": entry["at"], **told}
        if _opens_other(fact, round):
            return


def _opens_other(decision: Data, round: int) -> bool:
    return bool(decision["type"] == "PhaseEntered" and decision["round"] > round)
