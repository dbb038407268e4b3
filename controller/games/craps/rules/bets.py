"""Every bet there is: its name, when it may be placed, which rolls decide it and how.

What a house offers and pays is not here but in the rule books. To add a bet, add a line to `KINDS` and give it a
table in a rule book.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from controller.games.craps.rules.dice import (
    ALL_ROLLS,
    CRAPLESS_POINTS,
    CRAPS,
    ELEVEN,
    PAIRS,
    SEVEN,
    Dice,
    is_hard,
    pair_name,
)


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


# ---- the felt ---------------------------------------------------------------------------------------------------

_POINT_KEYS = tuple(str(point) for point in CRAPLESS_POINTS)
_CRAPS_KEYS = tuple(str(total) for total in CRAPS)
_SMALL, _TALL = (2, 3, 4, 5, 6), (8, 9, 10, 11, 12)
_HARD_NUMBERS = (4, 6, 8, 10)
_HORN_NUMBERS = (2, 3, 11, 12)
_HORN_PARTS = tuple(f"horn:{number}" for number in _HORN_NUMBERS)
_FIELD_KEYS = ("2", "3", "4", "9", "10", "11", "12")
_SIX_SEVEN_EIGHT_KEYS = ("6", "7", "8", "3-3", "4-4")
_RIGHT_OCCASIONS = ("seven", "eleven", "point")
_WRONG_OCCASIONS = ("craps", "point")
_WRONG_BOX_OCCASIONS = ("craps",)


def _line(pattern: str, decides: Decides, occasions: tuple[str, ...], crapless: Decides | None = None) -> Kind:
    return Kind(pattern, decides, Opens.COME_OUT, occasions=occasions, limits="line", crapless=crapless)


def _box(pattern: str, decides: Decides, occasions: tuple[str, ...], crapless: Decides | None = None) -> Kind:
    to = f"{pattern}:N"
    return Kind(pattern, decides, Opens.POINT, occasions=occasions, travels_to=to, limits="line", crapless=crapless)


def _travelled(pattern: str, decides: Decides) -> Kind:
    return Kind(pattern, decides, Opens.NEVER, CRAPLESS_POINTS, limits="line", on_points=True)


def _line_odds(pattern: str, decides: Decides, base: str) -> Kind:
    keys = _POINT_KEYS
    return Kind(
        pattern, decides, Opens.POINT, pay_keys=keys, base=base, needs_point=True, limits="odds", on_points=True
    )


def _come_odds(pattern: str, decides: Decides, base: str) -> Kind:
    keys = _POINT_KEYS
    return Kind(pattern, decides, numbers=CRAPLESS_POINTS, pay_keys=keys, base=base, limits="odds", on_points=True)


def _on_points(pattern: str, decides: Decides) -> Kind:
    keys = _POINT_KEYS
    return Kind(pattern, decides, numbers=CRAPLESS_POINTS, pay_keys=keys, limits="numbers", on_points=True)


def _number(pattern: str, decides: Decides, numbers: tuple[int, ...], limits: str = "numbers") -> Kind:
    return Kind(pattern, decides, numbers=numbers, pay_keys=tuple(str(number) for number in numbers), limits=limits)


def _one_roll(pattern: str, *keys: str, limits: str = "one_roll") -> Kind:
    return Kind(pattern, one_roll(*keys), pay_keys=keys, limits=limits)


def _composite(pattern: str, parts: tuple[str, ...], *keys: str, numbers: tuple[int, ...] = ()) -> Kind:
    return Kind(pattern, one_roll(*keys), numbers=numbers, parts=parts)


def _hand(pattern: str, counts: Counts, *numbers_needed: int) -> Kind:
    needed = frozenset(numbers_needed)
    return Kind(pattern, None, Opens.NEW_HAND, counts=counts, numbers_needed=needed, limits="hand")


def _repeats(pattern: str, *numbers: int) -> Kind:
    keys = tuple(str(number) for number in numbers)
    return Kind(pattern, None, Opens.NEW_HAND, numbers, pay_keys=keys, counts=Counts.TIMES, limits="hand")


KINDS: dict[str, Kind] = {
    kind.pattern: kind
    for kind in (
        _line("pass_line", line_right, _RIGHT_OCCASIONS, line_right_crapless),
        _line_odds("pass_odds", line_odds_right, "pass_line"),
        _line("dont_pass", line_wrong, _WRONG_OCCASIONS),
        _line_odds("dont_odds", line_odds_wrong, "dont_pass"),
        _box("come", box_right, ("seven", "eleven"), box_right_crapless),
        _travelled("come:N", number_right),
        _come_odds("come_odds:N", number_right, "come:N"),
        _box("dont_come", box_wrong, _WRONG_BOX_OCCASIONS),
        _travelled("dont_come:N", number_wrong),
        _come_odds("dont_come_odds:N", number_wrong, "dont_come:N"),
        _on_points("place:N", number_right),
        _on_points("buy:N", number_right),
        _on_points("lay:N", number_wrong),
        _on_points("place_to_lose:N", number_wrong),
        _number("hard:N", hardway, _HARD_NUMBERS, "hardways"),
        _number("big:N", number_right, (6, 8)),
        _one_roll("field", *_FIELD_KEYS, limits="field"),
        _one_roll("any_seven", "7"),
        _one_roll("any_craps", *_CRAPS_KEYS),
        _one_roll("c", *_CRAPS_KEYS),
        _one_roll("e", "11"),
        _one_roll("c_and_e", *_CRAPS_KEYS, "11"),
        _composite("horn", _HORN_PARTS, "2", "3", "11", "12"),
        _number("horn:N", one_number, _HORN_NUMBERS, "one_roll"),
        _composite("horn_high:N", (*_HORN_PARTS, "horn:N"), "2", "3", "11", "12", numbers=_HORN_NUMBERS),
        _composite("whirl", (*_HORN_PARTS, "any_seven"), "2", "3", "7", "11", "12"),
        Kind("hop:a-b", hop, pairs=PAIRS, pay_keys=("easy", "hard")),
        _one_roll("six_seven_eight", *_SIX_SEVEN_EIGHT_KEYS),
        _hand("hot_shooter", Counts.ROLLS),
        _hand("fire", Counts.POINTS),
        _hand("all_small", Counts.NUMBERS, *_SMALL),
        _hand("all_tall", Counts.NUMBERS, *_TALL),
        _hand("all_or_nothing", Counts.NUMBERS, *_SMALL, *_TALL),
        _hand("replay", Counts.MADE),
        _hand("different_doubles", Counts.DOUBLES),
        _repeats("repeater:N", *_SMALL, *_TALL),
    )
}
"""Every kind of bet, in the order in which it is listed for people."""

BETS: dict[str, Bet] = {bet.name: bet for kind in KINDS.values() for bet in kind.bets()}
"""Every spot by its name."""

ORDER: dict[str, int] = {name: place for place, name in enumerate(BETS)}
"""Where a bet stands in every list that people read."""
