"""The whole state as plain JSON data and back, exactly: for snapshots, and for whoever wants to look.

What depends on an order (wagers, movements of cash, who was heard last) is a list, so that data whose keys were
sorted on the way give the same table.
"""

from collections.abc import Callable, Mapping
from typing import Any

from controller.door import Game
from controller.table.decisions import Answer
from controller.table.phases import Phase
from controller.table.settings import TableSettings
from controller.table.state import Client, Move, SeatState, Table, Throw, Unit

MakeGame = Callable[[Mapping[str, Any], Mapping[str, Any], Mapping[int, Any]], Game]
"""The game from its rules, its common data and the data of its seats."""


def plain(table: Table) -> dict[str, Any]:
    """The state as plain data, answers and all."""
    return {
        "table": {**common_data(table), "moves": moves_data(table.moves)},
        "rules": table.game.rules(),
        "seats": {str(seat): seat_data(table, seat) for seat in table.game.seat_numbers()},
        "clients": [
            [name, client.last_id, _answers(client.answers), _answers(client.older)]
            for name, client in table.clients.items()
        ],
    }


def common_data(table: Table) -> dict[str, Any]:
    """All but the seats, the movements of cash, and the answers, which `answered` vouches for."""
    return {
        "phase": table.phase.value,
        "round": table.round,
        "left": table.left,
        "holds": table.holds,
        "throw": table.throw,
        "levels": table.levels,
        "last_roll": table.last_roll,
        "result": table.result,
        "no_rolls": table.no_rolls,
        "malfunctions": table.malfunctions,
        "declined": sorted(table.declined),
        "other_refusals": table.other_refusals,
        "goes_on": table.goes_on and table.goes_on.value,
        "abandoned": table.abandoned,
        "unit": table.unit,
        "unit_found": table.unit_found,
        "outside": table.outside,
        "doors": table.doors,
        "answered": table.answered,
        "settings": table.settings.model_dump(),
        "game": table.game.common_data(),
    }


def moves_data(moves: Mapping[str, Move]) -> list[list[Any]]:
    """The movements of cash, in their order."""
    return [[name, *move] for name, move in moves.items()]


def seat_data(table: Table, seat: int) -> dict[str, Any]:
    """One seat, here and in the game."""
    return {"state": table.seats[seat], "game": table.game.seat_data(seat)}


def from_plain(data: Mapping[str, Any], make_game: MakeGame) -> Table:
    """The table that `plain` describes, whether or not its data went through JSON."""
    common = data["table"]
    seats = {int(seat): of for seat, of in sorted(data["seats"].items(), key=lambda item: int(item[0]))}
    return Table(
        game=make_game(data["rules"], common["game"], {seat: of["game"] for seat, of in seats.items()}),
        settings=TableSettings.model_validate(common["settings"]),
        phase=Phase(common["phase"]),
        round=common["round"],
        left=common["left"],
        holds=dict(common["holds"]),
        seats={seat: SeatState(*of["state"]) for seat, of in seats.items()},
        throw=None if common["throw"] is None else Throw(*common["throw"]),
        levels=None if common["levels"] is None else dict(common["levels"]),
        last_roll=common["last_roll"],
        result=None if common["result"] is None else (common["result"][0], common["result"][1]),
        no_rolls=common["no_rolls"],
        malfunctions=common["malfunctions"],
        declined=frozenset(common["declined"]),
        other_refusals=common["other_refusals"],
        goes_on=None if common["goes_on"] is None else Phase(common["goes_on"]),
        abandoned=common["abandoned"],
        unit=None if common["unit"] is None else Unit(*common["unit"]),
        unit_found=None if common["unit_found"] is None else Unit(*common["unit_found"]),
        outside=common["outside"],
        doors=dict(common["doors"]),
        moves={name: Move(*rest) for name, *rest in common["moves"]},
        clients={
            name: Client(last_id, _from_answers(answers), _from_answers(older))
            for name, last_id, answers, older in data["clients"]
        },
        answered=common["answered"],
    )


def _answers(answers: Mapping[int, Answer]) -> list[Answer]:
    return list(answers.values())


def _from_answers(rows: list[Any]) -> dict[int, Answer]:
    answers = [Answer(*row) for row in rows]
    return {answer.id: answer for answer in answers}
