"""Reading canonical text back; `controller/table/canonical.py` writes it."""

import json
from typing import Any

from controller.table.canonical import canonical


def read_canonical(data: bytes) -> Any:
    """The data back; ValueError if this is not the one text for them, or has a fraction in it."""
    value = json.loads(data, parse_float=_no_fraction)
    if canonical(value) != bytes(data):
        raise ValueError("not the canonical text")
    return value


def read_plain(data: bytes | str) -> Any:
    """The data back, trusting that a hash has been or will be checked."""
    return json.loads(data)


def _no_fraction(text: str) -> float:
    raise ValueError(f"a fraction {text[:20]} stands where only whole numbers may")
