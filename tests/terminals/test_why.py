"""Why a change of settings is refused: in fields that a page makes a sentence of, with no hole, in every language."""

import re
from typing import Any, get_args

import pytest

from config.files.complaints import Must
from tests.server.simulated import SimulatedCabinet
from tests.server.staff import StaffMember
from tests.table.evening import Evening, an_evening
from tests.table.test_holds import in_phase
from tests.terminals.test_words import LANGUAGES, menu_words

HOLE = re.compile(r"\{(\w+)\}")
WITH_FIELDS = {"must_wait", "credits_on_seats", "under_the_floor"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_can_be_wrong_with_a_value_has_its_words(language: str) -> None:
    said = {key.removeprefix("op.wrong.") for key in menu_words(language) if key.startswith("op.wrong.")}
    assert said == set(get_args(Must))
    assert {key.removeprefix("op.why.") for key in menu_words(language) if key.startswith("op.why.")} == WITH_FIELDS


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"bet_time": 0}, "bet_time", "at_least"),
    ({"bet_time": 601}, "bet_time", "at_most"),
    ({"bet_time": "25"}, "bet_time", "whole"),
    ({"close_early": 1}, "close_early", "switch"),
    ({"day_closes": "6"}, "day_closes", "form"),
    ({"large_win": 0}, "large_win", "at_least"),
    ({"care_text": ["en: one", "en: two"]}, "care_text", "once"),
    ({"least_return": "999/1000"}, "least_return", "at_most"),
    ({"limits": {"min": 700, "max": 600}}, "settings.limits", "no_stake"),
    ({"hand": {"max": 500_000}}, "settings.hand.max", "at_most"),
    ({"one_roll": {"min": 500_100}}, "settings.one_roll", "no_stake"),
    ({"power_odds_chance": "often"}, "settings.power_odds_chance", "share"),
    ({"power_odds_chance": "3/2"}, "settings.power_odds_chance", "at_most"),
    ({"fire_table": "A"}, "settings.fire_table", "unknown"),
    ({"odds_times": "7x"}, "settings.odds_times", "one_of"),
    ({"odds_times": "100x"}, "settings.odds_times", "over_the_book"),
    ({"no_such_setting": 1}, "settings.no_such_setting", "unknown"),
    ({"time_zone": "Mars/Olympus"}, "time_zone", "one_of_ours"),
    ({"languages": ["tlh"]}, "languages", "one_of_ours"),
    ({"rulebook": "none"}, "rulebook", "one_of_ours"),
    ({"book": {"name": "mine"}}, "book", "form"),
    ({"denomination": 333}, "limits.step", "whole_credits"),
    ({"limits": {"min": 150}}, "limits.min", "in_steps"),
    ({"bet_time": 2.5}, "change.bet_time", "form"),
]


@pytest.fixture(scope="module")
def eve() -> StaffMember:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    return cabinet.supervisor()


@pytest.mark.parametrize("change, where, must", WRONG)
def test_a_refused_setting_is_named_with_what_it_may_be(
    eve: StaffMember, change: dict[str, Any], where: str, must: str
) -> None:
    looked = eve.preview(**change)
    assert (looked["code"], looked["about"].get("must")) == ("bad_setting", must), looked["reason"]
    assert looked["about"]["where"].removeprefix("settings.") == where.removeprefix("settings.")
    for language in LANGUAGES:
        assert set(HOLE.findall(menu_words(language)[f"op.wrong.{must}"])) <= looked["about"].keys()


def turn(evening: Evening, **change: Any) -> tuple[str, dict[str, Any]]:
    answer = evening.operator("settings", change=change).answer
    return answer.code, answer.details


def holds_all_of(code: str, details: dict[str, Any]) -> bool:
    return all(set(HOLE.findall(menu_words(language)[f"op.why.{code}"])) <= details.keys() for language in LANGUAGES)


def test_what_must_wait_names_the_wager_and_its_seat() -> None:
    code, details = turn(in_phase("settling").time_is_up(), denomination=200)
    assert (code, details) == ("must_wait", {"seat": 1, "bet": "pass_line"})
    assert holds_all_of(code, details)


def test_money_of_players_and_a_return_under_the_floor_are_named_with_their_figures() -> None:
    evening = an_evening()
    assert turn(evening, rules_without_credits=True)[0] == "ok"
    found = [turn(evening, denomination=200)]
    evening = an_evening()
    found.append(turn(evening, least_return="9/10"))
    assert {code for code, _ in found} == {"credits_on_seats", "under_the_floor"}
    assert all(holds_all_of(*one) for one in found)
