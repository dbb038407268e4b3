"""Which files outside of craps know it by name, and why each of them may: a second game is asked for in none of these.

What only people read (comments, docstrings) is not looked at. A file that has come to know craps, and one that no
longer does, are both named.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import controller

ROOT = Path(controller.__file__).parent.parent
WORDS = re.compile(r"(?<![A-Za-z])([Cc]raps|CRAPS|[Ss]hooter|point|seven_out|come_out)(?![a-z])")
OWN = ("controller/games/craps/", "controller/games/roulette/")
"""Roulette still takes odds, limits and refusals from where craps has had them."""

EXCEPTIONS: dict[str, tuple[str, ...]] = {
    "the registry, and the oldest books and journals, which name no game": (
        "controller/games/registry.py",
        "controller/books.py",
        "controller/vault/books/clerk.py",
    ),
    "odds, rates, limits and refusals, which say nothing of craps and stand where it has had them": (
        "controller/games/figures.py",
        "controller/games/par.py",
        "controller/certify/document.py",
        "controller/commands/rules/par.py",
        "controller/commands/rules/par_sheet.py",
        "controller/commands/rules/rulebook.py",
    ),
    "the shooter is the house's word for the seat whose button starts the draw; a game may have none": (
        "controller/facts/kinds.py",
        "controller/facts/table.py",
        "controller/games/interface.py",
        "controller/records/library.py",
        "controller/server/loop/public_views.py",
        "controller/server/staff/staff_views.py",
        "controller/protocol/stations/views.py",
        "controller/service/arguments.py",
        "controller/service/sheets.py",
        "controller/table/holds/screens.py",
        "controller/table/event_rows.py",
        "controller/table/phases.py",
        "controller/table/refusals.py",
        "controller/table/round/recovery.py",
        "controller/table/round/rounds.py",
        "controller/table/round/shooting.py",
        "controller/table/wishes.py",
        "controller/vault/counts/counting.py",
        "controller/vault/books/rounds.py",
        "controller/vault/prove/replay.py",
        "tools/simulator/cabinet/terminals.py",
        "tools/simulator/checks.py",
        "terminals/menu/page/frame/frame.js",
        "terminals/menu/page/pages/table.js",
        "terminals/menu/page/recall/happened.js",
        "terminals/player/page/main.js",
        "terminals/player/page/noises.js",
        "terminals/player/page/state.js",
    ),
    "version 1 and 2 of the wire have the puck and the hand as fields of their own, and strangers read them": (
        "controller/protocol/public.py",
    ),
    "screens and console show the puck and the hand where the table says there is one": (
        "controller/commands/journal/recall.py",
        "terminals/common/page/shown/ladder.js",
        "terminals/common/page/felt/progress.js",
        "terminals/common/page/shown/rolls.js",
        "terminals/common/page/voice/calls.js",
        "terminals/common/page/felt/propositions.js",
        "terminals/display/page/attract.js",
        "terminals/display/page/boxes.js",
        "terminals/display/page/figures.js",
        "terminals/display/page/notices.js",
        "terminals/display/page/throw.js",
        "terminals/menu/page/recall/felt.js",
        "terminals/menu/page/recall/hand.js",
        "terminals/menu/page/recall/round.js",
        "terminals/menu/page/recall/script.js",
        "terminals/player/page/limits.js",
        "terminals/player/page/over/lock.js",
        "terminals/player/page/play/about.js",
        "terminals/player/page/play/layouts.js",
        "terminals/player/page/play/past.js",
        "terminals/player/page/over/panels.js",
        "terminals/player/page/frame/side.js",
        "terminals/player/page/frame/top.js",
    ),
    "a point that is none of dice": (
        "controller/protocol/devices/sas.py",
        "controller/server/connections/sas/transfers.py",
        "controller/table/sas/transfers/aft.py",
        "controller/table/sas/transfers/events.py",
        "controller/table/sas/transfers/locks.py",
        "drivers/sas/polls/transfers.py",
        "tools/sas_host/wire/aft.py",
        "config/text/money.py",
        "controller/media.py",
        "terminals/common/page/money.js",
        "terminals/menu/page/parts/fields.js",
        "terminals/player/page/care/care.js",
    ),
    "a first hand is led where the game's offer says of one": ("terminals/player/page/play/first.js",),
    "a paper that comes out of a printer": ("tools/emulators/printer/press.py",),
    "what the program is called, and what its tools measure and play": (
        "controller/commands/__init__.py",
        "tools/bench/played.py",
        "tools/simulator/floor/pots.py",
        "tools/demo/persons.py",
        "tools/demo/floor.py",
    ),
}


def said_by(source: str) -> Iterator[str]:
    """Every name and text of a module, but for what only people read."""
    tree = ast.parse(source)
    for_people = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.alias(name=name):
                yield name
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.ImportFrom(module=str(name)):
                yield name
            case ast.Constant(value=str(text)) if id(node) not in for_people:
                yield text


def knows_craps(path: Path) -> bool:
    if path.suffix == ".js":
        code = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
        return WORDS.search(re.sub(r"(?<!:)//.*", "", code)) is not None
    return any(WORDS.search(said) for said in said_by(path.read_text()))


def files() -> Iterator[Path]:
    for room in ("controller", "tools", "terminals", "drivers", "config"):
        for path in sorted((ROOT / room).rglob("*")):
            if path.suffix in (".py", ".js") and not path.relative_to(ROOT).as_posix().startswith(OWN):
                yield path


def test_craps_is_known_where_a_reason_stands_and_nowhere_else() -> None:
    knowing = {path.relative_to(ROOT).as_posix() for path in files() if knows_craps(path)}
    allowed = {name for names in EXCEPTIONS.values() for name in names}
    assert sorted(knowing - allowed) == [], "these have come to know craps"
    assert sorted(allowed - knowing) == [], "these no longer do: take them off the list"
