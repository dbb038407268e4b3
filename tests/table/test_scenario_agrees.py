"""The cabinet's table and `boxcars scenario` play the same scripts, changes of settings included, and never differ."""

import json
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from controller.books import load_book
from controller.games.craps.rules.rulebook import RuleBook
from controller.games.craps.scripts.scenario import play
from controller.games.craps.scripts.script import read_script
from controller.games.interface import Returned, Settled
from controller.table.events import Drawn, Event, MoveAsked, MoveEnded, Thrown, TimePassed, UnitFound
from controller.table.machine import StepResult, step
from controller.table.phases import Phase
from controller.table.round.opening import open_game
from controller.table.staff.said import act_said
from controller.table.staff.settings import TableSettings
from controller.table.wishes import wishes
from tests.asked import wager
from tests.second_opinion.moods import DENOMINATIONS, LIMITS, VIGORISH_RATES
from tests.second_opinion.tables import random_script
from tests.table.evening import NONCE, an_evening

Json = dict[str, Any]
SEEDS, CHUNK = 24, 3

CHANGES: dict[str, dict[str, tuple[Any, ...]]] = {
    "electronic": {
        "hot_shooter": (True, False),
        "power_odds_chance": ("1/20", "1/30", "0/1"),
        "power_odds_high": ("1/4", "1/8"),
    },
    "mbs_v3": {},
    "american": {},
    "crapless": {},
    "maryland": {
        "free_odds": (True, False),
        "vigorish": ("at_placement", "on_win"),
        "vigorish_rate": VIGORISH_RATES,
        "fire_table": ("A", "B"),
    },
}
"""Book → what an operator may turn there besides what every book has; every value can be played by."""


def with_changes(script: Json, random: Random) -> Json:
    """The script with changes of settings strewn in: after bets of their own, and one upon the other."""
    steps = []
    for one in script["steps"]:
        one.pop("no_rolls", None)
        while random.random() < 0.2:
            cut = random.choice((0, len(one.get("actions", ()))))
            steps.append({"actions": one.get("actions", [])[:cut], "settings": change(script["rulebook"], random)})
            if cut:
                one["actions"] = one["actions"][cut:]
        steps.append(one)
    return {**script, "steps": steps}


def change(book: str, random: Random) -> Json:
    choices: dict[str, tuple[Any, ...]] = {"limits": LIMITS, "denomination": DENOMINATIONS, **CHANGES[book]}
    names = random.sample(sorted(choices), random.choice((1, 1, 1, 2)))
    return {name: deepcopy(random.choice(choices[name])) for name in names}


class Cabinet:
    """The pure table, played by a script."""

    def __init__(self, script: Json) -> None:
        book = load_book(script["rulebook"]).with_settings(script.get("settings", {}))
        settings = TableSettings(large_win=None, credit_limit=10**12)
        self.table = open_game("craps", book, sorted(map(int, script["seats"])), settings)
        self.told: list[Any] = []
        self.ids = 0
        self.happens(UnitFound(4711, 0))
        for seat, credits in script["seats"].items():
            if credits:
                self.happens(MoveAsked(f"bill {seat}", int(seat), "bill", credits, True))
                self.happens(MoveEnded(f"bill {seat}", True))

    def happens(self, event: Event, after: int = 0) -> StepResult:
        done = step(self.table, event, after)
        self.table = done.table
        self.told += done.decisions
        assert not self.table.holds, self.table.holds
        return done

    def time_is_up(self) -> None:
        self.happens(TimePassed(), self.table.left or 0)

    def act(self, action: Json) -> str | None:
        """The code with which it is refused."""
        self.ids += 1
        bet, on = action["bet"], {"on": True, "off": False}.get(action.get("to", ""))
        address = (action["seat"], "terminal", self.ids, self.table.round)
        answer = self.happens(wager(*address, action["do"], bet, action.get("amount"), on)).answer
        assert answer is not None
        return None if answer.ok else answer.code

    def operator(self, act: str, **more: Any) -> str:
        self.ids += 1
        answer = self.happens(act_said("terminal", self.ids, "ann", "supervisor", act, **more)).answer
        assert answer is not None
        return answer.code

    def turn(self, change: Json) -> bool:
        """Whether the change must wait."""
        wanted = self.table.game.returns_wanted(change)
        rules = None if wanted is None else {"rules": RuleBook.model_validate(wanted).digest(), "over": ""}
        code = self.operator("settings", change=change, returns=rules)
        assert code in ("ok", "must_wait"), code
        return code == "must_wait"

    def ends(self, one: Json) -> bool:
        """Close, and what the script says; False where nothing lies there, so that the dice rest."""
        self.time_is_up()
        if not self.table.game.any_wagers():
            return False
        if "void" in one:
            assert self.operator("void", reference="the script says so") == "ok"
            return True
        draw = wishes(self.table).draw
        assert draw is not None
        levels = {spot: level for spot, level in one.get("power_odds", {}).items() if level != "none"}
        self.happens(Drawn(draw.roll_id, NONCE, levels))
        if wishes(self.table).shoot_lamp is not None:
            self.time_is_up()
        self.happens(Thrown(draw.roll_id, "ok", {"faces": one["dice"]}, True, "00", "11"))
        assert self.table.throw is None
        return True

    def stands(self) -> Json:
        seats = {str(seat): self.table.game.seat_data(seat) for seat in self.table.seats}
        return {
            "balances": {seat: data["balance"] for seat, data in seats.items()},
            "layout": {seat: dict(data["stakes"]) for seat, data in seats.items()},
            "held_vigorish": {seat: dict(data["vigorish"]) for seat, data in seats.items()},
        }


