"""What a felt tells its screens: a page draws what stands there and nothing else."""

import json

import pytest

from controller.books import load_book, shipped_names
from controller.games.craps.offer import OFFERED_KINDS, offer
from controller.games.craps.places import PLACED
from controller.games.craps.play.felt import Felt, lay_felt

BOOKS = ("american", "crapless", "electronic", "mbs_v3", "maryland")
MOST_BYTES = 25_000


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
        ("american", "repeater", True),
        ("crapless", "dont_pass", False),
        ("crapless", "lay", False),
        ("american", "hot_shooter", False),
        ("maryland", "repeater", False),
    ],
)
def test_what_a_book_has_not_is_not_offered(book: str, kind: str, there: bool) -> None:
    assert (kind in {spot["kind"] for spot in spots(book).values()}) is there


def test_power_odds_are_told_for_the_book_that_draws_them() -> None:
    assert spots("electronic")["hard:8"]["power"] == {"low": {"8": "13:1"}, "high": {"8": "18:1"}}
    assert not any("power" in spot for book in ("mbs_v3", "maryland") for spot in spots(book).values())


def test_a_bet_that_goes_by_a_tally_says_by_which_and_how_far() -> None:
    told = spots("american")
    assert (told["repeater:4"]["counts"], told["repeater:4"]["times"], told["repeater:4"]["pays"]) == (
        "times",
        4,
        {"": "65:1"},
    )
    assert told["different_doubles"]["pays"] == {"3": "4:1", "4": "8:1", "5": "15:1", "6": "100:1"}
    replay = told["replay"]["pays"]
    assert isinstance(replay, dict)
    assert (told["replay"]["counts"], len(replay), replay["4×10"]) == ("made", 12, "1000:1")


def test_a_crapless_book_offers_come_odds_place_and_buy_on_every_number_but_the_seven() -> None:
    told = offer(felt_of("crapless"))
    assert told["crapless"] is True
    assert "crapless" not in offer(felt_of("american"))
    numbers = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12]
    for kind in ("come", "come_odds", "place", "buy"):
        assert [bet for bet in told["spots"] if bet.startswith(f"{kind}:")] == [
            f"{kind}:{number}" for number in numbers
        ]
    assert told["spots"]["place:2"]["pays"] == {"": "11:2"}
    assert told["spots"]["come_odds:11"]["pays"] == {"": "3:1"}
    assert told["spots"]["pass_odds"]["most_times_base"] == {
        **{"2": "1/1", "3": "2/1", "4": "3/1", "5": "4/1", "6": "5/1"},
        **{"8": "5/1", "9": "4/1", "10": "3/1", "11": "2/1", "12": "1/1"},
    }


def test_a_horn_of_four_shares_begins_at_four_units_not_at_the_tables_minimum() -> None:
    assert (spots("mbs_v3")["horn"]["min"], spots("mbs_v3")["horn"]["unit"]) == (400, 400)


def test_limits_of_the_table_are_told_and_follow_the_settings() -> None:
    limits = {"min": 500, "max": 100_000, "step": 500}
    felt = lay_felt(load_book("electronic").with_settings({"limits": limits}))
    told = offer(felt)
    assert told["limits"] == limits
    assert told["spots"]["field"]["min"] == 500


def test_a_bet_made_of_several_tells_what_each_of_them_pays_as_a_chart_says_it() -> None:
    assert spots("electronic")["horn"]["parts"] == {
        "of": 4,
        "pays": {"2": "30:1", "3": "15:1", "11": "15:1", "12": "30:1"},
        "power": {
            "low": {"2": "45:1", "3": "22:1", "11": "22:1", "12": "45:1"},
            "high": {"2": "60:1", "3": "30:1", "11": "30:1", "12": "60:1"},
        },
    }
    whirl = spots("maryland")["whirl"]["parts"]
    assert whirl == {"of": 5, "pays": {"2": "30:1", "3": "15:1", "11": "15:1", "12": "30:1", "7": "4:1"}, "power": {}}


@pytest.mark.parametrize("book, twelve", [("electronic", "stays"), ("mbs_v3", "stays"), ("maryland", "returned")])
def test_what_a_twelve_does_to_a_dont_bet_and_what_rests_by_itself_are_told(book: str, twelve: str) -> None:
    told = spots(book)
    assert [told[bet]["twelve"] for bet in ("dont_pass", "dont_come")] == [twelve, twelve]
    resting = {bet.split(":")[0] for bet in told if told[bet].get("rests")}
    assert resting == ({"come_odds", "place", "buy", "hard", "big"} if book == "electronic" else set())


def test_who_has_one_side_is_told_which_spots_it_closes() -> None:
    pairs = offer(felt_of("electronic"))["exclusive"]
    closed_by = {
        bet: {rival for pair in pairs if bet in pair["one"] for rival in pair["other"]} for bet in spots("electronic")
    }
    assert closed_by["dont_pass"] == {"pass_line"}
    assert closed_by["come"] == {"dont_come"}
    assert {bet.split(":")[0] for bet in closed_by["lay:4"]} == {"place", "buy"}
    assert closed_by["come:6"] == closed_by["field"] == set()
    assert offer(felt_of("mbs_v3"))["exclusive"] == []


