"""What is wrong with data from outside, in one line for a person: key, what is allowed, value found.

pydantic finds the mistake; its wording is for programmers, so the sentences are ours.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

from pydantic import ValidationError

from config.text.sentence import Sentence, about_of

LONGEST_VALUE = 80
LONGEST_KEY = 60
LONGEST_SENTENCE = 600

WHOLE_SENTENCE = "whole_sentence"
"""The type of those validation errors whose message already names the key and what is allowed there."""

UNKNOWN_KEY = "unknown_key"
"""The type of the error for a key that a model does not know; its context has `key` and `known`."""

Path = tuple[str | int, ...]

_ADDED_BY_PYDANTIC = re.compile(r"\[key\]|[\w-]+\[.*\]|constrained-\w+|str|int|bool|float", re.DOTALL)
"""Parts of a path that name a branch of a union and stand nowhere in the file."""

_SENTENCES = {
    "missing": "is missing",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "string_type": "must be a text",
    "bool_type": "must be true or false",
    "dict_type": "must be a table of keys and values",
    "model_type": "must be a table of keys and values",
    "model_attributes_type": "must be a table of keys and values",
    "list_type": "must be a list",
    "tuple_type": "must be a list",
    "none_required": "must be left out",
    "greater_than": "must be more than {gt}",
    "greater_than_equal": "must be at least {ge}",
    "less_than": "must be less than {lt}",
    "less_than_equal": "must be at most {le}",
    "string_unicode": "must be a text of Unicode characters",
    "string_too_short": "must have at least {min_length} characters",
    "string_too_long": "must have at most {max_length} characters",
    "too_short": "must have at least {min_length} entries",
    "too_long": "must have at most {max_length} entries",
    "literal_error": "must be {expected}",
    "union_tag_not_found": "is missing",
    "union_tag_invalid": "must be one of {expected_tags}",
}
_WITHOUT_VALUE = {"missing", "union_tag_not_found"}

Must: TypeAlias = Literal[
    "whole",
    "switch",
    "text",
    "form",
    "missing",
    "unknown",
    "one_of",
    "one_of_ours",
    "once",
    "at_least",
    "at_most",
    "longer",
    "shorter",
    "more",
    "fewer",
    # settings of a game, and of the table beside it
    "share",
    "unused",
    "other_game",
    "either_way",
    "over_the_book",
    "win_would_cost",
    "no_stake",
    "no_stake_on",
    "whole_credits",
    "in_steps",
]
"""Every word for what a value must be, or what is wrong with it. A page says `op.wrong.WORD` of its catalogue."""

_WORDS: dict[str, Must] = {
    "int_type": "whole",
    "int_from_float": "whole",
    "bool_type": "switch",
    "string_type": "text",
    "missing": "missing",
    "greater_than_equal": "at_least",
    "less_than_equal": "at_most",
    "string_too_short": "longer",
    "string_too_long": "shorter",
    "too_short": "more",
    "too_long": "fewer",
    "literal_error": "one_of",
    UNKNOWN_KEY: "unknown",
}
"""The type of an error → the word by which a page says it; any other is said as not written as it has to be."""
_FIELDS = {"ge": "least", "le": "most", "min_length": "least", "max_length": "most", "expected": "allowed"}
_LEFT_OUT = "none_required"
"""The other way of a value that may be none: said of such a one elsewhere."""


class WrongValue(ValueError):
    """For a validator to raise: a sentence of ours, with the word and the fields by which a page says it."""

    def __init__(self, sentence: str, must: Must, **fields: object) -> None:
        super().__init__(sentence)
        self.about = {"must": must, **fields}


def wrong_value(where: str, sentence: str, must: Must, **fields: object) -> Sentence:
    """The same of a value that no model looks at."""
    return Sentence(sentence, {"where": where, "must": must, **fields})


def complaint(error: ValidationError, where: Path = (), unseen: frozenset[str] = frozenset()) -> Sentence:
    """The first error as `key: what is allowed, found value`, and how many more places are wrong; its fields say the
    same of that first one.

    `where` is the path that leads to the data; `unseen` are words that pydantic puts into a path and the file has not.
    """
    errors = error.errors(include_url=False)
    first = errors[0]
    if first["type"] == WHOLE_SENTENCE:
        said = _join(path_text(where), plain(first["msg"], LONGEST_SENTENCE))
        context = first.get("ctx", {})
        return Sentence(said, {"where": context.get("key", ""), **context.get("about", {"must": "form"})})
    by_path: dict[Path, list[Any]] = {}
    for one in errors:
        by_path.setdefault(tuple(_seen(one, unseen)), []).append(one)
    path, alternatives = _worst(by_path)
    more = sum(not _same_place(path, other) for other in by_path)
    place = path_text((*where, *path)) or "the file"
    said = f"{place}: {_sentence(alternatives)}" + (f" (and {more} more)" if more else "")
    return Sentence(said, {"where": place, **_said_by_fields(alternatives)})


def _said_by_fields(alternatives: list[Any]) -> dict[str, Any]:
    """The word and the fields of what is allowed, where there are several ways of the first that says something."""
    error = next((one for one in alternatives if one["type"] != _LEFT_OUT), alternatives[0])
    context = error.get("ctx", {})
    own = about_of(context.get("error"))
    fields = {_FIELDS[name]: _with_plain_quotes(value) for name, value in context.items() if name in _FIELDS}
    return own or {"must": _WORDS.get(error["type"], "form"), **fields}


def path_text(path: Path) -> str:
    """`("steps", 3, "dice")` as `steps[3].dice`."""
    text = ""
    for part in path:
        text = f"{text}[{part}]" if isinstance(part, int) else _join(text, plain(part, LONGEST_KEY))
    return text


def plain(text: str, longest: int) -> str:
    """Text from outside made printable, on one line, not longer than that."""
    safe = "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text[: longest + 1]
    )
    return safe if len(safe) <= longest else safe[: longest - 1] + "…"


def shown(value: object, longest: int = LONGEST_VALUE) -> str:
    """A value as its file might spell it, cut where it is long, always on one line."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except (ValueError, TypeError, RecursionError):  # a number or a nesting too large to print
        text = type(value).__name__
    return plain(text, longest)


