"""The script of a scripted craps table: its model, and how it is read from JSON."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from controller.games.interface import Shown
from controller.games.scripts import (
    MOST_STEPS,
    NOT_NULL,
    AnyScript,
    AnyStep,
    BadScript,
    as_model,
    check_steps,
    read_json,
)

MOST_NO_ROLLS = 100
"""A script may hold more of them in one step than a table would bear; this only bounds the file."""

ENDINGS = ("dice", "void", "settings")


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


NoRoll = Annotated[str, BeforeValidator(_no_roll)]


class Step(AnyStep):
    """Some actions, then a roll, a void or an operator's change of settings."""

    power_odds: Annotated[dict[str, Literal["none", "low", "high"]] | None, NOT_NULL] = None
    no_rolls: Annotated[list[NoRoll], Field(max_length=MOST_NO_ROLLS)] = []
    dice: Annotated[Pair | None, NOT_NULL] = None
    void: Annotated[Literal[True] | None, NOT_NULL] = None
    settings: Annotated[dict[str, Any] | None, NOT_NULL] = None


class Script(AnyScript):
    """A table's rule book, seats and steps."""

    steps: Annotated[list[Step], Field(max_length=MOST_STEPS, fail_fast=True)]


def read_script(data: bytes) -> Script:
    """A script from JSON, or BadScript."""
    return as_script(read_json(data))


def as_script(said: object) -> Script:
    """A script from what stands in the file, or BadScript."""
    script = as_model(Script, said)
    check_steps(script, script.steps, ENDINGS, _check_step)
    return script


def _check_step(step: Step, where: str) -> None:
    if step.settings is not None and (step.power_odds is not None or step.no_rolls):
        raise BadScript(f"{where}: a settings step has no roll, so no power_odds and no no_rolls")


def ending(result: Shown, draw: Mapping[str, str], no_rolls: Sequence[str]) -> dict[str, Any]:
    """How the step of a recorded roll ends."""
    told = {"power_odds": dict(draw), "no_rolls": list(no_rolls), "dice": list(result["faces"])}
    return {name: value for name, value in told.items() if value}
