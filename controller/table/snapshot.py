"""The whole state as plain JSON data and back, exactly: for snapshots, and for whoever wants to look.

What depends on an order (wagers, movements of cash, who was heard last) is a list, so that data whose keys were
sorted on the way give the same table.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import reduce
from operator import attrgetter
from types import MappingProxyType
from typing import Any, NamedTuple

from controller.facts.kinds import Answer
from controller.games.interface import Shown
from controller.games.registry import table_row
from controller.table.care.session import session_of
from controller.table.cash.seat import House, seat_of
from controller.table.commands.answers import Answers
from controller.table.jackpots.state import JackpotState, jackpots_of
from controller.table.phases import Phase
from controller.table.sas.state import host_of
from controller.table.service.state import Door, Trial
from controller.table.staff.settings import TableSettings
from controller.table.staff.state import Person, Shift
from controller.table.state import Client, Move, SeatState, Table, Throw, Unit

NOTHING: Mapping[str, Any] = MappingProxyType({})
NEVER: Any = object()
"""Of a field that every snapshot has."""


def _same(value: Any) -> Any:
    return value


class StateField(NamedTuple):
    """A field of the table in its data: how it is told and how it is read, where that is not as it is."""

    name: str
    told: Callable[[Any], Any] = _same
    read: Callable[[Any], Any] = _same
    absent: Any = NEVER
    """What is read where an older snapshot has none."""


class StateFields:
    """Some fields of the table, in the order in which they are told; the digest is taken over them in that order."""

    def __init__(self, *rows: StateField) -> None:
        self.rows = rows
        self.names = tuple(row.name for row in rows)
        self.values: Callable[[Table], tuple[Any, ...]] = attrgetter(*self.names)
        self.converted = tuple((row.name, row.told) for row in rows if row.told is not _same)


def _row(kind: Callable[..., Any]) -> Callable[[Any], Any]:
    """Reads a row of this kind, or None."""
    return lambda row: None if row is None else kind(*row)


def _rows(kind: Callable[..., Any]) -> Callable[[Any], Any]:
    """Reads rows of this kind by their names."""
    return lambda rows: {name: kind(*row) for name, row in rows.items()}


def _by_number(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Reads what is kept by seat or address, ascending."""
    return lambda rows: {int(number): read(row) for number, row in sorted(rows.items(), key=lambda item: int(item[0]))}


def _in_text(rows: Mapping[int, Any]) -> dict[str, Any]:
    return {str(number): row for number, row in rows.items()}


def _holds(holds: Mapping[str, Any]) -> dict[str, Any]:
    """Older snapshots know of a hold in words alone."""
    return {reason: about if isinstance(about, dict) else {"words": about} for reason, about in holds.items()}


def _abandoned(of: Any) -> Throw | None:
    """Older snapshots have the id of such a throw alone."""
    return None if of is None else Throw(of, "") if isinstance(of, int) else Throw(*of)


def _result(of: Any) -> Shown | None:
    """Older snapshots have the two faces of craps alone."""
    return {"faces": of} if isinstance(of, list) else of


def _moves(moves: Mapping[str, Move]) -> list[list[Any]]:
    return [[name, *move] for name, move in moves.items()]


def _from_moves(rows: list[Any]) -> dict[str, Move]:
    return {name: Move(*rest) for name, *rest in rows}


def _door(of: Any) -> Door:
    """Older snapshots know only whether it counts as open, and so not whether it was seen to be."""
    if isinstance(of, bool):
        return Door("open") if of else Door("closed", "closed")
    return Door(*of)


