"""The rules by which a table played at some entry of its journal.

They are the rules of the nearest snapshot before it (there is one a gaming day; before the first, the birth) and what
was turned since, act by act as it was asked. After each change that touched the game the journal names the book with
its digest; rules that do not come to that digest are not the rules of that time, and nothing is said.
"""

import sqlite3
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic_core import PydanticCustomError

from controller.games.book import GameBook
from controller.games.interface import TableGame
from controller.games.registry import game_of, game_row, table_row
from controller.table.staff.change_settings import of_the_game
from controller.vault.journal.snapshots import last_snapshot, state_before
from controller.vault.read.reader import Reader, entries

Data = Mapping[str, Any]


class RulesUnknown(Exception):
    """What was in force then cannot be said; the text says why."""


def game_played(reader: Reader, connection: sqlite3.Connection) -> str:
    """The name of the game that this journal is of."""
    return str(last_snapshot(connection, str(reader.file)).data["state"]["table"]["game"]["game"])


def rules_at(connection: sqlite3.Connection, seq: int) -> TableGame:
    """The game by the rules in force when this entry was decided, with nobody at it."""
    kept = state_before(connection, seq)
    if kept is None:
        raise RulesUnknown("no snapshot from before it is left")
    since, state = kept
    game = state["table"]["game"]["game"]
    opened, rules = table_row(game).opened, _read(game_row(game).book, state["rules"])
    for entry in _changes(connection, since, seq):
        rules = _changed(rules, entry)
        for named in _books_named(entry):
            if named != opened(rules, ()).settings()["rulebook"]:
                raise RulesUnknown(f"entry {entry['seq']} turned to book {named[:40]}, which cannot be made again")
    return opened(rules, ())


def _changes(connection: sqlite3.Connection, since: int, seq: int) -> Iterable[dict[str, Any]]:
    """Entries since the snapshot in which settings were turned, by the event log, as far back as that is kept."""
    (oldest, first) = connection.execute("select seq, id from event_log order by id limit 1").fetchone() or (0, 1)
    if first > 1 and oldest > since:
        raise RulesUnknown("the event log does not reach back to the snapshot before it")
    turned = "select distinct seq from event_log where kind = 'settings' and seq > ? and seq < ? order by seq"
    for (found,) in connection.execute(turned, (since, seq)).fetchall():
        yield from entries(connection, found, found)


def _books_named(entry: Data) -> Iterable[str]:
    for row in entry["decisions"]:
        if row["type"] == "SettingsChanged" and "rulebook" in row["new"]:
            yield str(row["new"]["rulebook"])


def _changed(rules: GameBook, entry: Data) -> GameBook:
    try:
        course = table_row(game_of(rules).name).opened(rules, ()).course
        return rules.turned(of_the_game(entry["event"].get("change") or {}, course))
    except (ValueError, PydanticCustomError):
        raise RulesUnknown(f"what entry {entry['seq']} turned is no setting of this Boxcars") from None


def _read(book: type[GameBook], rules: Any) -> GameBook:
    try:
        return book.model_validate(rules)
    except (ValueError, PydanticCustomError):
        raise RulesUnknown("the rule book of that time cannot be read by this Boxcars") from None
