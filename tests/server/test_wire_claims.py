"""What docs/wire.md says a terminal is told, held against the real desk."""

import json
import re
from typing import Any

import pytest

from controller.facts.kinds import RoundEnded
from controller.games.craps.rules.kinds import Result
from controller.table.state import SeatState
from tests.server.simulated import SimulatedCabinet, Someone
from tests.server.test_terminals import _power_lost
from tests.server.test_wire_doc import DOC
from tests.server.test_wire_offer import throw

BROUGHT = DOC.partition("## What a round brings")[2].partition("\n## ")[0]


def playing(book: str = "electronic", seats: int = 4) -> SimulatedCabinet:
    cabinet = SimulatedCabinet(seats, book)
    cabinet.link_dice()
    return cabinet


def wager(terminal: Someone, do: str, bet: str, amount: int | None = None, **more: Any) -> dict[str, Any]:
    terminal.command("wager", round=terminal.cabinet.table.round, do=do, bet=bet, amount=amount, **more)
    terminal.cabinet.turn()
    return terminal.heard("answer")[-1]


def named(column: str) -> set[str]:
    """The values that the page lists beside this name."""
    (row,) = re.findall(rf"^\| {re.escape(column)} \| (.*) \|$", BROUGHT, re.M)
    return set(re.findall(r"`([a-z ]+)`(?=:| \(|,)", row))


# ---- what a round brings ----------------------------------------------------------------------------------------


def test_the_values_of_result_are_those_of_the_game() -> None:
    assert named("`rows`, `result`") == {result.value for result in Result}


def test_the_lock_has_the_two_reasons_that_the_page_names() -> None:
    locks = {SeatState(hand_pay=1).lock, SeatState(large_win=1).lock, SeatState(hand_pay=1, large_win=1).lock}
    assert locks == set(re.findall(r"`(hand_pay|large_win)`", BROUGHT))


def test_the_examples_of_answer_and_settled_are_what_the_controller_says() -> None:
    """Seat 3, pass line 500 on a point of 6, then place:8 for 600, then 3 and 5."""
    cabinet = playing()
    terminal = cabinet.terminal(3, credits=10_000)
    wager(terminal, "place", "pass_line", 500)
    throw(cabinet, (2, 4))
    answered = wager(terminal, "place", "place:8", 600)
    throw(cabinet, (3, 5))
    examples = [json.loads(text) for text in re.findall(r"```json\n(\{.*?\})\n```", DOC)]
    (answer, *_), (settled, *_) = ([one for one in examples if one["kind"] == kind] for kind in ("answer", "settled"))
    heard = terminal.heard("settled")[-1]
    assert {**heard, "round": settled["round"]} == settled
    assert {**answered, "id": answer["id"]} == answer


def test_by_the_rows_the_credits_grow_as_the_page_says() -> None:
    cabinet = playing("maryland", 1)
    terminal = cabinet.terminal(1, credits=100_000)
    seen: set[tuple[str, bool]] = set()
    for faces in ((1, 1), (2, 4), (2, 2), (6, 6), (3, 5), (3, 3), (1, 2), (6, 5), (2, 3), (4, 3), (6, 6)) * 3:
        for bet in ("pass_line", "dont_pass", "come", "dont_come", "field", "place:8", "hard:8", "buy:4", "horn"):
            wager(terminal, "place", bet, 600 if ":" in bet else 400)
        before = terminal.heard("answer")[-1]["purse"]
        count = len(terminal.heard("settled"))
        throw(cabinet, faces)
        for told in terminal.heard("settled")[count:]:
            seen |= {(row["result"], row["stays"]) for row in told["rows"]}
            back = sum(row["paid"] for row in told["rows"])
            back += sum(row["stake"] for row in told["rows"] if not row["stays"] and row["result"] != "lose")
            assert all(row["paid"] == 0 for row in told["rows"] if row["result"] != "win")
            assert told["you"]["credits"] == before["credits"] + back
    assert {result for result, _ in seen} >= {"win", "lose", "push"}


def test_a_seat_of_which_nothing_was_decided_is_told_its_seat_alone_and_one_without_wagers_nothing() -> None:
    cabinet = playing()
    one, two, three = (cabinet.terminal(seat, credits=10_000) for seat in (1, 2, 3))
    wager(one, "place", "field", 500)
    wager(two, "place", "pass_line", 500)
    before = {terminal: len(terminal.heard("seat")) for terminal in (one, two, three)}
    throw(cabinet, (2, 4))
    assert [len(terminal.heard("settled")) for terminal in (one, two, three)] == [1, 0, 0]
    assert len(two.heard("seat")) > before[two]
    assert len(three.heard("seat")) == before[three]


def test_what_was_settled_while_the_line_was_cut_is_not_told_again() -> None:
    cabinet = playing()
    terminal = cabinet.terminal(1, credits=10_000)
    wager(terminal, "place", "field", 500)
    cabinet.alive.clear()
    throw(cabinet, (2, 2))
    again = Someone(cabinet, "terminal", "key of seat 1", 1)
    again.say(kind="hello", seat=1, software="test")
    cabinet.turn()
    assert again.heard("settled") == []
    assert again.heard("welcome")[-1]["you"]["credits"] == 10_000  # 500 won, and 500 still on the spot
    assert again.heard("welcome")[-1]["table"]["last"]["faces"] == [2, 2]


