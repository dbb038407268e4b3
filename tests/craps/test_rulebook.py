"""Rule books as data (docs/rulebooks.md): their form, their digest, and what is said of a book that is wrong."""

import copy
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from config.files.reading import BadFile, validate
from controller.books import SHIPPED, load_book, read_book, shipped_names
from controller.games.craps.play.felt import lay_felt
from controller.games.craps.rules.rulebook import Exclusive, RuleBook, ShooterRules
from controller.games.craps.rules.settings import Limits, Settings
from controller.games.craps.rules.terms import Commission, Terms

BOOKS = {name: tomllib.loads((SHIPPED / f"{name}.toml").read_text()) for name in shipped_names()}

ALWAYS_WRITTEN: dict[type[BaseModel], set[str]] = {
    RuleBook: {"name", "title", "source", "settings", "shooter", "bets", "exclusive", "most_vigorish"},
    ShooterRules: {"rotates_after", "eligible"},
    Exclusive: {"one", "other"},
    Commission: {"of", "rate", "when", "comes_back_on_reduction"},
    Limits: {"min", "max", "step"},
    Settings: {"denomination", "limits"},
    Terms: {
        *("contract", "grows_after_point", "works_on_come_out", "rests_after_point_made", "takes_calls"),
        *("divides_by", "steps", "not_offered", "stays_after", "needs_credits"),
    },
}
"""The keys that the oldest journals know: each stands in the canonical form of every book, said or not."""


def changed(book: str, path: str, value: Any) -> dict[str, Any]:
    """A shipped book with one key turned (`bets/field/pays`), or taken away where the value is `...`."""
    data = copy.deepcopy(BOOKS[book])
    *way, last = path.split("/")
    place = data
    for key in way:
        place = place[key]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return data


def test_these_books_come_with_us() -> None:
    """§3."""
    assert shipped_names() == ["american", "crapless", "electronic", "maryland", "mbs_v3"]


@pytest.mark.parametrize("name", BOOKS)
def test_the_canonical_form_says_the_same_and_gives_the_same_digest(name: str, tmp_path: Path) -> None:
    book = load_book(name)
    again = RuleBook.model_validate_json(book.canonical())
    assert (again, again.digest()) == (book, book.digest())
    spaced = tmp_path / "book.toml"
    spaced.write_text("# another look, the same rules\n\n" + (SHIPPED / f"{name}.toml").read_text())
    assert read_book(spaced).digest() == book.digest()


def test_a_book_that_pays_otherwise_has_another_digest() -> None:
    other = validate(RuleBook, changed("electronic", "bets/any_seven/pays", "5:1"), "my.toml")
    assert other.digest() != load_book("electronic").digest()
    assert lay_felt(other).verdicts[None][3, 4]["any_seven"].numerator == 5


@pytest.mark.parametrize("model", ALWAYS_WRITTEN)
def test_a_key_that_came_later_is_in_no_older_books_digest(model: type[BaseModel]) -> None:
    """Only what is None stays out of the canonical form, and journals hold the digest of the book they were played by:
    with any other default, a new key would change the digest of every book, and no older journal could be opened."""
    fields = model.model_fields.items()
    written = {name for name, field in fields if field.is_required() or field.default is not None}
    assert written == ALWAYS_WRITTEN[model], "a key that is new is `… | None = None`"


def test_settings_are_part_of_the_digest() -> None:
    """Two tables that play alike have equal digests, and only they."""
    book = load_book("electronic")
    assert book.with_settings({"denomination": 500}).digest() != book.digest()
    assert book.with_settings({"denomination": 100}).digest() == book.digest()


def test_equal_books_share_one_felt() -> None:
    assert lay_felt(load_book("maryland")) is lay_felt(load_book("maryland").with_settings({"fire_table": "A"}))


def test_settings_that_are_tables_keep_what_the_change_does_not_name() -> None:
    limits = load_book("mbs_v3").with_settings({"limits": {"max": 900}}).settings.limits
    assert (limits.min, limits.max, limits.step) == (100, 900, 100)


