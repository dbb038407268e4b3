"""The documents say what the programs do."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest
from pydantic import BaseModel

from controller.books import find_book, game_wanted, load_book
from controller.games.craps.rules.bets import KINDS
from controller.games.craps.rules.refusal import CODES
from controller.games.craps.rules.rulebook import Exclusive, RuleBook, ShooterRules
from controller.games.craps.rules.settings import Limits, Settings
from controller.games.craps.rules.terms import Commission, Terms
from controller.games.craps.scripts.scenario import play
from controller.games.craps.scripts.script import NO_ROLLS, read_script
from controller.games.roulette.racetrack import SERIES
from controller.games.roulette.rules import rulebook as roulette
from controller.games.roulette.rules.outcomes import NoSpin
from controller.games.roulette.rules.wheel import ROTOR
from controller.games.scripts import read_json

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted([*DOCS.rglob("*.md"), ROOT / "README.md", ROOT / "CHANGELOG.md"])


def page(name: str) -> str:
    return (DOCS / name).read_text()


def examples(name: str, mark: str = "json") -> list[str]:
    """The fenced blocks of a page that are marked so."""
    return re.findall(rf"^```{mark}\n(.*?)^```$", page(name), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("number", range(len(examples("scenario.md"))))
def test_every_script_in_the_page_on_scripted_tables_plays(number: int) -> None:
    script = read_script(examples("scenario.md")[number].encode())
    assert len(play(script, load_book)["steps"]) == len(script.steps)


def test_the_first_table_answers_as_the_page_says() -> None:
    played = play(read_script(examples("scenario.md")[0].encode()), load_book)
    (shown,) = examples("scenario.md", "json result")
    assert played == json.loads(shown)


def test_the_page_tells_which_changes_of_settings_wait() -> None:
    steps = play(read_script(examples("scenario.md")[3].encode()), load_book)["steps"]
    assert ["refused_settings" in step for step in steps] == [False, True, False]


def test_the_page_names_every_throw_that_does_not_count() -> None:
    assert set(NO_ROLLS) <= set(re.findall(r"`(\w+)`", page("scenario.md")))


def test_the_table_in_the_page_on_roulette_answers_as_it_says() -> None:
    (script,), (shown,) = examples("roulette.md"), examples("roulette.md", "json result")
    said = read_json(script.encode())
    game = game_wanted(said).scripts()
    assert game.play(game.script(said), find_book) == json.loads(shown)


def test_the_page_on_roulette_names_every_reason_every_series_and_the_rotor() -> None:
    text = page("roulette.md")
    words = set(re.findall(r"`([\w:-]+)`", text))
    assert set(get_args(NoSpin)) <= words
    assert {bet for chips in SERIES.values() for bet in chips} <= words
    assert " ".join(map(str, ROTOR)) in text


@pytest.mark.parametrize("model", [roulette.RuleBook, roulette.Settings, roulette.Pays])
def test_every_key_of_a_book_of_roulette_is_explained(model: type[BaseModel]) -> None:
    explained = set(re.findall(r"`(\w+)", page("roulette.md")))
    assert set(model.model_fields) <= explained


@pytest.mark.parametrize("model", [RuleBook, Settings, Limits, ShooterRules, Exclusive, Terms, Commission])
def test_every_key_of_a_rule_book_is_explained(model: type[RuleBook]) -> None:
    explained = set(re.findall(r"`([\w.]+)`", page("rulebooks.md")))
    assert set(model.model_fields) <= explained


def test_every_bet_is_in_the_rules() -> None:
    assert all(f"`{pattern}`" in page("rules.md") for pattern in KINDS)


def test_every_refusal_that_is_raised_has_its_code() -> None:
    paths = [*(ROOT / "controller" / "games" / "craps").rglob("*.py"), *(ROOT / "controller" / "games").rglob("*.py")]
    source = "".join(path.read_text() for path in paths)
    assert set(re.findall(r'Refused\(\s*"(\w+)"', source)) <= CODES.keys()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text()):
        assert (path.parent / target).exists(), target


def test_every_decision_says_what_and_why() -> None:
    for decision in (DOCS / "decisions").glob("[0-9]*.md"):
        text = decision.read_text()
        assert re.match(r"# \d{3} ", text), decision
        assert len(text.splitlines()) >= 3, decision
