"""Two dice and what they can show."""

from typing import TypeAlias

Dice: TypeAlias = tuple[int, int]
"""Both upper faces. Which die shows which face matters to nobody, so tables are kept for sorted pairs."""

FACES = range(1, 7)
ALL_ROLLS: tuple[Dice, ...] = tuple((a, b) for a in FACES for b in FACES)
"""The 36 rolls, each as likely as any other."""

PAIRS: tuple[Dice, ...] = tuple((a, b) for a in FACES for b in FACES if a <= b)
"""The 21 rolls that a player can tell apart."""

POINTS = (4, 5, 6, 8, 9, 10)
CRAPLESS_POINTS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
"""Where a book has no craps: all but the seven."""
CRAPS = (2, 3, 12)
SEVEN = 7
ELEVEN = 11


def sorted_pair(dice: Dice) -> Dice:
    """The pair as a hop bet names it, the lower face first."""
    a, b = dice
    return dice if a <= b else (b, a)


def pair_name(dice: Dice) -> str:
    """`3-4`, as in `hop:3-4`."""
    a, b = sorted_pair(dice)
    return f"{a}-{b}"


def is_hard(dice: Dice) -> bool:
    """Both dice alike: the hard way."""
    return dice[0] == dice[1]
