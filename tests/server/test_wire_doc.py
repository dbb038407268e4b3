"""`docs/wire.md` says what is so: every way, every kind, every example."""

import json
import re
from pathlib import Path

import pytest

from controller.protocol.catalogue import WAYS, kinds_of, schema
from controller.protocol.message import encode
from controller.server.staff.station_codes import CODES as STATION_CODES
from controller.table.refusals import CODES as TABLE_CODES
from tests.drivers.machines import boxcars

DOC = (Path(__file__).parents[2] / "docs" / "wire.md").read_text()
SECTIONS = {
    found.group(1): found.group(2) for found in re.finditer(r"^### `(\w+)`: .*?\n(.*?)(?=^### |\Z)", DOC, re.S | re.M)
}


def examples(way: str) -> list[str]:
    return re.findall(r"```json\n(.*?)\n```", SECTIONS[way], re.S)


def test_every_way_has_its_section() -> None:
    assert list(SECTIONS) == list(WAYS)


@pytest.mark.parametrize("way", WAYS)
def test_every_message_has_an_example_that_parses_and_is_written_as_we_write_it(way: str) -> None:
    shown = []
    for example in examples(way):
        message = WAYS[way].messages.validate_json(example)
        shown.append(message.kind)
        again = json.loads(encode(message))
        assert {name: again[name] for name in json.loads(example)} == json.loads(example)
    assert sorted(set(shown)) == kinds_of(WAYS[way])


def test_every_code_with_which_a_message_is_not_taken_is_explained() -> None:
    rooms = [Path(__file__).parents[2] / "controller" / room for room in ("server", "records")]
    code = "\n".join(path.read_text() for room in rooms for path in room.rglob("*.py"))
    troubles = re.findall(r"(?:not_taken\(\s*\w+, |return )Trouble\.(\w+)", code)
    said = {name.lower() for name in troubles} | set(re.findall(r'NotTaken\(code="(\w+)"', code))
    said |= set(re.findall(r'return "(\w+)", f"', code)) - STATION_CODES.keys() - TABLE_CODES.keys()
    explained = set(
        re.findall(r"`(\w+)`", DOC.partition("| code of `not_taken`")[2].partition("## A terminal's life")[0])
    )
    assert said <= explained, said - explained


def test_the_schema_command_prints_what_the_catalogue_has() -> None:
    assert json.loads(boxcars("schema").stdout) == json.loads(json.dumps(schema()))
    one = json.loads(boxcars("schema", "from_terminal").stdout)
    assert "hello" in one["discriminator"]["mapping"]
    assert boxcars("schema", "nowhere").returncode == 2
