"""What the tests of roulette share: the book, a table, and what each spot means by its name alone.

`wins` and `PAYS` are written down here by hand, from the rules and the name of a spot, and use nothing of the engine.
"""

from typing import Any

from controller.books import find_book
from controller.games.craps.rules.refusal import BetRefused
from controller.games.roulette.play.game import Game, new_game
from controller.games.roulette.rules.rulebook import RuleBook

REDS = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}

PAYS = {
    "straight": 35,
    "split": 17,
    "street": 11,
    "corner": 8,
    "six_line": 5,
    "column": 2,
    "dozen": 2,
    **dict.fromkeys(("low", "high", "even", "odd", "red", "black"), 1),
}


def wins(name: str, number: int) -> bool:
    """Whether a wager of this name wins on this number (R3.4, R4.2)."""
    kind, _, said = name.partition(":")
    named = [int(word) for word in said.split("-") if word]
    if kind in ("straight", "split", "street", "corner"):
        return number in named
    if number == 0:
        return False
    by_kind = {
        "six_line": lambda: named[0] <= number <= named[1],
        "column": lambda: (number - named[0]) % 3 == 0,
        "dozen": lambda: (number + 11) // 12 == named[0],
        "low": lambda: number < 19,
        "high": lambda: number > 18,
        "even": lambda: number % 2 == 0,
        "odd": lambda: number % 2 == 1,
        "red": lambda: number in REDS,
        "black": lambda: number not in REDS,
    }
    return by_kind[kind]()


def book() -> RuleBook:
    found = find_book("mbs_roulette_v3")
    assert isinstance(found, RuleBook)
    return found


def table(*balances: int, **settings: object) -> Game:
    """A table with these balances at seats 1, 2, …; with one seat of 100,000 where none is said."""
    seats = dict(enumerate(balances or (100_000,), 1))
    return new_game(book().with_settings(settings), seats)


def state(game: Game) -> object:
    """All that a refusal must leave as it was."""
    seats = {number: (seat.balance, list(seat.stakes.items())) for number, seat in game.seats.items()}
    return seats, game.house, game.wins.copy(), game.felt.book


def code(game: Game, do: str, bet: str, amount: Any = None, seat: int = 1) -> str:
    """The code with which this is refused, or `ok`; a refusal is checked to have changed nothing."""
    before = state(game)
    try:
        if do == "turn":
            game.turn(bet)
        elif do == "take_down":
            game.take_down(seat, bet, amount)
        else:
            game.place(seat, bet, amount)
    except BetRefused as refused:
        assert state(game) == before
        return refused.code
    return "ok"
