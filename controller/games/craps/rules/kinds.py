"""What a kind of bet is: when it may be placed, which rolls decide it and how."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from controller.games.craps.rules.dice import ALL_ROLLS, CRAPS, ELEVEN, SEVEN, Dice, is_hard, pair_name


class Result(StrEnum):
    """What a roll did to a wager it decided."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    OFF = "off"


class Opens(StrEnum):
    """When a wager may be placed."""

    ALWAYS = "always"
    COME_OUT = "come_out"
    POINT = "point"
    NEW_HAND = "new_hand"
    NEVER = "never"


class Counts(StrEnum):
    """What of the hand a bet for the hand goes by."""

    ROLLS = "rolls"
    POINTS = "points"
    """Different points made."""
    MADE = "made"
    """How often each point was made."""
    NUMBERS = "numbers"
    """Different totals since the last seven."""
    TIMES = "times"
    """How often a total has come since the last seven."""
    DOUBLES = "doubles"
    """Different pairs since the last seven."""


UNTIL_THE_SEVEN_OUT = frozenset({Counts.ROLLS, Counts.POINTS, Counts.MADE})
"""Bets that go by these are decided by the seven-out alone; any seven, the come-out's too, ends the others."""
TALLIED = frozenset({Counts.MADE, Counts.TIMES, Counts.DOUBLES})
"""What is kept count of only where a book has a bet that goes by it."""


class Fall(NamedTuple):
    """How a roll decides a wager: the result, what the win is for (`pays` is looked up by it), and on which
    occasion (whether a winner stays on the layout may depend on that)."""

    result: Result
    pay_key: str = ""
    occasion: str = "win"


LOSE = Fall(Result.LOSE)


@dataclass(frozen=True, slots=True)
class Bet:
    """One spot on the felt by its full name: `place:6`, `hop:3-4`, `field`."""

    name: str
    kind: "Kind"
    number: int = 0
    pair: Dice = (0, 0)

    @property
    def base(self) -> str | None:
        """The wager that this one is laid upon: odds stand on their line or come bet."""
        base = self.kind.base
        return base.replace("N", str(self.number)) if base else None

    @property
    def parts(self) -> tuple[str, ...]:
        """The single wagers that this one is made of, one share each."""
        return tuple(part.replace("N", str(self.number)) for part in self.kind.parts)


Decides = Callable[[Bet, int | None, Dice], Fall | None]


@dataclass(frozen=True, slots=True)
class Kind:
    """A family of spots: `place:N` has six, `field` one."""

    pattern: str
    decides: Decides | None
    opens: Opens = Opens.ALWAYS
    numbers: tuple[int, ...] = ()
    pairs: tuple[Dice, ...] = ()
    pay_keys: tuple[str, ...] = ()
    occasions: tuple[str, ...] = ("win",)
    base: str | None = None
    parts: tuple[str, ...] = ()
    travels_to: str | None = None
    needs_point: bool = False
    limits: str = "one_roll"
    """Which of the limits by kind it has: a table of `settings.Settings`."""
    counts: Counts | None = None
    """Bets for the hand: what they go by."""
    numbers_needed: frozenset[int] = frozenset()
    """The totals that must all come before a seven."""
    on_points: bool = False
    """Whether its numbers are those that a book has as points."""
    crapless: Decides | None = None
    """How a roll decides it where every number but the seven is a point; None: no otherwise."""

    @property
    def word(self) -> str:
        """The kind without its number: `place`."""
        return self.pattern.partition(":")[0]

    @property
    def for_the_hand(self) -> bool:
        """Decided by the whole hand, not by one roll; see `hand`."""
        return self.decides is None

    @property
    def stands(self) -> bool:
        """Whether a roll may leave it undecided, so that it can lie there and be OFF."""
        first = self.bets()[0]
        return self.decides is not None and any(self.decides(first, None, dice) is None for dice in ALL_ROLLS)

    @property
    def wrong_way(self) -> bool:
        """Against the dice from their first roll, or what lies on such a wager: there is none without craps."""
        return self.word in ("dont_pass", "dont_odds", "dont_come", "dont_come_odds")

    def bets(self) -> list[Bet]:
        """Every spot of this kind."""
        if self.numbers:
            return [Bet(f"{self.word}:{number}", self, number=number) for number in self.numbers]
        if self.pairs:
            return [Bet(f"{self.word}:{pair_name(pair)}", self, pair=pair) for pair in self.pairs]
        return [Bet(self.pattern, self)]


