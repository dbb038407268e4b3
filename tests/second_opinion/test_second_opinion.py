"""The second opinion checked by itself: cases worked out by hand, and random tables that reach everything."""

import json
from typing import Any

import pytest

from tests.second_opinion import books
from tests.second_opinion.compare import differences
from tests.second_opinion.engine import Table, play
from tests.second_opinion.tables import random_script

Json = dict[str, Any]

TABLES = 400

# 6: what can happen to each kind; a result missing here must never occur, one listed here must.
WIN_LOSE = {"win", "lose"}
TIES_TOO = WIN_LOSE | {"push"}
RESULTS = dict.fromkeys((books.split(bet)[0] for bet in books.VOCABULARY), WIN_LOSE) | {
    "dont_pass": TIES_TOO,
    "dont_come": TIES_TOO,
    "hot_shooter": TIES_TOO,
}
REFUSALS = {
    *(
        "unknown_bet",
        "not_offered",
        "free_odds_off",
        "bad_amount",
        "below_minimum",
        "above_maximum",
        "off_step",
    ),
    *("bad_unit", "odds_limit", "balance", "come_out_only", "needs_point", "not_placed_directly", "no_base"),
    *("odds_need_point", "hand_under_way", "three_credits", "opposed_bet", "nothing_there", "locked"),
    *("no_call", "nothing_to_call"),
}


def expected_results(book: books.Book) -> set[tuple[str, str]]:
    kinds = {books.split(bet)[0] for bet in book.bets}
    results = {(kind, result) for kind in kinds for result in RESULTS[kind]}
    # Come odds are off on a come-out in S, and in E after a point was made; M's always work (5).
    return results if book is books.MARYLAND else results | {("come_odds", "off")}


class Seen:
    """What occurred at random tables; `play` itself checks at each step that money is conserved."""

    def __init__(self, tables: int) -> None:
        self.settled: set[tuple[str, str, str]] = set()
        self.refused: set[str] = set()
        self.placed: set[tuple[str, str]] = set()
        self.events: set[str] = set()
        for seed in range(tables):
            self.add(play(random_script(seed)))

    def add(self, document: Json) -> None:
        book = document["rulebook"]
        for step in document["steps"]:
            self.refused |= {row["code"] for row in step["refused"]}
            self.placed |= {(book, bet) for spots in step["layout"].values() for bet in spots}
            for row in step.get("settled", []):
                self.settled.add((book, books.split(row["bet"])[0], row["result"]))
                self.placed.add((book, row["bet"]))
            self.events |= {name for name in ("void", "settings", "refused_settings") if name in step}
            self.events |= {"returned"} if step["returned"] else set()


def test_random_tables_reach_every_bet_every_result_every_refusal_and_every_event() -> None:
    seen = Seen(TABLES)
    assert seen.placed == {(book.name, bet) for book in books.BOOKS.values() for bet in book.bets}
    for book in books.BOOKS.values():
        found = {(kind, result) for name, kind, result in seen.settled if name == book.name}
        assert found == expected_results(book), book.name
    assert seen.refused == REFUSALS
    assert seen.events == {"void", "settings", "refused_settings", "returned"}


class TestScriptsAreReproducible:
    def test_a_seed_gives_the_same_script_each_time(self) -> None:
        assert random_script(7) == random_script(7)

    def test_a_script_survives_json(self) -> None:
        script = random_script(8)
        assert play(script) == play(json.loads(json.dumps(script)))


def place(bet: str, amount: int) -> Json:
    return {"seat": 1, "do": "place", "bet": bet, "amount": amount}


def take_down(bet: str, amount: int | None = None) -> Json:
    action: Json = {"seat": 1, "do": "take_down", "bet": bet}
    return action if amount is None else action | {"amount": amount}