COMMON = StateFields(
    StateField("phase", attrgetter("value"), Phase),
    StateField("round"),
    StateField("left"),
    StateField("least", absent=0),
    StateField("holds", read=_holds),
    StateField("throw", read=_row(Throw)),
    StateField("levels", read=lambda levels: None if levels is None else dict(levels)),
    StateField("last_roll"),
    StateField("result", read=_result),
    StateField("no_rolls"),
    StateField("voids", absent=0),
    StateField("malfunctions"),
    StateField("declined", sorted, frozenset),
    StateField("goes_on", lambda phase: phase and phase.value, lambda phase: phase and Phase(phase)),
    StateField("abandoned", read=_abandoned),
    StateField("unit", read=_row(Unit)),
    StateField("unit_found", read=_row(Unit)),
    StateField("outside"),
    StateField("doors", read=lambda doors: {name: _door(of) for name, of in doors.items()}),
    StateField("alarms", list, tuple, absent=()),
    StateField("moves", _moves, _from_moves),
    StateField("trial", read=_row(Trial), absent=None),
    StateField("lease_left", absent=0),
    StateField("clock", absent=0),
)
STEADY = StateFields(
    StateField("settings", lambda settings: settings.model_dump(), TableSettings.model_validate),
    StateField("finished", _moves, _from_moves),
    StateField("people", read=_rows(Person), absent=NOTHING),
    StateField("shifts", read=_rows(Shift), absent=NOTHING),
    StateField("receipts", read=dict, absent=NOTHING),
    StateField("papers", absent=0),
    StateField("media", read=lambda media: tuple((release, at) for release, at in media), absent=()),
    StateField("cash", _in_text, _by_number(seat_of), absent=NOTHING),
    StateField("house", read=lambda row: House(*row), absent=()),
    StateField("sas", _in_text, _by_number(host_of), absent=NOTHING),
    StateField("jackpots", JackpotState.plain, jackpots_of, absent=()),
)
"""Of these the same object is the same data: they are replaced and never changed."""
APART = {"game", "seats", "care", "other_refusals", "clients"}
"""What the game and the seats tell, and the books of those who ask."""

_FORGOTTEN = {part.name for part in fields(Table) if part.compare} ^ {*COMMON.names, *STEADY.names, *APART}
if _FORGOTTEN:
    raise TypeError(f"told or read but not in the table, or the other way round: {', '.join(sorted(_FORGOTTEN))}")


def plain(table: Table, answers: bool = True) -> dict[str, Any]:
    """The state as plain data; without the answers for whoever keeps these apart."""
    return {
        "table": common_data(table),
        "steady": steady_data(table),
        "rules": table.game.rules(),
        "seats": {str(seat): seat_data(table, seat) for seat in table.game.seat_numbers()},
        "books": _books(table, answers),
    }


def common_data(table: Table) -> dict[str, Any]:
    """What the game turns on, but for the seats and what seldom changes."""
    data = _told(COMMON, table)
    data["game"] = table.game.common_data()
    return data


def steady_data(table: Table) -> dict[str, Any]:
    """What seldom changes: the settings, the movements of cash that are over, people and their shifts, receipts."""
    return _told(STEADY, table)


def seat_data(table: Table, seat: int) -> dict[str, Any]:
    """One seat, here and in the game."""
    state = table.seats[seat]
    row = state._replace(refusals=0) if state.refusals else state
    return {"state": row, "care": table.care.get(seat), "game": table.game.seat_data(seat)}


def _books(table: Table, answers: bool) -> dict[str, Any]:
    """What is kept of those who ask: answers, in the order in which clients were heard, and counts of refusals.
    It is all that a refusal may change."""
    clients = table.clients if answers else {}
    return {
        "clients": [[name, c.last_id, list(c.answers), c.series] for name, c in clients.items()],
        "refusals": {str(seat): state.refusals for seat, state in table.seats.items()},
        "other_refusals": table.other_refusals,
    }


def from_plain(data: Mapping[str, Any]) -> Table:
    """The table that `plain` describes, whether or not its data went through JSON; which game it is, they say."""
    common, books = data["table"], data["books"]
    row = table_row(common["game"]["game"])
    seats = {int(seat): of for seat, of in sorted(data["seats"].items(), key=lambda item: int(item[0]))}
    return Table(
        game=row.from_data(data["rules"], common["game"], {seat: of["game"] for seat, of in seats.items()}),
        care={seat: session for seat, of in seats.items() if (session := session_of(of.get("care"))) is not None},
        seats={
            seat: SeatState(*of["state"])._replace(refusals=books["refusals"][str(seat)]) for seat, of in seats.items()
        },
        other_refusals=books["other_refusals"],
        clients={name: _client(*rest) for name, *rest in books["clients"]},
        **_read(COMMON, common),
        **_read(STEADY, data["steady"]),
    )


def _told(part: StateFields, table: Table) -> dict[str, Any]:
    data = dict(zip(part.names, part.values(table), strict=True))
    for name, told in part.converted:
        data[name] = told(data[name])
    return data


def _read(part: StateFields, data: Mapping[str, Any]) -> dict[str, Any]:
    return {
        row.name: row.read(data[row.name] if row.absent is NEVER else data.get(row.name, row.absent))
        for row in part.rows
    }


def _client(last_id: int, answers: list[Any], series: int = 0) -> Client:
    """Journals of before there were series have none."""
    return Client(last_id, reduce(Answers.plus, (Answer(*row) for row in answers), Answers()), series)
