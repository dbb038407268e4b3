"""The one text for a piece of plain data, which hashes are made of.

Keys are words and sorted, there are no spaces, only ASCII, and only whole numbers. orjson writes it ten times as fast
as the standard library; what it writes otherwise (letters beyond ASCII, numbers beyond 64 bits) the standard library
writes, so that there is one text whoever wrote it.
"""

import json
from typing import Any

import orjson

_SLOW = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
_OPTIONS = orjson.OPT_SORT_KEYS | orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME
DELETE = b"\x7f"
"""The one sign of ASCII that the standard library escapes and orjson does not."""


def canonical(value: object) -> bytes:
    """The same data, the same bytes."""
    try:
        text = orjson.dumps(value, _row, _OPTIONS)
    except TypeError:
        return _SLOW.encode(value).encode("ascii")
    return text if text.isascii() and DELETE not in text else _SLOW.encode(value).encode("ascii")


def _row(value: Any) -> Any:
    """A named tuple is a row like any other."""
    if isinstance(value, tuple):
        return list(value)
    raise TypeError(f"{type(value).__name__} is no plain data")
