"""The 157 spots of the felt: their names and their numbers, made from its geometry.

The numbers stand in twelve streets of three: 1 2 3, 4 5 6, … 34 35 36; zero lies along the first street.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from controller.games.roulette.rules.wheel import BLACK, NUMBERS, RED, ZERO

ACROSS, STREETS = 3, 12
LAST = ACROSS * STREETS
DOZEN, HALF = LAST // 3, LAST // 2

INSIDE = ("straight", "split", "street", "corner", "six_line")
OUTSIDE = ("column", "dozen", "low", "high", "even", "odd", "red", "black")
KINDS = (*INSIDE, *OUTSIDE)


class Spot(NamedTuple):
    """A place for a wager."""

    name: str
    kind: str
    numbers: frozenset[int]


def _named(kind: str, numbers: Iterable[int]) -> Spot:
    """With all its numbers in its name, ascending."""
    return Spot(f"{kind}:{'-'.join(map(str, sorted(numbers)))}", kind, frozenset(numbers))


def _street(first: int) -> range:
    return range(first, first + ACROSS)


def _is_last_of_street(number: int) -> bool:
    return number % ACROSS == 0


def _splits() -> Iterator[tuple[int, int]]:
    """Zero with its three; then each number with the next in its street and the one above it."""
    yield from ((ZERO, number) for number in _street(1))
    for number in range(1, LAST + 1):
        if not _is_last_of_street(number):
            yield number, number + 1
        if number + ACROSS <= LAST:
            yield number, number + ACROSS


def _streets() -> Iterator[tuple[int, ...]]:
    yield from ((ZERO, 1, 2), (ZERO, 2, 3))
    yield from (tuple(_street(first)) for first in range(1, LAST, ACROSS))


def _corners() -> Iterator[tuple[int, ...]]:
    yield ZERO, *_street(1)
    for number in range(1, LAST - ACROSS):
        if not _is_last_of_street(number):
            yield number, number + 1, number + ACROSS, number + ACROSS + 1


def _inside() -> Iterator[Spot]:
    yield from (_named("straight", [number]) for number in NUMBERS)
    yield from (_named("split", pair) for pair in _splits())
    yield from (_named("street", street) for street in _streets())
    yield from (_named("corner", corner) for corner in _corners())
    for first in range(1, LAST - ACROSS, ACROSS):
        last = first + 2 * ACROSS - 1
        yield Spot(f"six_line:{first}-{last}", "six_line", frozenset(range(first, last + 1)))


def _outside() -> Iterator[Spot]:
    numbers = range(1, LAST + 1)
    for place in range(3):
        yield Spot(f"column:{place + 1}", "column", frozenset(numbers[place::ACROSS]))
    for place in range(3):
        yield Spot(f"dozen:{place + 1}", "dozen", frozenset(numbers[place * DOZEN : (place + 1) * DOZEN]))
    yield Spot("low", "low", frozenset(numbers[:HALF]))
    yield Spot("high", "high", frozenset(numbers[HALF:]))
    yield Spot("even", "even", frozenset(numbers[1::2]))
    yield Spot("odd", "odd", frozenset(numbers[::2]))
    yield Spot("red", "red", RED)
    yield Spot("black", "black", BLACK)


SPOTS: dict[str, Spot] = {spot.name: spot for spot in (*_inside(), *_outside())}
"""In the order of the felt. There is no other name."""

ORDER = {name: place for place, name in enumerate(SPOTS)}
