"""A page's modules, named at its head: the browser asks for all of them at once. Without that it hears of a module only
when the one that imports it has come, and a page of eighty is eight journeys deep."""

import re
from collections.abc import Callable
from posixpath import dirname, join, normpath

ENTRY = re.compile(rb'<script type="module" src="([^"]+)">')
IMPORTS = re.compile(rb'(?:\bfrom|\bimport)\s*"(\.{1,2}/[^"]+)"')
HEAD = b"</head>"


def preloaded(page: bytes, read: Callable[[str], bytes | None]) -> bytes:
    """The page with a line for each module that its own imports, in whatever depth; `read`: the file of a name."""
    names = [name for entry in ENTRY.findall(page) for name in _modules(entry.decode(), read)]
    lines = "".join(f'<link rel="modulepreload" href="{name}">\n' for name in names)
    return page.replace(HEAD, lines.encode() + HEAD, 1)


def _modules(entry: str, read: Callable[[str], bytes | None]) -> list[str]:
    """From the entry outwards, each once."""
    found = [entry]
    for name in found:
        imported = IMPORTS.findall(read(name) or b"")
        found += dict.fromkeys(
            one for one in (normpath(join(dirname(name), spec.decode())) for spec in imported) if one not in found
        )
    return found
