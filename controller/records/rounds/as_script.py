"""A recorded round as a script for `boxcars scenario`, so that anybody can ask the engine the same question again.

A script begins with an empty layout, so it begins where the journal last had one at the start of a chapter of rounds,
such as a hand of craps, and plays on to the round that was asked for. Only what was accepted is in it: what was refused
changed nothing. It is played at once, and each step laid beside the record.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from itertools import takewhile
from typing import Any, NamedTuple

from config.files.reading import BadFile
from controller.books import find_book, names_of
from controller.games.book import GameBook
from controller.games.registry import AnyRow, as_book, game_of, game_row
from controller.games.row import AnyScripted
from controller.games.scripts import BadScript
from controller.records.rounds.played_again import Recorded, beside
from controller.records.rounds.rules_then import RulesUnknown, game_played, rules_at
from controller.table.round.rounds import SEAT_LOCKED
from controller.vault.books.rounds import RoundRow
from controller.vault.read.old_records import as_now
from controller.vault.read.reader import Reader, entries

MOST_ROUNDS_BACK = 500
"""A table that never was empty for so long cannot be told as a script."""

MOST_ACTIONS = 20_000
"""Wagers, calls and takings down that are played for an answer: some tenths of a second's work."""

UNSAYABLE = "which no script can say"

MONEY_IN_HAND = 10**9
"""Every opening balance: cash that came and went meanwhile is no part of a script, and no wager may lack it."""

Data = Mapping[str, Any]


class NoScript(Exception):
    """This round cannot be told as a script; the text says why."""


class _Round(NamedTuple):
    """What a script needs of one round."""

    number: int
    how: str
    entries: list[dict[str, Any]]

    def decisions(self, *kinds: str) -> Iterable[Data]:
        return (row for entry in self.entries for row in entry["decisions"] if row["type"] in kinds)

    @property
    def layout(self) -> Data:
        """What lay there when bets closed; nothing where they never did."""
        laid = [entry["layout"] for entry in self.entries if "layout" in entry]
        return laid[-1] if laid else {}

    @property
    def began_empty(self) -> bool:
        """Whether every wager at the close went up in this window, and none was taken down that lay there before. A
        game that does not keep apart what a window added lets nothing lie for longer."""
        fresh = all(dict(seat["stakes"]) == dict(seat.get("added", seat["stakes"])) for seat in self.layout.values())
        came_down = any(row["what"] == "take_down" for row in self._accepted())
        return fresh and not came_down and not any(_locked(entry) for entry in self._before_the_close())

    def _before_the_close(self) -> Iterable[dict[str, Any]]:
        return takewhile(lambda entry: "layout" not in entry, self.entries)

    def ended(self, game: AnyRow) -> bool:
        """Whether no round after it leans on it."""
        if game.chapter is None:
            return True
        return any(row["details"].get(game.chapter.ends) for row in self.decisions("RoundEnded"))

    def _accepted(self) -> Iterable[dict[str, Any]]:
        for entry in self.entries:
            event = entry["event"]
            taken = any(row["type"] == "Accepted" for row in entry["decisions"])
            if event["type"] == "Wager" and taken:
                yield {"what": event["do"], **event}
            elif event["type"] == "Wagers" and taken:
                yield from ({"what": lay["do"], "seat": event["seat"], **lay} for lay in event["wagers"])

    def actions(self) -> list[dict[str, Any]]:
        return [_action(row) for row in self._accepted()]


