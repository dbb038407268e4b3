"""Scripted roulette tables (docs/scenario.md): the answer to the letter, and what is no script."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from controller.books import find_book, game_wanted
from controller.commands import main
from controller.games.interface import Settled
from controller.games.registry import GAMES
from controller.games.roulette.play.game import Game
from controller.games.scripts import BadScript, BooksDoNotBalance, read_json

Json = dict[str, Any]

SCRIPT: Json = {
    "rulebook": "mbs_roulette_v3",
    "settings": {"inside": {"max": 20_000}},
    "seats": {"1": 100_000},
    "steps": [
        {
            "actions": [
                {"seat": 1, "do": "place", "bet": "straight:17", "amount": 500},
                {"seat": 1, "do": "take_down", "bet": "red", "amount": 100},
                {"seat": 1, "do": "turn", "bet": "red", "to": "on"},
            ],
            "number": 17,
        },
        {"actions": [], "no_spins": ["under_four_revolutions"], "void": True},
        {"actions": [], "settings": {"outside": {"min": 500}}},
    ],
}


def answer(script: Json) -> Json:
    said = read_json(json.dumps(script).encode())
    game = game_wanted(said).scripts()
    played: Json = game.play(game.script(said), find_book)
    return played


def steps(*wanted: Json) -> list[Json]:
    told: list[Json] = answer(
        {"rulebook": "mbs_roulette_v3", "seats": {"1": 10_000, "2": 10_000}, "steps": list(wanted)}
    )["steps"]
    return told


def place(bet: str, amount: int, seat: int = 1) -> Json:
    return {"seat": seat, "do": "place", "bet": bet, "amount": amount}


def test_the_answer_is_the_one_of_the_page() -> None:
    first, second, third = answer(SCRIPT)["steps"]
    refusals = first.pop("refused")
    assert [(row["action"], row["code"]) for row in refusals] == [(1, "nothing_there"), (2, "no_calls")]
    assert first == {
        "step": 1,
        "number": 17,
        "colour": "black",
        "returned": [],
        "settled": [{"seat": 1, "bet": "straight:17", "stake": 500, "result": "win", "paid": 17_500, "stays": False}],
        "balances": {"1": 117_500},
        "layout": {"1": {}},
        "held_vigorish": {"1": {}},
    }
    rest = {"refused": [], "returned": [], "balances": {"1": 117_500}, "layout": {"1": {}}, "held_vigorish": {"1": {}}}
    assert second == {"step": 2, "void": True} | rest
    assert third == {"step": 3, "settings": True} | rest


def test_a_void_returns_every_stake_seat_by_seat_and_settles_nothing() -> None:
    (told,) = steps({"actions": [place("red", 300, 2), place("odd", 100), place("low", 200, 2)], "void": True})
    assert told["returned"] == [
        {"seat": 1, "bet": "odd", "amount": 100},
        {"seat": 2, "bet": "red", "amount": 300},
        {"seat": 2, "bet": "low", "amount": 200},
    ]
    assert told["balances"] == {"1": 10_000, "2": 10_000}
    assert not {"settled", "number", "colour"} & told.keys()


def test_a_change_of_settings_returns_all_after_the_actions_and_holds_from_the_next_window() -> None:
    changed, after = steps(
        {"actions": [place("red", 100)], "settings": {"outside": {"min": 500}}},
        {"actions": [place("red", 100)], "number": 1},
    )
    assert changed["returned"] == [{"seat": 1, "bet": "red", "amount": 100}]
    assert [row["code"] for row in after["refused"]] == ["below_minimum"]


@pytest.mark.parametrize("same", [{}, {"outside": {"min": 100}}, {"inside": {}}, {"spin_before": 8, "rotor": -18}])
def test_a_setting_given_with_its_present_value_changes_nothing_and_returns_nothing(same: Json) -> None:
    told, after = steps({"actions": [place("red", 100)], "settings": same}, {"number": 1})
    assert told["returned"] == []
    assert told["layout"]["1"] == {"red": {"stake": 100, "working": True}}
    assert after["balances"]["1"] == 10_100


def test_a_wager_that_the_house_gives_back_stands_in_returned() -> None:
    back = {"seat": 1, "do": "take_down", "bet": "red", "returned": True}
    (told,) = steps({"actions": [place("red", 400), back], "number": 1})
    assert told["returned"] == [{"seat": 1, "bet": "red", "amount": 400}]
    assert told["settled"] == []


def test_the_layout_is_told_in_the_order_of_the_felt() -> None:
    (told,) = steps({"actions": [place("red", 100), place("straight:3", 100)], "settings": {}})
    assert list(told["layout"]["1"]) == ["straight:3", "red"]


# ---- what is no script ----


def turned(change: Callable[[Json], object]) -> str:
    """What is said of the script when this is done to it."""
    script = copy.deepcopy(SCRIPT)
    change(script)
    with pytest.raises(BadScript) as caught:
        answer(script)
    return str(caught.value)


STEP = "steps[0]"
BAD: list[tuple[Callable[[Json], object], str]] = [
    (lambda s: s["steps"][0].update(number=37), f"{STEP}.number: must be at most 36, found 37"),
    (lambda s: s["steps"][0].update(number=-1), f"{STEP}.number: must be at least 0, found -1"),
    (lambda s: s["steps"][0].update(number=True), f"{STEP}.number: must be a whole number, found true"),
    (lambda s: s["steps"][0].update(number=17.0), f"{STEP}.number: must be a whole number, found 17.0"),
    (lambda s: s["steps"][0].update(number=None), f"{STEP}.number: must be left out rather than null, found null"),
    (lambda s: s["steps"][0].pop("number"), f"{STEP}: needs exactly one of number, void and settings, has none"),
    (
        lambda s: s["steps"][0].update(void=True),
        f"{STEP}: needs exactly one of number, void and settings, has number and void",
    ),
    (lambda s: s["steps"][1].update(void=False), "steps[1].void: must be true, found false"),
    (lambda s: s["steps"][0].update(no_spins=["aborted"]), f"{STEP}.no_spins: goes with void alone"),
    (lambda s: s["steps"][2].update(no_spins=["aborted"]), "steps[2].no_spins: goes with void alone"),
    (lambda s: s["steps"][1].update(no_spins=[]), "steps[1].no_spins: must not be empty, found []"),
    (lambda s: s["steps"][1].update(no_spins=["aborted"] * 2), "steps[1].no_spins: must have at most 1 entries"),
    (
        lambda s: s["steps"][1].update(no_spins=["tired"]),
        'steps[1].no_spins[0]: must be "same_direction", "not_spun", ',
    ),
    (lambda s: s["steps"][1].update(no_spins=None), "steps[1].no_spins: must be left out rather than null"),
    (lambda s: s["steps"][0].update(dice=[1, 2]), f"{STEP}.dice: is not a key of this place, which has actions, "),
    (lambda s: s["steps"][0].update(no_rolls=[]), f"{STEP}.no_rolls: is not a key of this place, which has actions, "),
    (lambda s: s["steps"][0].update(power_odds={}), f"{STEP}.power_odds: is not a key of this place"),
    (lambda s: s["steps"][0]["actions"][0].update(seat=2), f"{STEP}.actions[0].seat: must be listed in seats, found 2"),
    (lambda s: s["steps"][0]["actions"][0].update(amount="5"), f"{STEP}.actions[0].amount: must be a whole number"),
    (lambda s: s["steps"][0]["actions"][0].pop("amount"), f"{STEP}.actions[0].amount: is missing"),
    (lambda s: s["steps"][0]["actions"][0].update(do="bet"), f'{STEP}.actions[0].do: must be one of "place"'),
    (
        lambda s: s.update(settings={"limits": {"max": 5}}),
        "settings.limits: is not a key of this place, which has inside",
    ),
    (lambda s: s["steps"][2].update(settings={"shoot_time": 5}), "steps[2].settings.shoot_time: is not a key of this"),
    (lambda s: s["steps"][2].update(settings={"spin_before": 13}), "steps[2].settings.spin_before: must be at most 12"),
    (
        lambda s: s["steps"][2].update(settings={"bet_time": 8}),
        "steps[2].settings.spin_before: must be at most bet_time",
    ),
]


@pytest.mark.parametrize("change, said", BAD, ids=range(len(BAD)))
def test_what_is_no_script_is_said_with_its_json_path(change: Callable[[Json], object], said: str) -> None:
    assert turned(change).startswith(said)


@pytest.mark.parametrize("amount", [0, -5, 10**30, int("9" * 4300)])
def test_an_amount_that_no_spot_takes_is_a_refused_action_and_no_bad_script(amount: int) -> None:
    (told,) = steps({"actions": [place("red", amount)], "number": 1})
    assert [row["code"] for row in told["refused"]] == ["bad_amount" if amount <= 0 else "above_maximum"]
    assert all(len(row["reason"]) < 200 for row in told["refused"])


def test_a_script_of_craps_is_none_of_roulette_nor_the_other_way_round() -> None:
    with pytest.raises(
        BadScript, match=r"steps\[0\].number: is not a key of this place, which has actions, power_odds"
    ):
        answer(SCRIPT | {"rulebook": "mbs_v3", "settings": {}})
    with pytest.raises(BadScript, match=r"steps\[0\].dice: is not a key"):
        answer(SCRIPT | {"steps": [{"dice": [1, 2]}]})


def test_an_engine_that_loses_money_is_shown_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Game.spin

    def crooked(self: Game, number: int) -> list[Settled]:
        self.house += 1
        return honest(self, number)

    monkeypatch.setattr(Game, "spin", crooked)
    with pytest.raises(BooksDoNotBalance, match=r"steps\[0\]: 20001 units where there were 20000"):
        steps({"number": 1})


def test_several_tables_of_both_games_play_in_one_run(capsys: pytest.CaptureFixture[str]) -> None:
    examples = ["docs/examples/mbs_v3.json", "docs/examples/mbs_roulette_v3.json"]
    assert main(["scenario", "--json", *examples]) == 0
    documents = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [document["rulebook"] for document in documents] == ["mbs_v3", "mbs_roulette_v3"]
    assert {"craps", "roulette"} <= GAMES.keys()
