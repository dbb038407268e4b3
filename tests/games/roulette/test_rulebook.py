"""The rule book as checked data: what a house may turn, what it may not, and how a mistake is told."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from config.files.complaints import complaint
from config.files.reading import BadFile
from controller.books import SHIPPED, all_names, find_book, load_book, read_book, shipped_names
from controller.commands import main
from controller.games.registry import GAMES, as_book
from controller.games.roulette.rules.rulebook import RuleBook
from tests.games.roulette.tables import PAYS, book

FILE = SHIPPED / "mbs_roulette_v3.toml"
RULES = tomllib.loads(FILE.read_text())


def told(rules: dict[str, Any]) -> str:
    with pytest.raises(ValidationError) as caught:
        as_book(rules)
    return complaint(caught.value)


def refused(**change: Any) -> str:
    """What is said of this change of settings."""
    with pytest.raises(ValidationError) as caught:
        book().with_settings(change)
    return complaint(caught.value)


def test_the_book_pays_as_the_rules_do() -> None:
    """R4.1."""
    assert book().pays.model_dump(mode="json") == {kind: f"{odds}:1" for kind, odds in PAYS.items()}


def test_the_settings_stand_where_the_house_leaves_them() -> None:
    assert book().settings_in_force() == {
        "inside": {"min": 100, "max": 50_000, "step": 100},
        "outside": {"min": 100, "max": 500_000, "step": 100},
        "denomination": 100,
        "bet_time": 25,
        "spin_before": 8,
        "close_early": True,
        "confirm_time": 2,
        "max_voids": 3,
        "rotor": -18,
        "launch": 180,
    }


def test_what_the_file_leaves_out_has_those_same_values() -> None:
    assert as_book(RULES | {"settings": {}}).digest() == book().digest()


def test_the_canonical_form_can_be_read_again_and_says_the_same(tmp_path: Path) -> None:
    again = RuleBook.model_validate_json(book().canonical())
    assert (again, again.digest()) == (book(), book().digest())
    spaced = tmp_path / "spaced.toml"
    spaced.write_text("# another look\n\n" + FILE.read_text())
    assert read_book(spaced).digest() == book().digest()


def test_a_setting_that_is_turned_changes_the_digest_and_leaves_the_others() -> None:
    other = book().with_settings({"inside": {"max": 20_000}})
    assert other.digest() != book().digest()
    assert other.settings.inside.model_dump() == {"min": 100, "max": 20_000, "step": 100}


@pytest.mark.parametrize("name", ["limits", "shoot_time", "withdraw_time", "max_no_rolls", "vigorish", "puck"])
def test_a_setting_that_roulette_does_not_have_is_refused_by_name_with_those_it_has(name: str) -> None:
    assert refused(**{name: 5}) == (
        f"settings.{name}: is not a key of this place, which has inside, outside, denomination, bet_time, spin_before, "
        "close_early, confirm_time, max_voids, rotor, launch"
    )


OUT_OF_BOUNDS = [
    ({"spin_before": 13}, "settings.spin_before: must be at most 12, found 13"),
    ({"spin_before": -1}, "settings.spin_before: must be at least 0, found -1"),
    ({"bet_time": 8}, "settings.spin_before: must be at most bet_time less one, which is 7, found 8"),
    ({"bet_time": 5, "spin_before": 5}, "settings.spin_before: must be at most bet_time less one, which is 4, found 5"),
    ({"confirm_time": 11}, "settings.confirm_time: must be at most 10, found 11"),
    ({"max_voids": 0}, "settings.max_voids: must be at least 1, found 0"),
    ({"max_voids": 21}, "settings.max_voids: must be at most 20, found 21"),
    ({"close_early": 1}, "settings.close_early: must be true or false, found 1"),
    ({"rotor": 7}, "settings.rotor: must be from 8 to 40, or as much below zero, found 7"),
    ({"rotor": -41}, "settings.rotor: must be from 8 to 40, or as much below zero, found -41"),
    ({"launch": 256}, "settings.launch: must be at most 255, found 256"),
    ({"inside": {"mx": 5}}, "settings.inside.mx: is not a key of this place, which has min, max, step"),
    ({"inside": {"max": 50}}, "settings.inside: no multiple of step 100 lies between min 100 and max 50"),
    ({"outside": {"min": True}}, "settings.outside.min: must be a whole number, found true"),
]


@pytest.mark.parametrize("change, said", OUT_OF_BOUNDS)
def test_a_setting_out_of_bounds_is_told_with_what_is_allowed(change: dict[str, Any], said: str) -> None:
    assert refused(**change).startswith(said)


@pytest.mark.parametrize(
    "change", [{"spin_before": 12, "bet_time": 13}, {"spin_before": 0, "bet_time": 1}, {"rotor": 8}, {"rotor": -40}]
)
def test_the_bounds_themselves_are_allowed(change: dict[str, Any]) -> None:
    book().with_settings(change)


@pytest.mark.parametrize("odds", ["35", "35:2", "0:1", "6/5", "35.0:1", 0, None, True])
def test_pays_are_whole_to_one_so_nothing_is_ever_floored(odds: object) -> None:
    assert told(RULES | {"pays": RULES["pays"] | {"split": odds}}).startswith("pays.split: must be ")


def test_a_kind_that_is_not_priced_is_missing() -> None:
    pays = {kind: odds for kind, odds in RULES["pays"].items() if kind != "corner"}
    assert told(RULES | {"pays": pays}) == "pays.corner: is missing"


# ---- which game is it? ----


def test_a_book_of_no_game_is_told_the_games_there_are() -> None:
    assert told({**RULES, "game": "poker"}) == f'game: must be one of {", ".join(GAMES)}, found "poker"'
    assert told({**RULES, "game": ["craps"]}).startswith(f"game: must be one of {', '.join(GAMES)}, found [")


def test_a_book_without_the_key_is_of_craps_and_may_say_so() -> None:
    rules = tomllib.loads((SHIPPED / "mbs_v3.toml").read_text())
    assert as_book(rules) == as_book(rules | {"game": "craps"}) == load_book("mbs_v3")


@pytest.mark.parametrize(
    "name, digest",
    [("electronic", "3f9a6c3d7526"), ("maryland", "66e382e72cea"), ("mbs_v3", "5aedbf094e39")],
)
def test_the_books_of_craps_keep_the_digests_that_journals_name(name: str, digest: str) -> None:
    assert load_book(name).digest().startswith(digest)


def test_the_cabinet_knows_books_of_craps_alone() -> None:
    assert shipped_names() == ["american", "crapless", "electronic", "maryland", "mbs_v3"]
    assert all_names() == ["american", "crapless", "electronic", "maryland", "mbs_roulette_v3", "mbs_v3"]
    with pytest.raises(
        BadFile, match="mbs_roulette_v3 is a rule book of roulette, and craps is played here: electronic"
    ):
        load_book("mbs_roulette_v3")


def test_check_show_and_list_know_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebook", "check", str(FILE)]) == 0
    assert (
        f"good: mbs_roulette_v3, “Roulette (Version 3)”, 157 spots, digest {book().digest()}" in capsys.readouterr().out
    )
    assert main(["rulebook", "show", "mbs_roulette_v3"]) == 0
    assert '"straight": "35:1"' in capsys.readouterr().out
    assert isinstance(find_book("mbs_roulette_v3"), RuleBook)
