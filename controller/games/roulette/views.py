"""Roulette in the words of the wire: what everybody is told of its table besides what every table tells."""

from collections.abc import Mapping
from typing import Any

from controller.games.roulette.at_the_table import RouletteAtTheTable
from controller.games.roulette.history import Details, Numbers
from controller.games.roulette.rules.wheel import colour
from controller.games.roulette.statistics import Frequency, hottest_and_coldest, times_of_shared
from controller.protocol.public import NOTHING_OF_CRAPS


def table_view(game: RouletteAtTheTable, numbers: Numbers) -> dict[str, Any]:
    """The last numbers, the newest first; of the gaming day how many spins there were, what was hot and cold, and how
    often each of the large bets won."""
    times = dict(enumerate(numbers.times))
    hot, cold = hottest_and_coldest(times)
    said = {
        "name": game.name,
        "device": game.device,
        "numbers": [_number(number) for number in reversed(numbers.last)],
        "spins": sum(numbers.times),
        "hot": _frequencies(hot),
        "cold": _frequencies(cold),
        "won": times_of_shared(times),
    }
    return {**NOTHING_OF_CRAPS, "game": said}


def outcome_view(details: Details) -> dict[str, Any]:
    """The number that decided a round, if one did."""
    number = details.get("number")
    return {"faces": None, "game": {"number": None} if number is None else _number(number)}


def _number(number: int) -> dict[str, Any]:
    return {"number": number, "colour": colour(number)}


def _frequencies(found: list[Frequency]) -> list[Mapping[str, int]]:
    return [one._asdict() for one in found]
