"""The hand in which a round was played: the state of the puck before its roll, and every throw from the hand's first.

All of it is what was decided and recorded: a seven-out ends a hand, and each round that was settled names the point,
the roll count and the dice. Only the numbers and points made are counted again from those dice; the record of the round
itself then says whether they were counted from the right place.
"""

import sqlite3
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from controller.games.craps.history import did_to_the_puck
from controller.games.craps.play.hand import NEW_HAND, Hand
from controller.table.canonical import read_plain
from controller.vault.journal.snapshots import state_before
from controller.vault.read.old_records import as_now

MOST_ROUNDS = 300
"""So far a hand is looked for on either side of the round. The longest that was ever thrown had 154 rolls."""
MOST_THROWS = 900
"""In one answer, with those that did not count; of more, those nearest to the round."""

SEVEN_OUT = b'"seven_out":true'
TOLD_OF_THROWS = (b'"NoRoll"', b'"ResultKnown"', b'"RoundEnded"')

Data = Mapping[str, Any]


class Place(NamedTuple):
    """Where a round stands in the journal."""

    number: int
    first_seq: int
    last_seq: int


class Before(NamedTuple):
    """Hand and point when the round began."""

    hand: Hand
    point: int | None


def hand_then(connection: sqlite3.Connection, number: int, base: int) -> dict[str, Any]:
    """`before`: as it stood when bets closed, or None and `why`; `throws` of the hand; `whole`: none is missing."""
    row = connection.execute("select number, first_seq, last_seq from round where number = ?", (number,)).fetchone()
    if row is None or row[2] <= base:
        return {"before": None, "why": "its entries are in an archive", "throws": [], "whole": False}
    here = Place(*row)
    first, began = _first_round(connection, here, base)
    last, ends = _last_round(connection, here)
    rounds = list(_rounds(connection, first, last))
    throws = [throw for round in rounds for throw in round.throws]
    before = _counted(Before(NEW_HAND, None), rounds, number) if began else _since_snapshot(connection, here)
    why = _differs(before, next((round for round in rounds if round.number == number), None))
    return {
        "before": None if before is None or why else _plain(before),
        "why": why,
        "throws": _nearest(throws, number),
        "whole": (began or first.number == 1) and ends and len(throws) <= MOST_THROWS,
    }


# ---- from where to where ---------------------------------------------------------------------------------------


def _first_round(connection: sqlite3.Connection, here: Place, base: int) -> tuple[Place, bool]:
    """The round after the last seven-out before it; or the oldest that can be looked at, where none was seen."""
    oldest = connection.execute(
        "select number, first_seq, last_seq from round where number > ? and last_seq > ? order by number limit 1",
        (here.number - MOST_ROUNDS, base),
    ).fetchone()
    oldest = here if oldest is None else Place(*oldest)
    ended = connection.execute(
        "select seq from entry where seq >= ? and seq < ? and instr(body, ?) order by seq desc limit 1",
        (oldest.first_seq, here.first_seq, SEVEN_OUT),
    ).fetchone()
    if ended is None:
        return oldest, False
    found = connection.execute(
        "select number, first_seq, last_seq from round where first_seq > ? order by number limit 1", ended
    ).fetchone()
    return here if found is None else Place(*found), True


def _last_round(connection: sqlite3.Connection, here: Place) -> tuple[Place, bool]:
    """The round of the seven-out, or the last there is, and whether there was nothing more to look at."""
    newest = Place(
        *connection.execute(
            "select number, first_seq, last_seq from round where number < ? order by number desc limit 1",
            (here.number + MOST_ROUNDS,),
        ).fetchone()
    )
    out = connection.execute(
        "select seq from entry where seq >= ? and seq <= ? and instr(body, ?) order by seq limit 1",
        (here.first_seq, newest.last_seq, SEVEN_OUT),
    ).fetchone()
    if out is None:
        return newest, newest.number < here.number + MOST_ROUNDS - 1
    ask = "select number, first_seq, last_seq from round where last_seq >= ? order by number limit 1"
    return Place(*connection.execute(ask, out).fetchone()), True


# ---- what was thrown -------------------------------------------------------------------------------------------


