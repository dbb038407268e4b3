"""The felt as a drawing. A number is a rectangle, a chip is a point, and it bets on every rectangle that it touches.

A chip on the line along the dozens bets on whole streets. A bet pays what makes 36 chips of its share of the numbers:
36 / (how many it has) for one, the chip itself among them.
"""

from collections.abc import Iterator
from fractions import Fraction

DRAWING = """
3 6 9 12 15 18 21 24 27 30 33 36
2 5 8 11 14 17 20 23 26 29 32 35
1 4 7 10 13 16 19 22 25 28 31 34
"""
"""The lowest line lies along the dozens; zero stands at the left, as high as all three."""

REDS = "1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36"

Point = tuple[Fraction, Fraction]
Numbers = frozenset[int]

ROWS = [[int(word) for word in line.split()] for line in reversed(DRAWING.split("\n")[1:-1])]
"""From the dozens upwards."""
WIDTH, HEIGHT = len(ROWS[0]), len(ROWS)
HALF = Fraction(1, 2)
KIND = {1: "straight", 2: "split", 3: "street", 4: "corner", 6: "six_line"}


def rectangles() -> dict[int, tuple[int, int, int, int]]:
    """Number → left, lower, right and upper edge."""
    cells = {number: (x, y, x + 1, y + 1) for y, row in enumerate(ROWS) for x, number in enumerate(row)}
    return cells | {0: (-1, 0, 0, HEIGHT)}


RECTANGLES = rectangles()


def touched(at: Point) -> Numbers:
    """The numbers whose rectangles this point lies in or on."""
    x, y = at
    return frozenset(
        number for number, (left, low, right, high) in RECTANGLES.items() if left <= x <= right and low <= y <= high
    )


def whole_streets(numbers: Numbers) -> Numbers:
    """These numbers, and those above each on the drawing."""
    streets = [{row[x] for row in ROWS} for x in range(WIDTH)]
    return numbers.union(*(street for street in streets if street & numbers))


def covered(at: Point) -> Numbers:
    """What a chip here bets on."""
    return whole_streets(touched(at)) if at[1] == 0 else touched(at)


def inside_points() -> Iterator[Point]:
    """Every point where a chip means something: centres, middles of lines, crossings. Zero has its centre alone."""
    yield (-HALF, Fraction(HEIGHT, 2))
    for x in range(2 * WIDTH):
        for y in range(2 * HEIGHT):
            yield Fraction(x, 2), Fraction(y, 2)


def inside_name(numbers: Numbers) -> str:
    """As the contract names it: numbers ascending, of six only the ends."""
    told = sorted(numbers)
    return f"{KIND[len(told)]}:{'-'.join(map(str, (told[0], told[-1]) if len(told) == 6 else told))}"


def outside() -> dict[str, Numbers]:
    """The boxes round the numbers."""
    everything = frozenset(number for row in ROWS for number in row)
    reds = frozenset(map(int, REDS.split()))
    odds = frozenset(number for number in everything if number & 1)
    third, half = len(everything) // 3, len(everything) // 2
    boxes = {f"column:{y + 1}": frozenset(row) for y, row in enumerate(ROWS)}
    boxes |= {f"dozen:{d + 1}": frozenset(range(d * third + 1, (d + 1) * third + 1)) for d in range(3)}
    low = frozenset(range(1, half + 1))
    return boxes | {
        "low": low,
        "high": everything - low,
        "odd": odds,
        "even": everything - odds,
        "red": reds,
        "black": everything - reds,
    }


def inside() -> dict[str, Numbers]:
    """Every chip's bet by its name; several points may mean one bet."""
    return {inside_name(bet): bet for at in inside_points() if len(bet := covered(at)) in KIND}


INSIDE, OUTSIDE = inside(), outside()
FELT = INSIDE | OUTSIDE


def pays(bet: str) -> int:
    """To one."""
    share = Fraction(36, len(FELT[bet])) - 1
    if share.denominator != 1:
        raise ValueError(f"{bet} has {len(FELT[bet])} numbers, which do not divide 36")
    return int(share)


def colour(number: int) -> str:
    """Of a compartment of the wheel."""
    return "red" if number in OUTSIDE["red"] else "black" if number in OUTSIDE["black"] else "green"
