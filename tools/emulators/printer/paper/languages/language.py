"""What a language of the printer has to say."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

REFERENCE = "en"


def _one(many: int) -> bool:
    return many == 1


@dataclass(frozen=True)
class Language:
    """`LANGUAGE` of each module of this room."""

    words: Mapping[str, str]
    number: Callable[[int], str]
    """A whole number in words."""
    joined: str
    """What stands between the whole part and the fraction."""
    counted: Callable[[int, str], str] | None = None
    """So many of what is counted; none: a space between."""
    is_one: Callable[[int], bool] = _one
    """Of how many what is counted is said as of one."""

    def amount(self, whole: int, one: str, many: str) -> str:
        """So many of it."""
        unit = one if self.is_one(whole) else many
        return f"{self.number(whole)} {unit}" if self.counted is None else self.counted(whole, unit)


def listed(words: str) -> list[str]:
    """Words that stand in a row."""
    return words.split()


def in_groups(number: int, size: int) -> list[int]:
    """The number in groups of so many digits, the lowest first."""
    groups = []
    while number:
        number, group = divmod(number, 10**size)
        groups.append(group)
    return groups
