"""What of our files is made from the rows of `config/devices.py`, when a version is put together.

A line that says @device@ stands once for each device, one that says @unit@ once for each that outcomes come from, one
that says @at_seats@ once for each that seats have; a file with such a word in its name is one file for each of them.
"""

from collections.abc import Iterator
from functools import reduce
from pathlib import Path

from config.devices import AT_SEATS, DEVICES, UNITS

FOLDERS = ("emulated", "sysusers.d", "tmpfiles.d", "udev", "units")
EACH = {"@unit@": UNITS, "@at_seats@": AT_SEATS, "@device@": DEVICES}


def fill_in(share: Path) -> None:
    """Here, where a copy of our files lies, patterns become what they stand for."""
    for folder in FOLDERS:
        for path in [path for path in (share / folder).rglob("*") if path.is_file()]:
            text, names = path.read_text(), list(_each(path.name, path.name))
            if names == [path.name]:
                path.write_text("".join(made for line in text.splitlines(keepends=True) for made in _each(line, line)))
            else:
                path.unlink()
                for name, made in zip(names, _each(path.name, text), strict=True):
                    path.with_name(name).write_text(made)


def _each(whom: str, text: str) -> Iterator[str]:
    """The text for each device that `whom` is for; as it is, where that names none.

    Which line a device is on (`@DICE@` and so on), and at which seat (`@SEAT@`), is left to whoever installs.
    """
    word = next((word for word in EACH if word in whom), None)
    if word is None:
        yield text
        return
    for name, row in EACH[word].items():
        words = {word: name, "@about@": row.about, "@says@": row.says, "@LINE_OF@": f"@{name.upper()}@"}
        yield reduce(lambda said, one: said.replace(*one), words.items(), text)
