"""What stands on the field of a setting: where a menu shows it and what kind of thing it is.

The field's docstring says what it is, its type and its bounds what it may be: nothing else is known of a setting.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Literal, NamedTuple, TypeAlias

from pydantic import BaseModel

Group: TypeAlias = Literal["limits", "rules", "timers", "money", "staff", "house", "care"]
Kind: TypeAlias = Literal["money", "seconds", "count", "rate", "switch", "choice", "choices", "text", "texts"]


class Setting(NamedTuple):
    """Put into the `Annotated` of a field."""

    group: Group
    kind: Kind
    waits: bool = False
    """It is only turned while no wager stands that its player could not take down."""
    chosen_from: Callable[[Mapping[str, Any]], Iterable[str]] | None = None
    """The rules of the game → the choices, where these stand in the rules."""


class SettingRow(NamedTuple):
    """All that is known of a setting before it has a value."""

    name: str
    """The key in a change; `limits.max` is `max` in `limits`."""
    of: Setting
    says: str
    model: type[BaseModel]
    field: str


@cache
def settings_of(model: type[BaseModel], within: str = "") -> tuple[SettingRow, ...]:
    """The settings of a model, and of the models in it, in their order; TypeError names a field that is none."""
    return tuple(_rows(model, within))


def _rows(model: type[BaseModel], within: str) -> Iterator[SettingRow]:
    for name, field in model.model_fields.items():
        of = next((found for found in field.metadata if isinstance(found, Setting)), None)
        if of is not None and field.description:
            yield SettingRow(within + name, of, " ".join(field.description.split()), model, name)
        elif isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from settings_of(field.annotation, f"{within}{name}.")
        else:
            raise TypeError(f"{model.__name__}.{name}: a setting has a Setting in its type, and a docstring")
