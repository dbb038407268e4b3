"""The chapter in which a round was played, such as a hand of craps: how it stood before, and every result of it.

All of it is what was decided and recorded, and the game's row says what ends a chapter and how a round leads on. The
record of the round itself then says whether it was counted from the right place.
"""

import sqlite3
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from controller.games.row import Chapter
from controller.table.canonical import read_plain
from controller.vault.journal.snapshots import state_before
from controller.vault.read.old_records import as_now

MOST_ROUNDS = 300
"""So far a chapter is looked for on either side of the round. The longest hand that was ever thrown had 154 rolls."""
MOST_THROWS = 900
"""In one answer, with those that did not count; of more, those nearest to the round."""

TOLD_OF_THROWS = (b'"NoRoll"', b'"ResultKnown"', b'"RoundEnded"')

Data = Mapping[str, Any]


class RoundPlace(NamedTuple):
    """Where a round stands in the journal."""

    number: int
    first_seq: int
    last_seq: int


def chapter_then(connection: sqlite3.Connection, chapter: Chapter, number: int, base: int) -> dict[str, Any]:
    """`before`: as it stood when bets closed, or None and `why`; `stood`: the same as the game keeps it; `throws` of
    it; `whole`: none is missing."""
    ending = f'"{chapter.ends}":true'.encode()
    row = connection.execute("select number, first_seq, last_seq from round where number = ?", (number,)).fetchone()
    if row is None or row[2] <= base:
        why = "its entries are in an archive"
        return {"before": None, "why": why, "throws": [], "whole": False, "stood": None}
    here = RoundPlace(*row)
    first, began = _first_round(connection, here, base, ending)
    last, ends = _last_round(connection, here, ending)
    rounds = [_read(connection, chapter, place) for place in _places(connection, first, last)]
    throws = [throw for round in rounds for throw in round.throws]
    stood = _counted(chapter, rounds, number) if began else _since_snapshot(connection, chapter, here)
    why = _differs(chapter, stood, next((round for round in rounds if round.number == number), None))
    return {
        "before": None if stood is None or why else chapter.plain(stood),
        "why": why,
        "stood": None if stood is None or why else chapter.common(stood),
        "throws": _nearest(throws, number),
        "whole": (began or first.number == 1) and ends and len(throws) <= MOST_THROWS,
    }


# ---- from where to where ---------------------------------------------------------------------------------------


def _first_round(connection: sqlite3.Connection, here: RoundPlace, base: int, ending: bytes) -> tuple[RoundPlace, bool]:
    """The round after the last ending before it; or the oldest that can be looked at, where none was seen."""
    oldest = connection.execute(
        "select number, first_seq, last_seq from round where number > ? and last_seq > ? order by number limit 1",
        (here.number - MOST_ROUNDS, base),
    ).fetchone()
    oldest = here if oldest is None else RoundPlace(*oldest)
    ended = connection.execute(
        "select seq from entry where seq >= ? and seq < ? and instr(body, ?) order by seq desc limit 1",
        (oldest.first_seq, here.first_seq, ending),
    ).fetchone()
    if ended is None:
        return oldest, False
    found = connection.execute(
        "select number, first_seq, last_seq from round where first_seq > ? order by number limit 1", ended
    ).fetchone()
    return here if found is None else RoundPlace(*found), True


def _last_round(connection: sqlite3.Connection, here: RoundPlace, ending: bytes) -> tuple[RoundPlace, bool]:
    """The round that ended it, or the last there is, and whether there was nothing more to look at."""
    newest = RoundPlace(
        *connection.execute(
            "select number, first_seq, last_seq from round where number < ? order by number desc limit 1",
            (here.number + MOST_ROUNDS,),
        ).fetchone()
    )
    out = connection.execute(
        "select seq from entry where seq >= ? and seq <= ? and instr(body, ?) order by seq limit 1",
        (here.first_seq, newest.last_seq, ending),
    ).fetchone()
    if out is None:
        return newest, newest.number < here.number + MOST_ROUNDS - 1
    ask = "select number, first_seq, last_seq from round where last_seq >= ? order by number limit 1"
    return RoundPlace(*connection.execute(ask, out).fetchone()), True