def rolled(rulebook: str, *steps: tuple[list[Json], list[int]], **settings: object) -> list[Json]:
    """The steps of a table with one rich seat."""
    script = {
        "rulebook": rulebook,
        "settings": settings,
        "seats": {"1": 1_000_000},
        "steps": [{"actions": actions, "dice": dice} for actions, dice in steps],
    }
    steps_out: list[Json] = play(script)["steps"]
    return steps_out


def paid(bet: str, step: Json) -> int:
    (amount,) = [row["paid"] for row in step["settled"] if row["bet"] == bet]
    assert isinstance(amount, int)
    return amount


class TestWorkedByHand:
    """Figures computed with pencil from the rule books, not from this code."""

    def test_a_horn_on_twelve_pays_twenty_seven_quarters(self) -> None:
        (step,) = rolled("mbs_v3", ([place("horn", 400)], [6, 6]))
        assert paid("horn", step) == 2700

    def test_a_horn_with_low_power_odds_pays_nineteen_quarters_on_three(self) -> None:
        script = {
            "rulebook": "electronic",
            "seats": {"1": 1000},
            "steps": [{"actions": [place("horn", 400)], "dice": [1, 2], "power_odds": {"horn": "low"}}],
        }
        assert paid("horn", play(script)["steps"][0]) == 1900

    def test_a_whirl_wins_nothing_on_seven(self) -> None:
        (step,) = rolled("maryland", ([place("whirl", 500)], [3, 4]))
        assert (step["settled"][0]["result"], paid("whirl", step)) == ("win", 0)

    def test_an_electronic_buy_four_pays_two_to_one_less_five_percent_of_the_stake(self) -> None:
        (step,) = rolled("electronic", ([place("buy:4", 700)], [1, 3]))
        assert paid("buy:4", step) == 1400 - 35
        assert step["settled"][0]["stays"]

    def test_an_electronic_lay_six_is_floored_once(self) -> None:
        (step,) = rolled("electronic", ([place("lay:6", 700)], [3, 4]))
        assert paid("lay:6", step) == 554  # 700 x 5/6 x 95/100 = 554.17

    def test_a_singapore_lay_keeps_the_vigorish_a_roll_was_thrown_with(self) -> None:
        first, second = rolled("mbs_v3", ([place("lay:4", 1000)], [1, 4]), ([take_down("lay:4", 500)], [1, 1]))
        assert first["held_vigorish"]["1"]["lay:4"] == 25
        assert second["held_vigorish"]["1"]["lay:4"] == 25

    def test_a_singapore_buy_gives_vigorish_back_with_the_stake(self) -> None:
        _, second = rolled("mbs_v3", ([place("buy:4", 1000)], [1, 4]), ([take_down("buy:4", 500)], [1, 1]))
        assert second["held_vigorish"]["1"]["buy:4"] == 25
        assert second["balances"]["1"] == 1000000 - 525

    def test_chips_left_by_a_made_point_are_off_until_the_next_one(self) -> None:
        steps = rolled(
            "electronic",
            ([place("place:8", 600)], [1, 5]),
            ([], [3, 3]),
            ([place("hard:8", 100)], [3, 4]),
            ([], [1, 3]),
        )
        working = [step["layout"]["1"]["place:8"]["working"] for step in steps]
        assert working == [True, False, False, True]
        assert [row["bet"] for row in steps[2]["settled"]] == ["hard:8"]

    def test_off_come_odds_go_back_with_their_base(self) -> None:
        steps = rolled(
            "electronic",
            ([place("pass_line", 100)], [2, 2]),
            ([place("come", 100)], [3, 3]),
            ([place("come_odds:6", 200)], [1, 3]),
            ([], [3, 4]),
        )
        results = {row["bet"]: row["result"] for row in steps[3]["settled"]}
        assert results == {"pass_line": "win", "come:6": "lose", "come_odds:6": "off"}

    def test_a_hot_shooter_at_eight_rolls_is_a_push(self) -> None:
        quiet: list[tuple[list[Json], list[int]]] = [([], [1, 1])] * 6
        steps = rolled(
            "electronic",
            ([place("place:4", 300), place("hot_shooter", 500)], [2, 3]),
            *quiet,
            ([], [3, 4]),
        )
        assert (steps[-1]["seven_out"], steps[-1]["roll_count"]) == (True, 8)
        assert {"seat": 1, "bet": "hot_shooter", "stake": 500, "result": "push", "paid": 0, "stays": False} in steps[
            -1
        ]["settled"]

    def test_replay_pays_the_better_of_two_prizes(self) -> None:
        fours: list[tuple[list[Json], list[int]]] = [([], [1, 3])] * 6
        sixes: list[tuple[list[Json], list[int]]] = [([], [3, 3])] * 8
        steps = rolled("american", ([place("replay", 200)], [1, 2]), *fours, *sixes, ([], [2, 2]), ([], [3, 4]))
        assert paid("replay", steps[-1]) == 200 * 120  # three fours beat four sixes, which pay 100

    def test_different_doubles_are_decided_by_a_seven_of_the_come_out(self) -> None:
        pairs: list[tuple[list[Json], list[int]]] = [
            ([], [1, 1]),
            ([], [6, 6]),
            ([], [1, 1]),
            ([], [2, 2]),
            ([], [1, 3]),
        ]
        first = ([place("different_doubles", 300)], [1, 2])
        steps = rolled("american", first, *pairs, ([], [5, 2]))
        assert (steps[-1]["come_out"], paid("different_doubles", steps[-1])) == (True, 1200)

    def test_a_repeater_of_eleven_wants_three(self) -> None:
        elevens: list[tuple[list[Json], list[int]]] = [([], [5, 6])] * 3
        *before, third = rolled("american", ([place("repeater:11", 100)], [2, 2]), *elevens)
        assert all(step["settled"] == [] for step in before)
        assert paid("repeater:11", third) == 5000

    def test_a_crapless_twelve_is_a_point_and_its_odds_pay_six_to_one(self) -> None:
        steps = rolled("crapless", ([place("pass_line", 100)], [6, 6]), ([place("pass_odds", 100)], [6, 6]))
        assert (steps[0]["point"], steps[0]["settled"]) == (12, [])
        assert (paid("pass_line", steps[1]), paid("pass_odds", steps[1])) == (100, 600)

    def test_a_take_down_that_reaches_into_a_contract_wager_is_refused_whole(self) -> None:
        _, second = rolled(
            "mbs_v3",
            ([place("pass_line", 500)], [2, 2]),
            ([place("pass_line", 200), take_down("pass_line"), take_down("pass_line", 200)], [1, 1]),
        )
        assert [row["action"] for row in second["refused"]] == [1]
        assert second["layout"]["1"]["pass_line"]["stake"] == 500

    def test_the_engine_notices_money_that_appears_from_nowhere(self) -> None:
        table = Table.open({"rulebook": "mbs_v3", "seats": {"1": 1000}})
        table.balances[1] += 1
        with pytest.raises(AssertionError, match="money was not conserved"):
            table.check_money()


class TestComparing:
    def test_wording_and_the_order_of_rows_are_no_differences(self) -> None:
        mine = play(random_script(3))
        theirs = json.loads(json.dumps(mine))
        for step in theirs["steps"]:
            for name in {"settled", "returned"} & step.keys():
                step[name].reverse()
            for row in step["refused"]:
                row.update(code="other", reason="other words")
        assert differences(mine, theirs) == []

    def test_a_changed_amount_is_found_with_its_step_and_path(self) -> None:
        mine = play(random_script(3))
        theirs = json.loads(json.dumps(mine))
        seat = next(iter(theirs["steps"][4]["balances"]))
        theirs["steps"][4]["balances"][seat] += 1
        assert [(5, f"balances.{seat}")] == [(d.step, d.path) for d in differences(mine, theirs)]
