"""The whole state as plain JSON data and back, exactly: for snapshots, and for whoever wants to look.

What depends on an order (wagers, movements of cash, who was heard last) is a list, so that data whose keys were
sorted on the way give the same table.
"""

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any

from controller.facts.kinds import Answer
from controller.games.interface import Shown
from controller.games.registry import table_row
from controller.table.cash.seat import House, seat_of
from controller.table.commands.answers import Answers
from controller.table.jackpots.state import jackpots_of
from controller.table.phases import Phase
from controller.table.sas.state import host_of
from controller.table.staff.settings import TableSettings
from controller.table.state import Client, Door, Move, Person, SeatState, Shift, Table, Throw, Trial, Unit


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
    return {
        "phase": table.phase.value,
        "round": table.round,
        "left": table.left,
        "least": table.least,
        "holds": table.holds,
        "throw": table.throw,
        "levels": table.levels,
        "last_roll": table.last_roll,
        "result": table.result,
        "no_rolls": table.no_rolls,
        "voids": table.voids,
        "malfunctions": table.malfunctions,
        "declined": sorted(table.declined),
        "goes_on": table.goes_on and table.goes_on.value,
        "abandoned": table.abandoned,
        "unit": table.unit,
        "unit_found": table.unit_found,
        "outside": table.outside,
        "doors": table.doors,
        "alarms": list(table.alarms),
        "moves": _moves(table.moves),
        "trial": table.trial,
        "game": table.game.common_data(),
        **({"lease_left": table.lease_left} if table.lease_left else {}),
    }


def steady_data(table: Table) -> dict[str, Any]:
    """What seldom changes: the settings, the movements of cash that are over, people and their shifts, receipts."""
    return {
        "settings": table.settings.model_dump(),
        "finished": _moves(table.finished),
        "people": table.people,
        "shifts": table.shifts,
        "receipts": table.receipts,
        "papers": table.papers,
        "media": table.media,
        "cash": {str(seat): of for seat, of in table.cash.items()},
        "house": table.house,
        "sas": {str(address): of for address, of in table.sas.items()},
        **({"jackpots": jackpots} if (jackpots := table.jackpots.plain()) else {}),
    }


def seat_data(table: Table, seat: int) -> dict[str, Any]:
    """One seat, here and in the game."""
    state = table.seats[seat]
    row = state._replace(refusals=0) if state.refusals else state
    return {"state": row if row.claims else row[:-1], "game": table.game.seat_data(seat)}


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
        settings=TableSettings.model_validate(data["steady"]["settings"]),
        phase=Phase(common["phase"]),
        round=common["round"],
        left=common["left"],
        least=common.get("least", 0),
        holds={
            reason: about if isinstance(about, dict) else {"words": about} for reason, about in common["holds"].items()
        },
        seats={
            seat: SeatState(*of["state"])._replace(refusals=books["refusals"][str(seat)]) for seat, of in seats.items()
        },
        throw=None if common["throw"] is None else Throw(*common["throw"]),
        levels=None if common["levels"] is None else dict(common["levels"]),
        last_roll=common["last_roll"],
        result=_result(common["result"]),
        no_rolls=common["no_rolls"],
        voids=common.get("voids", 0),
        malfunctions=common["malfunctions"],
        declined=frozenset(common["declined"]),
        other_refusals=books["other_refusals"],
        goes_on=None if common["goes_on"] is None else Phase(common["goes_on"]),
        abandoned=_abandoned(common["abandoned"]),
        unit=None if common["unit"] is None else Unit(*common["unit"]),
        unit_found=None if common["unit_found"] is None else Unit(*common["unit_found"]),
        outside=common["outside"],
        doors={name: _door(of) for name, of in common["doors"].items()},
        alarms=tuple(common.get("alarms", ())),
        trial=None if common.get("trial") is None else Trial(*common["trial"]),
        moves=_from_moves(common["moves"]),
        finished=_from_moves(data["steady"]["finished"]),
        people={name: Person(*row) for name, row in data["steady"].get("people", {}).items()},
        shifts={name: Shift(*row) for name, row in data["steady"].get("shifts", {}).items()},
        receipts=dict(data["steady"].get("receipts", {})),
        papers=data["steady"].get("papers", 0),
        media=tuple((release, at) for release, at in data["steady"].get("media", ())),
        cash={int(seat): seat_of(row) for seat, row in sorted(_cash(data), key=lambda item: int(item[0]))},
        house=House(*data["steady"].get("house", ())),
        jackpots=jackpots_of(data["steady"].get("jackpots", [])),
        lease_left=common.get("lease_left", 0),
        sas={int(address): host_of(row) for address, row in sorted(_sas(data), key=lambda item: int(item[0]))},
        clients={name: _client(*rest) for name, *rest in books["clients"]},
    )


def _cash(data: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    """Seats that take notes or give tickets; in older snapshots none does."""
    cash: Mapping[str, Any] = data["steady"].get("cash", {})
    return cash.items()


def _sas(data: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    """Addresses on the casino's line; older snapshots have none."""
    hosts: Mapping[str, Any] = data["steady"].get("sas", {})
    return hosts.items()


def _abandoned(of: Any) -> Throw | None:
    """Older snapshots have the id of such a throw alone."""
    return None if of is None else Throw(of, "") if isinstance(of, int) else Throw(*of)


def _result(of: Any) -> Shown | None:
    """Older snapshots have the two faces of craps alone."""
    return {"faces": of} if isinstance(of, list) else of


def _client(last_id: int, answers: list[Any], series: int = 0) -> Client:
    """Journals of before there were series have none."""
    return Client(last_id, reduce(Answers.plus, (Answer(*row) for row in answers), Answers()), series)


def _moves(moves: Mapping[str, Move]) -> list[list[Any]]:
    return [[name, *move] for name, move in moves.items()]


def _from_moves(rows: list[Any]) -> dict[str, Move]:
    return {name: Move(*rest) for name, *rest in rows}


def _door(of: Any) -> Door:
    """Older snapshots know only whether it counts as open, and so not whether it was seen to be."""
    if isinstance(of, bool):
        return Door("open") if of else Door("closed", "closed")
    return Door(*of)
