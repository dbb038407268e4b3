"""An act as it is said, on the wire and in the journal, and the act that is meant.

Version 2 of the wire has a word for each field. Version 1 has fewer, and so has the record of an act in every journal:
why it is done stands in `reference` where that has no other use, and other fields stand in `change`.
"""

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from types import NoneType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from controller.table.round.acts import VoidResult
from controller.table.staff.act import Act, OperatorAct
from controller.table.staff.operating import ACTS

Words = tuple[str, ...]
FIRST_WORDS = {"reason": "reference", "keep_days": "change"}
"""What version 1 of the wire calls a field, where it has none of its own."""

IN_A_CHANGE = {"new_role": "role"}
"""What a field is called in a `change`, where not by its own name."""


class ActRecord(NamedTuple):
    """An act as every journal has it."""

    client: str
    id: int
    operator: str
    role: str
    act: str
    seat: int = 0
    amount: int = 0
    reference: str = ""
    change: dict[str, Any] | None = None
    returns: dict[str, str] | None = None
    reason: str = ""
    second: str = ""


def in_version_1(act: type[Act]) -> tuple[Words, Words]:
    """What an act needs and takes in the words of version 1; a field whose place is taken there keeps its name."""
    own = (*act.needs, *act.takes)
    first = {word: word if FIRST_WORDS.get(word, word) in own else FIRST_WORDS[word] for word in own}
    return tuple(first[word] for word in act.needs), tuple(first[word] for word in act.takes)


def act_said(client: str, id: int, operator: str, role: str, act: str, **said: Any) -> OperatorAct:
    """This person does the act of this name."""
    return OperatorAct(client, id, operator, role, act_of(act, said), said.get("second") or "")


def act_of(called: str, said: Mapping[str, Any]) -> Act:
    """The act that was meant. What it needs and was not said, or is of another type, is empty: the table refuses it."""
    row = ACTS.get(called, VoidResult)
    kinds = _kinds(row)
    names = {word: name for name, word in IN_A_CHANGE.items()}
    told: dict[str, Any] = {names.get(word, word): value for word, value in (said.get("change") or {}).items()}
    told |= {name: value for name, value in said.items() if value is not None}
    if "reference" not in kinds:
        told["reason"] = told.get("reason") or told.get("reference")
    told["said"] = called
    return row(**{name: _or_nothing(told.get(name), of) for name, of in kinds.items()})


@cache
def _kinds(row: type[Act]) -> dict[str, tuple[type, ...]]:
    """Field → the types that it may have."""
    hints = get_type_hints(row)
    of = {one.name: hints[one.name] for one in fields(row)}
    return {name: tuple(get_origin(kind) or kind for kind in get_args(hint) or (hint,)) for name, hint in of.items()}


def _or_nothing(value: Any, kinds: tuple[type, ...]) -> Any:
    if type(value) in kinds:
        return value
    return None if NoneType in kinds else kinds[0]()


def recorded(event: OperatorAct) -> ActRecord:
    """The record of this act; a field that it has no place for is in `change`."""
    told = {one.name: getattr(event.act, one.name) for one in fields(event.act) if one.name != "said"}
    top = {name: told.pop(name) for name in ActRecord._field_defaults if name in told}
    change = {IN_A_CHANGE.get(name, name): value for name, value in told.items() if value or type(value) is int}
    who = event.client, event.id, event.operator, event.role, event.act.called
    return ActRecord(*who, **{"change": change or None, "second": event.second, **top})


def meant(record: ActRecord) -> OperatorAct:
    """The act of this record."""
    return act_said(**record._asdict())
