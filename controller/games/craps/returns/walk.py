"""One wager, walked through the engine from the moment it is laid to the roll that decides it.

There is no formula here. A real table takes the wager by the ordinary entry, all 36 rolls are thrown at every state
the table can be in, and the settlement that runs on the cabinet says what came of each. Tables that are alike in
everything that matters to the wager are one state, and the chain of states is solved exactly.
"""

from collections import Counter
from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from controller.games.craps.play.felt import Felt
from controller.games.craps.play.game import Game
from controller.games.craps.play.hand import NO_TALLY, Hand, HandTally
from controller.games.craps.play.seat import Seat, needs_company
from controller.games.craps.play.spots import Spot
from controller.games.craps.returns.chain import ChainRow, solve
from controller.games.craps.returns.hand_length import expected
from controller.games.craps.returns.points_made import best_prizes, fates
from controller.games.craps.rules.dice import ALL_ROLLS, Dice
from controller.games.craps.rules.kinds import Counts, Result
from controller.games.craps.rules.pays import Level
from controller.games.craps.rules.refusal import BetRefused

SEAT = 1
RICH = 10**9
"""Times the most that any spot takes: a balance that covers every wager and its vigorish."""

NOT_YET = frozenset({"point_only", "needs_base"})
"""The refusals that mean: roll on and ask again."""

MOST_ROLLS_BEFORE = 2
"""Odds on a come bet can be laid after two rolls, one for the point and one for the come bet; nothing takes more."""

SEVEN_OUT = (3, 4)

ROLLS = "rolls"
"""What the chain counts on its way to an end."""


class End(NamedTuple):
    """How a roll decided the wager."""

    result: Result
    paid: int
    taken: int
    """What the house took by it, less what it paid."""
    level: Level | None = None
    """The Power Odds that were drawn; None where they make no difference."""


@dataclass(frozen=True, slots=True)
class Fortune:
    """What becomes of one wager."""

    stake: int
    cost: int
    """Stake and up-front vigorish."""
    ends: dict[End, Fraction]
    """End → its chance, which for an end that has a level is the chance when that level is drawn."""
    rolls: Fraction
    """How many are expected until it is decided."""


def walk(felt: Felt, spot: Spot, stake: int) -> Fortune:
    """One wager of this stake, made when it may be made, left up and working until a roll decides it.

    Refused, as the table refuses it, where the spot does not take it.
    """
    tables, cost = _first_to_take(felt, spot, stake)
    if spot.terms.pays_made is not None:
        return Fortune(stake, cost, _by_points_made(felt, spot, tables[0][0]), expected(felt))
    states = _States(spot)
    start: Counter[int] = Counter()
    for game, weight in tables:
        start[states.number(game)] += weight
    rows: list[ChainRow[End | str]] = [ChainRow.of(start, {}, start.total())]
    rows += [_thrown(game, states) for game in states.games]  # which grow as new ones are reached
    solved = solve(rows)
    ends = {end: chance for end, chance in solved.items() if isinstance(end, End)}
    return Fortune(stake, cost, ends, solved[ROLLS])


# ---- laying it --------------------------------------------------------------------------------------------------

Tables = list[tuple[Game, int]]
"""Tables and their weights."""


def _first_to_take(felt: Felt, spot: Spot, stake: int) -> tuple[Tables, int]:
    """The first tables that take the wager, and what it costs there.

    Rolls that do not lead to them, such as a come-out that decides the line bet under the odds, leave the player where
    he was, to try again; so they weigh nothing.
    """
    tables: Tables = [(_new_table(felt), 1)]
    for _ in range(MOST_ROLLS_BEFORE + 1):
        took = [(game, weight, cost) for game, weight in tables if (cost := _ask(game, spot, stake)) is not None]
        if took:
            return [(game, weight) for game, weight, _ in took], took[0][2]
        tables = _rolled_on(tables)
    raise BetRefused("needs_base", f"{spot.name} cannot be laid, for what it needs cannot be laid before it")


def _new_table(felt: Felt) -> Game:
    return Game(felt, {SEAT: Seat(RICH * max(spot.max for spot in felt.spots.values()))})


def _ask(game: Game, spot: Spot, stake: int) -> int | None:
    """Lay the wager, and first what it needs beside it; what it costs, or nothing while it is too early."""
    seat = game.seats[SEAT]
    _lay_base(game, spot)
    _lay_company(game, spot)
    before = seat.balance
    try:
        game.place(SEAT, spot.name, stake)
    except BetRefused as refusal:
        if refusal.code in NOT_YET:
            return None
        raise
    return before - seat.balance


def _lay_base(game: Game, spot: Spot) -> None:
    """The wager under odds: the line bet, or the come box that travels to where they are laid."""
    if spot.base is not None and spot.base not in game.seats[SEAT].stakes:
        boxes = (box for box, to in game.felt.come_boxes.items() if spot.base in to.values())
        _lay_most(game, next(boxes, spot.base))


