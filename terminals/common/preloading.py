"""What brings a page sooner: its modules are named at its head, so that the browser asks for all of them at once (it
would hear of a module only when the one that imports it has come, and a page of eighty is eight journeys deep), and its
sheets of style come as one, since nothing is drawn before the last of them is there."""

import re
from collections.abc import Callable
from posixpath import dirname, join, normpath

ENTRY = re.compile(rb'<script type="module" src="([^"]+)">')
IMPORTS = re.compile(rb'(?:\bfrom|\bimport)\s*"(\.{1,2}/[^"]+)"')
HEAD = b"</head>"
SHEETS = re.compile(rb'(?:<link rel="stylesheet" href="[^"]+">\n)+')
SHEET = re.compile(rb'href="([^"]+)"')
ONE_SHEET = "all.css"
"""It stands where the page does, so of the sheets in it only those beside the page may name other files."""


def preloaded(page: bytes, read: Callable[[str], bytes | None]) -> bytes:
    """The page with a line for each module that its own imports, in whatever depth; `read`: the file of a name."""
    names = [name for entry in ENTRY.findall(page) for name in _modules(entry.decode(), read)]
    lines = "".join(f'<link rel="modulepreload" href="{name}">\n' for name in names)
    return page.replace(HEAD, lines.encode() + HEAD, 1)


def styled(page: bytes) -> tuple[bytes, tuple[str, ...]]:
    """The page with one sheet in place of those that it names, and which these are, in their order."""
    found = SHEETS.search(page)
    if found is None:
        return page, ()
    names = tuple(name.decode() for name in SHEET.findall(found.group()))
    return page.replace(found.group(), f'<link rel="stylesheet" href="{ONE_SHEET}">\n'.encode(), 1), names


def _modules(entry: str, read: Callable[[str], bytes | None]) -> list[str]:
    """From the entry outwards, each once."""
    found = [entry]
    for name in found:
        imported = IMPORTS.findall(read(name) or b"")
        found += dict.fromkeys(
            one for one in (normpath(join(dirname(name), spec.decode())) for spec in imported) if one not in found
        )
    return found
