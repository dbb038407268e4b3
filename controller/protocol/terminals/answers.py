"""What whoever spoke is told of it: what became of a command, or that a message was not taken."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import orjson
from pydantic import Field

from controller.protocol.message import Message, Name, Text
from controller.protocol.public import Part
from controller.protocol.terminals.commands import Money

CommandId = Annotated[int, Field(ge=1, le=2**63 - 1)]
LONGEST_REASON = 600


class Purse(Part):
    """What the seat has once the command has been dealt with."""

    credits: Money
    layout: Money
    vigorish: Money


class Answer(Message):
    """What became of a command, on disk before it is told.

    The same command again gets the same answer, with the purse as it is then.
    """

    kind: Literal["answer"] = "answer"
    id: CommandId
    ok: bool
    code: Name
    reason: Annotated[str, Field(max_length=LONGEST_REASON)]
    details: dict[str, Any]
    purse: Purse | None = None


def answer_bytes(
    id: int,
    ok: bool,
    code: str,
    reason: str,
    details: Mapping[str, Any],
    purse: Mapping[str, int],
    series: int | None = None,
) -> bytes:
    """An `Answer` as the bytes of one frame; with a series, that of version 2.

    There is one for every wager, and the model takes ten times as long to make the same bytes; a test compares them.
    """
    said = {"kind": "answer", "v": 1, "id": id, "ok": ok, "code": code, "reason": reason[:LONGEST_REASON]}
    told = {**said, "details": details, "purse": purse}
    return orjson.dumps(told if series is None else {**told, "v": 2, "series": series})


class NotTaken(Message):
    """A message that was no command, or was not yours to send. Nothing happened. Codes are listed in docs/wire.md."""

    kind: Literal["not_taken"] = "not_taken"
    code: Name
    reason: Text
