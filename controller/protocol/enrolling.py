"""What a cabinet says of a journal whose beginning the floor has not seen, for a person to carry there."""

from typing import Annotated, Literal

from pydantic import StringConstraints

from config.files.strict import Strict
from controller.protocol.floor import Hash, Name, Seq

LONGEST = 16 * 2**20
"""Bytes of such a file."""


class Enrolment(Strict):
    """The floor goes on after entry `base`; what was before it, it has not witnessed."""

    v: Literal[1] = 1
    cabinet: Name
    journal: Name
    life: Literal["live", "demo"]
    public_key: Hash
    """Of the journal, as it signed then."""
    base: Seq
    hash: Hash
    sealed: Seq
    """The last entry up to `base` that was signed."""
    books: Annotated[str, StringConstraints(max_length=LONGEST)]
    """The clerk's after `base`, from the snapshot that the journal begins with; empty where it begins with entry 1."""
    shown: str
