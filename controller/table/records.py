"""Events and decisions as JSON and back, exactly: what the journal keeps, and what is replayed from it.

A record is `{"type": its name, …its fields}`. What is unknown, missing or of another type is refused: a journal that
cannot be read exactly must not be read at all.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

from pydantic import ConfigDict, TypeAdapter, ValidationError

from config.files.complaints import complaint
from controller.facts.kinds import Answer, Decision
from controller.protocol.terminals.commands import Lay, PlayerCommand, Wagers
from controller.table.events import Event, FromSeat
from controller.table.staff.act import OperatorAct
from controller.table.staff.said import ActRecord, meant, recorded

Read = TypeVar("Read")
Record: TypeAlias = Event | Decision | Answer


class _Envelope(NamedTuple):
    """Beside what is asked, of every player's command."""

    seat: int
    client: str
    id: int


_STRICT = ConfigDict(strict=True)
_ENVELOPE = TypeAdapter(_Envelope, config=_STRICT)
_ASKED: dict[str, type[PlayerCommand]] = {kind.__name__: kind for kind in get_args(PlayerCommand)}
_ASKED["Wager"] = Wagers
_FIELDS = {name: {*_Envelope._fields, *kind.model_fields} for name, kind in _ASKED.items()}
_FIELDS["Wager"] = {*_Envelope._fields, "round", *Lay.model_fields}
_KINDS = (*(kind for kind in get_args(Event) if get_origin(kind) is not FromSeat), *get_args(Decision), Answer)
_TYPES: dict[str, Any] = {kind.__name__: kind for kind in _KINDS}
_TYPES["OperatorAct"] = ActRecord
_HINTS: dict[str, dict[str, Any]] = {name: get_type_hints(kind) for name, kind in _TYPES.items()}
_FIELDS.update({name: set(hints) for name, hints in _HINTS.items()})
_ADAPTERS: dict[str, TypeAdapter[Any]] = {name: TypeAdapter(kind, config=_STRICT) for name, kind in _TYPES.items()}
_TUPLES: dict[str, list[str]] = {
    name: [field for field, hint in hints.items() if tuple in (get_origin(hint), *map(get_origin, get_args(hint)))]
    for name, hints in _HINTS.items()
}
"""Fields that JSON makes lists of."""


class BadRecord(ValueError):
    """This is no record; the text says what is wrong with it."""


def to_json(record: Record) -> dict[str, Any]:
    """A record as data that JSON can hold."""
    if isinstance(record, FromSeat):
        return {"type": record.called, **dict(zip(_Envelope._fields, record, strict=False)), **_said(record)}
    name = type(record).__name__
    row = recorded(record) if isinstance(record, OperatorAct) else record
    fields: dict[str, Any] = {"type": name}
    fields.update(zip(row._fields, row, strict=True))
    for field in _TUPLES[name]:
        if fields[field] is not None:
            fields[field] = list(fields[field])
    return fields


def _said(command: FromSeat[PlayerCommand]) -> dict[str, Any]:
    """What is asked, field by field; a wager by itself is told beside its round."""
    asked = command.asked
    if not isinstance(asked, Wagers):
        return {field: getattr(asked, field) for field in command.kind.model_fields}
    lays = [{field: getattr(lay, field) for field in Lay.model_fields} for lay in asked.wagers]
    return {"round": asked.round, **(lays[0] if len(lays) == 1 else {"wagers": lays})}


def _from_seat(name: str, fields: dict[str, Any]) -> FromSeat[PlayerCommand]:
    """The command of this record, which is whole and in its bounds."""
    envelope = {field: fields.pop(field) for field in _Envelope._fields}
    if name == "Wager":
        fields = {"round": fields.pop("round"), "wagers": [fields]}
    if isinstance(fields.get("wagers"), list):
        fields["wagers"] = tuple(map(Lay.model_validate, fields["wagers"]))
    return FromSeat(*_ENVELOPE.validate_python(envelope), _ASKED[name].model_validate(fields))


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
    if not isinstance(name, str) or (name not in _TYPES and name not in _ASKED):
        raise BadRecord(f"there is no record of type {str(name)[:40]!r}")
    fields = {field: value for field, value in data.items() if field != "type"}
    if fields.keys() != _FIELDS[name]:
        odd = ", ".join(sorted(map(str, fields.keys() ^ _FIELDS[name])))
        raise BadRecord(f"{name}: missing or unknown: {odd[:200]}")
    if name in _ASKED:
        return _checked(name, lambda: _from_seat(name, fields))
    for field in _TUPLES[name]:
        if isinstance(fields[field], list):
            fields[field] = tuple(fields[field])
    record: Record | ActRecord = _checked(name, lambda: _ADAPTERS[name].validate_python(fields))
    return _exactly(record) if isinstance(record, ActRecord) else record


def _checked(name: str, read: Callable[[], Read]) -> Read:
    try:
        return read()
    except ValidationError as error:
        raise BadRecord(complaint(error, (name,))) from None


def _exactly(record: ActRecord) -> OperatorAct:
    """The act of a record that has all of it, and nothing that this act does not take."""
    event = meant(record)
    if recorded(event) != record:
        raise BadRecord(f"{record.act[:40]}: an act of this name is recorded otherwise")
    return event
