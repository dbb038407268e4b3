"""A chain of states that is left for good some day, solved exactly."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, Self, TypeVar

End = TypeVar("End", bound=Hashable)
Key = TypeVar("Key", bound=Hashable)


@dataclass(slots=True)
class ChainRow(Generic[End]):
    """Where one step from a state leads, each with its chance.

    What is counted on the way, such as rolls, is an end too: its "chance" is what one step adds to the count.
    """

    to: dict[int, Fraction] = field(default_factory=dict)
    ends: dict[End, Fraction] = field(default_factory=dict)

    @classmethod
    def of(cls, to: Mapping[int, int], ends: Mapping[End, int], whole: int) -> Self:
        """A row from weights that are chances when divided by `whole`."""
        return cls(_over(to, whole), _over(ends, whole))


def solve(rows: Sequence[ChainRow[End]]) -> dict[End, Fraction]:
    """The chance of every end, from state 0.

    The last state goes first: its row is written out in earlier states and ends, so that each state needs only
    those behind it, and state 0 is left with ends alone. States numbered as they are discovered keep rows short.
    """
    solved: dict[int, ChainRow[End]] = {}
    for state in range(len(rows) - 1, -1, -1):
        to, ends = dict(rows[state].to), dict(rows[state].ends)
        while (later := max(to, default=state)) > state:
            share = to.pop(later)
            _add(to, solved[later].to, share)
            _add(ends, solved[later].ends, share)
        leaves = 1 - to.pop(state, Fraction(0))
        solved[state] = ChainRow(_over(to, leaves), _over(ends, leaves))
    return solved[0].ends


def _add(sums: dict[Key, Fraction], more: Mapping[Key, Fraction], share: Fraction) -> None:
    for key, chance in more.items():
        sums[key] = sums.get(key, Fraction(0)) + share * chance


def _over(weights: Mapping[Key, int] | Mapping[Key, Fraction], whole: int | Fraction) -> dict[Key, Fraction]:
    return {key: Fraction(weight) / whole for key, weight in weights.items()}
