"""The one text for a piece of plain data: what hashes are made of, what the journal keeps, and how it is read back.

Keys are words and sorted, there are no spaces, only ASCII, and only whole numbers. orjson writes it ten times as fast
as the standard library; what it writes otherwise (letters beyond ASCII, numbers beyond 64 bits) the standard library
writes, so that there is one text whoever wrote it.

Writing and reading stand in this one file, so that they cannot disagree: `recorded`, through which everything goes
that is put into a journal, reads back what it has written before it gives it away.
"""

import json
from typing import Any

import orjson

_SLOW = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
_OPTIONS = orjson.OPT_SORT_KEYS | orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME
DELETE = b"\x7f"
"""The one sign of ASCII that the standard library escapes and orjson does not."""

_OPENS_A_VALUE = bytes.maketrans(b"[,", b"::")
_WHOLE = b"-0123456789"


class NotPlain(ValueError):
    """This cannot be written so that it is read back as what it is; the text says why."""


# ---- writing ----------------------------------------------------------------------------------------------------


def canonical(value: object) -> bytes:
    """The same data, the same bytes."""
    try:
        text = orjson.dumps(value, _row, _OPTIONS)
    except TypeError:
        return _slowly(value)
    return text if text.isascii() and DELETE not in text else _slowly(value)


def recorded(value: object) -> bytes:
    """The canonical text of what is going to be kept; NotPlain unless it reads back as the very same.

    A fraction, a number beyond 64 bits or in the place of a key, half a letter: whatever cannot be read back by anybody
    never gets into a journal.
    """
    try:
        text = orjson.dumps(value, _row, _OPTIONS)
    except TypeError as error:
        raise NotPlain(str(error)) from None
    read = orjson.loads(text)
    if read != value and read != _as_lists(value):
        raise NotPlain("it reads back as something else")
    if not text.isascii() or DELETE in text:
        text = _slowly(value)
        read_canonical(text)
    return whole_numbers(text)


def whole_numbers(text: bytes) -> bytes:
    """The text itself; NotPlain if there is a fraction in it."""
    if _may_have_fraction(text):
        read_canonical(text)
    return text


def _slowly(value: object) -> bytes:
    try:
        return _SLOW.encode(value).encode("ascii")
    except RecursionError:
        raise NotPlain("it is nested too deeply") from None


def _row(value: Any) -> Any:
    """A named tuple is a row like any other."""
    if isinstance(value, tuple):
        return list(value)
    raise TypeError(f"{type(value).__name__} is no plain data")


def _as_lists(value: Any) -> Any:
    """With lists where rows are tuples: so it comes back."""
    if isinstance(value, dict):
        return {key: _as_lists(inner) for key, inner in value.items()}
    return [_as_lists(inner) for inner in value] if isinstance(value, (list, tuple)) else value


def _may_have_fraction(text: bytes) -> bool:
    """Whether a number may have a point or an exponent: without its digits nothing else stands before them. Words may
    look so too; then it is looked at once more, slowly."""
    bare = text.translate(_OPENS_A_VALUE, _WHOLE)
    return b":." in bare or b":e" in bare or bare[:1] in (b".", b"e")


# ---- reading ----------------------------------------------------------------------------------------------------


def read_canonical(data: bytes) -> Any:
    """The data back; NotPlain if this is not the one text for them, or has a fraction in it.

    Where orjson reads and writes these very bytes, without a fraction, both libraries mean the same; whatever else
    there is, the standard library judges."""
    try:
        value = orjson.loads(data)
        if orjson.dumps(value, None, _OPTIONS) == data and not _may_have_fraction(data):
            return value
    except (orjson.JSONDecodeError, orjson.JSONEncodeError):
        pass
    return _read_slowly(data)


def _read_slowly(data: bytes) -> Any:
    try:
        value = json.loads(data, parse_float=_no_fraction)
    except RecursionError:
        raise NotPlain("it is nested too deeply") from None
    if canonical(value) != bytes(data):
        raise NotPlain("not the canonical text")
    return value


def read_with_fractions(data: bytes) -> Any:
    """The same for a text in which an older Boxcars has left fractions, spelt as it spelt them."""
    try:
        text = orjson.dumps(json.loads(data, parse_float=orjson.Fragment), _row, _OPTIONS)
    except TypeError:
        text = b""
    value = json.loads(data)
    if not text.isascii() or DELETE in text or not text:
        text = _slowly(value)
    if text != bytes(data):
        raise NotPlain("not the canonical text")
    return value


def read_plain(data: bytes | str) -> Any:
    """The data back, trusting that a hash has been or will be checked."""
    return json.loads(data)


def has_fraction(value: Any) -> bool:
    """Whether there is one anywhere in these data."""
    if isinstance(value, dict):
        return any(has_fraction(inner) for inner in value.values())
    return isinstance(value, float) or (isinstance(value, list) and any(has_fraction(inner) for inner in value))


def _no_fraction(text: str) -> float:
    raise NotPlain(f"a fraction {text[:20]} stands where only whole numbers may")
