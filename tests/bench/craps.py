"""Our engine and crapssim settle the same bets under the same dice, in turns, in one run.

Before each roll whatever is missing is placed again through the ordinary, validating entry (`Game.place`,
`Player.add_bet`), and every decided wager gives a row on both sides. The loop around each engine is as lean as that
engine allows; amounts are the same money (crapssim counts units of 1, we count cents). The rule book is the
electronic one with every winner returned, as crapssim returns them: with continuing bets we would have less to place.
"""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import Any

from crapssim import bet as crapssim_bet
from crapssim.strategy.tools import NullStrategy
from crapssim.table import Player, Table, TableUpdate

from controller.books import load_book
from controller.games.craps.play.game import Game, new_game
from controller.games.craps.play.seat import Seat
from controller.games.craps.rules.dice import POINTS, Dice
from controller.games.craps.rules.rulebook import RuleBook

GOAL = 10
ROUNDS = 7
MONEY = 10**9
CENTS = 100

PASS, ODDS, COME = 5, 10, 5
NUMBERS = (("place:6", 6), ("place:8", 6), ("field", 5), ("hard:4", 5), ("hard:6", 5), ("hard:8", 5), ("hard:10", 5))
Result = dict[str, Any]


@dataclass(frozen=True)
class Load:
    """How busy the table is."""

    name: str
    seats: int
    come: bool
    rolls: int


LOADS = (
    Load("one busy seat: pass, 2x odds, place 6 and 8, field, four hardways", 1, come=False, rolls=8000),
    Load("eight seats: the same and, while a point stands, come with 2x odds", 8, come=True, rolls=1000),
)


@dataclass
class Count:
    """What one engine did in one round."""

    seconds: float = 0.0
    rows: int = 0
    placed: int = 0
    live: int = 0


# ---- our engine ----

OUR_NUMBERS = tuple((bet, amount * CENTS) for bet, amount in NUMBERS)
OUR_COME = tuple((f"come:{point}", f"come_odds:{point}") for point in POINTS)


def our_missing(game: Game, number: int, seat: Seat, come: bool) -> None:
    """Place whatever is missing in front of one seat."""
    stakes, place = seat.stakes, game.place
    if game.point is None:
        if "pass_line" not in stakes:
            place(number, "pass_line", PASS * CENTS)
    else:
        if "pass_odds" not in stakes and "pass_line" in stakes:
            place(number, "pass_odds", ODDS * CENTS)
        if come and "come" not in stakes:
            place(number, "come", COME * CENTS)
    if come:
        for base, odds in OUR_COME:
            if base in stakes and odds not in stakes:
                place(number, odds, ODDS * CENTS)
    for bet, amount in OUR_NUMBERS:
        if bet not in stakes:
            place(number, bet, amount)


def our_book() -> RuleBook:
    """The electronic book, but no bet continues."""
    book = load_book("electronic")
    bets = {pattern: terms.model_copy(update={"stays_after": ()}) for pattern, terms in book.bets.items()}
    return RuleBook.model_validate({**dict(book), "bets": bets})


def play_ours(load: Load, dice: Sequence[Dice], counted: bool = False) -> Count:
    """One round on our engine; wagers are counted in a round that is not timed."""
    game = new_game(our_book(), dict.fromkeys(range(1, load.seats + 1), MONEY * CENTS))
    seats, count = list(game.seats.items()), Count()
    start = time.perf_counter()
    for roll in dice:
        lying = sum(len(seat.stakes) for _, seat in seats) if counted else 0
        for number, seat in seats:
            our_missing(game, number, seat, load.come)
        if counted:
            live = sum(len(seat.stakes) for _, seat in seats)
            count.placed += live - lying
            count.live += live
        count.rows += len(game.roll(roll).settled)
    count.seconds = time.perf_counter() - start
    return count


# ---- crapssim ----

Wanted = tuple[Any, Callable[[], crapssim_bet.Bet]]


def _wanted(kind: Callable[..., crapssim_bet.Bet], *terms: Any) -> Wanted:
    """A bet's key and how to make it, so that nothing is made in vain."""
    make = partial(kind, *terms)
    return make()._placed_key, make


