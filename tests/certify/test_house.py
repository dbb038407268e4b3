"""Seeded dice and a live table never meet."""

import re
from pathlib import Path

import controller

HOUSE = Path(controller.__file__).parent
MAY = {HOUSE / "commands" / "rules" / name for name in ("certify.py", "certify_sheet.py")}


def test_nothing_of_the_cabinet_knows_the_seeded_dice_of_certify() -> None:
    """Only the command does, and it opens no journal."""
    sources = [path for path in HOUSE.rglob("*.py") if path.parent != HOUSE / "certify" and path not in MAY]
    told = [path for path in sources if re.search(r"(from|import) controller\.certify", path.read_text())]
    assert told == []


def test_certify_opens_no_journal() -> None:
    for path in (HOUSE / "certify").glob("*.py"):
        known = set(re.findall(r"controller\.vault\.(\w+)", path.read_text()))
        assert known <= {"engine"}, path
