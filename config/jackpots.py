"""A progressive jackpot as data. A rule book and `floor.toml` say the same of one, digest by digest."""

import hashlib
import json
from typing import Annotated, Self

from pydantic import Field, StringConstraints, model_validator

from config.files.strict import Strict

LARGEST = 10**12
MOST_JACKPOTS = 8
"""Of one rule book, and on one floor."""
MOST_RATE = 200_000

JackpotName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9_]{1,24}$")]
Units = Annotated[int, Field(ge=1, le=LARGEST)]


class Jackpot(Strict):
    """What a house says of one."""

    base: Units
    """What the house puts into each new pot."""
    ceiling: Units
    """The most that is paid."""
    rate: Annotated[int, Field(ge=1, le=MOST_RATE)]
    """Millionths of each stake that go into the pot."""
    bets: Annotated[tuple[str, ...], Field(strict=False, min_length=1, max_length=64)]
    """The wagers that feed it and may win it."""
    trigger: Annotated[dict[str, int | str], Field(min_length=1, max_length=1)]
    """What wins it, by the words of the game: `{ fire = 6 }`."""

    @model_validator(mode="after")
    def _base_fits(self) -> Self:
        if self.base > self.ceiling:
            raise ValueError(f"base {self.base} is more than the ceiling, which is {self.ceiling}")
        return self

    def digest(self) -> str:
        """SHA-256 over all that is said of it: who says the same has the same."""
        text = json.dumps(self.model_dump(mode="json"), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


Jackpots = Annotated[dict[JackpotName, Jackpot], Field(min_length=1, max_length=MOST_JACKPOTS)]
