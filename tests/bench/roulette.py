"""How fast roulette settles: one seat with twenty live bets, a row for each, on one core.

The first figure is settlement alone, the wagers put there anew between spins without being counted; the second lays
all twenty again through the ordinary, validating entry. Seconds are those of the processor, so that a busy machine
does not tell against it.
"""

import random
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from controller.books import find_book
from controller.games.roulette.par import RICH, par_sheet
from controller.games.roulette.play.felt import lay_felt
from controller.games.roulette.play.game import Game, Seat
from controller.games.roulette.rules.rulebook import RuleBook

GOAL = 150_000
PAR_GOAL = 0.1
SPINS, ROUNDS = 20_000, 7
STAKE = 500
BETS = (
    *("straight:17", "straight:0", "straight:5", "straight:26", "straight:8", "split:17-20", "split:0-3"),
    *("split:12-15", "street:16-17-18", "street:0-2-3", "corner:16-17-19-20", "corner:25-26-28-29", "six_line:13-18"),
    *("red", "black", "odd", "even", "low", "dozen:2", "column:2"),
)
Result = dict[str, Any]


def measure() -> list[Result]:
    """Spins a second, and the exact returns of the book."""
    book = find_book("mbs_roulette_v3")
    if not isinstance(book, RuleBook):
        raise TypeError("mbs_roulette_v3 is no book of roulette")
    numbers = random.Random(1).choices(range(37), k=SPINS)
    settled = median(_settling(book, numbers) for _ in range(ROUNDS))
    placed = median(_placing_too(book, numbers) for _ in range(ROUNDS))
    sheet = median(_seconds(lambda: par_sheet(book)) for _ in range(ROUNDS))
    return [
        {"what": "settling, 20 live bets at one seat", "spins_per_second": round(SPINS / settled), "goal": GOAL},
        {"what": "the same, all 20 placed again before each spin", "spins_per_second": round(SPINS / placed)},
        {"what": "exact returns of the book", "seconds": round(sheet, 4), "goal": PAR_GOAL},
    ]


def report(results: list[Result]) -> None:
    """For people."""
    print("roulette")
    for result in results:
        figure = result.get("seconds") or f"{result['spins_per_second']:,} spins/s"
        goal = f"   goal {result['goal']:,}" if "goal" in result else ""
        print(f"  {result['what']:<48} {figure}{goal}")


def _table(book: RuleBook) -> Game:
    return Game(lay_felt(book), {1: Seat(RICH)})


def _place_all(game: Game) -> None:
    for bet in BETS:
        game.place(1, bet, STAKE)


def _settling(book: RuleBook, numbers: list[int]) -> float:
    game = _table(book)
    _place_all(game)
    seat = game.seats[1]
    laid = seat.stakes.copy()

    def put_back() -> None:
        for _ in numbers:
            seat.stakes = laid.copy()

    def play() -> None:
        for number in numbers:
            seat.stakes = laid.copy()
            game.spin(number)

    return _seconds(play) - _seconds(put_back)


def _placing_too(book: RuleBook, numbers: list[int]) -> float:
    game = _table(book)

    def play() -> None:
        for number in numbers:
            _place_all(game)
            game.spin(number)

    return _seconds(play)


def _seconds(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun
