"""Events and decisions as JSON and back, exactly: what the journal keeps, and what is replayed from it.

A record is `{"type": its name, …its fields}`. What is unknown, missing or of another type is refused: a journal that
cannot be read exactly must not be read at all.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias, get_args, get_origin, get_type_hints

from pydantic import ConfigDict, TypeAdapter, ValidationError

from config.files.complaints import complaint
from controller.facts.kinds import Answer, Decision
from controller.table.events import Event, Lay
from controller.table.staff.act import OperatorAct
from controller.table.staff.said import ActRecord, meant, recorded

Record: TypeAlias = Event | Decision | Answer

_TYPES: dict[str, Any] = {kind.__name__: kind for kind in (*get_args(Event), *get_args(Decision), Answer)}
_TYPES["OperatorAct"] = ActRecord
_HINTS: dict[str, dict[str, Any]] = {name: get_type_hints(kind) for name, kind in _TYPES.items()}
_ADAPTERS: dict[str, TypeAdapter[Any]] = {
    name: TypeAdapter(kind, config=ConfigDict(strict=True)) for name, kind in _TYPES.items()
}
_TUPLES: dict[str, list[str]] = {
    name: [field for field, hint in hints.items() if tuple in (get_origin(hint), *map(get_origin, get_args(hint)))]
    for name, hints in _HINTS.items()
}
"""Fields that JSON makes lists of."""


class BadRecord(ValueError):
    """This is no record; the text says what is wrong with it."""


def to_json(record: Record) -> dict[str, Any]:
    """A record as data that JSON can hold."""
    name = type(record).__name__
    row = recorded(record) if isinstance(record, OperatorAct) else record
    fields: dict[str, Any] = {"type": name}
    fields.update(zip(row._fields, row, strict=True))
    for field in _TUPLES[name]:
        if fields[field] is not None:
            fields[field] = [row._asdict() if isinstance(row, Lay) else row for row in fields[field]]
    return fields


FACES_WERE = {"Thrown": "shown", "TrialThrown": "shown", "ResultKnown": "result"}
"""Where two faces stood by themselves, while craps was the only game: what the field is called that has them now."""


def with_shown(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """A record whose faces, if an older Boxcars wrote it, stand where what was shown stands now."""
    field = FACES_WERE.get(data["type"])
    if field is None or "faces" not in data:
        return data
    return {**{name: value for name, value in data.items() if name != "faces"}, field: {"faces": data["faces"]}}


def completed(data: Mapping[str, Any]) -> dict[str, Any]:
    """A record that an older Boxcars wrote, with the fields that have come since as they are where nothing is said."""
    kind = _TYPES.get(data.get("type", ""))
    return dict(data) if kind is None else {**kind._field_defaults, **with_shown(data)}


def from_json(data: Any) -> Record:
    """The record that `to_json` made these data of, or BadRecord."""
    name = data.get("type") if isinstance(data, dict) else None
    if not isinstance(name, str) or name not in _TYPES:
        raise BadRecord(f"there is no record of type {str(name)[:40]!r}")
    fields = {field: value for field, value in data.items() if field != "type"}
    if fields.keys() != _HINTS[name].keys():
        odd = ", ".join(sorted(map(str, fields.keys() ^ _HINTS[name].keys())))
        raise BadRecord(f"{name}: missing or unknown: {odd[:200]}")
    for field in _TUPLES[name]:
        if isinstance(fields[field], list):
            fields[field] = tuple(fields[field])
    try:
        record: Record | ActRecord = _ADAPTERS[name].validate_python(fields)
    except ValidationError as error:
        raise BadRecord(complaint(error, (name,))) from None
    return _exactly(record) if isinstance(record, ActRecord) else record


def _exactly(record: ActRecord) -> OperatorAct:
    """The act of a record that has all of it, and nothing that this act does not take."""
    event = meant(record)
    if recorded(event) != record:
        raise BadRecord(f"{record.act[:40]}: an act of this name is recorded otherwise")
    return event
