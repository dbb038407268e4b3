"""Ways to make good input bad: in its bytes, in its text, in its values."""

import random
import string
from typing import Any

STRANGE: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    2**31,
    2**63 - 1,
    2**63,
    2**64,
    10**400,
    0.5,
    -0.0,
    1e308,
    "",
    "0",
    "1e9",
    "x" * 400,
    "\u0000",
    "\ud800",
    "‮",
    "../../etc/passwd",
    "%s%n",
    [],
    {},
    [[[[[]]]]],
    {"": {"": {}}},
    [0] * 300,
)
MOST_CHANGES = 4
WORDS = ("true", "null", "inf", "nan", "[[", "]]", "=", '"', "'", "\n", "#", "{", "}", "0x", "-", "1:0", "9999-99-99")


def bytes_of(source: random.Random, data: bytes) -> bytes:
    """The same with some bytes changed, put in, taken out, or said twice."""
    changed = bytearray(data)
    for _ in range(source.randint(1, MOST_CHANGES)):
        at = source.randrange(len(changed) + 1)
        match source.randrange(5):
            case 0 if changed:
                changed[at % len(changed)] = source.randrange(256)
            case 1:
                changed[at:at] = source.randbytes(source.randint(1, 8))
            case 2:
                del changed[at : at + source.randint(1, 40)]
            case 3:
                changed[at:at] = changed[at : at + source.randint(1, 200)]
            case _:
                del changed[at:]
    return bytes(changed)


def text(source: random.Random, good: str) -> str:
    """The same with some words and lines changed."""
    changed = good
    for _ in range(source.randint(1, MOST_CHANGES)):
        at = source.randrange(len(changed) + 1)
        lines = changed.splitlines(keepends=True) or [""]
        line = source.randrange(len(lines))
        match source.randrange(6):
            case 0:
                changed = changed[:at] + source.choice(WORDS) + changed[at:]
            case 1:
                changed = changed[:at] + changed[at + source.randint(1, 20) :]
            case 2:
                changed = "".join([*lines[:line], lines[source.randrange(len(lines))], *lines[line:]])
            case 3:
                changed = "".join(lines[:line] + lines[line + 1 :])
            case 4:
                digits = [place for place, letter in enumerate(changed) if letter.isdigit()]
                if digits:
                    place = source.choice(digits)
                    changed = changed[:place] + str(source.choice((0, 1, 9, 10**9, -1, 2**64))) + changed[place + 1 :]
            case _:
                changed = changed[:at] + source.choice(string.printable) + changed[at:]
    return changed


def value(source: random.Random, good: Any) -> Any:
    """The same data with one to four things in it changed."""
    changed = good
    for _ in range(source.randint(1, MOST_CHANGES)):
        changed = _once(source, changed)
    return changed


def _once(source: random.Random, data: Any) -> Any:
    if isinstance(data, dict) and data and source.random() < 0.9:
        return _in_a_dict(source, data)
    if isinstance(data, list) and data and source.random() < 0.8:
        place = source.randrange(len(data))
        return [*data[:place], _once(source, data[place]), *data[place + 1 :]]
    if isinstance(data, int) and not isinstance(data, bool) and source.random() < 0.5:
        return source.choice((data + 1, data - 1, -data, data * 1000, float(data % 2**60), str(data)))
    if isinstance(data, str) and source.random() < 0.4:
        return source.choice((data.upper(), data + " ", data[:-1], data * 50, text(source, data)))
    return source.choice(STRANGE)


def _in_a_dict(source: random.Random, data: dict[str, Any]) -> dict[str, Any]:
    name = source.choice(list(data))
    match source.randrange(8):
        case 0:
            return {key: data[key] for key in data if key != name}
        case 1:
            return {
                **data,
                source.choice(("extra", "seat", "id", "", "v", "kind", "__class__")): source.choice(STRANGE),
            }
        case 2:
            return {**data, name: data[source.choice(list(data))]}
        case _:
            return {**data, name: _once(source, data[name])}
