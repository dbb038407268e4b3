"""What stands on the field of a setting: where a menu shows it and what kind of thing it is.

The field's docstring says what it is, its type and its bounds what it may be: nothing else is known of a setting.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar, get_args

from pydantic import BaseModel

Group: TypeAlias = Literal["limits", "kinds", "rules", "timers", "money", "staff", "house", "care"]
Found = TypeVar("Found")
Kind: TypeAlias = Literal["money", "seconds", "count", "rate", "switch", "choice", "choices", "text", "texts"]


class Setting(NamedTuple):
    """Put into the `Annotated` of a field."""

    group: Group
    kind: Kind
    waits: bool = False
    """It is only turned while no wager stands that its player could not take down."""
    chosen_from: Callable[[Mapping[str, Any]], Iterable[str]] | None = None
    """The rules of the game → the choices, where these stand in the rules."""


class Unsaid(NamedTuple):
    """Put beside it, or on a table of settings, where rules may have it and say nothing: then it is shown as none."""

    used_by: Callable[[Mapping[str, Any]], bool]
    """Whether the rules of the game have a use for it."""


class SettingRow(NamedTuple):
    """All that is known of a setting before it has a value."""

    name: str
    """The key in a change; `limits.max` is `max` in `limits`."""
    of: Setting
    says: str
    model: type[BaseModel]
    field: str
    unsaid: Unsaid | None = None


@cache
def settings_of(model: type[BaseModel]) -> tuple[SettingRow, ...]:
    """The settings of a model, and of the models in it, in their order; TypeError names a field that is none."""
    return tuple(_rows(model))


def _rows(model: type[BaseModel]) -> Iterator[SettingRow]:
    for name, field in model.model_fields.items():
        of, unsaid = _among(Setting, field.metadata), _among(Unsaid, field.metadata)
        says = " ".join((field.description or "").split())
        inner = _table_in(field.annotation)
        if of is not None and says:
            yield SettingRow(name, of, says, model, name, unsaid)
        elif inner is not None:
            rows = settings_of(inner)
            yield from (_within(name, says, row)._replace(unsaid=unsaid or row.unsaid) for row in rows)
        else:
            raise TypeError(f"{model.__name__}.{name}: a setting has a Setting in its type, and a docstring")


def _within(table: str, says: str, row: SettingRow) -> SettingRow:
    """Named and said as one of its table."""
    return row._replace(name=f"{table}.{row.name}", says=f"{says}: {row.says}" if says else row.says)


def _among(kind: type[Found], metadata: Iterable[object]) -> Found | None:
    return next((found for found in metadata if isinstance(found, kind)), None)


def _table_in(annotation: object) -> type[BaseModel] | None:
    """The model that a field is of, also where it may be none."""
    ways = get_args(annotation) or (annotation,)
    return next((way for way in ways if isinstance(way, type) and issubclass(way, BaseModel)), None)
