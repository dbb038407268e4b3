"""The script of a scripted table: its model, and how it is read from JSON.

What is wrong with a script is said in one line that names the JSON path.
"""

import json
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, ValidationError

from config.complaints import complaint
from controller.craps.settings import Strict

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


class Turn(Strict):
    """A player calls a wager ON or OFF."""

    seat: int
    do: Literal["turn"]
    bet: str
    to: Literal["on", "off"]


Action = Annotated[Place | TakeDown | Turn, Field(discriminator="do")]
Face = Annotated[int, Field(ge=1, le=6)]
Pair = Annotated[tuple[Face, Face], Field(strict=False)]
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
    return value.replace(" ", "_").replace("-", "_") if isinstance(value, str) else value


def _seat_name(value: Any) -> Any:
    ascii_number = isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 4
    if not ascii_number or value != str(int(value)) or value == "0":
        raise ValueError('must be a seat number such as "1"')
    return value


NoRoll = Annotated[Literal[NO_ROLLS], BeforeValidator(_no_roll)]  # type: ignore[valid-type]
SeatName = Annotated[str, BeforeValidator(_seat_name)]
Balance = Annotated[int, Field(ge=0, le=LARGEST_BALANCE)]


class Step(Strict):
    """Some actions, then a roll, a void or an operator's change of settings."""

    actions: list[Action] = []
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
    steps: Annotated[list[Step], Field(max_length=MOST_STEPS)]


def read_script(data: bytes) -> Script:
    """A script from JSON, or BadScript."""
    if len(data) > LARGEST_SCRIPT:
        raise BadScript(f"the file: larger than {LARGEST_SCRIPT} bytes")
    try:
        script = Script.model_validate(json.loads(data.decode("utf-8"), object_pairs_hook=_object))
    except UnicodeDecodeError as error:
        raise BadScript(f"the file: not UTF-8 text (byte {error.start})") from None
    except RecursionError:
        raise BadScript("the file: nested too deeply") from None
    except ValidationError as error:
        raise BadScript(complaint(error, unseen=_ACTIONS)) from None
    except ValueError as error:  # not JSON, a key twice, or a number with thousands of digits
        raise BadScript(f"the file: not valid JSON: {error}") from None
    _check_steps(script)
    return script


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {twice[:40]!r} stands twice in one object")
    return made


def _check_steps(script: Script) -> None:
    for index, step in enumerate(script.steps):
        endings = [name for name in ("dice", "void", "settings") if getattr(step, name) is not None]
        if len(endings) != 1:
            raise BadScript(f"steps[{index}]: needs exactly one of dice, void and settings, has {endings or 'none'}")
        if step.settings is not None and (step.power_odds is not None or step.no_rolls):
            raise BadScript(f"steps[{index}]: a settings step has no roll, so no power_odds and no no_rolls")
        for place, action in enumerate(step.actions):
            if str(action.seat) not in script.seats:
                seats = ", ".join(script.seats)
                raise BadScript(f"steps[{index}].actions[{place}].seat: {action.seat} is not among the seats {seats}")