# ---- what was thrown -------------------------------------------------------------------------------------------


class _Round(NamedTuple):
    number: int
    ended: Data | None
    """What the record says of a round that was settled."""
    throws: list[dict[str, Any]]


def _places(connection: sqlite3.Connection, first: RoundPlace, last: RoundPlace) -> list[RoundPlace]:
    """Every round of the chapter."""
    ask = "select number, first_seq, last_seq from round where number between ? and ? order by number"
    return [RoundPlace(*row) for row in connection.execute(ask, (first.number, last.number)).fetchall()]


def _read(connection: sqlite3.Connection, chapter: Chapter, place: RoundPlace) -> _Round:
    """SQLite looks for the words, so that little is read."""
    wanted = " or ".join("instr(body, ?)" for _ in TOLD_OF_THROWS)
    found = connection.execute(
        f"select body from entry where seq between ? and ? and ({wanted}) order by seq",
        (place.first_seq, place.last_seq, *TOLD_OF_THROWS),
    )
    return _round(chapter, place.number, [row for (body,) in found for row in read_plain(body)["decisions"]])


def _round(chapter: Chapter, number: int, decisions: Iterable[Data]) -> _Round:
    ended: Data | None = None
    throws: list[dict[str, Any]] = []
    for row in decisions:
        match row["type"]:
            case "NoRoll":
                throws.append({"round": number, "outcome": row["outcome"], "faces": None})
            case "ResultKnown":
                throws.append({"round": number, "outcome": "ok", **as_now(row, {})["result"]})
            case "RoundEnded" if row["round"] == number and row["how"] == "settled":
                ended = row["details"]
    if ended is not None and throws and throws[-1]["outcome"] == "ok":
        throws[-1] |= chapter.result(ended)
    return _Round(number, ended, throws)


def _nearest(throws: list[dict[str, Any]], number: int) -> list[dict[str, Any]]:
    here = sum(throw["round"] < number for throw in throws)
    first = max(0, min(here - MOST_THROWS // 2, len(throws) - MOST_THROWS))
    return throws[first : first + MOST_THROWS]


# ---- how it stood ----------------------------------------------------------------------------------------------


def _counted(chapter: Chapter, rounds: Iterable[_Round], number: int, stood: Any = None) -> Any:
    """How it stands after those of these rounds that came before this one; from the beginning, or since it stood so."""
    stood = chapter.beginning if stood is None else stood
    for round in rounds:
        if round.ended is not None and round.number < number:
            stood = chapter.after(stood, round.ended)
    return stood


def _since_snapshot(connection: sqlite3.Connection, chapter: Chapter, here: RoundPlace) -> Any:
    """Where the beginning is not in the journal: on from the nearest state, which has the chapter so far; or None."""
    kept = state_before(connection, max(here.first_seq, 2))  # entry 1 is the birth
    if kept is None:
        return None
    seq, state = kept
    ask = "select number, first_seq, last_seq from round where last_seq > ? and number < ? order by number"
    places = connection.execute(ask, (seq, here.number)).fetchall()
    if len(places) > MOST_ROUNDS:
        return None
    later = (
        _read(connection, chapter, RoundPlace(number, max(first, seq + 1), last)) for number, first, last in places
    )
    return _counted(chapter, later, here.number, chapter.from_data(state["table"]["game"]))


def _differs(chapter: Chapter, stood: Any, round: _Round | None) -> str:
    """Why the chapter cannot be told, or nothing."""
    if stood is None:
        return "the beginning of the hand is not in this journal"
    return "" if round is None or round.ended is None else chapter.differs(stood, round.ended)
