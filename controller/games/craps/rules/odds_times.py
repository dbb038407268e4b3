"""How many times their base odds may be: as the rule book says, and no more than the house says within that.

Odds that pay even money or more may be so many times their base; those that pay less may win so many times their base.
So "2x" is twice the don't pass divided by the odds, as "twice" is of the pass line.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from controller.games.book import wrong
from controller.games.craps.rules.bets import KINDS
from controller.games.craps.rules.dice import POINTS
from controller.games.craps.rules.kinds import Bet
from controller.games.craps.rules.odds import rate_text, read_multiple, read_odds

if TYPE_CHECKING:
    from controller.games.craps.rules.settings import Settings
    from controller.games.craps.rules.terms import Terms

Times = Mapping[int, int]
"""Point → how many times."""


def _times(two: int, three: int, four: int, five: int, six: int) -> Times:
    low = {2: two, 3: three, 4: four, 5: five, 6: six}
    return low | {14 - number: times for number, times in low.items()}


def _alike(times: int) -> Times:
    return _times(times, times, times, times, times)


ODDS_TIMES: Mapping[str, Times] = {
    "1x": _alike(1),
    "2x": _alike(2),
    "3x": _alike(3),
    "3-4-5x": _times(1, 2, 3, 4, 5),  # six times the base is won, whatever the point
    "5x": _alike(5),
    "10x": _alike(10),
    "20x": _alike(20),
    "100x": _alike(100),
}
"""What a house may choose from."""


def most_of_base(bets: "Mapping[str, Terms]", settings: "Settings", bet: Bet, point: int | None) -> Fraction | None:
    """How many times its base these odds may be at most, on their number or while this point stands; None: the book and
    the house leave it to the limits. Odds on the line without a point have the most that any point allows."""
    numbers = (bet.number or point,) if bet.number or point else bets[bet.kind.pattern].numbers()
    found = [_most(bets[bet.kind.pattern], settings.odds_times, number) for number in numbers if number]
    return None if None in found else max(most for most in found if most is not None)


def _most(terms: "Terms", chosen: str | None, number: int) -> Fraction | None:
    """By both; the smaller counts."""
    house = [] if chosen is None else [ODDS_TIMES[chosen][number] / min(Fraction(1), terms.pay(str(number)))]
    book = terms.most_of_base(number)
    return min([*house, *([] if book is None else [book])], default=None)


def has_odds(rules: Mapping[str, Any]) -> bool:
    """Whether these rules, as plain data, have any odds."""
    return any(KINDS[pattern].base for pattern in rules.get("bets", {}))


def choices(rules: Mapping[str, Any]) -> list[str]:
    """What a house may choose within these rules, as plain data."""
    bets: Mapping[str, Mapping[str, Any]] = rules.get("bets", {})
    ceilings = [
        (number, read_multiple(most))
        for pattern, terms in bets.items()
        if KINDS[pattern].base
        for number, pays, most in _by_number(terms.get("pays"), terms.get("most_times_base"))
        if read_odds(pays) >= 1
    ]
    return [name for name, times in ODDS_TIMES.items() if all(times[number] <= most for number, most in ceilings)]


def _by_number(pays: Any, most: Any) -> Iterator[tuple[int, str, str]]:
    """Number, odds and the book's multiple, where it has one."""
    numbers = (int(key) for key in pays) if isinstance(pays, Mapping) else POINTS
    for number in numbers if most is not None else ():
        key = str(number)
        yield number, pays[key] if isinstance(pays, Mapping) else pays, most[key] if isinstance(most, Mapping) else most


def check_odds_times(bets: "Mapping[str, Terms]", settings: "Settings", points: tuple[int, ...]) -> None:
    """A house may allow less than the book, and no more."""
    chosen, odds = settings.odds_times, [pattern for pattern in bets if KINDS[pattern].base]
    if chosen is None:
        return
    if not odds:
        wrong("settings.odds_times", "has no meaning in this book; no bet leans on it", "unused")
    for pattern in odds:
        for number in points:
            most, times = bets[pattern].most_of_base(number), ODDS_TIMES[chosen][number]
            if most is not None and times > most and bets[pattern].pay(str(number)) >= 1:
                wrong(
                    "settings.odds_times",
                    f"must allow at most {rate_text(most)}, the most of {pattern} by the book; found {chosen}",
                    "over_the_book",
                    bet=pattern,
                    most=rate_text(most),
                )
