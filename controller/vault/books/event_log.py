"""The event log: what an inspector, a technician or a supervisor wants to see without reading every wager.

Its rows are kept from the journal's entries, so that `verify` can tell whether one was changed.
"""

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from controller.facts.english import plain_text, without_type
from controller.facts.table import FACTS, in_words, logged, sentence
from controller.vault.read.old_records import TYPED_SINCE, fact_of_line, lines_then

KEPT = 1_000_000
"""Rows; beyond them the oldest go. The journal itself keeps everything until it is archived."""

PRUNED_BY = 1_000
"""Rows at a time, so that not every commit deletes."""

KINDS: dict[str, str] = {
    "door": "a door opened or closed",
    "key": "a key switch was turned",
    "hold": "a reason to stand still came or went: links, lid, faults, doors, people",
    "fault": "the unit's fault latch changed",
    "power": "the controller started, or the machine was switched off or its controller started anew",
    "dice_unit": "another unit, or its first",
    "test": "a test of the hardware, and what came of it",
    "no_roll": "a throw that does not count",
    "late": "an outcome closed the bets, not their timer",
    "malfunction": "a report of the unit that cannot be right",
    "ignored": "an untimely press or a stray report",
    "care": "a player set limits of their own, took a break, or read how long they have played",
    "void": "a round that was not settled: void, closed out, withdrawn",
    "operator": "an act of an operator, done or refused",
    "entry": "who signed in or left at an operators' station, who was turned away, and why",
    "person": "somebody added or removed, another role, another PIN (never the PIN itself)",
    "shift": "a shift handed over, with its figures",
    "dice": "other dice, or another ball",
    "settings": "a setting changed, old and new value",
    "cash": "credits on and off, notes and tickets, hand-pays, reversals",
    "paper": "acceptors and printers: who is there, what is wrong with one, why a seat's cash waits",
    "drop": "the box of an acceptor was taken out, or counted: what should be in it, over and short",
    "host": "what the casino's host turned, transferred or was refused, and its exceptions that were lost",
    "jackpot": "a progressive jackpot was hit, paid, or not paid by decision of the floor",
    "seat": "a terminal linked, unlinked, locked, opened or closed",
    "software": "the installed files were compared with the release",
    "second_place": "the head of the journal was not found where it was copied",
    "journal": "an act on the journal itself: born, day closed, archived, restored",
}
"""What is logged, for the menu and the manual."""

IN_JSON = {"settings", "cash", "drop", "shift", "journal", "seat"}
"""The kinds whose details have names of their own."""

Data = Mapping[str, Any]


class KeptLine(NamedTuple):
    """One line of the log as it is stored: a kind of fact in `text` and its fields in `details`, no sentence."""

    kind: str
    seat: int
    text: str
    details: str = ""


class LogQuery(NamedTuple):
    """Which lines are wanted; newest first."""

    kind: str | None = None
    seat: int | None = None
    since: int | None = None
    until: int | None = None
    last: int = 50
    before: int | None = None
    """Lines older than this id, to leaf back."""
    words: str | None = None
    """Only lines that have them, in whatever field; large and small letters are the same."""
    whats: tuple[str, ...] = ()
    """And those that say one of these: whoever reads them in another language looks for their words there."""
    person: str | None = None
    """Only what this person did, or what was done to them."""


class LogLine(NamedTuple):
    """A line as it is read: in English, and as a fact in its fields."""

    id: int
    seq: int
    at: int
    kind: str
    seat: int
    text: str
    details: str
    fact: dict[str, Any] | None = None
    """None where an older Boxcars left only a sentence."""


JOURNAL_ACTS: dict[str, str] = {
    "born": "the journal was born",
    "started": "a process began to write",
    "period_cleared": "the period meters were cleared",
    "day_closed": "the gaming day was closed",
    "archived": "old entries were moved to an archive",
    "restored": "the journal was restored on this machine",
    "mended": "a snapshot was made anew by playing the journal again",
}
"""Kinds of entries that are the vault's own and stand in the event log; snapshots do not."""


def texts_of(kind: str) -> tuple[str, str]:
    """How lines of this act on the journal are found: by its name, or by the sentence of before it had one."""
    return kind, JOURNAL_ACTS[kind]