class _Round(NamedTuple):
    number: int
    ended: Data | None
    """What the record says of a round that was settled."""
    throws: list[dict[str, Any]]


def _rounds(connection: sqlite3.Connection, first: Place, last: Place) -> Iterable[_Round]:
    """Every round of the hand, each with its throws."""
    ask = "select number, first_seq, last_seq from round where number between ? and ? order by number"
    return (_read(connection, Place(*row)) for row in connection.execute(ask, (first.number, last.number)).fetchall())


def _read(connection: sqlite3.Connection, place: Place) -> _Round:
    """SQLite looks for the words, so that little is read."""
    wanted = " or ".join("instr(body, ?)" for _ in TOLD_OF_THROWS)
    found = connection.execute(
        f"select body from entry where seq between ? and ? and ({wanted}) order by seq",
        (place.first_seq, place.last_seq, *TOLD_OF_THROWS),
    )
    return _round(place.number, [row for (body,) in found for row in read_plain(body)["decisions"]])


def _round(number: int, decisions: Iterable[Data]) -> _Round:
    ended: Data | None = None
    throws: list[dict[str, Any]] = []
    for row in decisions:
        match row["type"]:
            case "NoRoll":
                throws.append({"round": number, "outcome": row["outcome"], "faces": None})
            case "ResultKnown":
                throws.append({"round": number, "outcome": "ok", "faces": as_now(row, {})["result"]["faces"]})
            case "RoundEnded" if row["round"] == number and row["how"] == "settled":
                ended = row["details"]
    if ended is not None and throws and throws[-1]["faces"]:
        throws[-1] |= {"roll": ended["roll_count"], "did": did_to_the_puck(ended), "point": ended["point"]}
    return _Round(number, ended, throws)


def _nearest(throws: list[dict[str, Any]], number: int) -> list[dict[str, Any]]:
    here = sum(throw["round"] < number for throw in throws)
    first = max(0, min(here - MOST_THROWS // 2, len(throws) - MOST_THROWS))
    return throws[first : first + MOST_THROWS]


# ---- how it stood ----------------------------------------------------------------------------------------------


def _counted(before: Before, rounds: Iterable["_Round"], number: int) -> Before:
    """The hand after those of these rounds that came before this one."""
    for round in rounds:
        if round.ended is not None and round.number < number:
            a, b = round.ended["faces"]
            before = Before(before.hand.after(before.point, a + b), round.ended["point"])
            if round.ended["seven_out"]:
                before = Before(NEW_HAND, None)
    return before


def _since_snapshot(connection: sqlite3.Connection, here: Place) -> Before | None:
    """Where the beginning of the hand is not in the journal: on from the nearest state, which has the hand so far."""
    kept = state_before(connection, max(here.first_seq, 2))  # entry 1 is the birth
    if kept is None:
        return None
    seq, state = kept
    game = state["table"]["game"]
    hand = Hand(game["rolls"], frozenset(game["points_made"]), frozenset(game["numbers"]))
    ask = "select number, first_seq, last_seq from round where last_seq > ? and number < ? order by number"
    places = connection.execute(ask, (seq, here.number)).fetchall()
    if len(places) > MOST_ROUNDS:
        return None
    later = (_read(connection, Place(number, max(first, seq + 1), last)) for number, first, last in places)
    return _counted(Before(hand, game["point"]), later, here.number)


def _differs(before: Before | None, round: _Round | None) -> str:
    """Why the hand cannot be told, or nothing."""
    if before is None:
        return "the beginning of the hand is not in this journal"
    if round is None or round.ended is None:
        return ""
    told, counted = round.ended, before.hand.rolls + 1
    if (told["roll_count"], told["come_out"]) != (counted, before.point is None):
        return f"the record calls this roll {told['roll_count']} of its hand, and counted it is roll {counted}"
    return ""


def _plain(before: Before) -> dict[str, Any]:
    """As every screen was told of it."""
    hand, point = before
    return {
        "point": point,
        "rolls": hand.rolls,
        "points_made": sorted(hand.points_made),
        "numbers": sorted(hand.numbers),
    }