WRONG: list[tuple[str, str, Any, str]] = [
    (
        "electronic",
        "bets/field/pays",
        5,
        'bets.field.pays: must be odds such as "7:6" or a table of keys and values, found 5',
    ),
    ("electronic", "bets/pass_line/pays", "-1:1", "bets.pass_line.pays: must be odds"),
    ("electronic", "bets/pass_line/pays", "1:0", "bets.pass_line.pays: must be odds"),
    ("electronic", "bets/field/pays/2", ..., "bets.field.pays.2: is missing; this bet wins on 2, 3, 4, 9, 10, 11, 12"),
    ("electronic", "bets/field/pays/5", "1:1", "bets.field.pays.5: is nothing this bet wins on"),
    ("electronic", "bets/field/pays/2", "x", 'bets.field.pays.2: must be odds such as "7:6", found "x"'),
    ("electronic", "bets/field/pays", ..., "bets.field.pays: is missing"),
    ("electronic", "bets/field/payz", 5, "bets.field.payz: is not a key of this place, which has pays, "),
    ("electronic", "bets/pass_line/pays", {"4": "1:1"}, "bets.pass_line.pays: must be one value, not a table"),
    ("electronic", "bets/any_seven/power_odds", ["6:1"], "bets.any_seven.power_odds[1]: is missing"),
    ("electronic", "bets/any_seven/power_odds", ["6:1"] * 3, "bets.any_seven.power_odds: must have at most 2 entries"),
    ("electronic", "bets/hard:N/power_odds/4", ["6:1", 8], "bets.hard:N.power_odds.4[1]: must be odds"),
    ("electronic", "bets/horn/power_odds", ["6:1", "8:1"], "bets.horn.power_odds: follow from the parts of this bet"),
    ("electronic", "bets/place:N/power_odds", ["6:1", "8:1"], "bets.place:N.power_odds: has no meaning for this bet"),
    ("electronic", "bets/yo", {"pays": "1:1"}, "bets.yo: is no bet; there is pass_line, pass_odds, "),
    ("electronic", "bets/buy:N/commission", ..., "bets.buy:N.commission: is missing"),
    ("electronic", "bets/buy:N/commission/of", "x", 'commission.of: must be "stake" or "win", found "x"'),
    ("electronic", "bets/buy:N/commission/rate", "5%", 'must be a share such as "5/100" or "setting", found "5%"'),
    ("electronic", "bets/buy:N/commission/rate", "setting", "settings.vigorish_rate: is missing; a bet of this book"),
    ("electronic", "bets/buy:N/commission/when", "at_placement", "cannot go with commission at placement"),
    ("electronic", "bets/pass_line/stays_after", ["craps"], "names craps; this bet wins on seven, eleven, point"),
    ("electronic", "bets/pass_line/stays_after", "win", "bets.pass_line.stays_after: must be a list"),
    ("electronic", "bets/come:N", ..., "bets.come: needs come:N, which this book does not offer"),
    ("electronic", "bets/pass_line", ..., "bets.pass_odds: needs pass_line, which this book does not offer"),
    ("electronic", "bets/horn:N", ..., "bets.horn: needs horn:N, which this book does not offer"),
    ("electronic", "bets/hot_shooter/max", 50, "bets.hot_shooter.max: is 50, less than min, which is 100"),
    ("electronic", "bets/hot_shooter/min", True, "bets.hot_shooter.min: must be a whole number, found true"),
    ("electronic", "bets/hot_shooter/pays_for", {"x": 1}, "pays_for.x: is no count from 1 to 1000"),
    ("electronic", "bets/hot_shooter/pays_for", {"9" * 5000: 1}, "…: is no count from 1 to 1000"),
    ("electronic", "bets/hot_shooter/pays_for", {}, "pays_for: is missing"),
    ("electronic", "bets/hot_shooter/needs_credits", -1, "needs_credits: must be at least 0, found -1"),
    ("electronic", "bets/dont_pass/twelve", ..., 'bets.dont_pass.twelve: is missing; it is "stays" or "returned"'),
    ("electronic", "bets/horn/steps", 10**30, "bets.horn.steps: must be at most 1000, found 1000000000"),
    ("electronic", "bets/pass_odds/most_times_base", {"4": "2/1"}, "most_times_base.5: is missing"),
    ("electronic", "bets/hop:a-b/not_offered", ["hop:2-1"], "names hop:2-1, which is none of these spots"),
    ("electronic", "bets", {}, "names pass_line, which this book does not offer"),
    ("electronic", "bets", [], "bets: must be a table of keys and values, found []"),
    ("electronic", "bets", ..., "bets: is missing"),
    ("electronic", "shooter/rotates_after", ["never"], 'must be "seven_out" or "point_established", found "never"'),
    ("electronic", "shooter/eligible", ["pass_line"], "shooter.eligible[0]: must be a list"),
    ("electronic", "exclusive", [{"one": ["field"]}], "exclusive[0].other: is missing"),
    ("electronic", "exclusive", [{"one": ["e"], "other": ["e"]}], "exclusive[0]: has e on both sides"),
    ("electronic", "name", "My Book", "name: must be a name of 1 to 40 small letters, digits and underscores"),
    ("electronic", "title", "", 'title: must not be empty, found ""'),
    ("electronic", "version", 5, "version: is not a key of this place, which has name, title, "),
    ("electronic", "settings/power_odds_chance", ..., "settings.power_odds_chance: is missing"),
    ("electronic", "settings/fire_table", "A", "settings.fire_table: has no meaning in this book"),
    (
        "electronic",
        "settings/limits",
        {"min": 500, "max": 100},
        "no multiple of step 100 lies between min 500 and max 100",
    ),
    ("maryland", "settings/vigorish_rate", "1/10", "settings.vigorish_rate: must be at most 1/20, found 1/10"),
    ("maryland", "settings/fire_table", "C", "settings.fire_table: must be one of A, B, found C"),
    ("maryland", "bets/fire/tables", ..., "bets.fire.tables: is missing"),
    ("maryland", "bets/fire/tables/A", {"7": "1:1"}, "bets.fire.tables.A.7: is no count from 1 to 6"),
    ("maryland", "bets/any_seven/pays", "0:1", "bets.whirl: would cost 4:5 when whirl wins on 1-6"),
    ("american", "bets/different_doubles/pays", "4:1", "bets.different_doubles.pays: is missing"),
    ("american", "bets/different_doubles/pays", {"7": "4:1"}, "different_doubles.pays.7: is no count from 1 to 6"),
    ("american", "bets/repeater:N/times", ..., "bets.repeater:N.times: is missing"),
    ("american", "bets/repeater:N/times/2", 0, "bets.repeater:N.times.2: must be at least 1, found 0"),
    ("american", "bets/repeater:N/times/7", 7, "bets.repeater:N.times.7: is nothing this bet wins on"),
    ("american", "bets/replay/pays_made/4/6", "60:1", "pays_made.4.6: is 60:1, less than for fewer times"),
    ("american", "bets/replay/pays_made/3/10", ..., "bets.replay.pays_made.3.10: is missing"),
    ("american", "bets/replay/pays_made/0", {"4": "1:1"}, "bets.replay.pays_made.0: is no count from 1 to 20"),
    ("american", "bets/replay/pays", "4:1", "bets.replay.pays: has no meaning for this bet"),
    ("american", "bets/field/times", {"2": 2}, "bets.field.times: has no meaning for this bet"),
    ("crapless", "bets/place:N/pays/12", ..., "bets.place:N.pays.12: is missing; this bet wins on 2, 3, 4, 5, 6, 8"),
    (
        "crapless",
        "bets/dont_pass",
        {"pays": "1:1", "twelve": "stays"},
        "bets.dont_pass: is against craps on the come-out",
    ),
    ("crapless", "bets/pass_line/stays_after", ["eleven"], "stays_after: names eleven, which is a point"),
    ("crapless", "crapless", ..., "bets.pass_odds.pays.2: is nothing this bet wins on; that is 4, 5, 6, 8, 9, 10"),
    ("crapless", "crapless", "yes", "crapless: must be true or false"),
    ("mbs_v3", "crapless", True, "bets.pass_odds.pays.2: is missing; this bet wins on 2, 3, 4, 5, 6, 8"),
    ("mbs_v3", "bets/place:N/pays/2", "11:2", "bets.place:N.pays.2: is nothing this bet wins on"),
    ("mbs_v3", "bets/field/offered_if", "free_odds", "settings.free_odds: is missing; a bet of this book"),
]


