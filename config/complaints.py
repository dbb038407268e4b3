"""What is wrong with data from outside, in one line: key, value, what is allowed."""

from typing import Any

from pydantic import ValidationError

LONGEST_VALUE = 80

WHOLE_SENTENCE = "whole_sentence"
"""The type of those validation errors whose message already names the key and what is allowed there."""

Path = tuple[str | int, ...]


def complaint(error: ValidationError, where: Path = (), unseen: frozenset[str] = frozenset()) -> str:
    """The first error as `key: what is wrong, found value`, and how many more there are.

    `where` is the path that leads to the data; `unseen` are words that pydantic puts into a path and the file has not.
    """
    errors = error.errors(include_url=False)
    first = errors[0]
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    if first["type"] == WHOLE_SENTENCE:
        return _join(path_text(where), str(first["msg"])) + more
    path = path_text((*where, *(part for part in first["loc"] if part not in unseen)))
    return f"{path or 'the file'}: {_sentence(first)}{more}"


def path_text(path: Path) -> str:
    """`("steps", 3, "dice")` as `steps[3].dice`."""
    text = ""
    for part in path:
        text = f"{text}[{part}]" if isinstance(part, int) else _join(text, part)
    return text


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _sentence(error: Any) -> str:
    kind = error["type"]
    if kind == "extra_forbidden":
        return "is not a key this place knows"
    if kind == "missing":
        return "is missing"
    message = str(error["msg"]).removeprefix("Value error, ")
    return f"{message[0].lower()}{message[1:]}, found {_short(error['input'])}"


def _short(value: object) -> str:
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # an integer or a nesting too large to print
        text = type(value).__name__
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + "…"