def _lay_company(game: Game, spot: Spot) -> None:
    """Other money on the layout, for a bet that wants some."""
    for other in game.open_spots().values() if spot.needs_units else ():
        if needs_company(game.seats[SEAT], spot) and not other.bet.kind.for_the_hand:
            _lay_most(game, other.name)


def _lay_most(game: Game, name: str) -> None:
    spot = game.felt.spots[name]
    with suppress(BetRefused):  # too early, or something beside it excludes it; then the wager itself will be refused
        game.place(SEAT, name, spot.max - spot.max % spot.unit)


def _rolled_on(tables: Tables) -> Tables:
    """One roll later; tables alike in point and wagers are one."""
    rolled: dict[Hashable, tuple[Game, int]] = {}
    for game, weight in tables:
        for dice in ALL_ROLLS:
            after = _copy(game)
            after.roll(dice)
            alike = (after.point, *after.seats[SEAT].stakes)
            rolled[alike] = (after, weight + rolled.get(alike, (after, 0))[1])
    return list(rolled.values())


# ---- throwing at it ---------------------------------------------------------------------------------------------


class _States:
    """The states found so far, in the order of their discovery; state 0 is before the wager."""

    def __init__(self, spot: Spot) -> None:
        self.spot = spot
        self.games: list[Game] = []
        self._numbers: dict[Hashable, int] = {}

    def number(self, game: Game) -> int:
        """The number of the state this table is in."""
        state = what_matters(game, self.spot)
        if state not in self._numbers:
            self.games.append(game)
            self._numbers[state] = len(self.games)
        return self._numbers[state]


def what_matters(game: Game, spot: Spot) -> Hashable:
    """All of a table's state that can make a difference to the wager; what is merged behaves alike."""
    hand, kind, counts = game.hand, spot.bet.kind, spot.terms.pays_for
    match kind.counts:
        case Counts.NUMBERS:
            return hand.numbers & kind.numbers_needed
        case Counts.TIMES:
            return (hand.tally or NO_TALLY).times[spot.bet.number]
        case Counts.DOUBLES:
            return (hand.tally or NO_TALLY).doubles
        case Counts.ROLLS:  # past the last count of the table, one roll more pays no more
            return game.point, min(hand.rolls, max(int(count) for count in counts or {}))
        case Counts.POINTS:
            return game.point, hand.points_made
    return game.point, lies_on(game, spot)


def lies_on(game: Game, spot: Spot) -> str:
    """Where the wager lies now: a come bet travels."""
    stakes = game.seats[SEAT].stakes
    travelled = game.felt.come_boxes.get(spot.name, {}).values()
    return next((name for name in travelled if name in stakes), spot.name)


def _thrown(game: Game, states: _States) -> ChainRow[End | str]:
    """What each of the 36 rolls does to the wager in this state."""
    _hold_on(game, states.spot)
    game.close()
    bet = lies_on(game, states.spot)
    to: Counter[int] = Counter()
    ends: Counter[End | str] = Counter({ROLLS: len(ALL_ROLLS)})
    for dice in ALL_ROLLS:
        after = _copy(game)
        end = _roll(after, bet, dice)
        if end is None:
            to[states.number(after)] += 1
        elif end.result is Result.WIN and bet in game.felt.power:
            ends.update(end for level in Level if (end := _roll(_copy(game), bet, dice, level)))
        else:
            ends[end] += 1
    return ChainRow.of(to, ends, len(ALL_ROLLS))


def _by_points_made(felt: Felt, spot: Spot, game: Game) -> dict[End, Fraction]:
    """What a wager on how often points are made comes to: its states are too many to be thrown at, but each of its
    prizes is set up on this table and sevens out there."""
    ends: dict[End, Fraction] = {}
    for made, chance in best_prizes(fates(felt), spot.terms.pays_made or {}):
        after = _copy(game)
        after.point, after.hand = felt.points[0], Hand(rolls=1, tally=HandTally(made=made))
        end = _roll(after, spot.name, SEVEN_OUT)
        if end is not None and chance:
            ends[end] = ends.get(end, Fraction(0)) + chance
    return ends


def _hold_on(game: Game, spot: Spot) -> None:
    """Left up and working: whoever holds a wager that turns OFF calls it ON, or lays it anew where calls are not
    taken, which makes it ON as well."""
    if spot.name in game.seats[SEAT].stakes and not game.works(SEAT, spot.name):
        game.seats[SEAT].calls[spot.name] = True


def _roll(game: Game, bet: str, dice: Dice, level: Level | None = None) -> End | None:
    """Throw these dice; how they decided the wager, or nothing."""
    rolled = game.roll(dice, {bet: level} if level else None)
    row = next((row for row in rolled.settled if row.bet == bet), None)
    return End(Result(row.result), row.paid, row.taken, level) if row else None


def _copy(game: Game) -> Game:
    return replace(game, seats={SEAT: game.seats[SEAT].copy()})
