"""One vocabulary: no class name of what is installed means two things."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from config.devices import UNITS

ROOT = Path(__file__).parents[2]
ROOMS = ("controller", "terminals", "drivers", "config", "systemd", "release")
CODECS = ("drivers/cash/printer/codec.py", *(f"drivers/{name}/codec.py" for name in UNITS))
ALIKE = (
    ("controller/games/craps/", "controller/games/roulette/"),  # each game has its own
    ("drivers/cash/cctalk/", "drivers/cash/id003/"),  # each protocol of an acceptor
    *combinations(CODECS, 2),  # each unit
    ("drivers/cash/cctalk/link.py", "drivers/common/serial/link.py"),
    ("controller/protocol/terminals/version_1.py", "controller/protocol/terminals/version_2.py"),
    ("controller/protocol/stations/", "controller/protocol/stations/"),  # both versions of the wire, where they differ
    ("controller/protocol/status.py", "controller/protocol/stations/version_2.py"),
    ("controller/facts/", "controller/protocol/"),  # what is said over the wire, and the same on record
    ("controller/table/", "controller/protocol/"),  # … as the table takes it
    ("controller/games/", "controller/protocol/terminals/"),  # … as a script or a game has it
    ("drivers/cash/", "controller/protocol/devices/"),  # … as a driver has it from its unit
    ("drivers/cash/", "controller/table/cash/events.py"),
)
"""Places in which one name stands for one thing, in two writings of it."""
OF_INTERFACES = ("drivers/common/serial/messages.py", "drivers/dice/codec.py", "drivers/cash/acceptor.py")
"""What a unit's interface calls a thing, so do these, and whoever watches the line reads it."""


def classes() -> Iterator[tuple[str, str]]:
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            if str(path.relative_to(ROOT)) in OF_INTERFACES:
                continue
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    yield node.name, str(path.relative_to(ROOT))


def is_one_thing(one: str, other: str) -> bool:
    pairs = (*ALIKE, *((b, a) for a, b in ALIKE))
    return any(one.startswith(a) and other.startswith(b) for a, b in pairs)


def test_a_class_name_means_one_thing() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for name, path in classes():
        places[name].append(path)
    twice = {
        name: found
        for name, found in places.items()
        if not all(is_one_thing(one, other) for one, other in combinations(found, 2))
    }
    assert twice == {}
