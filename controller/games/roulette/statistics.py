"""What the wheel has shown: what players expect to see of it, and whether it is even.

None of this says anything of the next spin: the wheel has no memory, and every screen that shows it says so.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from controller.games.chi_square import Histogram, histogram
from controller.games.interface import Shown
from controller.games.roulette.rules.spots import SPOTS
from controller.games.roulette.rules.wheel import NUMBERS, ROTOR, Colour, colour

SHOWN = 20
"""Numbers of the history."""

HOT_AND_COLD = 4
"""Numbers of each."""

SECTORS = 9
"""Runs of neighbours round the rotor, of four compartments each; the first, at the zero, has five."""

SHARED = ("red", "black", "odd", "even", "dozen:1", "dozen:2", "dozen:3", "column:1", "column:2", "column:3")


class PastNumber(NamedTuple):
    """A number that the wheel has authentically reported; `counted`: its round was not void."""

    number: int
    counted: bool = True


class Frequency(NamedTuple):
    """A number and how often it came."""

    number: int
    times: int


def players_numbers(spun: Iterable[PastNumber]) -> list[int]:
    """Those that players see: voided ones are not among them."""
    return [one.number for one in spun if one.counted]


def last_numbers(spun: Sequence[PastNumber], how_many: int = SHOWN) -> list[tuple[int, Colour]]:
    """The newest first, with their colours."""
    newest = players_numbers(reversed(spun))[:how_many]
    return [(number, colour(number)) for number in newest]


def hot_and_cold(day: Sequence[PastNumber], how_many: int = HOT_AND_COLD) -> tuple[list[Frequency], list[Frequency]]:
    """Of the spins of a day."""
    return hottest_and_coldest(Counter(players_numbers(day)), how_many)


def hottest_and_coldest(
    times: Mapping[int, int], how_many: int = HOT_AND_COLD
) -> tuple[list[Frequency], list[Frequency]]:
    """The numbers that came most and least often; of those that came equally often, the lower first. Nothing is hot
    that has not come, and nothing is hot or cold before the first number."""
    all_of_them = [Frequency(number, times.get(number, 0)) for number in NUMBERS]
    hot = sorted((one for one in all_of_them if one.times), key=lambda one: -one.times)
    cold = sorted(all_of_them, key=lambda one: one.times) if hot else []
    return hot[:how_many], cold[:how_many]


def times_of_shared(times: Mapping[int, int]) -> dict[str, int]:
    """How often each of the large bets won."""
    return {bet: sum(times.get(number, 0) for number in SPOTS[bet].numbers) for bet in SHARED}


def shares(day: Sequence[PastNumber]) -> dict[str, Fraction]:
    """How large a share of the numbers each of these bets won; nothing before the first. Zero is in none."""
    numbers = players_numbers(day)
    if not numbers:
        return {}
    won = times_of_shared(Counter(numbers))
    return {bet: Fraction(times, len(numbers)) for bet, times in won.items()}


# ---- is the wheel even? -----------------------------------------------------------------------------------------


def sectors() -> dict[str, tuple[int, ...]]:
    """Name → its run of neighbours: together the whole rotor, clockwise from the zero."""
    size, over = divmod(len(ROTOR), SECTORS)
    starts = [0, *(size * place + over for place in range(1, SECTORS)), len(ROTOR)]
    runs = [ROTOR[start:end] for start, end in pairwise(starts)]
    return {f"{run[0]}-{run[-1]}": run for run in runs}


def wheel_fairness(results: Sequence[Shown]) -> dict[str, Histogram]:
    """Of results as a device showed them: by number and by sector."""
    found = fairness([PastNumber(result["number"]) for result in results])
    return {"numbers": found["numbers"], "sectors": found["sectors"]}


def fairness(spun: Sequence[PastNumber]) -> dict[str, Any]:
    """Every authentic number, voided or not, beside what an even wheel would show: by number and by sector."""
    seen, runs = Counter(one.number for one in spun), sectors()
    each = len(spun) / len(ROTOR)
    return {
        "spins": len(spun),
        "numbers": histogram(seen, dict.fromkeys(NUMBERS, each)),
        "sectors": histogram(
            {name: sum(seen[number] for number in run) for name, run in runs.items()},
            {name: each * len(run) for name, run in runs.items()},
        ),
    }
