"""How dice and wheels fall over all cabinets, and each by itself, beside what an even device would show."""

from collections import defaultdict
from typing import Any

from controller.floor.store.database import Transaction
from controller.games.registry import table_row
from controller.table.canonical import read_plain

MOST_ROLLS = 200_000
"""In one answer, the newest of them."""

Plain = dict[str, Any]


async def fairness(transaction: Transaction, first: int, last: int, cabinet: str) -> list[Plain]:
    """A part for each game: all its devices together, and the chi-square of each machine."""
    rows = await transaction.rows(
        "select x.cabinet, b.shown, x.at, x.shown as result from rolls x "
        "join branch b on b.journal = x.journal and b.branch = x.branch "
        f"where x.day >= $1 and x.day <= $2 order by x.at desc limit {MOST_ROLLS}",
        *(first, last),
    )
    results = {text: read_plain(text) for text in {row["result"] for row in rows}}
    games = {text: read_plain(text).get("game", "") for text in {row["shown"] for row in rows}}
    by_game: dict[str, dict[str, list[Plain]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        if cabinet in ("", row["cabinet"]):
            by_game[games[row["shown"]]][row["cabinet"]].append(results[row["result"]])
    cut = len(rows) == MOST_ROLLS
    return [{"game": game, "cut": cut, **_of_game(game, machines)} for game, machines in sorted(by_game.items())]


def _of_game(game: str, machines: dict[str, list[Plain]]) -> Plain:
    row = table_row(game)
    together = [result for results in machines.values() for result in results]
    each = [
        {"cabinet": cabinet, "rolls": len(results), **_squares(row.fairness(results))}
        for cabinet, results in sorted(machines.items())
    ]
    return {"device": row.device, "rolls": len(together), **row.fairness(together), "machines": each}


def _squares(found: Plain) -> Plain:
    """What says how even it is, without the counts."""
    wanted = ("chi_square", "p_value", "once_in_20", "once_in_1000", "warning")
    parts = {name: part for name, part in found.items() if isinstance(part, dict)}
    return {"squares": {name: {key: part[key] for key in wanted} for name, part in parts.items()}}