# ---- how a roll decides -----------------------------------------------------------------------------------------


def _first_roll_right(total: int) -> Fall | None:
    if total == SEVEN:
        return Fall(Result.WIN, occasion="seven")
    if total == ELEVEN:
        return Fall(Result.WIN, occasion="eleven")
    return LOSE if total in CRAPS else None


def _first_roll_wrong(total: int) -> Fall | None:
    if total in (SEVEN, ELEVEN):
        return LOSE
    if total == 12:  # the barred number: nobody wins
        return Fall(Result.PUSH, occasion="twelve")
    return Fall(Result.WIN, occasion="craps") if total in CRAPS else None


def _number_right(number: int, total: int, occasion: str) -> Fall | None:
    if total == number:
        return Fall(Result.WIN, str(number), occasion)
    return LOSE if total == SEVEN else None


def _number_wrong(number: int, total: int, occasion: str) -> Fall | None:
    if total == SEVEN:
        return Fall(Result.WIN, str(number), occasion)
    return LOSE if total == number else None


def line_right(_bet: Bet, point: int | None, dice: Dice) -> Fall | None:
    """Pass: the come-out's own rules, then the point before a seven."""
    return _first_roll_right(sum(dice)) if point is None else _number_right(point, sum(dice), "point")


def line_right_crapless(_bet: Bet, point: int | None, dice: Dice) -> Fall | None:
    """Pass where every number but the seven is a point."""
    return _seven_first(sum(dice)) if point is None else _number_right(point, sum(dice), "point")


def box_right_crapless(_bet: Bet, _point: int | None, dice: Dice) -> Fall | None:
    """The come box there."""
    return _seven_first(sum(dice))


def _seven_first(total: int) -> Fall | None:
    return Fall(Result.WIN, occasion="seven") if total == SEVEN else None


def line_wrong(_bet: Bet, point: int | None, dice: Dice) -> Fall | None:
    """Don't pass: the come-out's own rules, then a seven before the point."""
    return _first_roll_wrong(sum(dice)) if point is None else _number_wrong(point, sum(dice), "point")


def box_right(_bet: Bet, _point: int | None, dice: Dice) -> Fall | None:
    """The come box: any roll is its first."""
    return _first_roll_right(sum(dice))


def box_wrong(_bet: Bet, _point: int | None, dice: Dice) -> Fall | None:
    """The don't come box: any roll is its first."""
    return _first_roll_wrong(sum(dice))


def line_odds_right(_bet: Bet, point: int | None, dice: Dice) -> Fall | None:
    """Odds behind the pass line."""
    return None if point is None else _number_right(point, sum(dice), "win")


def line_odds_wrong(_bet: Bet, point: int | None, dice: Dice) -> Fall | None:
    """Odds behind don't pass."""
    return None if point is None else _number_wrong(point, sum(dice), "win")


def number_right(bet: Bet, _point: int | None, dice: Dice) -> Fall | None:
    """The number before a seven."""
    return _number_right(bet.number, sum(dice), "win")


def number_wrong(bet: Bet, _point: int | None, dice: Dice) -> Fall | None:
    """A seven before the number."""
    return _number_wrong(bet.number, sum(dice), "win")


def hardway(bet: Bet, _point: int | None, dice: Dice) -> Fall | None:
    """The number by a pair, before it comes the easy way and before a seven."""
    total = sum(dice)
    if total == bet.number and is_hard(dice):
        return Fall(Result.WIN, str(bet.number))
    return LOSE if total in (bet.number, SEVEN) else None


def hop(bet: Bet, _point: int | None, dice: Dice) -> Fall:
    """This very pair on the next roll."""
    if pair_name(dice) != pair_name(bet.pair):
        return LOSE
    return Fall(Result.WIN, "hard" if is_hard(dice) else "easy")


def one_number(bet: Bet, _point: int | None, dice: Dice) -> Fall:
    """This very total on the next roll."""
    return Fall(Result.WIN, str(bet.number)) if sum(dice) == bet.number else LOSE


def one_roll(*keys: str) -> Decides:
    """Any of these totals (`"7"`) or pairs (`"3-3"`, which is more exact and goes first) on the next roll."""

    def decides(_bet: Bet, _point: int | None, dice: Dice) -> Fall:
        for key in (pair_name(dice), str(sum(dice))):
            if key in keys:
                return Fall(Result.WIN, key)
        return LOSE

    return decides