def test_where_some_win_takes_a_bet_off_the_felt_is_told() -> None:
    told = spots("electronic")
    some = {
        bet: spot for bet, spot in told.items() if spot.get("returned_on_come_out") or spot.get("returned_on_point")
    }
    assert some.keys() == {"dont_pass", "come"}
    assert (told["dont_pass"].get("returned_on_come_out"), told["dont_pass"]["returned_on_point"]) == (None, True)


def test_the_game_says_which_bets_a_group_button_lays_and_leaves_the_point_out() -> None:
    """S3.4.9.1"""
    for book in ("electronic", "mbs_v3", "maryland"):
        groups = offer(lay_felt(load_book(book)))["groups"]
        assert groups["inside"][""] == ["place:5", "place:6", "place:8", "place:9"]
        assert groups["inside"]["6"] == ["place:5", "place:8", "place:9"]
        assert groups["inside"]["4"] == groups["inside"][""]
        assert groups["outside"]["9"] == ["place:4", "place:5", "place:10"]
        assert groups["across"]["8"] == ["place:4", "place:5", "place:6", "place:9", "place:10"]
        assert len(groups["across"][""]) == 6


def test_a_spot_that_is_offered_without_a_place_on_the_felt_is_refused_when_the_felt_is_laid(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("controller.games.craps.places.PLACED", PLACED - {"field"})
    book = load_book("electronic").with_settings({"limits": {"max": 499_900}})  # none that has been laid before
    with pytest.raises(ValueError, match=r"offered without a place on the felt .*: field"):
        lay_felt(book)


@pytest.mark.parametrize("book", shipped_names())
def test_every_spot_of_a_book_stands_in_one_row_of_the_offer(book: str) -> None:
    told = offer(lay_felt(load_book(book)))
    rows = [name for block in told["places"].values() for row in block for name in row["spots"]]
    assert len(rows) == len(set(rows))
    assert told["spots"].keys() - set(rows) <= {row.get("label") for row in told["places"]["numbers"]}


@pytest.mark.parametrize(
    "book, bet, whole",
    [
        ("electronic", "place:6", {"": 600}),
        ("electronic", "place:5", {"": 500}),
        ("electronic", "place:4", {"": 500}),
        ("electronic", "buy:4", {"": 2000}),
        ("electronic", "pass_odds", {"5": 200, "6": 500, "8": 500, "9": 200}),
        ("electronic", "dont_odds", {"4": 200, "5": 300, "6": 600, "8": 600, "9": 300, "10": 200}),
        ("electronic", "field", None),
        ("mbs_v3", "horn", None),
    ],
)
def test_a_spot_says_with_which_stake_every_win_is_whole_credits(
    book: str, bet: str, whole: dict[str, int] | None
) -> None:
    assert spots(book)[bet].get("whole") == whole


def test_the_layouts_of_the_house_are_offered_where_the_book_can_lay_them() -> None:
    assert {book: list(offer(felt_of(book))["layouts"]) for book in BOOKS} == {
        "american": ["line_double", "molly", "iron_cross"],
        "crapless": ["iron_cross"],  # behind a 2 no more than the line itself
        "electronic": ["line_double", "molly", "iron_cross"],
        "mbs_v3": ["line_double", "molly", "iron_cross"],
        "maryland": ["iron_cross"],
    }


def test_layouts_with_double_odds_are_not_offered_where_the_house_allows_less() -> None:
    single = lay_felt(load_book("mbs_v3").with_settings({"odds_times": "1x"}))
    assert set(offer(single)["layouts"]) == {"iron_cross"}
    assert "line_double" in offer(lay_felt(load_book("mbs_v3").with_settings({"odds_times": "3-4-5x"})))["layouts"]


@pytest.mark.parametrize("book", BOOKS)
def test_every_row_of_a_layout_is_of_a_spot_that_is_offered(book: str) -> None:
    told = offer(felt_of(book))
    rows = [row for stages in told["layouts"].values() for rows in stages.values() for row in rows]
    assert rows
    for row in rows:
        named = {row["bet"], *row.get("until", {}).get("of", ())} | ({row["of"]} if "of" in row else set())
        assert named <= told["spots"].keys()


def test_the_iron_cross_leaves_out_the_point() -> None:
    cross = offer(felt_of("electronic"))["layouts"]["iron_cross"]
    laid = {stage: [row["bet"] for row in rows] for stage, rows in cross.items()}
    assert laid["on"] == laid[""] == ["field", "place:5", "place:6", "place:8"]
    assert (laid["6"], "4" in laid) == (["field", "place:5", "place:8"], False)
