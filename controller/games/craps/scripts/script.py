"""The script of a scripted table: its model, and how it is read from JSON.

What is wrong with a script is said in one line that names the JSON path.
"""

import json
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, ValidationError

from config.complaints import complaint, shown
from controller.games.craps.rules.settings import Strict

LARGEST_SCRIPT = 64_000_000
"""Bytes of JSON."""

MOST_STEPS = 1_000_000
MOST_SEATS = 512
LARGEST_BALANCE = 10**15
MOST_NO_ROLLS = 100
"""A script may hold more of them in one step than a table would bear; this only bounds the file."""

_ACTIONS = frozenset({"place", "take_down", "turn"})


class BadScript(Exception):
    """The script cannot be played; the text is one line that names the JSON path."""


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


def _two_faces(value: Any) -> Any:
    faces = isinstance(value, list) and len(value) == 2 and all(type(face) is int and 1 <= face <= 6 for face in value)
    if not faces:
        raise ValueError("must be two faces from 1 to 6")
    return tuple(value)


Pair = Annotated[tuple[int, int], BeforeValidator(_two_faces)]
NO_ROLLS = (
    "off_the_table",
    "off_table",
    "stacked",
    "leaning",
    "unreadable",
    "never_at_rest",
    "never_came_to_rest",
    "die_missing",
    "foreign_object",
    "extra_die",
    "lid_opened",
    "aborted",
    "power_lost",
)
"""Why a throw did not count; spaces and hyphens are read as underscores."""


def _no_roll(value: Any) -> Any:
    word = value.replace(" ", "_").replace("-", "_") if isinstance(value, str) else value
    if word not in NO_ROLLS:
        raise ValueError(f"must be one of {', '.join(NO_ROLLS)}")
    return word


def _seat_name(value: Any) -> Any:
    ascii_number = isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 4
    if not ascii_number or value != str(int(value)) or value == "0":
        raise ValueError('must be a seat number such as "1"')
    return value


NoRoll = Annotated[str, BeforeValidator(_no_roll)]
SeatName = Annotated[str, BeforeValidator(_seat_name)]
Balance = Annotated[int, Field(ge=0, le=LARGEST_BALANCE)]


class Step(Strict):
    """Some actions, then a roll, a void or an operator's change of settings."""

    actions: Annotated[list[Action], Field(fail_fast=True)] = []
    power_odds: Annotated[dict[str, Literal["none", "low", "high"]] | None, NOT_NULL] = None
    no_rolls: Annotated[list[NoRoll], Field(max_length=MOST_NO_ROLLS)] = []
    dice: Annotated[Pair | None, NOT_NULL] = None
    void: Annotated[Literal[True] | None, NOT_NULL] = None
    settings: Annotated[dict[str, Any] | None, NOT_NULL] = None


class Script(Strict):
    """A table's rule book, seats and steps."""

    rulebook: Annotated[str, Field(min_length=1, max_length=4096)]
    settings: dict[str, Any] = {}
    seats: Annotated[dict[SeatName, Balance], Field(min_length=1, max_length=MOST_SEATS)]
    steps: Annotated[list[Step], Field(max_length=MOST_STEPS, fail_fast=True)]


def read_script(data: bytes) -> Script:
    """A script from JSON, or BadScript."""
    if len(data) > LARGEST_SCRIPT:
        raise BadScript(f"the file: larger than {LARGEST_SCRIPT} bytes")
    try:
        text = data.decode("utf-8")
        script = Script.model_validate(json.loads(text, object_pairs_hook=_object, parse_constant=_no_number))
    except UnicodeDecodeError as error:
        raise BadScript(f"the file: not UTF-8 text (byte {error.start})") from None
    except RecursionError:
        raise BadScript("the file: nested too deeply") from None
    except ValidationError as error:
        raise BadScript(complaint(error, unseen=_ACTIONS)) from None
    except json.JSONDecodeError as error:
        empty = not data.strip()
        place = f"{error.msg} at line {error.lineno}, column {error.colno}"
        raise BadScript("the file: is empty" if empty else f"the file: not valid JSON: {place}") from None
    except ValueError as error:  # a key twice, NaN, or a number with thousands of digits
        reason = "a number has too many digits" if "int_max_str_digits" in str(error) else str(error)
        raise BadScript(f"the file: not valid JSON: {reason}") from None
    _check_steps(script)
    return script


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {shown(twice, 40)} stands twice in one table of keys")
    return made


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is no number")


def _check_steps(script: Script) -> None:
    for index, step in enumerate(script.steps):
        endings = [name for name in ("dice", "void", "settings") if getattr(step, name) is not None]
        if len(endings) != 1:
            has = " and ".join(endings) or "none"
            raise BadScript(f"steps[{index}]: needs exactly one of dice, void and settings, has {has}")
        if step.settings is not None and (step.power_odds is not None or step.no_rolls):
            raise BadScript(f"steps[{index}]: a settings step has no roll, so no power_odds and no no_rolls")
        for place, action in enumerate(step.actions):
            if str(action.seat) not in script.seats:
                where = f"steps[{index}].actions[{place}].seat"
                raise BadScript(f"{where}: must be listed in seats, found {shown(action.seat, 20)}")
