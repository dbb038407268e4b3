"""Every poll of `docs/sas.md` is asked by the workshop's host and answered from the journal: from bytes to meters."""

import re
from itertools import chain
from pathlib import Path

import pytest

from drivers.sas.polls.table import POLLS
from tests.sas.conformance import PAGE as CONFORMANCE
from tests.sas.conformance import conformed, filled, machine
from tests.vault.evening import Evening
from tools.sas_host.commands import STAGES
from tools.sas_host.rig import Row

PAGE = (Path(__file__).parents[2] / "docs" / "sas.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| ([0-9A-F]{2}) \| [^|]+ \| (?:answer|order)", re.MULTILINE)
EVENTS_BEFORE = 400


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    """What the host says of each poll, after an evening at the table; of tickets in both ways of numbering."""
    system = machine(tmp_path_factory.mktemp("system"), "system", Evening(11))
    secure = machine(tmp_path_factory.mktemp("secure"), "secure", Evening(11))
    return conformed(system, tuple(STAGES), EVENTS_BEFORE) + conformed(secure, ("tickets",), 1)


def polls_of(row: Row) -> set[int]:
    codes = {int(word.rstrip("+…"), 16) for word in row.case.poll.split()}
    return codes | ({0x02} if row.case.poll == "01" else set())


def test_the_host_calls_nothing_wrong_or_late(rows: list[Row]) -> None:
    assert [(row.case.poll, row.case.name, row.said) for row in rows if row.verdict in ("WRONG", "late")] == []


def test_no_poll_of_the_table_and_of_the_page_is_without_a_case_that_is_right(rows: list[Row]) -> None:
    right = set(chain.from_iterable(polls_of(row) for row in rows if row.verdict == "ok"))
    assert set(POLLS) - right == set()
    assert {int(code, 16) for code in ROW.findall(PAGE)} == set(POLLS)


def test_the_page_has_what_was_asked_and_answered() -> None:
    said = CONFORMANCE.read_text(encoding="utf-8")
    assert filled(said) == said, "make docs"
