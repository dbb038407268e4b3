"""What a page may ask of its terminal: a command of the wire without its number, or something else. The controller
checks it again."""

import json
from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from controller.protocol.message import Name
from controller.protocol.public import Bet
from controller.protocol.terminals.commands import MOST_WAGERS, Amount
from controller.protocol.terminals.version_1 import MOST_FIELDS
from controller.protocol.terminals.version_2 import Command, CommandId, Series
from terminals.common.past import MOST_PAGES
from terminals.touch.desk import CrossSaid

MOST_KEPT = 5
"""Layouts that a player keeps; they end with the session."""
LONGEST_NAME = 24

Tag = Annotated[int, Field(ge=1, le=2**53)]
"""The page's own number for what it asked; it comes back with the answer."""


class PageAct(NamedTuple):
    """A command that a page wants given."""

    tag: int
    command: Command


class _Said(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


class PageAsk(_Said):
    """Call an attendant, be told the help figures, or play here again after another screen did."""

    kind: Literal["call_service", "help", "come_back"]


class Past(_Said):
    """Be told this seat's past, so many pages of it."""

    kind: Literal["past"]
    pages: Annotated[int, Field(ge=1, le=MOST_PAGES)] = 1


class KeptLayout(_Said):
    """Stakes under a name of the player's."""

    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
    stakes: Annotated[dict[Bet, Amount], Field(min_length=1, max_length=MOST_WAGERS)]


class Keep(_Said):
    """These are the layouts that the player keeps, all of them."""

    kind: Literal["keep"]
    layouts: Annotated[tuple[KeptLayout, ...], Field(max_length=MOST_KEPT)]


class Touched(_Said):
    """So many fields of the glass were touched in the test of this name."""

    kind: Literal["touched"]
    test: Name
    touched: Annotated[int, Field(ge=0, le=MOST_FIELDS)]
    fields: Annotated[int, Field(ge=1, le=MOST_FIELDS)]


TAG: TypeAdapter[int] = TypeAdapter(Tag)
COMMAND: TypeAdapter[Command] = TypeAdapter(Annotated[Command, Field(discriminator="kind")])
Other = PageAsk | Past | Keep | Touched | CrossSaid
OTHERS: TypeAdapter[Other] = TypeAdapter(Annotated[Other, Field(discriminator="kind")])

UNNUMBERED = {"v": 2, "series": 0, "id": 1}
"""Stands in a command until it is given."""


def read_act(said: object) -> PageAct | Other | None:
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
