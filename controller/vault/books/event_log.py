"""The event log: what an inspector, a technician or a supervisor wants to see without reading every wager.

Its rows are kept from the journal's entries, so that `verify` can tell whether one was changed.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

KEPT = 1_000_000
"""Rows; beyond them the oldest go. The journal itself keeps everything until it is archived."""

PRUNED_BY = 1_000
"""Rows at a time, so that not every commit deletes."""

KINDS: dict[str, str] = {
    "door": "a door opened or closed",
    "key": "a key switch was turned",
    "hold": "a reason to stand still came or went: links, lid, faults, doors, people",
    "fault": "the dice unit's fault latch changed",
    "power": "the controller started, or the machine was switched off or its controller started anew",
    "dice_unit": "another dice unit, or its first",
    "test": "a test of the hardware, and what came of it",
    "no_roll": "a throw that does not count",
    "malfunction": "a report of the dice unit that cannot be right",
    "ignored": "an untimely press or a stray report",
    "void": "a round that was not settled: void, closed out, withdrawn",
    "operator": "an act of an operator, done or refused",
    "entry": "who signed in or left at an operators' station, who was turned away, and why",
    "person": "somebody added or removed, another role, another PIN (never the PIN itself)",
    "shift": "a shift handed over, with its figures",
    "dice": "other dice in the dome",
    "settings": "a setting changed, old and new value",
    "cash": "credits on and off, hand-pays, reversals",
    "seat": "a terminal linked, unlinked, locked, opened or closed",
    "software": "the installed files were compared with the release",
    "second_place": "the head of the journal was not found where it was copied",
    "journal": "an act on the journal itself: born, day closed, archived, restored",
}
"""What is logged, for the menu and the manual."""

IN_JSON = {"settings", "cash", "shift", "journal", "seat"}
"""The kinds whose details have names of their own."""

NOTED = {
    "software": "software",
    "second_place": "second_place",
    "key": "key",
    "operator_act": "operator",
    "unit_accepted": "operator",
    "entry": "entry",
    "person": "person",
    "dice_changed": "dice",
    "power_off": "power",
    "restart": "power",
}
"""What a table notes → the kind of line it is; all else is about the dice unit."""

OF_A_SCREEN = {"TouchTested", "SeatLeft"}
"""The events that end a test of the screen of their own seat."""

Data = Mapping[str, Any]


class LogRow(NamedTuple):
    """One line of the log."""

    kind: str
    seat: int
    text: str
    details: str = ""


class Asked(NamedTuple):
    """Which lines are wanted; newest first."""

    kind: str | None = None
    seat: int | None = None
    since: int | None = None
    until: int | None = None
    last: int = 50
    before: int | None = None
    """Lines older than this id, to leaf back."""


class StoredRow(NamedTuple):
    """A line as it stands in the file."""

    id: int
    seq: int
    at: int
    kind: str
    seat: int
    text: str
    details: str


def find(connection: sqlite3.Connection, asked: Asked) -> list[StoredRow]:
    """These lines."""
    wanted = (
        ("kind = ?", asked.kind),
        ("seat = ?", asked.seat),
        ("at >= ?", asked.since),
        ("at <= ?", asked.until),
        ("id < ?", asked.before),
    )
    conditions = [condition for condition, value in wanted if value is not None]
    where = f"where {' and '.join(conditions)}" if conditions else ""
    values = [value for _, value in wanted if value is not None]
    query = f"select {', '.join(StoredRow._fields)} from event_log {where} order by id desc limit ?"
    return [StoredRow._make(row) for row in connection.execute(query, (*values, min(asked.last, KEPT)))]


def read_log(connection: sqlite3.Connection, asked: Asked) -> list[dict[str, Any]]:
    """These lines, as plain data."""
    lines = [row._asdict() for row in find(connection, asked)]
    for line in lines:
        if line["kind"] in IN_JSON and line["details"].startswith("{"):  # else words
            line["details"] = json.loads(line["details"])
    return lines


def log_rows(event: Data, decisions: Iterable[Data], amounts: bool = True) -> list[LogRow]:
    """What this event and its decisions leave in the log; in older entries no amount was told apart."""
    rows = [row for row in (_of_event(event),) if row is not None]
    for decision in decisions:
        tells = TELLS.get(decision["type"])
        row = tells(decision, event) if tells is not None else None
        if row is not None:
            rows.append(row if amounts or decision["type"] != "MoveChanged" else _move_then(decision, event))
    return rows


def _of_event(event: Data) -> LogRow | None:
    if event["type"] == "Restarted":
        return LogRow("power", 0, "the controller started")
    if event["type"] == "FaultsChanged":
        return LogRow("fault", 0, f"fault latch 0x{event['faults']:04x}")
    return None


def _noted(row: Data, event: Data) -> LogRow:
    kind = NOTED.get(row["what"], "dice_unit")
    return LogRow(kind, event.get("seat", 0), row["details"], _why(kind, event))


def _why(kind: str, event: Data) -> str:
    """What the person said of it; entries of before there was a reason have it in the reference."""
    if kind == "operator":
        return str(event.get("reason") or event.get("reference", ""))
    return str(event.get("why", "")) if kind == "entry" else ""


DOOR_TEXTS = {
    "open": "{door} open",
    "closed": "{door} closed",
    "unread": "{door} cannot be read, counts as open",
    "latched": "the {door} door was opened while nobody could look",
}


def door_text(row: Data) -> str:
    """What became of a door, in a sentence."""
    return DOOR_TEXTS[row["became"]].format(door=row["door"])


def _door(row: Data, _event: Data) -> LogRow:
    return LogRow("door", 0, door_text(row))


def _shift(row: Data, _event: Data) -> LogRow:
    told = {name: value for name, value in row.items() if name != "type"}
    what = f"{row['operator']} handed over shift {row['number']}"
    return LogRow("shift", 0, f"{what}: owes {row['owes']}", _json(told))


def _hold(row: Data, _event: Data) -> LogRow:
    return LogRow("hold", 0, f"{row['reason']} {'holds' if row['on'] else 'has gone'}", row["details"])


def _move(row: Data, event: Data) -> LogRow:
    way = "in" if row["into_seat"] else "out"
    text = f"{row['amount']} {way} by {row['instrument']}: {row['state']}"
    told = {name: value for name, value in _names(row, event).items() if value}
    typed = {name: row[name] for name in ("amount", "into_seat", "instrument", "state")}
    return LogRow("cash", row["seat"], text, _json(told | typed))


def _move_then(row: Data, event: Data) -> LogRow:
    """As a movement was told before its amount had a name of its own."""
    told = {name: value for name, value in _names(row, event).items() if value}
    return _move(row, event)._replace(details=_json(told))


def _names(row: Data, event: Data) -> dict[str, Any]:
    return {"move": row["move"], "reference": row["reference"], "by": event.get("operator", "")}


def _seat(row: Data, _event: Data) -> LogRow:
    amount = row.get("amount")  # older journals have it in the sentence
    return LogRow("seat", row["seat"], row["what"], _json({"amount": amount}) if amount else row["details"])


def _ended(row: Data, _event: Data) -> LogRow | None:
    return None if row["how"] == "settled" else LogRow("void", 0, f"round {row['round']} {row['how']}", row["reason"])


def _settings(row: Data, _event: Data) -> LogRow:
    told = {"old": row["old"], "new": row["new"], "by": row["by"]}
    return LogRow("settings", 0, f"{', '.join(sorted(row['new']))} changed by {row['by']}", _json(told))


def _malfunction(row: Data, _event: Data) -> LogRow:
    return LogRow("malfunction", 0, f"throw {row['roll_id']}: {row['what']}")


def _no_roll(row: Data, _event: Data) -> LogRow:
    return LogRow("no_roll", 0, f"throw {row['roll_id']}: {row['outcome']}")


def _ignored(row: Data, _event: Data) -> LogRow:
    return LogRow("ignored", 0, row["what"], row["why"])


def _refused(row: Data, event: Data) -> LogRow | None:
    """Players' refusals are in recall; here stand those of operators, and the core's own."""
    if event["type"] == "OperatorAct":
        return LogRow("operator", row["seat"], f"{event['act']} by {event['operator']} refused", row["reason"])
    return LogRow("hold", 0, row["code"], row["reason"]) if row["code"] in ("core_failed", "books_failed") else None


def _test(row: Data, event: Data) -> LogRow:
    seat = event["seat"] if event["type"] in OF_A_SCREEN else 0
    return LogRow("test", seat, f"{row['what']} by {row['by']}", row["told"])


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


TELLS: dict[str, Callable[[Data, Data], LogRow | None]] = {
    "DoorChanged": _door,
    "Noted": _noted,
    "HoldChanged": _hold,
    "MoveChanged": _move,
    "SeatChanged": _seat,
    "RoundEnded": _ended,
    "SettingsChanged": _settings,
    "ShiftClosed": _shift,
    "Malfunction": _malfunction,
    "NoRoll": _no_roll,
    "Ignored": _ignored,
    "TrialEnded": _test,
    "Refused": _refused,
}
"""Which decisions are logged, and how."""