def _worst(by_path: dict[Path, list[Any]]) -> tuple[Path, list[Any]]:
    """The first place that is wrong; where one branch of a choice got further than the other, how far it got."""
    first = next(iter(by_path))
    deeper = [path for path in by_path if len(path) > len(first) and path[: len(first)] == first]
    path = deeper[0] if deeper else first
    return path, by_path[path]


def _same_place(one: Path, other: Path) -> bool:
    """Whether one path is the other or lies inside it."""
    shorter = min(len(one), len(other))
    return one[:shorter] == other[:shorter]


def _seen(error: Any, unseen: frozenset[str]) -> Iterator[str | int]:
    for part in error["loc"]:
        if isinstance(part, int) or not (part in unseen or _ADDED_BY_PYDANTIC.fullmatch(part)):
            yield part
    if error["type"] == UNKNOWN_KEY:
        yield str(error["ctx"]["key"])
    if error["type"] in ("union_tag_invalid", "union_tag_not_found"):
        yield _unquoted(error["ctx"]["discriminator"])


def _sentence(alternatives: list[Any]) -> str:
    wanted = list(dict.fromkeys(_wanted(one) for one in alternatives))
    found = "" if alternatives[0]["type"] in (*_WITHOUT_VALUE, UNKNOWN_KEY) else f", found {_found(alternatives[0])}"
    return " or ".join([wanted[0], *(one.removeprefix("must be ") for one in wanted[1:])]) + found


def _wanted(error: Any) -> str:
    if error["type"] == UNKNOWN_KEY:
        return f"is not a key of this place, which has {', '.join(error['ctx']['known'])}"
    if error["type"] in _SENTENCES:
        words = {name: _with_plain_quotes(value) for name, value in error.get("ctx", {}).items()}
        only_empty = error["type"] in ("too_short", "string_too_short") and words["min_length"] == 1
        return "must not be empty" if only_empty else _SENTENCES[error["type"]].format(**words)
    message = str(error["msg"]).removeprefix("Value error, ")
    return f"{message[0].lower()}{message[1:]}"


def _found(error: Any) -> str:
    """A wrong `do` is told by its own value, not by the whole action around it."""
    return shown(error["ctx"]["tag"] if error["type"] == "union_tag_invalid" else error["input"])


def _with_plain_quotes(value: object) -> object:
    return value.replace("'", '"').replace("True", "true") if isinstance(value, str) else value


def _unquoted(word: str) -> str:
    return word.strip("'")


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key
