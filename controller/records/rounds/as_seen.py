"""A past round as the players saw it: the felt they were offered, the puck before the roll, the results of the hand.

What lay on the felt, calls, draw, dice and settlements stand in the round's own entries (`vault/recall.py`). What is
told here stands around them: the offer, made of the rules in force at that entry as the cabinet makes it, what each
seat could do by then, and the hand. None of it plays anything again. What cannot be known is not guessed: it is left
out, and `why` says why.
"""

import sqlite3
from collections.abc import Mapping
from typing import Any

from controller.games.interface import TableGame
from controller.games.registry import game_row, table_row
from controller.records.rounds.chapter_then import chapter_then
from controller.records.rounds.rules_then import RulesUnknown, game_played, rules_at
from controller.vault.read.reader import Reader, entries

Data = Mapping[str, Any]
LAYOUT = b'"layout":{'


class NoSuchRound(Exception):
    """It is not among the rounds that are over."""


def as_seen(reader: Reader, number: int) -> dict[str, Any]:
    """The felt and the hand of this round."""
    base = reader.standing.base_seq
    with reader.view() as connection:
        row = connection.execute("select first_seq, last_seq from round where number = ?", (number,)).fetchone()
        if row is None:
            raise NoSuchRound(f"round {number} is not in this journal")
        chapter = _chapter(reader, connection, number)
        stood = chapter.pop("stood")
        at = _closed_at(connection, *row)
        felt = _felt(connection, at, stood) if row[1] > base else _unknown("it is in an archive")
        counted = felt.pop("counted", None)
        if (
            counted is not None and chapter["before"] is not None
        ):  # what these rules kept no count of was told to nobody
            chapter["before"] = {name: value for name, value in chapter["before"].items() if name in counted}
        return {"round": number, "felt": felt, "hand": chapter}


def _chapter(reader: Reader, connection: sqlite3.Connection, number: int) -> dict[str, Any]:
    chapter = game_row(game_played(reader, connection)).chapter
    if chapter is None:
        return {"before": None, "why": "", "throws": [], "whole": True, "stood": {}}  # there is none to be known
    return chapter_then(connection, chapter, number, reader.standing.base_seq)


def _closed_at(connection: sqlite3.Connection, first: int, last: int) -> int:
    """The entry with which bets closed; where they never did, that with which the round began."""
    ask = "select seq from entry where seq between ? and ? and instr(body, ?) order by seq desc limit 1"
    found = connection.execute(ask, (first, last, LAYOUT)).fetchone()
    return int(found[0]) if found else first


def _felt(connection: sqlite3.Connection, seq: int, stood: Data | None) -> dict[str, Any]:
    try:
        game = rules_at(connection, seq)
    except RulesUnknown as reason:
        return _unknown(str(reason))
    name = str(game.settings()["rulebook"]).partition(" ")[0]
    told = {"book": name, "digest": game.digest(), "offer": game.offer(), "why": ""}
    return told | ({"closed": {}, "seats": {}} if stood is None else _told_then(connection, seq, game, stood))


def _told_then(connection: sqlite3.Connection, seq: int, game: TableGame, stood: Data) -> dict[str, Any]:
    """What everybody, and each seat with wagers, could do: asked of the game as it stood at the close."""
    row = table_row(game.name)
    layout = next(entries(connection, seq, seq)).get("layout", {})
    seats = {int(seat): of for seat, of in layout.items()}
    then = row.from_data(game.rules(), {**game.common_data(), **stood}, seats)
    return {
        "closed": row.table_view(then, row.history({})).get("closed", {}),
        "seats": {str(seat): then.seat_view(seat).allowed._asdict() for seat in seats},
        "counted": set(then.common_data()),
    }


def _unknown(why: str) -> dict[str, Any]:
    return {"book": None, "digest": None, "offer": None, "closed": {}, "seats": {}, "why": why}
