"""From where a person touched, beside crosses whose places are known, to the matrix that sets the screen right.

Places are parts of the screen's width and height, from the top left. What a page tells has been turned by the matrix in
force already, so what the taps say comes on top of it. Pure.
"""

from collections.abc import Sequence
from typing import NamedTuple

from config.touch import BadMatrix, Matrix, checked

Place = tuple[float, float]

CROSSES: tuple[Place, ...] = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))
"""One after another, as the hands of a clock go."""
MIDDLE: Place = (0.5, 0.5)
"""The last cross; it is not reckoned with, but has to come out right."""
RING: Place = (0.7, 0.3)
"""Touched once the new matrix is in force, to keep it. No cross was here."""
NAMES = ("top_left", "top_right", "bottom_right", "bottom_left", "middle")

FARTHEST = 0.25
"""A tap farther from its cross than this, across or down, is none of a screen that only has to be set right."""
NEAREST = 0.3
"""Two corners that are touched nearer to each other than this were not touched both."""
LEAST_AREA = 0.02
"""Between four corners; it is 0.64 where each was touched on its cross."""
UNEVEN = 0.02
"""How far corners may be from any place that turning, stretching and moving could bring them to."""
ASIDE = 0.02
"""How far the middle may come out from its cross, and the ring may be missed by."""


class Off(NamedTuple):
    """How far beside its cross a tap was: to the right and down, as parts of width and height."""

    cross: str
    across: float
    down: float


class NotRight(NamedTuple):
    """Taps that are no calibration: at which cross, what was found, and what is allowed."""

    code: str
    cross: str = ""
    other: str = ""
    """The second cross, where it is about two."""
    found: float = 0.0
    allowed: float = 0.0


class Right(NamedTuple):
    """Six numbers that set the screen right, and how far each tap was off before."""

    after: Matrix
    off: tuple[Off, ...]


def judge(taps: Sequence[Place], before: Matrix) -> Right | NotRight:
    """What these five taps come to, with this matrix in force when they were made."""
    corners, middle = taps[: len(CROSSES)], taps[len(CROSSES)]
    refused = _same_place(corners)
    if refused is not None:
        return refused
    if _area(corners) < LEAST_AREA:
        return NotRight("line")
    more = fit(corners)
    refused = _turned(more) or _too_far(taps) or _uneven(more, corners) or _aside(more, middle)
    if refused is not None:
        return refused
    try:
        after = checked(composed(more, before))
    except BadMatrix:
        return NotRight("too_much")
    return Right(after, offs(taps))


def offs(taps: Sequence[Place]) -> tuple[Off, ...]:
    """How far each tap was beside its cross."""
    crosses = zip(NAMES, (*CROSSES, MIDDLE), taps, strict=True)
    return tuple(Off(name, x - at_x, y - at_y) for name, (at_x, at_y), (x, y) in crosses)


def missed(tap: Place) -> Off:
    """How far beside the ring this is."""
    return Off("ring", tap[0] - RING[0], tap[1] - RING[1])


def is_near(off: Off) -> bool:
    """Whether a tap was right, as a finger can be."""
    return max(abs(off.across), abs(off.down)) <= ASIDE


def turned(matrix: Matrix, place: Place) -> Place:
    """Where this matrix brings a place."""
    (a, b, c, d, e, f), (x, y) = matrix, place
    return a * x + b * y + c, d * x + e * y + f


def composed(later: Matrix, before: Matrix) -> Matrix:
    """One matrix for both, one after the other."""
    a, b, c, d, e, f = later
    g, h, i, j, k, m = before
    return (
        a * g + b * j, a * h + b * k, a * i + b * m + c,
        d * g + e * j, d * h + e * k, d * i + e * m + f,
    )  # fmt: skip


def fit(corners: Sequence[Place]) -> Matrix:
    """The matrix that brings the taps as near as may be to their crosses (least squares)."""
    across = _solved(corners, [cross[0] for cross in CROSSES])
    down = _solved(corners, [cross[1] for cross in CROSSES])
    return (*across, *down)


def _solved(taps: Sequence[Place], wanted: Sequence[float]) -> tuple[float, float, float]:
    """Factors of x and y, and what is added. Taps that lie on one line have been refused before."""
    n = len(taps)
    mean_x, mean_y = sum(x for x, _ in taps) / n, sum(y for _, y in taps) / n
    mean = sum(wanted) / n
    xx = sum((x - mean_x) ** 2 for x, _ in taps)
    yy = sum((y - mean_y) ** 2 for _, y in taps)
    xy = sum((x - mean_x) * (y - mean_y) for x, y in taps)
    xw = sum((x - mean_x) * w for (x, _), w in zip(taps, wanted, strict=True))
    yw = sum((y - mean_y) * w for (_, y), w in zip(taps, wanted, strict=True))
    area = xx * yy - xy * xy
    by_x, by_y = (xw * yy - yw * xy) / area, (yw * xx - xw * xy) / area
    return by_x, by_y, mean - by_x * mean_x - by_y * mean_y


def _same_place(corners: Sequence[Place]) -> NotRight | None:
    for at, one in enumerate(corners):
        for later, other in enumerate(corners[at + 1 :], at + 1):
            apart = max(abs(one[0] - other[0]), abs(one[1] - other[1]))
            if apart < NEAREST:
                return NotRight("same_place", NAMES[at], NAMES[later], apart, NEAREST)
    return None


def _area(corners: Sequence[Place]) -> float:
    """What four corners enclose, whichever way round they were touched."""
    (a, b, c, d) = corners
    return abs((c[0] - a[0]) * (d[1] - b[1]) - (d[0] - b[0]) * (c[1] - a[1])) / 2


def _turned(more: Matrix) -> NotRight | None:
    """Left is right, or the screen stands on its side: that is how it was built in, and no calibration."""
    a, b, _, d, e, _ = more
    if a * e - b * d < 0:
        return NotRight("mirrored")
    return NotRight("turned") if a <= abs(b) or e <= abs(d) else None


def _too_far(taps: Sequence[Place]) -> NotRight | None:
    worst = max(offs(taps), key=lambda off: max(abs(off.across), abs(off.down)))
    found = max(abs(worst.across), abs(worst.down))
    return NotRight("too_far", worst.cross, "", found, FARTHEST) if found > FARTHEST else None


def _uneven(more: Matrix, corners: Sequence[Place]) -> NotRight | None:
    """Of four corners one that was missed makes all four fit badly, so none can be named."""
    found = max(_apart(turned(more, tap), cross) for tap, cross in zip(corners, CROSSES, strict=True))
    return NotRight("uneven", "", "", found, UNEVEN) if found > UNEVEN else None


def _aside(more: Matrix, middle: Place) -> NotRight | None:
    found = _apart(turned(more, middle), MIDDLE)
    return NotRight("aside", "middle", "", found, ASIDE) if found > ASIDE else None


def _apart(one: Place, other: Place) -> float:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
