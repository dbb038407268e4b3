"""The page of codes: every code of the source stands on it, with what it means and what to do."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from controller.floor.witness.codes import FOUND
from controller.games.craps.rules.refusal import CODES as CODES_OF_A_WAGER
from controller.server.loop.troubles import Trouble
from controller.server.staff.station_codes import CODES as STATION_CODES
from controller.table.refusals import CODES
from controller.vault.faults import FAULTS
from systemd.refusals import REFUSALS
from tests.documents.pages import ROOT

TROUBLES = {row.code: row.value for row in Trouble}


def test_every_code_of_the_installer_is_used_and_known() -> None:
    source = "".join(path.read_text() for path in (ROOT / "systemd").glob("*.py") if path.name != "refusals.py")
    assert set(re.findall(r'Refused\(\s*"(\w+)"', source)) == REFUSALS.keys()


@pytest.mark.parametrize("codes", [CODES_OF_A_WAGER, CODES, STATION_CODES, TROUBLES, FAULTS, REFUSALS, FOUND])
def test_the_page_says_what_each_code_means_and_what_to_do(codes: Mapping[str, tuple[str, str]]) -> None:
    page = Path(ROOT / "docs/errors.md").read_text()
    assert [code for code, row in codes.items() if f"| `{code}` | {row[0]} | {row[1]} |" not in page] == []