ACT_OF = {text: act for act in JOURNAL_ACTS for text in texts_of(act)}
WITH_A_FIELD = {
    name: re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>\\w+)", re.escape(row.recalled.replace(" ", "_"))))
    for name, row in FACTS.items()
    if "{" in row.recalled
}
"""Facts whose word for what happened has a field in it, and how such a word is read."""


def find(connection: sqlite3.Connection, asked: LogQuery) -> list[LogLine]:
    """These lines."""
    wanted = (
        ("kind = ?", asked.kind),
        ("seat = ?", asked.seat),
        ("at >= ?", asked.since),
        ("at <= ?", asked.until),
        ("id < ?", asked.before),
    )
    said = [(condition, [value]) for condition, value in wanted if value is not None]
    if asked.person is not None:
        said.append(("instr(details, ?)", [plain_text(asked.person)]))
    if asked.words:
        said.append(_that_say(asked.words, asked.whats))
    where = f"where {' and '.join(condition for condition, _ in said)}" if said else ""
    values = [value for _, of in said for value in of]
    query = f"select id, seq, at, kind, seat, text, details from event_log {where} order by id desc limit ?"
    return [_read(LogLine(*row)) for row in connection.execute(query, (*values, min(asked.last, KEPT)))]


def _that_say(words: str, whats: tuple[str, ...]) -> tuple[str, list[Any]]:
    """A line has these words in its fields, or is one of those facts; a fact that names an act has it as a field."""
    types = [name for name, row in FACTS.items() if row.recalled.replace(" ", "_") in whats]
    texts = [*types, *(text for act in whats if act in JOURNAL_ACTS for text in texts_of(act))]
    parts = ["instr(lower(kind || ' ' || text || ' ' || details), ?)", *("instr(details, ?)" for _ in whats)]
    values: list[Any] = [plain_text(words.lower())[1:-1], *(plain_text(what) for what in whats)]
    if texts:
        parts.append(f"text in ({', '.join('?' * len(texts))})")
    for name, field in _with_this_field(whats):
        parts.append("(text = ? and instr(details, ?))")
        texts += [name, field]
    return f"({' or '.join(parts)})", [*values, *texts]


def _with_this_field(whats: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """A type, and its field as it stands in a line."""
    for name, word in WITH_A_FIELD.items():
        for said in filter(None, map(word.fullmatch, whats)):
            yield name, plain_text(said.groupdict())[1:-1]


def _read(line: LogLine) -> LogLine:
    """Its sentence is made here, of its fields."""
    if line.text in FACTS:
        fact = {"type": line.text, **json.loads(line.details)}
        text, details = sentence(fact)
        return line._replace(text=text, details=details, fact=in_words(fact))
    if line.kind == "journal":
        act = ACT_OF[line.text]
        return line._replace(text=JOURNAL_ACTS[act], fact={"what": act, **json.loads(line.details)})
    return line._replace(fact=fact_of_line(line.kind, line.seat, line.text, line.details))


def read_log(connection: sqlite3.Connection, asked: LogQuery) -> list[dict[str, Any]]:
    """These lines, as plain data."""
    lines = [line._asdict() for line in find(connection, asked)]
    for line in lines:
        if line["kind"] in IN_JSON and line["details"].startswith("{"):  # else words
            line["details"] = json.loads(line["details"])
    return lines


def log_rows(event: Data, facts: Iterable[Data], books: int) -> list[KeptLine]:
    """What this event and its facts leave in the log."""
    if books < TYPED_SINCE:
        return [KeptLine(*line) for line in lines_then(event, facts, books)]
    return [
        KeptLine(kind, fact.get("seat", 0), fact["type"], plain_text(without_type(fact)))
        for kind, fact in logged(facts, event)
    ]


def prune(connection: sqlite3.Connection, next_id: int, added: int) -> None:
    """Now and then, when rows were added, the oldest go."""
    if next_id // PRUNED_BY != (next_id - added) // PRUNED_BY:
        connection.execute("delete from event_log where id < ?", (next_id - KEPT,))
