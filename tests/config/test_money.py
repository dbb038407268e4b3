"""Consoles and pages write money alike: one table of cases for both."""

import json
from pathlib import Path
from typing import Any

import pytest

from config.cabinet import Cabinet
from config.files.reading import BadFile
from config.screens import ScreenSettings
from config.text.money import MoneyLook, money, money_looks, money_of

CASES: dict[str, dict[str, Any]] = json.loads((Path(__file__).parent / "money_cases.json").read_text())


@pytest.mark.parametrize("house", CASES)
def test_an_amount_is_written_whole_with_its_decimals_and_its_sign(house: str) -> None:
    look = MoneyLook.model_validate(CASES[house]["look"])
    assert [[amount, look.write(amount)] for amount, _ in CASES[house]["cases"]] == CASES[house]["cases"]


def test_screens_and_cabinet_begin_alike() -> None:
    screens = ScreenSettings.model_fields["money"].default
    assert Cabinet.model_fields["money"].default == MoneyLook.model_validate(screens.model_dump(exclude={"chips"}))


def test_a_console_writes_as_the_cabinets_file_says(tmp_path: Path) -> None:
    file = tmp_path / "cabinet.toml"
    assert money_of(file) == MoneyLook()
    file.write_text('[money]\nsymbol = "€"\nafter = true\n')
    money_looks(money_of(file))
    try:
        assert money(123_450) == "1,234.50 €"
    finally:
        money_looks(MoneyLook())
    file.write_text("[money]\ndecimals = 9\n")
    with pytest.raises(BadFile, match=r"money: decimals"):
        money_of(file)
