"""What the scripts of scripted tables have in common, whatever is played, and how one is read from JSON.

What is wrong with a script is said in one line that names the JSON path.
"""

import json
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from pydantic import BaseModel, BeforeValidator, Field, ValidationError

from config.files.complaints import Path, complaint, shown
from config.files.strict import Strict
from controller.games.book import GameBook

LARGEST_SCRIPT = 64_000_000
"""Bytes of JSON."""

MOST_STEPS = 1_000_000
MOST_SEATS = 512
LARGEST_BALANCE = 10**15

_ACTIONS = frozenset({"place", "take_down", "turn"})

Document: TypeAlias = dict[str, Any]
"""What came of a script, as JSON data."""


class BadScript(Exception):
    """The script cannot be played; the text is one line that names the JSON path."""


class BooksDoNotBalance(Exception):
    """The engine lost or made money. Nothing of such a table may be shown."""


def _not_null(value: Any) -> Any:
    if value is None:
        raise ValueError("must be left out rather than null")
    return value


NOT_NULL = BeforeValidator(_not_null)


class Place(Strict):
    """A player lays a wager."""

    seat: int
    do: Literal["place"]
    bet: str
    amount: int


class TakeDown(Strict):
    """A player takes a wager down, whole where there is no amount."""

    seat: int
    do: Literal["take_down"]
    bet: str
    amount: Annotated[int | None, NOT_NULL] = None
    returned: Annotated[Literal[True] | None, NOT_NULL] = None
    """Not the player's act: the house gives it back, as where a seat locks, and keeps no vigorish of it."""


class Turn(Strict):
    """A player calls a wager ON or OFF."""

    seat: int
    do: Literal["turn"]
    bet: str
    to: Literal["on", "off"]


Action = Annotated[Place | TakeDown | Turn, Field(discriminator="do")]


def _seat_name(value: Any) -> Any:
    ascii_number = isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 4
    if not ascii_number or value != str(int(value)) or value == "0":
        raise ValueError('must be a seat number such as "1"')
    return value


SeatName = Annotated[str, BeforeValidator(_seat_name)]
Balance = Annotated[int, Field(ge=0, le=LARGEST_BALANCE)]


class AnyStep(Strict):
    """Some actions; a game adds the ways in which a step may end."""

    actions: Annotated[list[Action], Field(fail_fast=True)] = []


class AnyScript(Strict):
    """A table's rule book and seats; a game adds its `steps`."""

    rulebook: Annotated[str, Field(min_length=1, max_length=4096)]
    settings: dict[str, Any] = {}
    seats: Annotated[dict[SeatName, Balance], Field(min_length=1, max_length=MOST_SEATS)]


Model = TypeVar("Model", bound=BaseModel)
Step = TypeVar("Step", bound=AnyStep)


def read_json(data: bytes) -> object:
    """What stands in the file, or BadScript."""
    if len(data) > LARGEST_SCRIPT:
        raise BadScript(f"the file: larger than {LARGEST_SCRIPT} bytes")
    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=_object, parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise BadScript(f"the file: not UTF-8 text (byte {error.start})") from None
    except RecursionError:
        raise BadScript("the file: nested too deeply") from None
    except json.JSONDecodeError as error:
        empty = not data.strip()
        place = f"{error.msg} at line {error.lineno}, column {error.colno}"
        raise BadScript("the file: is empty" if empty else f"the file: not valid JSON: {place}") from None
    except ValueError as error:  # a key twice, NaN, or a number with thousands of digits
        reason = "a number has too many digits" if "int_max_str_digits" in str(error) else str(error)
        raise BadScript(f"the file: not valid JSON: {reason}") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {shown(twice, 40)} stands twice in one table of keys")
    return made


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is no number")


def as_model(model: type[Model], said: object) -> Model:
    """What was read as a game's script, or BadScript."""
    try:
        return model.model_validate(said)
    except RecursionError:
        raise BadScript("the file: nested too deeply") from None
    except ValidationError as error:
        raise BadScript(complaint(error, unseen=_ACTIONS)) from None


def check_steps(
    script: AnyScript, steps: Sequence[Step], endings: tuple[str, ...], also: Callable[[Step, str], None]
) -> None:
    """Every step ends in one way and names seats of the script; `also` is what the game asks of it besides."""
    for index, step in enumerate(steps):
        where = f"steps[{index}]"
        found = [name for name in endings if getattr(step, name) is not None]
        if len(found) != 1:
            has = " and ".join(found) or "none"
            raise BadScript(f"{where}: needs exactly one of {', '.join(endings[:-1])} and {endings[-1]}, has {has}")
        also(step, where)
        for place, action in enumerate(step.actions):
            if str(action.seat) not in script.seats:
                raise BadScript(
                    f"{where}.actions[{place}].seat: must be listed in seats, found {shown(action.seat, 20)}"
                )


SomeBook = TypeVar("SomeBook", bound=GameBook)


def turned(book: SomeBook, change: dict[str, Any], path: Path) -> SomeBook:
    """The book with the settings that the script wants, or BadScript."""
    try:
        return book.with_settings(change)
    except ValidationError as error:
        raise BadScript(complaint(error, path)) from None
