"""What laws and public standards ask, one row each: `config/requirements.toml`."""

from functools import cache
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

import config
from config.files.complaints import WHOLE_SENTENCE
from config.files.reading import BadFile, read_toml, validate
from config.files.strict import Strict

FILE = Path(config.__file__).parent / "requirements.toml"

SOURCES: dict[str, str] = {
    "ny": "New York, 9 NYCRR 5317, 5319 and 5321",
    "pa": "Pennsylvania, 58 Pa. Code 605a",
    "nj": "New Jersey, N.J.A.C. 13:69E-1.28 and following",
    "md": "Maryland, COMAR 36.04.01",
    "on": "Ontario, AGCO minimum technical standards",
    "au": "Australia and New Zealand, gaming machine national standard (New Zealand Gazette 79 of 2004)",
    "gb": "Great Britain, Gambling Commission, bingo and casino technical requirements, part I",
}
"""Short name → what is read there."""

Test = Annotated[str, Field(pattern=r"^tests/[\w/]+\.py::test_\w+$")]


class Requirement(Strict):
    """One thing that is asked."""

    asks: str
    sources: dict[Literal["ny", "pa", "nj", "md", "on", "au", "gb"], str]
    """Where → which section."""
    state: Literal["has", "partly", "missing"]
    setting: str = ""
    """Of the table by its name, of `cabinet.toml` by its key; empty: it is always so."""
    tests: list[Test] = []
    lacks: str = ""

    @model_validator(mode="after")
    def _says_what_it_lacks(self) -> Self:
        if self.state == "has" and (self.lacks or not self.tests):
            raise PydanticCustomError(
                WHOLE_SENTENCE, f"{self.asks}: what the machine has, a test shows, and lacks nothing"
            )
        if self.state != "has" and not self.lacks:
            raise PydanticCustomError(WHOLE_SENTENCE, f"{self.asks}: {self.state}, and nothing says what it lacks")
        return self


@cache
def requirements() -> dict[str, Requirement]:
    """Name → what is asked, in the order of the file."""
    rows = read_toml(FILE)
    tables = {name: row for name, row in rows.items() if isinstance(row, dict)}
    if len(tables) < len(rows):
        raise BadFile(f"{FILE}: every row is a table")
    return {name: validate(Requirement, row, f"{FILE}: {name}") for name, row in tables.items()}
