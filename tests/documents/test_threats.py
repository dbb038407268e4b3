"""The page of threats: every test that it names is there, and everybody who can stand somewhere has a line."""

import re

import pytest

from tests.documents.pages import ROOT

PAGE = ROOT / "docs/threats.md"
LINK = re.compile(r"\[([^\]]+)\]\(\.\./(tests/[\w/]+\.py)\)")
ROWS = [line for line in PAGE.read_text().splitlines() if line.startswith("| **")]
WHO = (
    "player", "another process", "process of a role", "terminal's key", "whose pc was taken over", "stranger",
    "display", "reads records", "console", "attendant", "technician", "supervisor", "wire", "disk",
)  # fmt: skip


@pytest.mark.parametrize("words, file", sorted(set(LINK.findall(PAGE.read_text()))))
def test_a_test_that_the_page_names_is_there(words: str, file: str) -> None:
    name = "test_" + words.replace(" ", "_")
    assert re.search(rf"^def {name}\(", (ROOT / file).read_text(), re.MULTILINE), f"{file} has no {name}"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split("**")[1])
def test_every_line_names_a_test_that_shows_where_it_ends(row: str) -> None:
    who, holds, worst, where = (part.strip() for part in row.strip("|").split(" | "))
    assert who
    assert holds
    assert worst
    assert LINK.search(where)


def test_everybody_who_can_stand_somewhere_has_a_line() -> None:
    said = [row.split("|")[1].lower() for row in ROWS]
    for who in WHO:
        assert any(who in one for one in said), who