def played(script: Json, random: Random) -> tuple[list[Json], list[Json]]:
    """The steps that the cabinet has played, and what came of each. Where nothing lies on the layout it does not
    roll: what was done in that window belongs to the next one, as it does at the table."""
    cabinet, steps, rows = Cabinet(script), list[Json](), list[Json]()
    actions: list[Json] = []
    refused: list[tuple[int, str]] = []
    for one in script["steps"]:
        mine = one.get("actions", [])
        if cabinet.table.phase is Phase.SETTLING and (mine or "settings" not in one or random.random() < 0.5):
            cabinet.time_is_up()
        codes = [cabinet.act(action) for action in mine]
        refused += [(len(actions) + place, code) for place, code in enumerate(codes) if code is not None]
        actions = actions + mine
        row: Json = {"waits": False}
        if "settings" in one:
            row["waits"] = cabinet.turn(one["settings"])
        elif not cabinet.table.game.any_wagers():
            cabinet.told.clear()
            continue
        elif not cabinet.ends(one):  # a side bet lost its company, and with it the layout its last wager
            break
        row |= {
            "refused": refused,
            "returned": sorted(tuple(told[:3]) for told in cabinet.told if isinstance(told, Returned)),
            "settled": [tuple(told[:6]) for told in cabinet.told if isinstance(told, Settled)],
            **cabinet.stands(),
        }
        steps.append({**one, "actions": actions})
        rows.append(row)
        actions, refused = [], []
        cabinet.told.clear()
    return steps, rows


def as_told(row: Json) -> Json:
    """A row of the scenario in the words of `played`."""
    return {
        "waits": "refused_settings" in row,
        "refused": [(refusal["action"], refusal["code"]) for refusal in row["refused"]],
        "returned": sorted((back["seat"], back["bet"], back["amount"]) for back in row["returned"]),
        "settled": [tuple(settled.values()) for settled in row.get("settled", ())],
        "balances": row["balances"],
        "layout": {
            seat: {bet: lies["stake"] for bet, lies in layout.items()} for seat, layout in row["layout"].items()
        },
        "held_vigorish": row["held_vigorish"],
    }


def agree(script: Json, random: Random) -> list[Json]:
    """Play both, step by step; gives the rows."""
    steps, rows = played(script, random)
    told = play(read_script(json.dumps({**script, "steps": steps}).encode()), load_book)["steps"]
    for index, (row, scenario) in enumerate(zip(rows, told, strict=True)):
        assert row == as_told(scenario), f"step {index}: {steps[index]}"
    return rows


@pytest.mark.parametrize("first", range(0, SEEDS, CHUNK))
def test_cabinet_and_scenario_agree_in_every_balance_wager_and_refusal(first: int) -> None:
    back = waits = 0
    for seed in range(first, first + CHUNK):
        random = Random(seed)
        script = with_changes(random_script(seed), random)
        rows = agree(script, random)
        back += sum(bool(row["returned"]) for row in rows)
        waits += sum(row["waits"] for row in rows)
    assert back > CHUNK
    assert waits > CHUNK


def place(bet: str, amount: int) -> Json:
    return {"seat": 1, "do": "place", "bet": bet, "amount": amount}


@pytest.mark.parametrize(
    "script, taken_away",
    [
        (
            {
                "rulebook": "electronic",
                "steps": [
                    {"actions": [place("field", 500), place("hot_shooter", 500)], "settings": {"hot_shooter": False}}
                ],
            },
            "hot_shooter",
        ),
        (
            {
                "rulebook": "maryland",
                "settings": {"free_odds": True},
                "steps": [
                    {"actions": [place("dont_pass", 500)], "dice": [2, 2]},
                    {"actions": [place("dont_odds", 500)], "dice": [3, 3]},
                    {"settings": {"free_odds": False}},
                ],
            },
            "dont_odds",
        ),
    ],
)
def test_what_a_change_no_longer_offers_comes_back_before_the_new_rules_are_in_force(
    script: Json, taken_away: str
) -> None:
    rows = agree({"seats": {"1": 10_000}, **script}, Random(1))
    assert taken_away in [bet for _, bet, _ in rows[-1]["returned"]]
    assert (rows[-1]["balances"], rows[-1]["layout"]) == ({"1": 10_000}, {"1": {}})


def test_another_book_returns_what_it_does_not_know() -> None:
    evening = an_evening().bet(1, "big:6", 500).bet(1, "hop:1-1", 200).roll(1, 2)
    book = load_book("mbs_v3").model_dump(mode="json", exclude_defaults=True)
    assert evening.operator("settings", change={"book": book}).code == "ok"
    assert evening.just_told(Returned) == [Returned(1, "big:6", 500, "settings changed")]
    assert (evening.layout(1), evening.credits(1), evening.holds) == ({}, 99_800, set())
