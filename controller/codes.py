"""What is known of a code: a row where the code is used, and a line of `docs/errors.md` (`make docs`)."""

from typing import NamedTuple


class Code(NamedTuple):
    """The text is for people; programs go by the code."""

    means: str
    do: str
    """What a person does about it."""