def as_script(reader: Reader, number: int, most_actions: int = MOST_ACTIONS) -> dict[str, Any]:
    """The script that ends with this round, what the engine of today makes of it, and whether that is as recorded.

    `agrees` is said of the round that was asked for; `steps` has the verdict of each that it stands on.
    """
    with reader.view() as connection:
        game = game_row(game_played(reader, connection))
        scripted = _scripted(game)
        rounds = _back_to_an_empty_table(connection, game, number, reader.standing.base_seq)
        book = _book_at(connection, rounds[0])
    steps = list(_steps(rounds, book, scripted))
    script = {
        "rulebook": book.name,
        "settings": _settings_beside(book),
        "seats": {str(seat): MONEY_IN_HAND for seat in _seats(rounds)},
        "steps": [step for step, _ in steps],
    }
    many = sum(len(step["actions"]) for step, _ in steps)
    if many > most_actions:
        raise NoScript(f"the script of round {number} has {many} acts, and at most {most_actions} are played here")
    compared = beside([recorded for _, recorded in steps], _played(scripted, script, number), scripted.compared)
    agrees = all(step["agrees"] for step in compared if step["round"] == number)
    return {
        "round": number,
        "from_round": rounds[0].number,
        "script": script,
        "agrees": agrees,
        "all_agree": all(step["agrees"] for step in compared),
        "steps": compared,
    }


# ---- where it begins -------------------------------------------------------------------------------------------


def _scripted(game: AnyRow) -> AnyScripted:
    try:
        return game.scripts()
    except BadScript as reason:
        raise NoScript(str(reason)) from None


def _back_to_an_empty_table(connection: sqlite3.Connection, game: AnyRow, number: int, base: int) -> list[_Round]:
    found: list[_Round] = []
    for wanted in range(number, max(0, number - MOST_ROUNDS_BACK), -1):
        if found and found[0].began_empty and _starts_anew(connection, game, wanted, base):
            return found
        round = _read(connection, wanted, base)
        if round is None:
            raise NoScript(f"round {wanted} is not in this journal; the script of round {number} would need it")
        if round.how not in ("settled", "void", "empty"):
            beside = f"; round {number} stands on it" if found else ""
            raise NoScript(f"round {wanted} was {round.how}, {UNSAYABLE}{beside}")
        found.insert(0, round)
    if found and found[0].number == 1 and found[0].began_empty:
        return found
    raise NoScript(
        f"wagers lay on the table through all of the last {len(found)} rounds, and a script begins with none"
    )


def _starts_anew(connection: sqlite3.Connection, game: AnyRow, before: int, base: int) -> bool:
    """Whether the round after this one leans on none before it."""
    round = _read(connection, before, base)
    while round is not None and round.how != "settled":
        before -= 1
        round = _read(connection, before, base)
    return round is None or round.ended(game)


def _read(connection: sqlite3.Connection, number: int, base: int) -> _Round | None:
    row = connection.execute("select * from round where number = ?", (number,)).fetchone()
    if row is None or row[1] <= base:
        return None
    known = RoundRow._make((*row[:7], {}))
    steps = [entry for entry in entries(connection, known.first_seq, known.last_seq) if entry["kind"] == "step"]
    return _Round(known.number, known.how, steps)


# ---- the rules of that time ------------------------------------------------------------------------------------


def _book_at(connection: sqlite3.Connection, first: _Round) -> GameBook:
    """The book in force when this round began."""
    try:
        game = rules_at(connection, first.entries[0]["seq"] if first.entries else 0)
    except RulesUnknown as reason:
        raise NoScript(f"the rules of round {first.number} are not known: {reason}") from None
    return as_book(game.rules())


def _turned(book: GameBook, entry: Data, new: Data, round: int) -> dict[str, Any]:
    """What of this change the game plays by."""
    if "book" in (entry["event"].get("change") or {}):
        raise NoScript(f"the rule book was changed in round {round}, {UNSAYABLE}")
    return {name: value for name, value in new.items() if name in book.setting_names()}


def _settings_beside(book: GameBook) -> dict[str, Any]:
    """What differs from the book as it comes."""
    if book.name not in names_of(game_of(book).name):
        raise NoScript(f"rule book {book.name} does not come with Boxcars; a script names one that does")
    as_it_comes = find_book(book.name)
    settings, plain = book.settings_in_force(), as_it_comes.settings_in_force()
    if as_it_comes.with_settings(settings).digest() != book.digest():
        raise NoScript(
            f"this table played by its own version of {book.name}; a script names one that comes with Boxcars"
        )
    return {name: value for name, value in settings.items() if plain.get(name) != value}


# ---- the steps -------------------------------------------------------------------------------------------------


