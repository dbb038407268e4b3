"""Every poll of `docs/sas.md` is asked by the workshop's host and answered from the journal: from bytes to meters."""

import re
from itertools import chain
from pathlib import Path
from random import Random

import pytest

from drivers.sas.polls.table import POLLS
from tests.sas.together import Together
from tests.vault.evening import Evening
from tools.sas_host.casino import Casino
from tools.sas_host.commands import STAGES
from tools.sas_host.conversation import Host
from tools.sas_host.duty import Duty
from tools.sas_host.rig import Rig, Row, tried

PAGE = (Path(__file__).parents[2] / "docs" / "sas.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| ([0-9A-F]{2}) \| [^|]+ \| (?:answer|order)", re.MULTILINE)
EVENTS_BEFORE = 400


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    """What the host says of each poll, after an evening at the table; of tickets in both ways of numbering."""
    system = conformed(tmp_path_factory.mktemp("system"), "system", EVENTS_BEFORE, tuple(STAGES))
    return system + conformed(tmp_path_factory.mktemp("secure"), "secure", 1, ("tickets",))


def conformed(folder: Path, validation: str, events: int, stages: tuple[str, ...]) -> list[Row]:
    line = Together(folder, Evening(11), plays_every=0.01, addresses={1: 1}, validation=validation)
    host = Host(line)
    duty = Duty(host, Casino(Random(1)))
    host.tell = duty.hear
    while line.played < events:
        host.general(1)
        duty.turn()
    line.stands_still()
    rig = Rig(host, duty.casino, duty, 1, stops_play=True)
    host.in_step()
    rows = list(tried(rig, chain.from_iterable(STAGES[stage] for stage in stages)))
    line.close()
    return rows


def polls_of(row: Row) -> set[int]:
    codes = {int(word.rstrip("+…"), 16) for word in row.case.poll.split()}
    return codes | ({0x02} if row.case.poll == "01" else set())


def test_the_host_calls_nothing_wrong_or_late(rows: list[Row]) -> None:
    assert [(row.case.poll, row.case.name, row.said) for row in rows if row.verdict in ("WRONG", "late")] == []


def test_no_poll_of_the_table_and_of_the_page_is_without_a_case_that_is_right(rows: list[Row]) -> None:
    right = set(chain.from_iterable(polls_of(row) for row in rows if row.verdict == "ok"))
    assert set(POLLS) - right == set()
    assert {int(code, 16) for code in ROW.findall(PAGE)} == set(POLLS)
