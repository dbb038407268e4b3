"""Several wagers in one command: done in their order, all of them or none."""

import pytest

from controller.facts.kinds import Accepted, Refused
from controller.protocol.terminals import commands
from controller.table.digest import digest_of
from controller.table.phases import Phase
from tests.asked import lay, wagers
from tests.table.evening import Evening, an_evening

FIELD, LINE = lay("place", "field", 500), lay("place", "pass_line", 1000)


def laid(evening: Evening, *lays: commands.Lay, id: int = 1, round: int = 1) -> Evening:
    return evening.happens(wagers(1, "tablet", id, round, lays))


def test_all_are_taken_in_one_step_and_the_first_starts_the_round() -> None:
    evening = laid(an_evening(), FIELD, LINE, lay("take_down", "field"))
    assert (evening.code, evening.layout(1), evening.phase) == ("ok", {"pass_line": 1000}, Phase.BETTING)
    assert [row.what for row in evening.last.decisions if isinstance(row, Accepted)] == ["Wagers"]


@pytest.mark.parametrize(
    "row, code, lays",
    [
        (0, "below_minimum", (lay("place", "field", 1), LINE)),
        (1, "exclusive", (LINE, lay("place", "dont_pass", 1000), FIELD)),
        (2, "nothing_there", (FIELD, LINE, lay("take_down", "place:6"))),
        (1, "no_calls", (FIELD, lay("turn", "field", None, True))),
        (1, "unknown_act", (FIELD, lay("win", "field", 500))),
        (2, "short_balance", (FIELD, LINE, lay("place", "any_seven", 400_000))),
    ],
)
def test_where_one_is_refused_it_is_named_and_none_is_taken(
    row: int, code: str, lays: tuple[commands.Lay, ...]
) -> None:
    evening = an_evening()
    before, credits = digest_of(evening.table), evening.credits(1)
    laid(evening, *lays)
    assert evening.answer is not None
    named = {"wager": row, "do": lays[row].do, "bet": lays[row].bet}
    assert (evening.code, evening.answer.details) == (code, named)
    assert (evening.layout(1), evening.credits(1)) == ({}, credits)
    assert [type(decision) for decision in evening.last.decisions] == [Refused]
    assert digest_of(evening.table) == before


def test_their_order_counts() -> None:
    odds = lay("place", "dont_pass", 1000)
    evening = laid(laid(an_evening(), LINE), odds, lay("take_down", "pass_line"), id=2)
    assert (evening.code, evening.layout(1)) == ("exclusive", {"pass_line": 1000})
    laid(evening, lay("take_down", "pass_line"), odds, id=3)
    assert (evening.code, evening.layout(1)) == ("ok", {"dont_pass": 1000})


def test_sent_twice_they_are_laid_once_and_answered_alike_refused_too() -> None:
    evening = laid(an_evening(), FIELD, LINE)
    first = evening.answer
    assert (laid(evening, FIELD, LINE).answer, evening.last.repeated) == (first, True)
    refused = laid(evening, FIELD, lay("place", "nowhere", 500), id=2).answer
    assert (laid(evening, FIELD, lay("place", "nowhere", 500), id=2).answer, evening.last.repeated) == (
        refused,
        True,
    )
    assert evening.layout(1) == {"field": 500, "pass_line": 1000}


def test_what_is_refused_for_the_whole_names_no_row() -> None:
    evening = laid(laid(an_evening(), LINE).close(), FIELD, id=2)
    assert evening.answer is not None
    assert (evening.code, evening.answer.details) == ("bets_closed", {})
    other = laid(an_evening(), FIELD, LINE, round=7)
    assert other.answer is not None
    assert (other.code, other.answer.details) == ("wrong_round", {})


def test_the_tables_liability_is_looked_at_once_for_all_of_them() -> None:
    evening = an_evening(liability_limit=20_000)
    seven = lay("place", "any_seven", 10_000)
    assert laid(evening, seven, lay("take_down", "any_seven"), FIELD).code == "ok"
    assert laid(evening, FIELD, seven, id=2).code == "liability_limit"
    assert evening.layout(1) == {"field": 500}


def test_several_wagers_are_as_good_as_the_same_ones_after_each_other() -> None:
    together, alone = laid(an_evening(), FIELD, LINE, FIELD), an_evening()
    for number, one in enumerate((FIELD, LINE, FIELD)):
        laid(alone, one, id=number + 1)
    assert digest_of(together.table) == digest_of(alone.table)
