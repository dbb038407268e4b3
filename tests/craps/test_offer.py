"""What a felt tells its screens: a page draws what stands there and nothing else."""

import json

import pytest

from controller.books import load_book
from controller.craps.felt import Felt, lay_felt
from controller.craps.offer import OFFERED_KINDS, offer

BOOKS = ("electronic", "mbs_v3", "maryland")
MOST_BYTES = 20_000


def felt_of(book: str) -> Felt:
    return lay_felt(load_book(book))


def spots(book: str) -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = offer(felt_of(book))["spots"]
    return found


@pytest.mark.parametrize("book", BOOKS)
def test_every_spot_that_is_open_is_offered_and_no_other(book: str) -> None:
    assert list(spots(book)) == list(felt_of(book).spots)


@pytest.mark.parametrize("book", BOOKS)
def test_every_spot_says_its_range_and_when_it_opens_and_is_of_a_kind_that_screens_know(book: str) -> None:
    for name, spot in spots(book).items():
        assert spot["kind"] in OFFERED_KINDS, name
        assert 0 < int(str(spot["min"])) <= int(str(spot["max"])), name
        assert int(str(spot["min"])) % int(str(spot["unit"])) == 0, name
        assert int(str(spot["max"])) % int(str(spot["unit"])) == 0, name
        assert spot["opens"], name


@pytest.mark.parametrize("book", BOOKS)
def test_an_offer_is_plain_json_and_small_enough_for_a_page(book: str) -> None:
    told = offer(felt_of(book))
    assert json.loads(json.dumps(told)) == told
    assert len(json.dumps(told, separators=(",", ":"))) < MOST_BYTES


@pytest.mark.parametrize(
    "book, kind, there",
    [
        ("electronic", "hop", True),
        ("mbs_v3", "hop", False),
        ("maryland", "hop", True),
        ("electronic", "hot_shooter", True),
        ("mbs_v3", "hot_shooter", False),
        ("maryland", "fire", True),
        ("electronic", "fire", False),
        ("maryland", "pass_odds", False),
    ],
)
def test_what_a_book_has_not_is_not_offered(book: str, kind: str, there: bool) -> None:
    assert (kind in {spot["kind"] for spot in spots(book).values()}) is there


def test_power_odds_are_told_for_the_book_that_draws_them() -> None:
    assert spots("electronic")["hard:8"]["power"] == {"low": {"8": "13:1"}, "high": {"8": "18:1"}}
    assert not any("power" in spot for book in ("mbs_v3", "maryland") for spot in spots(book).values())


def test_a_horn_of_four_shares_begins_at_four_units_not_at_the_tables_minimum() -> None:
    assert (spots("mbs_v3")["horn"]["min"], spots("mbs_v3")["horn"]["unit"]) == (400, 400)


def test_limits_of_the_table_are_told_and_follow_the_settings() -> None:
    limits = {"min": 500, "max": 100_000, "step": 500}
    felt = lay_felt(load_book("electronic").with_settings({"limits": limits}))
    told = offer(felt)
    assert told["limits"] == limits
    assert told["spots"]["field"]["min"] == 500
