"""The manner of every model of ours that reads data from outside: strict types, and no key it does not know."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from config.files.complaints import UNKNOWN_KEY

PathText = Annotated[str, StringConstraints(min_length=1, max_length=200)]


class Strict(BaseModel):
    """No unknown keys, no guessed types: `true` is no number and `"5"` is no five."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _knows_every_key(cls, data: Any) -> Any:
        """Said before anything else, with the keys there are: a misspelt key is also a missing one."""
        if isinstance(data, dict):
            for key in data:
                if key not in cls.model_fields:
                    raise PydanticCustomError(UNKNOWN_KEY, "{key}", {"key": key, "known": list(cls.model_fields)})
        return data
