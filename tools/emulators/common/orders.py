"""Orders that a person gives an emulator: a name, the words after it, and what is allowed there."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from textwrap import wrap
from typing import Generic, TypeVar

LONGEST_SECONDS = 3600.0
LINE_WIDTH, USAGE_WIDTH = 120, 34
WHOLE = re.compile(r"-?[0-9]{1,20}")

Commanded = TypeVar("Commanded")


class BadOrder(Exception):
    """An order that cannot be followed; the text says what is allowed."""


@dataclass(frozen=True)
class Order(Generic[Commanded]):
    """One order: the words that may follow its name, what it is for, and what it does to the unit at a time."""

    usage: str
    purpose: str
    follow: Callable[[Commanded, list[str], float], None]


def obey(orders: Mapping[str, Order[Commanded]], unit: Commanded, words: list[str], now: float) -> None:
    """Do as ordered, or BadOrder."""
    order = orders.get(words[0]) if words else None
    if order is None:
        raise BadOrder(f"{words[0] if words else 'nothing'}: allowed are {', '.join(orders)}, unplug, show")
    try:
        order.follow(unit, words[1:], now)
    except BadOrder as error:
        raise BadOrder(f"{words[0]}: {error}; usage: {words[0]} {order.usage}") from None


def order_list(orders: Mapping[str, Order[Commanded]]) -> str:
    """Every order a person can give to a unit at a pty, for the help text."""
    rows = [(f"{name} {order.usage}".strip(), order.purpose) for name, order in orders.items()]
    rows += [("unplug SECONDS", "the port vanishes and comes back"), ("show", "the unit at a glance, as JSON")]
    return "\n".join(line for usage, purpose in rows for line in _listed(usage, purpose))


def _listed(usage: str, purpose: str) -> list[str]:
    first, *more = wrap(purpose, LINE_WIDTH - USAGE_WIDTH - 3, break_on_hyphens=False)
    return [f"  {usage:<{USAGE_WIDTH}} {first}", *(f"{'':{USAGE_WIDTH + 3}}{line}" for line in more)]


def exactly(words: list[str], count: int) -> list[str]:
    """As many words as are wanted, or BadOrder."""
    if len(words) != count:
        raise BadOrder(f"{len(words)} words follow, {count} are wanted")
    return words


def one(words: list[str]) -> str:
    """The only word, or BadOrder."""
    return exactly(words, 1)[0]


def seconds(words: list[str]) -> float:
    """One word as a bounded number of seconds, or BadOrder."""
    return number(one(words), 0.0, LONGEST_SECONDS)


def whole(word: str, least: int, most: int) -> int:
    """A whole number within its bounds, or BadOrder."""
    if not WHOLE.fullmatch(word) or not least <= int(word) <= most:
        raise BadOrder(f"{word}: allowed is a whole number from {least} to {most}")
    return int(word)


def number(word: str, least: float, most: float) -> float:
    """A number within its bounds, or BadOrder."""
    try:
        value = float(word)
    except ValueError:
        value = float("nan")
    if not least <= value <= most:
        raise BadOrder(f"{word}: allowed is a number from {least:g} to {most:g}")
    return value


def choice(word: str, allowed: Iterable[str]) -> str:
    """One of a few words, or BadOrder."""
    if word not in allowed:
        raise BadOrder(f"{word}: allowed are {', '.join(allowed)}")
    return word
