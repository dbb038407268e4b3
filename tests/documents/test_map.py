"""The map of the house (`docs/architecture.md`) leads to what is there, hop by hop, and leaves no room out."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MAP = ROOT / "docs" / "architecture.md"
NAMED = re.compile(r"\]\(\.\./([^)]+\.(?:py|js))\)((?:,? `\w+`)+)")
HOP = re.compile(r"^\| \d+a? \|", re.MULTILINE)
ROOMS = ("controller", "terminals", "drivers", "tools")
DOZEN = 12
"""So many modules may lie in one room, beside its `__init__`."""


def named() -> Iterator[tuple[str, str]]:
    """Every file whose link is followed by names, with each of them."""
    for file, names in NAMED.findall(MAP.read_text()):
        for name in re.findall(r"`(\w+)`", names):
            yield file, name


@cache
def names_in(file: str) -> frozenset[str]:
    """What a file defines: functions, classes and constants."""
    text = (ROOT / file).read_text()
    return frozenset(_of_python(text) if file.endswith(".py") else _of_javascript(text))


def _of_python(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=targets):
                yield from (target.id for target in targets if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name


def _of_javascript(text: str) -> list[str]:
    function, constant = r"\bfunction (\w+)\(", r"\b(?:const|let) (\w+) ="
    method = r"^  (\w+)\([^)]*\) \{$"
    return [name for pattern in (function, constant, method) for name in re.findall(pattern, text, re.MULTILINE)]


def section(title: str) -> str:
    """What stands under the heading that begins so."""
    return MAP.read_text().split(f"\n## {title}")[1].split("\n## ")[0]


@pytest.mark.parametrize("file, name", sorted(set(named())))
def test_a_function_that_the_map_names_is_in_its_file(file: str, name: str) -> None:
    assert name in names_in(file)


@pytest.mark.parametrize("journey", ["4. A wager", "5. A roll"])
def test_every_hop_of_a_journey_names_a_function_in_a_file(journey: str) -> None:
    hops = [line for line in section(journey).splitlines() if HOP.match(line)]
    assert len(hops) > 15
    assert [hop for hop in hops if not NAMED.search(hop)] == []


def test_every_law_has_something_that_keeps_it() -> None:
    laws = [line for line in section("2. The laws").splitlines() if re.match(r"\| \d+ \|", line)]
    assert [int(law.split("|")[1]) for law in laws] == list(range(1, 18))
    assert [law for law in laws if "](../" not in law.rpartition(" | ")[2]] == []


def test_every_room_down_to_the_second_level_is_on_the_map() -> None:
    linked = set(re.findall(r"\]\(\.\./([^)]+)\)", section("3. The rooms")))
    rooms = {file.parent.relative_to(ROOT).as_posix() for top in ROOMS for file in (ROOT / top).rglob("__init__.py")}
    second = {room for room in rooms if len(room.split("/")) <= 3 and not room.startswith("tools/emulators/")}
    deep = {"controller", "drivers/dice/tools", "tools/simulator/cabinet"}
    assert second - linked - deep == set()


def test_no_room_is_larger_than_a_person_takes_in_at_a_glance() -> None:
    """A dozen modules, of Python or of a page; more are grouped into rooms."""
    files = (file for top in (*ROOMS, "config") for file in (ROOT / top).rglob("*"))
    flat = Counter(file.parent for file in files if file.suffix in (".py", ".js", ".css", ".html"))
    too_large = {room.relative_to(ROOT).as_posix() for room, modules in flat.items() if modules > DOZEN + 1}
    assert too_large == set()