THEIR_NUMBERS: list[Wanted] = [
    *(_wanted(crapssim_bet.Place, number, 6) for number in (6, 8)),
    _wanted(crapssim_bet.Field, 5),
    *(_wanted(crapssim_bet.HardWay, number, 5) for number in (4, 6, 8, 10)),
]
THEIR_PASS, THEIR_COME = _wanted(crapssim_bet.PassLine, PASS), _wanted(crapssim_bet.Come, COME)
THEIR_ODDS = {n: _wanted(crapssim_bet.Odds, crapssim_bet.PassLine, n, ODDS) for n in POINTS}
THEIR_COME_ODDS = [
    (crapssim_bet.Come(COME, n)._placed_key, _wanted(crapssim_bet.Odds, crapssim_bet.Come, n, ODDS)) for n in POINTS
]


def their_wishes(point: int | None, have: set[Any], come: bool) -> Iterator[Wanted]:
    """What a seat should have before this roll."""
    if point is None:
        yield THEIR_PASS
    else:
        if THEIR_PASS[0] in have:
            yield THEIR_ODDS[point]
        if come:
            yield THEIR_COME
    if come:
        for base, odds in THEIR_COME_ODDS:
            if base in have:
                yield odds
    yield from THEIR_NUMBERS


def their_missing(player: Player, point: int | None, come: bool) -> None:
    """Place whatever is missing in front of one player."""
    have = {bet._placed_key for bet in player.bets}
    for key, make in their_wishes(point, have, come):
        if key not in have:
            player.add_bet(make())


def their_rows(table: Table) -> list[tuple[int, crapssim_bet.Bet, float]]:
    """What crapssim's own update does, keeping a row for each wager that the roll decided."""
    rows = []
    for number, player in enumerate(table.players):
        for bet in player.bets[:]:
            result = bet.get_result(table)
            player.bankroll += result.bankroll_change
            if result.amount:
                rows.append((number, bet, result.amount))
            if result.remove:
                player.bets.remove(bet)
    return rows


def play_theirs(load: Load, dice: Sequence[Dice]) -> Count:
    """One round on crapssim."""
    table, count = Table(seed=1), Count()
    for _ in range(load.seats):
        table.add_player(MONEY, NullStrategy())
    start = time.perf_counter()
    for roll in dice:
        for player in table.players:
            lying = len(player.bets)
            their_missing(player, table.point.number, load.come)
            count.placed += len(player.bets) - lying
            count.live += len(player.bets)
        TableUpdate.roll(table, roll)
        count.rows += len(their_rows(table))
        TableUpdate.update_numbers(table, False)
    count.seconds = time.perf_counter() - start
    return count


# ---- side by side ----


def measure() -> list[Result]:
    """Both loads; rounds of both engines in turns, so that a busy machine is unfair to neither."""
    return [_measure(load) for load in LOADS]


def _measure(load: Load) -> Result:
    rng = random.Random(1)
    dice = [(rng.randint(1, 6), rng.randint(1, 6)) for _ in range(load.rolls)]
    our_count, their_count = play_ours(load, dice, counted=True), play_theirs(load, dice)
    pairs = [(play_ours(load, dice), play_theirs(load, dice)) for _ in range(ROUNDS)]
    ours = _summary(load, our_count, [one.seconds for one, _ in pairs])
    theirs = _summary(load, their_count, [other.seconds for _, other in pairs])
    ratio = median(other.seconds / one.seconds for one, other in pairs)
    return {"load": load.name, "ours": ours, "crapssim": theirs, "ratio": round(ratio, 2), "goal": GOAL}


def _summary(load: Load, count: Count, seconds: list[float]) -> Result:
    return {
        "rolls_per_second": round(load.rolls / median(seconds)),
        "live_bets": round(count.live / load.rolls, 1),
        "rows_per_roll": round(count.rows / load.rolls, 2),
        "placed_per_roll": round(count.placed / load.rolls, 2),
    }


def report(results: list[Result]) -> None:
    """For people."""
    for result in results:
        print(result["load"])
        for name in ("ours", "crapssim"):
            engine = result[name]
            print(
                f"  {name:<9}{engine['rolls_per_second']:>9,} rolls/s   live bets {engine['live_bets']}, "
                f"placed {engine['placed_per_roll']} and settled {engine['rows_per_roll']} a roll"
            )
        verdict = "reached" if result["ratio"] >= result["goal"] else "missed"
        print(f"  ratio    {result['ratio']:>9} ×         goal {result['goal']} ×: {verdict}")
