"""What one roll can cost at the most, beside what a person adds up from the book."""

import json

from controller.games.craps.returns import exposure
from controller.games.craps.rules.rulebook import RuleBook

FIELD_AND_LINE = {
    "name": "small",
    "title": "Small",
    "source": "a test",
    "settings": {"denomination": 1, "limits": {"min": 1, "max": 100, "step": 1}},
    "shooter": {"rotates_after": ["seven_out"], "eligible": [["pass_line"]]},
    "bets": {
        "pass_line": {"pays": "1:1", "contract": True},
        "pass_odds": {
            "pays": {"4": "2:1", "5": "3:2", "6": "6:5", "8": "6:5", "9": "3:2", "10": "2:1"},
            "most_times_base": "1/2",
        },
        "field": {"pays": {"2": "2:1", "3": "1:1", "4": "1:1", "9": "1:1", "10": "1:1", "11": "1:1", "12": "3:1"}},
    },
}


def book(**bets: object) -> RuleBook:
    data = json.loads(json.dumps(FIELD_AND_LINE))
    data["bets"].update(bets)
    return RuleBook.model_validate(data)


def test_it_is_the_dearest_roll_with_the_most_on_every_spot_that_it_pays() -> None:
    assert exposure(book()) == 3 * 100, "a 12: the field alone; a 4 that is the point: 100 + 2 x 50 + 100 as well"
    assert exposure(book(any_craps={"pays": "7:1"})) == 3 * 100 + 7 * 100, "a 12 again, and it is craps"


def test_odds_are_no_more_than_the_largest_base_allows_and_a_spot_has_its_own_limit() -> None:
    without = book(field={**FIELD_AND_LINE["bets"]["field"], "max": 10})  # type: ignore[index]
    assert exposure(without) == 100 + 2 * 50 + 10, "a 4 or a 10 that is the point"


def test_the_high_power_odds_and_the_wagers_on_the_hand_count_too() -> None:
    data = json.loads(json.dumps(FIELD_AND_LINE))
    data["settings"] |= {"power_odds_chance": "1/20", "power_odds_high": "1/4"}
    data["bets"] |= {"any_seven": {"pays": "4:1", "power_odds": ["6:1", "8:1"]}, "all_small": {"pays": "34:1"}}
    assert exposure(RuleBook.model_validate(data)) == 100 + 8 * 100 + 34 * 100, "a 7 on the come-out"
