"""Which version of the wire a message is in. A connection speaks the one that its hello said, until another hello."""

import json
from typing import Any, TypeVar

from pydantic import TypeAdapter

from controller.protocol.message import BadMessage, Message, decode, decode_strictly

HELLOS = frozenset({"hello", "station_hello"})

One = TypeVar("One", bound=Message)
Two = TypeVar("Two", bound=Message)


def read(data: bytes, version: int | None, first: TypeAdapter[One], second: TypeAdapter[Two]) -> One | Two:
    """The message, or BadMessage. Its version is tried first that its connection said hello in, if it did."""
    expected = version or 1
    try:
        return _decode(expected, data, first, second)
    except BadMessage:
        says = _said(data)
        if says == expected:
            raise
    message = _decode(says, data, first, second)
    if version is not None and message.kind not in HELLOS:
        raise BadMessage(f"v: this connection said hello in version {version}")
    return message


def _decode(version: int, data: bytes, first: TypeAdapter[One], second: TypeAdapter[Two]) -> One | Two:
    return decode_strictly(second, data) if version == 2 else decode(first, data)


def _said(data: bytes) -> int:
    """The version that these bytes say they are in; what says none is of the first."""
    try:
        said: Any = json.loads(data)
    except (ValueError, RecursionError):
        return 1
    return 2 if isinstance(said, dict) and said.get("v") == 2 else 1
