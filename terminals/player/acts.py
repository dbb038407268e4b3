"""What a page may ask of its terminal: a command of the wire without its number, or something else. The controller
checks it again."""

import json
from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from controller.protocol.message import Name
from controller.protocol.terminals.version_1 import MOST_FIELDS
from controller.protocol.terminals.version_2 import Command, CommandId, Series

Tag = Annotated[int, Field(ge=1, le=2**53)]
"""The page's own number for what it asked; it comes back with the answer."""


class PageAct(NamedTuple):
    """A command that a page wants given."""

    tag: int
    command: Command


class _Said(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


class PageAsk(_Said):
    """Call an attendant, be told the help figures or this seat's past, or play here again after another screen did."""

    kind: Literal["call_service", "help", "past", "come_back"]


class Touched(_Said):
    """So many fields of the glass were touched in the test of this name."""

    kind: Literal["touched"]
    test: Name
    touched: Annotated[int, Field(ge=0, le=MOST_FIELDS)]
    fields: Annotated[int, Field(ge=1, le=MOST_FIELDS)]


TAG: TypeAdapter[int] = TypeAdapter(Tag)
COMMAND: TypeAdapter[Command] = TypeAdapter(Annotated[Command, Field(discriminator="kind")])
OTHERS: TypeAdapter[PageAsk | Touched] = TypeAdapter(Annotated[PageAsk | Touched, Field(discriminator="kind")])

UNNUMBERED = {"v": 2, "series": 0, "id": 1}
"""Stands in a command until it is given."""


def read_act(said: object) -> PageAct | PageAsk | Touched | None:
    """What the page said, if it is something a page may say."""
    try:
        if not isinstance(said, dict) or "tag" not in said:
            return OTHERS.validate_json(json.dumps(said))
        words = {name: value for name, value in said.items() if name != "tag"}
        if words.keys() & UNNUMBERED.keys():
            return None
        asked = COMMAND.validate_json(json.dumps(words | UNNUMBERED))
        return PageAct(TAG.validate_python(said["tag"], strict=True), asked)
    except (ValidationError, ValueError):
        return None


def command(act: PageAct, series: Series, id: CommandId) -> Command:
    """The act under its number on the wire."""
    return act.command.model_copy(update={"series": series, "id": id})
