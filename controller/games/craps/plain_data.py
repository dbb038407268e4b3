"""A craps table as plain data, for the journal's digests and snapshots, and a table of such data."""

from collections.abc import Mapping
from typing import Any

from controller.games.craps.play.felt import lay_felt
from controller.games.craps.play.game import Game
from controller.games.craps.play.hand import Hand, tally_of
from controller.games.craps.play.seat import Seat
from controller.games.craps.play.shooter import Shooter
from controller.games.craps.rules.rulebook import RuleBook

_BY_BET = ("stakes", "added", "vigorish", "vigorish_added", "calls")
"""What a seat keeps by the name of the bet."""


def plain_book(book: RuleBook) -> dict[str, Any]:
    """A rule book with its settings; what it leaves unsaid is left out."""
    return book.model_dump(mode="json", exclude_defaults=True)


def plain_seat(seat: Seat) -> dict[str, Any]:
    """Wagers are rows, because the order in which they were laid is part of the record."""
    return {"balance": seat.balance, **{name: list(getattr(seat, name).items()) for name in _BY_BET}}


def plain_common(game: Game) -> dict[str, Any]:
    """Point, hand, shooter, house and the book they are played by."""
    tally = game.hand.tally
    return {
        "game": "craps",
        "book": game.felt.digest,
        "point": game.point,
        "rolls": game.hand.rolls,
        "points_made": sorted(game.hand.points_made),
        "numbers": sorted(game.hand.numbers),
        **({} if tally is None else {"tally": tally.plain()}),
        "shooter": [game.shooter.seat, game.shooter.last, game.shooter.rotates],
        "house": game.house,
    }


def game_of(rules: Mapping[str, Any], common: Mapping[str, Any], seats: Mapping[int, Any]) -> Game:
    """The game that these describe; ValueError where another book was played by."""
    felt = lay_felt(RuleBook.model_validate(rules))
    if felt.digest != common["book"]:
        raise ValueError(f"these data were played by book {common['book']}, not by {felt.digest}")
    tally = tally_of(common.get("tally")) if felt.tallied else None
    hand = Hand(common["rolls"], frozenset(common["points_made"]), frozenset(common["numbers"]), tally)
    played = {number: _seat(seats[number]) for number in sorted(seats)}
    return Game(felt, played, common["point"], hand, Shooter(*common["shooter"]), common["house"])


def _seat(data: Mapping[str, Any]) -> Seat:
    return Seat(data["balance"], *(dict(data[name]) for name in _BY_BET))
