"""Every bet there is: its name, its kind, and how it is decided.

What a house offers and pays is not here but in the rule books. To add a bet, add a line to `KINDS` and give it a
table in a rule book.
"""

from controller.games.craps.rules.dice import CRAPLESS_POINTS, CRAPS, PAIRS
from controller.games.craps.rules.kinds import (
    Bet,
    Counts,
    Decides,
    Kind,
    Opens,
    box_right,
    box_right_crapless,
    box_wrong,
    hardway,
    hop,
    line_odds_right,
    line_odds_wrong,
    line_right,
    line_right_crapless,
    line_wrong,
    number_right,
    number_wrong,
    one_number,
    one_roll,
)

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
