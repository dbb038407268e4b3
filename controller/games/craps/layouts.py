"""Layouts that the house knows by name, as data for a screen, and the stakes with which a spot pays whole credits.

A row says what of a layout lies on one spot: so many of the player's chips (`times`), or so many times the wager under
it (`of`). A row with `until` is laid while fewer than so many of those spots have a wager. Which rows there are while a
point stands, or none, is said here; what of them may be laid, the table says of each spot.
"""

from collections.abc import Callable, Iterable
from math import gcd, lcm
from typing import Any

from controller.games.craps.play.felt import Felt
from controller.games.craps.play.spots import Spot
from controller.games.craps.rules.bets import BETS
from controller.games.craps.rules.kinds import Result
from controller.games.craps.rules.odds_times import most_of_base

Row = dict[str, Any]
Points = tuple[int, ...]
DOUBLE = 2
CROSS = (5, 6, 8)
MOST_WHOLE = 40
"""Units; a stake that pays whole only from more on is nobody's."""


def layouts(felt: Felt) -> dict[str, dict[str, list[Row]]]:
    """Name → stage → its rows, of what the book offers whole. The stages: nothing (a come-out), `on` (any point), or a
    point that has rows of its own."""
    return {
        name: _by_stage(felt.points, rows)
        for name, (rows, needs) in LAYOUTS.items()
        if all(bet in felt.spots for bet in needs)
        and all(_carries(felt, row) for row in rows(felt.points, felt.points[0]))
    }


def _carries(felt: Felt, row: Row) -> bool:
    """Whether a wager may have so many times itself behind it, whatever the point."""
    if "of" not in row:
        return True
    most = [most_of_base(felt.book.bets, felt.book.settings, BETS[row["bet"]], point) for point in felt.points]
    return all(times is None or times >= row["times"] for times in most)


def _by_stage(points: Points, rows: Callable[[Points, int | None], list[Row]]) -> dict[str, list[Row]]:
    on = rows(points, points[0])
    own = {str(point): rows(points, point) for point in points if rows(points, point) != on}
    return {"": rows(points, None), "on": on, **own}


def _line(_points: Points, point: int | None) -> list[Row]:
    """The pass line, and behind it twice as much."""
    return [{"bet": "pass_line", "times": 1}] if point is None else [_behind("pass_odds", "pass_line")]


def _molly(points: Points, point: int | None) -> list[Row]:
    """The line and two come bets, each with double odds: three numbers."""
    odds = [_behind(f"come_odds:{number}", f"come:{number}") for number in points]
    if point is None:
        return [*_line(points, point), *odds]
    travelled = [f"come:{number}" for number in points]
    come = {"bet": "come", "times": 1, "until": {"of": travelled, "n": 2}}
    return [*_line(points, point), *odds, come]


def _cross(_points: Points, point: int | None) -> list[Row]:
    """The field, and the numbers that it lacks but for the point: all but a seven pays."""
    numbers = [{"bet": f"place:{number}", "times": 1} for number in CROSS if number != point]
    return [{"bet": "field", "times": 1}, *numbers]


def _behind(odds: str, base: str) -> Row:
    return {"bet": odds, "times": DOUBLE, "of": base}


LAYOUTS = {
    "line_double": (_line, ("pass_line", "pass_odds")),
    "molly": (_molly, ("pass_line", "pass_odds", "come", "come:6", "come_odds:6")),
    "iron_cross": (_cross, ("field", *(f"place:{number}" for number in CROSS))),
}
"""Name → its rows by the point, and what the book has to offer for it."""


def mirror(felt: Felt, spot: Spot) -> str | None:
    """The spot of the dice upside down, where there is one beside this: 4 and 10, 6 and 8, 1·2 and 5·6."""
    kind, _, of = spot.name.partition(":")
    if not of:
        return None
    pair = spot.bet.pair if spot.bet.kind.pairs else None
    other = "-".join(str(7 - face) for face in reversed(pair)) if pair else str(14 - int(of))
    name = f"{kind}:{other}"
    return name if name != spot.name and name in felt.spots else None


def first_hand(felt: Felt) -> dict[str, str]:
    """What a player who has never played is led through: a wager, and what may be put behind it."""
    found = {"bet": "pass_line", "behind": "pass_odds"}
    return {name: bet for name, bet in found.items() if bet in felt.spots}


def whole(felt: Felt, spot: Spot) -> dict[str, int]:
    """Point → the least stake whose every win then is whole credits, where that is more than one unit and can be laid;
    under no name where it is one whatever the point."""
    by_point = {str(point): found for point in felt.points if (found := _whole(felt, spot, [point]))}
    if not spot.bet.kind.numbers and spot.base:
        return by_point
    found = _whole(felt, spot, felt.verdicts)
    return {"": found} if found else {}


def _whole(felt: Felt, spot: Spot, points: Iterable[int | None]) -> int | None:
    credit = felt.book.settings.denomination
    odds = {
        (verdict.numerator, verdict.denominator)
        for point in points
        for verdicts in felt.verdicts[point].values()
        if (verdict := verdicts.get(spot.name)) is not None and verdict.result is Result.WIN
    }
    units = lcm(*(credit * below // gcd(credit * below, spot.unit * above) for above, below in odds if above))
    return spot.unit * units if 1 < units <= MOST_WHOLE and spot.unit * units <= spot.max else None
