"""A past round as the players saw it: the felt they were offered, the puck before the roll, the results of the hand.

What lay on the felt, calls, draw, dice and settlements stand in the round's own entries (`vault/recall.py`). What is
told here stands around them: the offer, made of the rules in force at that entry as the cabinet makes it, and the hand.
Neither plays anything again. What cannot be known is not guessed: it is left out, and `why` says why.
"""

import sqlite3
from typing import Any

from controller.games.registry import game_row
from controller.records.chapter_then import chapter_then
from controller.records.rules_then import RulesUnknown, game_played, rules_at
from controller.vault.read.reader import Reader

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
        felt = _felt(connection, _closed_at(connection, *row)) if row[1] > base else _unknown("it is in an archive")
        return {"round": number, "felt": felt, "hand": _hand(reader, connection, number)}


def _hand(reader: Reader, connection: sqlite3.Connection, number: int) -> dict[str, Any]:
    chapter = game_row(game_played(reader, connection)).chapter
    if chapter is None:
        return {"before": None, "why": "its rounds stand by themselves", "throws": [], "whole": True}
    return chapter_then(connection, chapter, number, reader.standing.base_seq)


def _closed_at(connection: sqlite3.Connection, first: int, last: int) -> int:
    """The entry with which bets closed; where they never did, that with which the round began."""
    ask = "select seq from entry where seq between ? and ? and instr(body, ?) order by seq desc limit 1"
    found = connection.execute(ask, (first, last, LAYOUT)).fetchone()
    return int(found[0]) if found else first


def _felt(connection: sqlite3.Connection, seq: int) -> dict[str, Any]:
    try:
        game = rules_at(connection, seq)
    except RulesUnknown as reason:
        return _unknown(str(reason))
    name = str(game.settings()["rulebook"]).partition(" ")[0]
    return {"book": name, "digest": game.digest(), "offer": game.offer(), "why": ""}


def _unknown(why: str) -> dict[str, Any]:
    return {"book": None, "digest": None, "offer": None, "why": why}
