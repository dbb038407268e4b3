"""Six numbers that set a touch screen right, as udev hands them to libinput: the first two rows of an affine matrix.

They turn a place as the device tells it into the place on the screen, both as parts of the whole width and height.
"""

import re
from math import isfinite
from typing import Annotated, Literal, get_args

from pydantic import StringConstraints

Matrix = tuple[float, float, float, float, float, float]

IDENTITY: Matrix = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)
LARGEST = 4.0
"""Of each number, either way."""
LEAST_AREA, MOST_AREA = 0.1, 10.0
"""What becomes of the screen's area, mirrored or not: less is a line, more is a corner of the glass."""
DECIMALS = 6
PATTERN = r"-?[0-9]\.[0-9]{6}(?: -?[0-9]\.[0-9]{6}){5}"
"""How they are written, everywhere: six decimals and nothing else."""
Six = Annotated[str, StringConstraints(pattern=f"^{PATTERN}$")]
SixOrNone = Annotated[str, StringConstraints(pattern=f"^(?:{PATTERN})?$")]
"""As a message has them; none: the screen is as it was delivered, or nothing was said of it."""

NotSet = Literal[
    "no_kiosk", "no_touch_screen", "several_touch_screens", "strange_touch_screen", "strange_matrix", "overruled",
    "failed", "no_answer", "too_late", "not_wanted", "touch_busy",
    "nobody", "left", "not_confirmed", "line", "signed_out",
]  # fmt: skip
"""Why nothing came of setting a screen: all that stays is that it was as before."""
CAUSES: tuple[NotSet, ...] = get_args(NotSet)


class BadMatrix(ValueError):
    """These are no six numbers that a screen could be set with."""


def not_set(why: str) -> NotSet:
    """The cause of this name; what has none has failed."""
    return next((cause for cause in CAUSES if cause == why), "failed")


def checked(numbers: Matrix) -> Matrix:
    """As they are, or BadMatrix with what is wrong and what is allowed."""
    if not all(isfinite(number) and abs(number) <= LARGEST for number in numbers):
        raise BadMatrix(f"each number is from -{LARGEST} to {LARGEST}, found {' '.join(map(str, numbers))}")
    a, b, _, d, e, _ = numbers
    if not LEAST_AREA <= abs(a * e - b * d) <= MOST_AREA:
        raise BadMatrix(f"the area becomes {LEAST_AREA} to {MOST_AREA} times what it was, not {a * e - b * d:.3g}")
    return numbers


def written(numbers: Matrix) -> str:
    """As they stand in the rule, the journal and the words between processes."""
    return " ".join(f"{number:.{DECIMALS}f}" for number in checked(numbers)).replace("-0.000000", "0.000000")


def read_matrix(text: str) -> Matrix:
    """What `written` wrote; BadMatrix for anything else."""
    if not re.fullmatch(PATTERN, text, re.ASCII):
        raise BadMatrix(f"six numbers with {DECIMALS} decimals each, found {text[:80]!r}")
    a, b, c, d, e, f = map(float, text.split(" "))
    return checked((a, b, c, d, e, f))
