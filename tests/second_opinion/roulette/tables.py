"""Random scripts from a seed: mostly sensible play, with slips of every kind; and scripts with one thing wrong."""

import copy
import random
from typing import Any

from tests.second_opinion.roulette.engine import REASONS
from tests.second_opinion.roulette.felt import FELT, INSIDE

Json = dict[str, Any]

NAMES = sorted(FELT)
NO_NAMES = [
    "six_line:1-2-3-4-5-6",
    "split:2-1",
    "split:3-4",
    "split:1-5",
    "corner:3-4-6-7",
    "street:2-3-4",
    "straight:37",
    "straight:01",
    "straight",
    "column:0",
    "column:4",
    "dozen:",
    "split:0-4",
    "corner:0-1-2",
    "street:0-1-3",
    "six_line:0-3",
    "six_line:2-7",
    "pass_line",
    "RED",
    "red:",
    "voisins",
]
AMOUNTS = [100, 100, 200, 300, 500, 500, 700, 1000, 2500, 12_300]
SLIPS = [0, -100, 1, 50, 150, 49_950, 50_000, 50_100, 499_900, 500_000, 500_100, 10**15, 10**40]
CHANGES: list[Json] = [
    {},
    {"inside": {"max": 20_000}},
    {"inside": {"min": 300, "step": 300}},
    {"inside": {"min": 50, "step": 50}},
    {"inside": {"min": 100, "max": 50_000, "step": 100}},
    {"outside": {"min": 500}},
    {"outside": {"min": 100}},
    {"outside": {"min": 150, "step": 50, "max": 1000}},
    {"denomination": 500},
    {"denomination": 100},
    {"spin_before": 0},
    {"spin_before": 8},
    {"bet_time": 13, "spin_before": 12},
    {"bet_time": 9, "spin_before": 8},
    {"close_early": False},
    {"confirm_time": 0},
    {"max_voids": 20},
    {"rotor": 40, "launch": 1},
]


def random_script(seed: int) -> Json:
    """A script that is valid."""
    chance = random.Random(f"roulette {seed}")
    seats = {str(seat): chance.choice([0, 900, 5000, 60_000, 2_000_000]) for seat in chance.sample(range(1, 12), 3)}
    script: Json = {"rulebook": "mbs_roulette_v3", "seats": seats, "steps": []}
    if chance.random() < 0.4:
        script["settings"] = copy.deepcopy(chance.choice(CHANGES))
    while len(script["steps"]) < chance.choice([3, 6, 12]):
        script["steps"].append(_step(chance, [int(seat) for seat in seats]))
    return script


def _step(chance: random.Random, seats: list[int]) -> Json:
    favourites = [chance.choice(NAMES) for _ in range(4)] + [chance.choice(sorted(INSIDE))]
    step: Json = {"actions": [_action(chance, seats, favourites) for _ in range(chance.choice([0, 3, 8, 14]))]}
    ending = chance.random()
    if ending < 0.7:
        step["number"] = chance.choice([*range(37), 0, 0])
    elif ending < 0.85:
        step["void"] = True
        if chance.random() < 0.7:
            step["no_spins"] = [chance.choice(REASONS)]
    else:
        step["settings"] = copy.deepcopy(chance.choice(CHANGES))
    if not step["actions"] and chance.random() < 0.5:
        del step["actions"]
    return step


def _action(chance: random.Random, seats: list[int], favourites: list[str]) -> Json:
    bet = chance.choice(favourites) if chance.random() < 0.75 else chance.choice([*NAMES, *NO_NAMES * 4])
    action: Json = {"seat": chance.choice(seats), "bet": bet}
    amount = chance.choice(AMOUNTS) if chance.random() < 0.8 else chance.choice(SLIPS)
    do = chance.random()
    if do < 0.72:
        return action | {"do": "place", "amount": amount}
    if do < 0.96:
        return action | {"do": "take_down"} | ({"amount": amount} if chance.random() < 0.6 else {})
    return action | {"do": "turn", "to": chance.choice(["on", "off"])}


# ---- scripts with one thing wrong ----

ODD: list[Any] = [None, True, False, -1, 37, 0, 3.0, "17", "", [], {}, [1], {"max": 0}, 10**16, "red", ["aborted"]]
KEYS = [
    "rulebook",
    "settings",
    "seats",
    "steps",
    "actions",
    "number",
    "void",
    "no_spins",
    "dice",
    "no_rolls",
    "power_odds",
    "seat",
    "do",
    "bet",
    "amount",
    "to",
    "limits",
    "inside",
    "outside",
    "min",
    "max",
    "step",
    "spin_before",
    "bet_time",
    "shoot_time",
    "withdraw_time",
    "max_no_rolls",
    "max_voids",
    "confirm_time",
    "rotor",
    "launch",
    "close_early",
    "1",
    "01",
]


def spoiled_script(seed: int) -> Json:
    """A script with one place turned, added or taken away; most of them are no scripts any more."""
    chance = random.Random(f"spoiled roulette {seed}")
    script = random_script(seed)
    tables = list(_tables(script))
    table = chance.choice(tables)
    match chance.choice(["turn", "turn", "add", "drop"]):
        case "turn" if table:
            table[chance.choice(sorted(table))] = copy.deepcopy(chance.choice(ODD))
        case "drop" if table:
            del table[chance.choice(sorted(table))]
        case _:
            table[chance.choice(KEYS)] = copy.deepcopy(chance.choice(ODD))
    return script


def _tables(value: Any) -> Any:
    """Every table of keys in it."""
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from _tables(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _tables(inner)
