"""Good messages, as `docs/wire.md` shows them, and what each may have, as `boxcars schema` prints it."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from controller.protocol.catalogue import WAYS

HOME = Path(__file__).parents[3]


@cache
def examples(way: str) -> list[dict[str, Any]]:
    """The messages that `docs/wire.md` shows for a way."""
    text = (HOME / "docs" / "wire.md").read_text()
    section = re.search(rf"^### `{way}`: .*?\n(.*?)(?=^### |\Z)", text, re.S | re.M)
    assert section is not None, way
    return [json.loads(shown) for shown in re.findall(r"```json\n(.*?)\n```", section.group(1), re.S)]


@cache
def schema_of(way: str) -> dict[str, Any]:
    """As `boxcars schema` prints it."""
    found: dict[str, Any] = WAYS[way].messages.json_schema()
    return found
