"""What one seat may do now, as its screen is told: where it may bet, how much, and what of it is locked or ON.

It says no more than `seat.py` does when it is asked; a test asks both.
"""

from collections.abc import Iterator

from controller.games.craps.play.felt import Felt
from controller.games.craps.play.game import Game
from controller.games.craps.play.seat import Seat, free_part, most_odds, needs_company, works
from controller.games.craps.play.spots import Spot
from controller.games.interface import Allowed


def allowed(game: Game, seat: Seat) -> Allowed:
    """Of this seat."""
    felt, point, stakes = game.felt, game.point, seat.stakes
    takes = list(_carried_by(game, seat))
    carried = [bet for bet in stakes if stakes[bet] > seat.added.get(bet, 0)]
    return Allowed(
        closed=_closed(felt, seat),
        takes=tuple(spot.name for spot in takes),
        most=dict(_most(seat, takes)),
        locked=tuple(bet for bet in carried if free_part(seat, felt, point, bet) < stakes[bet]),
        working={bet: works(seat, felt, point, bet) for bet in stakes if _may_be_off(felt.spots[bet], seat)},
        stays=tuple(bet for bet in carried if _stays(felt, point, bet)),
    )


def _closed(felt: Felt, seat: Seat) -> dict[str, tuple[str, ...]]:
    stakes = seat.stakes
    found = {
        "exclusive": tuple(
            name for rivals, names in felt.rivals.items() if not rivals.isdisjoint(stakes) for name in names
        ),
        "needs_other_bets": tuple(spot.name for spot in felt.lonely if needs_company(seat, spot)),
    }
    return {code: names for code, names in found.items() if names}


def _carried_by(game: Game, seat: Seat) -> Iterator[Spot]:
    """The spots that are open to whoever has a wager there: itself, where it may only grow, or odds on it."""
    open_spots, odds_on = game.open_spots(), game.felt.odds_on
    for bet in seat.stakes:
        for name in (bet, odds_on.get(bet, "")):
            spot = open_spots.get(name)
            if spot is not None and spot.needs == bet:
                yield spot


def _most(seat: Seat, takes: list[Spot]) -> Iterator[tuple[str, int]]:
    """Where the wager under it allows odds less than the table does; in whole units."""
    for spot in takes:
        if spot.base is not None and (most := most_odds(spot, seat.stakes[spot.base])) < spot.max:
            yield spot.name, most // spot.unit * spot.unit


def _may_be_off(spot: Spot, seat: Seat) -> bool:
    return spot.terms.takes_calls or not spot.terms.works_on_come_out or spot.name in seat.calls


def _stays(felt: Felt, point: int | None, bet: str) -> bool:
    """Whether any win that it can still have would leave it standing."""
    return bool(felt.spots[bet].terms.stays_after) and bet not in felt.leaves[point is not None]
