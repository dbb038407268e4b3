"""A sentence for logs and consoles that keeps what it was made of, so that a page says it in its person's language."""

from collections.abc import Mapping
from typing import Any, Self

NOTHING: Mapping[str, Any] = {}


class Sentence(str):
    """English, and beside it a word for what it says (`must`, where a value is wrong) with its fields: plain data."""

    about: Mapping[str, Any]

    def __new__(cls, text: str, /, about: Mapping[str, Any] = NOTHING) -> Self:
        made = super().__new__(cls, text)
        made.about = about
        return made


def about_of(text: object) -> dict[str, Any]:
    """What a sentence, or an error with one, was made of; nothing of one that is only words."""
    return dict(getattr(text, "about", NOTHING))