@pytest.mark.parametrize("book, path, value, complaint", WRONG)
def test_what_is_wrong_is_said_with_key_value_and_what_is_allowed(
    book: str, path: str, value: Any, complaint: str
) -> None:
    with pytest.raises(BadFile) as caught:
        validate(RuleBook, changed(book, path, value), "my.toml")
    message = str(caught.value)
    assert message.startswith("my.toml: ")
    assert complaint in message
    assert len(message) < 700


# ---- anything at all ----

ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**30), 10**30),
    st.floats(),
    st.text(max_size=6),
    st.sampled_from(
        ["1:1", "0:1", "999999:1", "5/100", "setting", "win", "pass_line", "come:N", "A", "stays", "x" * 5000]
    ),
    st.lists(st.sampled_from(["1:1", "win", "pass_line", "seven_out"]), max_size=3),
    st.dictionaries(st.sampled_from(["4", "6", "11", "easy", "A", "pays"]), st.sampled_from(["1:1", 3]), max_size=3),
)


def places(value: Any, way: str = "") -> list[str]:
    """Every place in a book."""
    found = [way] if way else []
    for key, inner in value.items() if isinstance(value, dict) else ():
        found += places(inner, f"{way}/{key}".lstrip("/"))
    return found


@pytest.mark.parametrize("book", sorted(BOOKS))
@given(data=st.data())
def test_a_book_turned_anywhere_is_ready_for_play_or_told_in_one_line(book: str, data: st.DataObject) -> None:
    way = data.draw(st.sampled_from(places(BOOKS[book])))
    value = data.draw(ODD | st.just(...))
    try:
        good = validate(RuleBook, changed(book, way, value), "my.toml")
    except BadFile as problem:
        said = str(problem)
        assert len(said) < 700
        assert not re.search(r"validat|pydantic|input should|\n", said), said
    else:
        assert lay_felt(good).spots or not good.bets
