"""The envelope of a message: strict, versioned, bounded in size.

A message is one ZeroMQ frame of JSON. `v` is the version of the wire and `kind` names the message; a key that the model
does not know is refused, so that two versions never half understand each other.
"""

import json
import re
from typing import Annotated, Any, Literal, TypeVar

import orjson
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from config.text.words import why_not_said

LARGEST_MESSAGE = 4096
"""Bytes of JSON that the controller takes; the longest driver message stays under half of it."""

LARGEST_TOLD = 256 * 1024
"""Bytes of JSON that the controller says in one message: a rule book, a status with a thousand seats."""

LONGEST_TEXT = 300


Version2 = Annotated[int, Field(ge=2, le=2)]


class Message(BaseModel):
    """What all messages have in common."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")
    kind: Any  # each message narrows it to its own name
    v: Annotated[int, Field(ge=1, le=1)] = 1  # the version of the wire; as a literal, `true` would be 1 as well


class WhoIsThere(Message):
    """The controller does not know this driver: it shall say that it is here."""

    kind: Literal["who_is_there"] = "who_is_there"


class BadMessage(Exception):
    """Bytes that are no message of this wire; the text says why, for a log."""


def _said(words: str) -> str:
    why = why_not_said(words)
    if why is not None:
        raise ValueError(why)
    return words


Text = Annotated[str, StringConstraints(max_length=LONGEST_TEXT)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Said = Annotated[Name, AfterValidator(_said)]
"""Words of a stranger's own, on one line and without control signs."""
Hex8 = Annotated[str, StringConstraints(pattern="^[0-9a-f]{16}$")]
"""Eight bytes in lower-case hexadecimal: a nonce, a MAC."""
U8 = Annotated[int, Field(ge=0, le=0xFF)]
U16 = Annotated[int, Field(ge=0, le=0xFFFF)]
U32 = Annotated[int, Field(ge=0, le=0xFFFF_FFFF)]
U64 = Annotated[int, Field(ge=0, le=0xFFFF_FFFF_FFFF_FFFF)]
SeatNumber = Annotated[int, Field(ge=1, le=9999)]
RollId = Annotated[int, Field(ge=1, le=0xFFFF_FFFF_FFFF_FFFF)]
LARGEST = 2**63 - 1
"""Of every number that is no roll's: as much as a journal can look for."""
Count = Annotated[int, Field(ge=0, le=LARGEST)]
Positive = Annotated[int, Field(ge=1, le=LARGEST)]

Kind = TypeVar("Kind")

STRING = re.compile(rb'"(?:[^"\\]|\\.)*"')
"""One of JSON; what is left of a message without them has a colon for each key."""


def encode(message: Message) -> bytes:
    """A message as the bytes of one frame."""
    return message.model_dump_json().encode()


def decode(adapter: TypeAdapter[Kind], data: bytes, largest: int = LARGEST_MESSAGE) -> Kind:
    """The message in one frame, one of those `adapter` knows, or BadMessage."""
    if len(data) > largest:
        raise BadMessage(f"{len(data)} bytes, at most {largest} are a message")
    try:
        return adapter.validate_json(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "message"
        raise BadMessage(f"{place}: {first['msg']}"[:LONGEST_TEXT]) from None


def decode_strictly(adapter: TypeAdapter[Kind], data: bytes, largest: int = LARGEST_MESSAGE) -> Kind:
    """The same, of version 2 of the wire: it says so itself, and no key stands twice in one object."""
    message = decode(adapter, data, largest)
    try:
        said: dict[str, Any] = orjson.loads(data)
    except orjson.JSONDecodeError as error:  # a stricter reader than the model's
        raise BadMessage(cut(f"message: {error}")) from None
    if "v" not in said:
        raise BadMessage("v: version 2 says so in every message")
    if STRING.sub(b"", data).count(b":") != _pairs(said):
        json.loads(data, object_pairs_hook=_each_once)
    return message


def _pairs(value: Any) -> int:
    """How many keys are in it, as deep as it goes. Where one stood twice, fewer have been read than were said."""
    if isinstance(value, dict):
        return len(value) + sum(_pairs(one) for one in value.values() if type(one) in (dict, list))
    return sum(_pairs(one) for one in value) if isinstance(value, list) else 0


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    once = dict(pairs)
    if len(once) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise BadMessage(cut(f"{twice}: stands twice in one object"))
    return once


def cut(text: str) -> str:
    """`text` short enough for a message."""
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"
