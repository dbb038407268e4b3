"""`docs/sas.md` has the tables of the code, and these know the vault's meters."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from config.text.languages import languages
from controller.protocol.devices.sas import METERS as OF_THE_VAULT
from controller.table.cash.moves import ATTENDANT, BY_HOST, HAND_PAY, JACKPOT, PAPERS
from controller.table.sas.state import NOTES
from controller.vault.counts.cash_meters import WAYS
from drivers.sas.polls.meters import CREDITS, METERS, VALUES, Figures
from tests.drivers.sas.pages import exceptions, exceptions_table, meters_table, polls_table

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "sas.md").read_text(encoding="utf-8")
COUNTED_IN = "\n".join(path.read_text() for path in (ROOT / "controller/vault/counts").glob("*.py"))


@pytest.mark.parametrize("table", [polls_table, meters_table, exceptions_table])
def test_the_page_has_the_table_of_the_code(table: Callable[[], str]) -> None:
    assert table() in PAGE


@pytest.mark.parametrize("language", languages())
def test_the_menu_has_words_for_every_exception_that_can_wait_and_for_no_other(language: str) -> None:
    words = json.loads((ROOT / f"terminals/menu/page/menu-words/{language}.json").read_text(encoding="utf-8"))
    said = {int(key.rpartition(".")[2], 16) for key in words if key.startswith("op.host.says.")}
    assert said == exceptions().keys()


def test_every_meter_of_an_image_is_one_that_the_vault_counts() -> None:
    for name in OF_THE_VAULT:
        first, _, instrument = name.partition(":")
        assert f'"{first}"' in COUNTED_IN or f'"{first}:' in COUNTED_IN or f"{first}:" in COUNTED_IN, name
        if first in WAYS.values():
            assert instrument in (*PAPERS, ATTENDANT, HAND_PAY, JACKPOT, BY_HOST)


def test_every_meter_of_an_image_is_told_and_nothing_is_told_that_it_has_not() -> None:
    told = {name for row in METERS.values() for name in (*row.plus, *row.minus) if not name.startswith("note ")}
    in_1c = {"power_ups", "door_openings:main"}
    assert told | in_1c == {*OF_THE_VAULT, CREDITS}


def test_table_and_driver_mean_the_same_notes_by_the_same_bits() -> None:
    assert NOTES == VALUES


def test_what_came_in_less_what_went_out_is_what_drop_and_cancelled_credits_say() -> None:
    """Every way in which money comes and goes has its place in one of the two, but transfers, which have their own."""
    drop, cancelled = METERS[0x24], METERS[0x04]
    ways_in = {f"in:{of}" for of in (*PAPERS, ATTENDANT)}
    assert set(drop.plus) == ways_in
    assert set(cancelled.plus) == {f"out:{HAND_PAY}", "out:ticket"}
    assert (METERS[0x17].plus, METERS[0x18].plus) == ((f"in:{BY_HOST}",), (f"out:{BY_HOST}",))
    assert (drop.minus, cancelled.minus) == ((f"reversed:{ATTENDANT}",), (f"unpaid:{HAND_PAY}",))


def test_a_win_that_was_paid_by_hand_is_a_jackpot_and_no_coin_out() -> None:
    counted = {"won": 90_000, "out:jackpot": 50_000, "unpaid:jackpot": 10_000, "out:hand_pay": 7_000}
    figures = Figures(counted, credits=0, denomination=100, unit=100)
    assert [figures.value(code) for code in (0x01, 0x02, 0x1C, 0x1F, 0x22)] == [500, 400, 500, 400, 900]
    assert [figures.value(code) for code in (0x03, 0x23)] == [70, 470]