def _seats(rounds: Iterable[_Round]) -> list[int]:
    return sorted({action["seat"] for round in rounds for action in round.actions()}) or [1]


def _steps(
    rounds: Iterable[_Round], book: GameBook, scripted: AnyScripted
) -> Iterator[tuple[dict[str, Any], Recorded]]:
    """A step is a window and what ended it; what was done in a window that nothing ended is done in the next one."""
    writer = _Writer(book, scripted)
    for round in rounds:
        for entry in round.entries:
            yield from writer.take(round, entry)


class _Writer:
    """What has been done since the last step, and what went back."""

    def __init__(self, book: GameBook, scripted: AnyScripted) -> None:
        self._book, self._scripted = book, scripted
        self._actions: list[dict[str, Any]] = []
        self._returned: list[Data] = []

    def take(self, round: _Round, entry: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Recorded]]:
        """One entry; what follows the roll of its round belongs to the next step."""
        one = _Round(round.number, round.how, [entry])
        self._actions += one.actions()
        locked = _locked(entry)
        back = [row for row in one.decisions("Returned") if row not in locked]
        if any(row["why"] == "withdrawn" for row in back):
            raise NoScript(f"wagers were withdrawn after a power failure in round {round.number}, {UNSAYABLE}")
        for row in one.decisions("SettingsChanged"):
            turned = _turned(self._book, entry, row["new"], round.number)
            if turned:
                self._returned += back
                yield self._step({"settings": turned}, Recorded(round.number))
            else:  # a timer, which a script has not; but wagers that could go back did
                self._give_back(back)
            back = []
        self._returned += back
        if any(row["how"] in ("settled", "void") for row in one.decisions("RoundEnded")):
            yield self._step(_ending(round, self._scripted), _recorded(round))
        self._give_back(locked)

    def _give_back(self, rows: list[Data]) -> None:
        """By the house's own act, so with the vigorish that a take-down would forfeit."""
        self._actions += [_given_back(row) for row in rows]
        self._returned += rows

    def _step(self, ending: dict[str, Any], recorded: Recorded) -> tuple[dict[str, Any], Recorded]:
        step = {"actions": self._actions, **ending}, recorded._replace(returned=self._returned)
        self._actions, self._returned = [], []
        return step


def _locked(entry: Data) -> list[Data]:
    """What went back in this entry because its seat was locked."""
    return [row for row in entry["decisions"] if row["type"] == "Returned" and row["why"] == SEAT_LOCKED]


def _ending(round: _Round, scripted: AnyScripted) -> dict[str, Any]:
    if round.how != "settled":
        return {"void": True}
    (result,) = round.decisions("ResultKnown")
    draws = [row["levels"] for row in round.decisions("DrawTaken")]
    not_counted = [row["outcome"] for row in round.decisions("NoRoll")]
    return scripted.ending(as_now(result, {})["result"], draws[0] if draws else {}, not_counted)


def _recorded(round: _Round) -> Recorded:
    ended = next((row["details"] for row in round.decisions("RoundEnded") if row["how"] == "settled"), None)
    return Recorded(round.number, list(round.decisions("Settled")), hand=ended)


def _given_back(row: Data) -> dict[str, Any]:
    return {"seat": row["seat"], "do": "take_down", "bet": row["bet"], "amount": row["amount"], "returned": True}


def _action(row: Data) -> dict[str, Any]:
    told = {"seat": row["seat"], "do": row["do"], "bet": row["bet"]}
    if row["do"] == "turn":
        return told | {"to": "on" if row["on"] else "off"}
    return told if row["amount"] is None else told | {"amount": row["amount"]}


# ---- does it come out the same? --------------------------------------------------------------------------------


def _played(scripted: AnyScripted, script: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """What the runner of `boxcars scenario` makes of it."""
    try:
        steps: list[dict[str, Any]] = scripted.play(scripted.script(script), find_book)["steps"]
    except (BadScript, BadFile) as error:
        raise NoScript(f"the script of round {number} cannot be played: {error}") from None
    return steps