def asked_after_a_power_failure(*bets: str) -> tuple[SimulatedCabinet, list[Someone]]:
    cabinet = playing()
    players = [cabinet.terminal(seat + 1, credits=10_000) for seat in range(len(bets))]
    for player, bet in zip(players, bets, strict=True):
        wager(player, "place", bet, 500)
    cabinet.run(26_000)
    cabinet.dice.say(kind="roll_report", **_power_lost(cabinet))
    cabinet.turn()
    assert all(player.heard("seat")[-1]["asked"] for player in players)
    return cabinet, players


def chooses(player: Someone, keep: bool) -> None:
    player.command("choose", round=player.cabinet.table.round, keep=keep)
    player.cabinet.turn()


def test_who_withdraws_after_a_power_failure_is_told_by_seat_alone_where_the_round_goes_on() -> None:
    _, (leaves, stays) = asked_after_a_power_failure("field", "pass_line")
    chooses(leaves, keep=False)
    chooses(stays, keep=True)
    assert leaves.heard("settled") == []
    assert (leaves.heard("seat")[-1]["credits"], leaves.heard("seat")[-1]["stakes"]) == (10_000, {})


def test_where_all_have_withdrawn_the_round_ends_withdrawn() -> None:
    _, players = asked_after_a_power_failure("field", "pass_line")
    for player in players:
        chooses(player, keep=False)
    for player in players:
        settled = player.heard("settled")[-1]
        assert (settled["how"], settled["faces"], settled["rows"]) == ("withdrawn", None, [])
        assert sum(row["amount"] for row in settled["returned"]) == 500


@pytest.mark.parametrize("act", ["void", "close_out"])
def test_a_round_that_an_operator_breaks_off_ends_as_the_page_says(act: str) -> None:
    cabinet = playing()
    eve, terminal = cabinet.supervisor(), cabinet.terminal(1, credits=10_000)
    wager(terminal, "place", "field", 500)
    cabinet.run(26_000)
    if act == "close_out":
        eve.act("hold", reference="a test")
    assert eve.act(act, reference="a test")["ok"]
    settled = terminal.heard("settled")[-1]
    assert (settled["faces"], settled["rows"], settled["you"]["credits"]) == (None, [], 10_000)
    assert [(row["bet"], row["amount"]) for row in settled["returned"]] == [("field", 500)]
    assert settled["how"] in named("`how`")
    ways = {row.how for row in cabinet.store.decisions if isinstance(row, RoundEnded)}
    assert ways <= named("`how`")


# ---- wagers -----------------------------------------------------------------------------------------------------


def test_a_take_down_without_an_amount_takes_all_and_odds_come_down_with_their_base() -> None:
    cabinet = playing("mbs_v3")
    terminal = cabinet.terminal(1, credits=50_000)
    wager(terminal, "place", "dont_pass", 1000)
    throw(cabinet, (2, 4))
    assert wager(terminal, "place", "dont_odds", 600)["ok"]
    answer = wager(terminal, "take_down", "dont_pass")
    assert answer["purse"] == {"credits": 50_000, "layout": 0, "vigorish": 0}


def test_a_take_down_may_leave_its_vigorish_with_the_house() -> None:
    cabinet = playing("mbs_v3")
    terminal = cabinet.terminal(1, credits=50_000)
    assert wager(terminal, "place", "lay:4", 2000)["purse"] == {"credits": 47_950, "layout": 2000, "vigorish": 50}
    throw(cabinet, (2, 3))
    assert wager(terminal, "take_down", "lay:4")["purse"] == {"credits": 49_950, "layout": 0, "vigorish": 0}


def test_the_refusals_by_a_number_are_for_the_moment() -> None:
    """`id_jump` and `stale_id` say how the count stands, and are not kept as the answer to that id."""
    cabinet = playing()
    terminal = cabinet.terminal(1, credits=10_000)
    terminal.last_id = 1500
    assert wager(terminal, "place", "field", 100)["code"] == "id_jump"
    terminal.last_id = 599
    assert wager(terminal, "place", "field", 100)["ok"]
    terminal.last_id = 1500
    assert wager(terminal, "place", "field", 100)["ok"], "the very id that was a jump before"
    terminal.last_id = 8
    assert wager(terminal, "place", "field", 100)["code"] == "stale_id"


def test_after_an_accepted_place_the_seat_follows_only_where_it_may_do_something_else() -> None:
    cabinet = playing()
    terminal = cabinet.terminal(1, credits=10_000)
    wager(terminal, "place", "field", 500)
    assert terminal.heard("seat")[-1].get("closed") is None  # some bets only go with others
    before = len(terminal.heard("seat"))
    wager(terminal, "place", "field", 500)
    assert len(terminal.heard("seat")) == before
    wager(terminal, "place", "pass_line", 500)
    assert terminal.heard("seat")[-1]["closed"] == {"exclusive": ["dont_pass"]}


def test_after_a_take_down_the_seat_is_told() -> None:
    cabinet = playing()
    terminal = cabinet.terminal(1, credits=10_000)
    wager(terminal, "place", "field", 500)
    wager(terminal, "take_down", "field", 100)
    assert terminal.heard("seat")[-1]["stakes"] == {"field": 400}


def test_the_codes_by_which_a_number_is_refused_stand_in_the_page() -> None:
    for code in ("id_jump", "stale_id", "series_over"):
        assert f"`{code}`" in DOC
