"""The script of a scripted roulette table: its model, and what makes one invalid."""

from typing import Annotated, Any, Literal

from pydantic import Field

from controller.games.roulette.rules.outcomes import NoSpin
from controller.games.scripts import (
    MOST_STEPS,
    NOT_NULL,
    AnyScript,
    AnyStep,
    BadScript,
    as_model,
    check_steps,
)

ENDINGS = ("number", "void", "settings")


class Step(AnyStep):
    """Some actions, then a number, a void or an operator's change of settings."""

    no_spins: Annotated[list[NoSpin] | None, NOT_NULL, Field(min_length=1, max_length=1)] = None
    number: Annotated[int | None, NOT_NULL, Field(ge=0, le=36)] = None
    void: Annotated[Literal[True] | None, NOT_NULL] = None
    settings: Annotated[dict[str, Any] | None, NOT_NULL] = None


class Script(AnyScript):
    """A table's rule book, seats and steps."""

    steps: Annotated[list[Step], Field(max_length=MOST_STEPS, fail_fast=True)]


def as_script(said: object) -> Script:
    """A script from what stands in the file, or BadScript."""
    script = as_model(Script, said)
    check_steps(script, script.steps, ENDINGS, _check_step)
    return script


def _check_step(step: Step, where: str) -> None:
    if step.no_spins is not None and not step.void:
        raise BadScript(f"{where}.no_spins: goes with void alone; a spin that counts has no reason against it")
