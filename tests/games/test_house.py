"""The games are pure, and only the registry knows them all."""

import ast
from collections.abc import Iterator
from pathlib import Path

import controller

HOUSE = Path(controller.__file__).parent
GAMES = HOUSE / "games"

PURE = {
    *(
        "abc",
        "collections",
        "contextlib",
        "dataclasses",
        "enum",
        "fractions",
        "functools",
        "hashlib",
        "itertools",
        "json",
        "math",
        "operator",
        "re",
    ),
    *(
        "typing",
        "pydantic",
        "pydantic_core",
        "config.files.complaints",
        "config.files.strict",
        "config.jackpots",
        "config.text.sentence",
        "controller.codes",
        "controller.protocol.public",
        "controller.games.craps",
        "controller.games",
    ),
}
"""All that a game may lean on: values in, values out."""


def imported(path: Path) -> Iterator[str]:
    """Every module that a file imports."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def is_within(module: str, rooms: set[str]) -> bool:
    return any(module == room or module.startswith(f"{room}.") for room in rooms)


def test_the_games_import_no_table_no_clock_no_chance_and_nothing_that_reads_or_writes() -> None:
    told = {path.name: [name for name in imported(path) if not is_within(name, PURE)] for path in GAMES.rglob("*.py")}
    assert {name: modules for name, modules in told.items() if modules} == {}


def test_no_file_outside_its_room_but_the_registry_knows_roulette() -> None:
    sources = [path for path in HOUSE.rglob("*.py") if GAMES / "roulette" not in path.parents]
    knowing = [path for path in sources if any("roulette" in name for name in imported(path))]
    assert knowing == [GAMES / "registry.py"]


def test_what_the_games_share_knows_no_game_but_for_its_small_parts() -> None:
    """Odds, limits and refusals are where craps has had them; they say nothing of craps."""
    shared = [path for path in GAMES.glob("*.py") if path.name != "registry.py"]
    known = {name for path in shared for name in imported(path) if name.startswith("controller.games.craps")}
    assert known <= {"controller.games.craps.rules.odds", "controller.games.craps.rules.refusal"}
