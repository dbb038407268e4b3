"""Where a wheel is played the menu does not speak of dice: a text has another one beside it, `KEY.wheel`."""

import re
from typing import get_args

import pytest

from config.text.languages import languages
from controller.games.roulette.row import ROULETTE
from controller.protocol.devices import wheel
from controller.protocol.devices.authentic.spin import CONTRADICTIONS, OUTCOMES
from tests.terminals.test_words import menu_words, words

LANGUAGES = languages()
OF_DICE = re.compile(r"\b(dice|die|rolls?|shakes?|shaken|lid|dome|throws?)\b", re.IGNORECASE)
NEVER_SAID = (
    *("op.shooter.", "op.trouble.dice_", "op.trouble.roll_", "op.link.dice", "op.recall.hand"),
    *("op.recall.rolls_before", "op.setting.max_no_rolls", "op.says.max_no_rolls", "op.part.faces"),
    *("op.part.roll_count", "op.happened.PassDice", "op.dice_fault.", "op.dice_test.", "op.dice.die_", "op.dice.pairs"),
    *("op.outcome.die_missing", "op.outcome.extra_die", "op.outcome.lid_opened"),
    *("op.unit_state.shaking", "op.unit_state.settling", "op.unit_state.sensing", "op.unit_state.lid_open"),
    *("op.kind.one_roll", "op.setting.one_roll", "op.says.one_roll.", "op.says.odds_times"),
    "op.because.not_the_shooter",
)
"""Where a wheel is played: what only dice, their unit and those who shoot them can be or do."""


def test_whatever_speaks_of_dice_has_another_text_for_a_wheel() -> None:
    said = menu_words("en")
    of_dice = {key for key, text in said.items() if OF_DICE.search(text) and not key.startswith(NEVER_SAID)}
    assert {key for key in of_dice if f"{key}.wheel" not in said} == set()


def test_no_text_for_a_wheel_speaks_of_dice_or_stands_beside_nothing() -> None:
    said = menu_words("en")
    of_a_wheel = {key: text for key, text in said.items() if key.endswith(".wheel") and key != "op.link.wheel"}
    assert len(of_a_wheel) > 80
    assert {key for key, text in of_a_wheel.items() if OF_DICE.search(text)} == set()
    assert {key for key in of_a_wheel if key.removesuffix(".wheel") not in said} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_a_wheel_can_say_has_its_words_in_the_menu(language: str) -> None:
    wanted = {f"op.outcome.{name}" for name in (*OUTCOMES, *CONTRADICTIONS) if name != "ok"}
    wanted |= {f"op.unit.{name}" for name in wheel.WheelStatus.model_fields.keys() - {"kind", "v"}}
    wanted |= {f"op.dice_fault.{name}" for name in get_args(wheel.WheelFault)}
    wanted |= {f"op.dice_test.{name}" for name in get_args(wheel.WheelTestFailure)}
    wanted |= {f"op.verdict.{name}" for name in get_args(wheel.SpinRefusal) if name != "stale_spin_id"}
    assert ROULETTE.table is not None
    wanted |= {f"op.dice.{name}" for name in ROULETTE.table.fairness([])}
    assert wanted - (menu_words(language) | words(language)).keys() == set()
