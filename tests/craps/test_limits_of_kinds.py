"""Limits by kind of bet: what a house may set, what is refused, and that a book which says nothing is as it was."""

from typing import Any

import pytest

from controller.books import load_book
from controller.games.craps.offer import offer
from controller.games.craps.play.felt import lay_felt
from controller.games.craps.returns import exposure
from controller.games.craps.rules.bets import KINDS
from controller.games.craps.rules.rulebook import RuleBook
from controller.games.craps.rules.settings import LIMIT_KINDS
from tests.craps.felt_language import At

BOOKS = ("electronic", "mbs_v3", "maryland")
ONE_OF_EACH = {
    "line": "pass_line",
    "odds": "pass_odds",
    "numbers": "place:6",
    "hardways": "hard:8",
    "field": "field",
    "one_roll": "any_seven",
    "hand": "hot_shooter",
}


def refusal(book: str, **change: Any) -> str:
    turned = load_book(book).turned_or_refused(change)
    assert isinstance(turned, tuple), change
    assert turned[0] == "bad_setting"
    return turned[1]


@pytest.mark.parametrize("kind", LIMIT_KINDS)
def test_a_kind_has_its_own_limits_and_every_other_bet_those_of_the_table(kind: str) -> None:
    felt = lay_felt(load_book("electronic").with_settings({kind: {"min": 300, "max": 60_000, "step": 300}}))
    plain = lay_felt(load_book("electronic"))
    own = {name for name, spot in felt.spots.items() if spot.bet.kind.limits == kind}
    assert ONE_OF_EACH[kind] in own
    for name, spot in felt.spots.items():
        before = plain.spots[name]
        wanted = (300, 60_000) if name in own else (before.min, before.max)
        assert (spot.min, spot.max) == wanted, name
        assert spot.unit == (before.unit * 3 if name in own else before.unit), name


def test_what_is_outside_is_refused_by_kind_and_what_remains_after_a_take_down_too() -> None:
    table = At("mbs_v3", line={"min": 1000}, hardways={"max": 500, "step": 50, "min": 50})
    assert table.refuses("pass_line 900") == "below_minimum"
    assert table.refuses("hard:8 600") == "above_maximum"
    assert table.refuses("hard:8 75") == "off_step"
    table.plays("pass_line 1000; hard:8 450; dont_pass 1500")
    assert table.refuses("down dont_pass 600") == "below_minimum"
    assert table.plays("down hard:8 400").felt["hard:8"] == 50


def test_limits_of_a_kind_come_while_contracts_stand_and_go_again() -> None:
    table = At("electronic").plays("pass_line 500; roll 2-2; field 500")
    table.sets(line={"min": 1000}, field={"max": 300})
    assert (table.felt, table.given_back) == ({"pass_line": 500}, {"field": 500})
    assert table.refuses("field 400") == "above_maximum"
    table.sets(field={"max": None}, line=None)
    assert table.game.felt.book == load_book("electronic")
    table.plays("field 400")


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("kind", LIMIT_KINDS)
def test_a_book_that_says_nothing_of_a_kind_has_the_digest_it_always_had(book: str, kind: str) -> None:
    plain = load_book(book)
    assert kind not in plain.settings_in_force()
    if any(KINDS[pattern].limits == kind for pattern in plain.bets):
        said = plain.with_settings({kind: {"max": 20_000}})
        assert said.settings_in_force()[kind] == {"max": 20_000}
        assert RuleBook.model_validate_json(said.canonical()) == said
        assert said.with_settings({kind: {"max": None}}).digest() == plain.digest() != said.digest()


def test_the_books_own_limits_are_the_ceiling() -> None:
    assert "settings.hand.max: must be at most 100000, the most on hot_shooter by the book; found 100100" in refusal(
        "electronic", hand={"max": 100_100}
    )
    assert "settings.hand.min: must be at least 100, the least on hot_shooter" in refusal(
        "electronic", hand={"min": 50}
    )
    assert At("electronic", limits={"max": 50_000}, hand={"min": 200}).game.felt.spots["hot_shooter"].max == 100_000


@pytest.mark.parametrize(
    "book, change, said",
    [
        ("electronic", {"line": {"max": 50}}, "settings.line: no multiple of step 100 lies between min 100 and max 50"),
        ("electronic", {"limits": {"min": 700}, "field": {"max": 600}}, "settings.field: no multiple of step 100"),
        (
            "mbs_v3",
            {"one_roll": {"max": 300}},
            "settings.one_roll: leaves nothing to stake on horn: no multiple of 400",
        ),
        ("mbs_v3", {"hand": {"max": 300}}, "settings.hand: is no setting of mbs_v3, which has denomination, field,"),
        ("electronic", {"hardways": {"most": 5}}, "settings.hardways.most: is not a key of this place"),
        ("electronic", {"hardways": {"max": True}}, "settings.hardways.max: must be a whole number"),
    ],
)
def test_what_cannot_be_is_refused_with_its_key(book: str, change: dict[str, Any], said: str) -> None:
    assert said in refusal(book, **change)


def test_a_file_may_say_limits_of_kinds_that_its_bets_have_and_no_others() -> None:
    book = load_book("mbs_v3").model_dump(mode="json", exclude_none=True)
    assert RuleBook.model_validate({**book, "settings": {**book["settings"], "hardways": {"max": 5000}}})
    with pytest.raises(ValueError, match=r"settings\.hand: has no meaning in this book"):
        RuleBook.model_validate({**book, "settings": {**book["settings"], "hand": {"max": 5000}}})


def test_the_offer_tells_them_and_what_one_roll_can_cost_follows() -> None:
    book = load_book("electronic")
    strict = book.with_settings({"one_roll": {"max": 10_000}})
    told = offer(lay_felt(strict))
    assert told["kinds"] == {"one_roll": {"min": 100, "max": 10_000, "step": 100}}
    assert (told["spots"]["any_seven"]["max"], told["spots"]["field"]["max"]) == (10_000, 500_000)
    assert exposure(strict) < exposure(book)
    assert offer(lay_felt(book))["kinds"] == {}


def test_limits_turn_no_return_and_wait_for_nothing() -> None:
    book = load_book("electronic")
    strict = book.with_settings({"line": {"min": 1000}})
    assert book.returns_as(strict)
    assert book.must_wait_for(strict) == []
