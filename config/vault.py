"""Where the journal is kept and when the gaming day ends."""

from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

DIRECTORY = Path("/var/lib/boxcars/vault")


class VaultSettings(BaseModel):
    """The `[vault]` table of a cabinet's settings."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    directory: Path = DIRECTORY
    key: Path | None = None
    """The key that signs; None: in the directory itself."""
    second_place: Path | None = None
    """A file on another medium to which each signed head is copied; None: nowhere."""
    day_closes: Annotated[str, Field(pattern=r"^\d\d:\d\d$")] = "06:00"
    """Local time at which the gaming day ends."""
    time_zone: Annotated[str, Field(max_length=60)] = "UTC"
