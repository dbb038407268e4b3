"""The settings of a cabinet that come with us: they can be read, they show every key, and every key is used."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from config.cabinet import Cabinet, read_cabinet
from config.devices import UNITS
from config.files.reading import BadFile
from controller.server.loop.journal import first_table

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "config" / "cabinet.toml"
TEXT = SHIPPED.read_text()


def models(kind: type[BaseModel]) -> Iterator[type[BaseModel]]:
    """This model and those inside it."""
    yield kind
    for field in kind.model_fields.values():
        for inner in _kinds(field.annotation):
            yield from models(inner)


def _kinds(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _kinds(part)


KEYS = sorted({(kind.__name__, name) for kind in models(Cabinet) for name in kind.model_fields})


def test_the_shipped_settings_can_be_read_and_played_by() -> None:
    cabinet = read_cabinet(SHIPPED)
    assert cabinet.journal.life == "live"
    assert not cabinet.unit_of("dice").emulated
    assert first_table(cabinet.table).seats.keys() == set(range(1, 9))


def test_what_is_commented_out_in_it_can_be_read_as_well() -> None:
    lines = [re.sub(r"^# (?=\[|[a-z_]+ = )", "", line) for line in TEXT.splitlines()]
    assert Cabinet.model_validate(tomllib.loads("\n".join(lines))).boards


@pytest.mark.parametrize("model, key", KEYS)
def test_every_setting_stands_in_it(model: str, key: str) -> None:
    assert re.search(rf"^(# )?(\[+(\w+\.)?)?{key}\b", TEXT, re.MULTILINE), f"{key} of {model}"


@pytest.mark.parametrize("model, key", KEYS)
def test_every_setting_is_read_by_somebody(model: str, key: str) -> None:
    rooms = (ROOT / room for room in ("controller", "terminals", "drivers", "tools"))
    code = "".join(path.read_text() for room in rooms for path in room.rglob("*.py"))
    own = (ROOT / "config" / "cabinet.py").read_text().partition("def read_cabinet")[0]
    own += (
        (ROOT / "config" / "cash.py").read_text()
        + (ROOT / "config" / "sas.py").read_text()
        + (ROOT / "config" / "text" / "money.py").read_text()
    )
    own += "".join(f".{unit.settings}\n" for unit in UNITS.values())
    assert re.search(rf"\.{key}\b", code + own), f"{key} of {model}"


@pytest.mark.parametrize(
    "change, complaint",
    [
        (("seats = 8", "seats = 0"), "table.seats: must be a list or at least 1, found 0"),
        (('life = "live"', 'life = "lively"'), "journal.life"),
        (("emulated = false", "emulated = true"), "emulated"),
        (("local_seats = []", "local_seats = [9]"), "seat 9"),
        (('second_process = "take_over"', 'second_process = "both"'), "second_process"),
        (("metrics_port = 9464", "metrics_prot = 9464"), "metrics_prot"),
        (("tcp://0.0.0.0:7701", "ipc:///tmp/x"), "tcp://ADDRESS:PORT"),
    ],
)
def test_a_setting_that_cannot_be_is_named_with_what_is_allowed(
    tmp_path: Path, change: tuple[str, str], complaint: str
) -> None:
    file = tmp_path / "cabinet.toml"
    assert change[0] in TEXT
    file.write_text(TEXT.replace(*change))
    with pytest.raises(BadFile, match=re.escape(complaint)):
        read_cabinet(file)
