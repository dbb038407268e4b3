"""The page of codes: every code of the source stands on it, with what it means and what to do."""

import re
from pathlib import Path

from controller.games.craps.rules.refusal import CODES as CODES_OF_A_WAGER
from controller.remedies import OF_A_COMMAND, OF_A_STATION, OF_A_WAGER, TROUBLES
from controller.server.staff.station_codes import CODES as STATION_CODES
from controller.table.refusals import CODES
from systemd.refusals import REFUSALS
from tests.documents.pages import ROOT

SAID = re.compile(r'(?:counters\.trouble|not_taken)\((?:arrival, )?\s*"(\w+)"')


def test_every_code_of_the_table_and_the_game_has_something_to_do() -> None:
    assert OF_A_WAGER.keys() == CODES_OF_A_WAGER.keys()
    assert OF_A_COMMAND.keys() == CODES.keys()
    assert OF_A_STATION.keys() == STATION_CODES.keys()


def test_every_trouble_that_a_running_machine_tells_is_on_the_page() -> None:
    rooms = (ROOT / "controller" / "server").rglob("*.py")
    said = {code for path in rooms for code in SAID.findall(path.read_text())}
    assert len(said) > 10
    assert said <= TROUBLES.keys()


def test_every_code_of_the_installer_is_used_and_known() -> None:
    source = "".join(path.read_text() for path in (ROOT / "systemd").glob("*.py") if path.name != "refusals.py")
    assert set(re.findall(r'Refused\(\s*"(\w+)"', source)) == REFUSALS.keys()


def test_the_page_says_it_all() -> None:
    page = Path(ROOT / "docs/errors.md").read_text()
    for code in (*OF_A_WAGER, *OF_A_COMMAND, *OF_A_STATION, *TROUBLES, *REFUSALS):
        assert f"| `{code}` | " in page, code
