"""The pages under `docs/` show the tables of the code."""

import re

import pytest

from controller.table.staff.settings import TableSettings
from tests.table.paper import DOCS, MARKED, PAGES, SECTIONS, filled


@pytest.mark.parametrize("name", PAGES)
def test_the_page_says_what_the_code_says(name: str) -> None:
    page = (DOCS / name).read_text(encoding="utf-8")
    assert filled(page) == page, "run `make docs`"


def test_every_table_is_shown_somewhere() -> None:
    shown = {found[2] for name in PAGES for found in MARKED.finditer((DOCS / name).read_text(encoding="utf-8"))}
    assert shown == SECTIONS.keys()


def test_every_setting_of_the_table_is_explained() -> None:
    assert re.findall(r"\| `(\w+)` ", SECTIONS["settings"]()) == list(TableSettings.model_fields)
