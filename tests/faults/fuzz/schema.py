"""A small reader of JSON Schema, to look at what was taken with other eyes than those that took it.

It knows the words that `boxcars schema` uses, and fails on any other.
"""

import re
from typing import Any

IGNORED = {"title", "description", "default", "$defs", "discriminator", "examples"}
TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
}


def why_not(data: Any, schema: dict[str, Any], root: dict[str, Any]) -> str | None:
    """Why these data are not what the schema says; None if they are."""
    for word, wanted in schema.items():
        if word in IGNORED or word in ("items", "additionalProperties", "required"):
            continue
        found = _word(word, wanted, data, root)
        if found is not None:
            return found
    if isinstance(data, dict):
        return _object(data, schema, root)
    if isinstance(data, list) and isinstance(schema.get("items"), dict):
        return _first(why_not(item, schema["items"], root) for item in data[len(schema.get("prefixItems", ())) :])
    return None


def _first(found: Any) -> str | None:
    return next((why for why in found if why is not None), None)


def _object(data: dict[str, Any], schema: dict[str, Any], root: dict[str, Any]) -> str | None:
    missing = [name for name in schema.get("required", ()) if name not in data]
    if missing:
        return f"{missing} is missing"
    known, others = schema.get("properties", {}), schema.get("additionalProperties", True)
    for name in data.keys() - known.keys():
        if others is False:
            return f"{name} does not belong there"
        if isinstance(others, dict) and (why := why_not(data[name], others, root)):
            return f"{name}: {why}"
    return None


def _word(word: str, wanted: Any, data: Any, root: dict[str, Any]) -> str | None:
    number = isinstance(data, int | float) and not isinstance(data, bool)
    match word:
        case "$ref":
            return why_not(data, root["$defs"][wanted.removeprefix("#/$defs/")], root)
        case "type":
            return None if _is(data, wanted) else f"{data!r:.60} is no {wanted}"
        case "const":
            same = data == wanted and isinstance(data, bool) == isinstance(wanted, bool)  # to JSON 1.0 is 1
            return None if same else f"{data!r:.60} is not {wanted!r}"
        case "enum":
            return None if data in wanted and not isinstance(data, bool) else f"{data!r:.60} is none of {wanted}"
        case "anyOf" | "oneOf":
            return None if any(why_not(data, one, root) is None for one in wanted) else f"{data!r:.60} is none of these"
        case "properties" if isinstance(data, dict):
            return _first(why_not(data[name], one, root) for name, one in wanted.items() if name in data)
        case "patternProperties" if isinstance(data, dict):
            pairs = [(name, one) for name in data for pattern, one in wanted.items() if re.search(pattern, name)]
            return _first(why_not(data[name], one, root) for name, one in pairs)
        case "propertyNames" if isinstance(data, dict):
            return _first(why_not(name, wanted, root) for name in data)
        case "prefixItems" if isinstance(data, list):
            return _first(why_not(item, one, root) for item, one in zip(data, wanted, strict=False))
        case "minimum" if number:
            return None if data >= wanted else f"{data!r:.60} is less than {wanted}"
        case "maximum" if number:
            return None if data <= wanted else f"{data!r:.60} is more than {wanted}"
        case "minLength" if isinstance(data, str):
            return None if len(data) >= wanted else "too short"
        case "maxLength" if isinstance(data, str):
            return None if len(data) <= wanted else "too long"
        case "pattern" if isinstance(data, str):
            return None if re.search(wanted, data) else f"{data!r:.60} does not look like {wanted}"
        case "minItems" | "minProperties" if isinstance(data, list | dict):
            return None if len(data) >= wanted else "too few"
        case "maxItems" | "maxProperties" if isinstance(data, list | dict):
            return None if len(data) <= wanted else "too many"
        case (
            "properties"
            | "patternProperties"
            | "propertyNames"
            | "prefixItems"
            | "minimum"
            | "maximum"
            | "minLength"
            | "maxLength"
        ):
            return None
        case "pattern" | "minItems" | "maxItems" | "minProperties" | "maxProperties" | "uniqueItems":
            return None
    raise AssertionError(f"the schema says {word}, and nobody here knows what that means")


def _is(data: Any, name: str) -> bool:
    if name == "integer":
        whole = isinstance(data, int) or (isinstance(data, float) and data.is_integer())  # to JSON 1.0 is 1
        return whole and not isinstance(data, bool)
    if name == "number":
        return isinstance(data, int | float) and not isinstance(data, bool)
    return isinstance(data, TYPES[name])
