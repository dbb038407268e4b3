"""Consoles and pages write money alike: one table of cases for both."""

import json
from pathlib import Path
from typing import Any

import pytest

from config.cabinet import Cabinet
from config.money import Money, money, money_looks, money_of
from config.reading import BadFile
from config.screens import ScreenSettings

CASES: dict[str, dict[str, Any]] = json.loads((Path(__file__).parent / "money_cases.json").read_text())


@pytest.mark.parametrize("house", CASES)
def test_an_amount_is_written_whole_with_its_decimals_and_its_sign(house: str) -> None:
    look = Money.model_validate(CASES[house]["look"])
    assert [[amount, look.write(amount)] for amount, _ in CASES[house]["cases"]] == CASES[house]["cases"]


def test_screens_and_cabinet_have_the_same_table_and_begin_alike() -> None:
    assert Cabinet.model_fields["money"].annotation is ScreenSettings.model_fields["money"].annotation is Money
    assert Cabinet.model_fields["money"].default == ScreenSettings.model_fields["money"].default == Money()


def test_a_console_writes_as_the_cabinets_file_says(tmp_path: Path) -> None:
    file = tmp_path / "cabinet.toml"
    assert money_of(file) == Money()
    file.write_text('[money]\nsymbol = "€"\nafter = true\n')
    money_looks(money_of(file))
    try:
        assert money(123_450) == "1,234.50 €"
    finally:
        money_looks(Money())
    file.write_text("[money]\ndecimals = 9\n")
    with pytest.raises(BadFile, match=r"money: decimals"):
        money_of(file)
