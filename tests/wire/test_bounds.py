"""Everything that a stranger may say has its bounds: every number, every text, every list, every table of keys."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from controller.protocol.catalogue import WAYS
from controller.protocol.message import BadMessage, decode
from controller.protocol.records.questions import TO_RECORDS
from controller.protocol.stations.version_1 import FROM_OPERATOR, ActWanted

HEARD = [name for name in WAYS if name.startswith("from_") and name != "from_records"] + ["to_records"]
"""The ways to us."""
LOOKED_AT_LATER = {"change"}
"""Free to the wire, and typed by `server/staff/acts/fields.py` before anything is done with it."""

Found = Iterator[tuple[str, str]]


def unbounded(node: dict[str, Any], where: str, defs: dict[str, Any], seen: frozenset[str] = frozenset()) -> Found:
    if "$ref" in node:
        name = node["$ref"].rpartition("/")[2]
        if name not in seen:
            yield from unbounded(defs[name], f"{where} {name}", defs, seen | {name})
        return
    for way in ("anyOf", "oneOf", "allOf"):
        for one in node.get(way, []):
            yield from unbounded(one, where, defs, seen)
    kind = node.get("type")
    if "enum" in node or "const" in node:
        return
    if kind in ("integer", "number") and not {"minimum", "maximum"} <= node.keys():
        yield where, "a number"
    if kind == "string" and not {"maxLength", "pattern"} & node.keys():
        yield where, "a text"
    if kind == "array":
        if "maxItems" not in node:
            yield where, "a list"
        for one in [*([node["items"]] if isinstance(node.get("items"), dict) else []), *node.get("prefixItems", [])]:
            yield from unbounded(one, f"{where}[]", defs, seen)
    if kind == "object":
        for name, one in node.get("properties", {}).items():
            if name not in LOOKED_AT_LATER:
                yield from unbounded(one, f"{where}.{name}", defs, seen)
        if "properties" not in node and "maxProperties" not in node:
            yield where, "a table"


@pytest.mark.parametrize("way", HEARD)
def test_whatever_may_be_said_to_us_is_bounded(way: str) -> None:
    schema = WAYS[way].messages.json_schema()
    assert list(unbounded(schema, way, schema.get("$defs", {}))) == []


def test_the_look_finds_what_has_no_bounds() -> None:
    """It would not be worth much otherwise."""
    model = {"type": "object", "properties": {"n": {"type": "integer", "minimum": 0}, "s": {"type": "string"}}}
    assert [what for _, what in unbounded(model, "", {})] == ["a number", "a text"]
    assert [what for _, what in unbounded({"type": "array", "items": {"type": "object"}}, "", {})] == [
        "a list",
        "a table",
    ]


@pytest.mark.parametrize("kind", ["rounds_wanted", "log_wanted"])
@pytest.mark.parametrize("field", ["before", "since", "until"])
def test_a_number_that_no_journal_can_look_for_is_no_message(kind: str, field: str) -> None:
    fits = f'{{"kind":"{kind}","{field}":{2**63 - 1}}}'
    assert getattr(decode(TO_RECORDS, fits.encode()), field) == 2**63 - 1
    for number in (2**63, 2**64, 10**30, -1):
        with pytest.raises(BadMessage, match=field):
            decode(TO_RECORDS, fits.replace(str(2**63 - 1), str(number)).encode())


def counted(amount: int) -> bytes:
    session = "0" * 32
    act = {"kind": "act", "id": 1, "session": session, "operator": "ann", "role": "attendant", "act": "settle_unknown"}
    return json.dumps({**act, "seat": 1, "amount": amount}).encode()


def test_who_counts_at_a_station_may_find_nothing_and_not_less() -> None:
    act = decode(FROM_OPERATOR, counted(0))
    assert isinstance(act, ActWanted)
    assert act.amount == 0
    with pytest.raises(BadMessage, match="amount"):
        decode(FROM_OPERATOR, counted(-1))
