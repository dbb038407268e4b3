"""A script played on the drawing, or the reason why it is none.

Chips are a flat pile of (seat, bet) → units. A step is worked out as sums over sets of them.
"""

import copy
from typing import Any

from tests.second_opinion.roulette.felt import FELT, INSIDE, colour, pays

Json = dict[str, Any]
Chips = dict[tuple[int, str], int]

REASONS = [
    "same_direction",
    "not_spun",
    "under_four_revolutions",
    "foreign_object",
    "no_compartment",
    "ball_out",
    "ball_broken",
    "rotor_stopped",
    "rotor_not_turning",
    "interference",
    "aborted",
    "power_lost",
    "unreadable",
]

OPENING: Json = {
    "inside": {"min": 100, "max": 50_000, "step": 100},
    "outside": {"min": 100, "max": 500_000, "step": 100},
    "denomination": 100,
    "bet_time": 25,
    "spin_before": 8,
    "close_early": True,
    "confirm_time": 2,
    "max_voids": 3,
    "rotor": -18,
    "launch": 180,
}
BETWEEN = {
    "denomination": (1, 10**12),
    "bet_time": (1, 600),
    "spin_before": (0, 12),
    "confirm_time": (0, 10),
    "max_voids": (1, 20),
    "launch": (1, 255),
}
ACTIONS = {
    "place": {"seat", "do", "bet", "amount"},
    "take_down": {"seat", "do", "bet"},
    "turn": {"seat", "do", "bet", "to"},
}
MOST_MONEY = 10**15


class NotAScript(Exception):
    """What is wrong with it."""


def insist(true: bool, what: str) -> None:
    """Or it is no script."""
    if not true:
        raise NotAScript(what)


def whole(value: Any) -> bool:
    """A whole number, and not a truth value."""
    return isinstance(value, int) and not isinstance(value, bool)


def keys_within(value: Any, must: set[str], may: set[str], where: str) -> None:
    """A table with these keys."""
    insist(isinstance(value, dict), f"{where} is no table")
    insist(must <= value.keys() <= must | may, f"{where} has {sorted(value)}")


# ---- is it a script? ----


def turned(settings: Json, change: Any, where: str) -> Json:
    """Settings with a change laid over them."""
    keys_within(change, set(), set(OPENING), where)
    after = copy.deepcopy(settings)
    for name, value in change.items():
        if name in ("inside", "outside"):
            keys_within(value, set(), {"min", "max", "step"}, f"{where}.{name}")
            after[name].update(value)
        else:
            after[name] = value
    sound_settings(after, where)
    return after


def sound_settings(settings: Json, where: str) -> None:
    """Bounds of each, and between them."""
    for name in ("inside", "outside"):
        least, most, step = (settings[name][key] for key in ("min", "max", "step"))
        insist(all(whole(value) and 1 <= value <= 10**12 for value in (least, most, step)), f"{where}.{name}")
        insist(most // step * step >= least, f"{where}.{name} leaves no stake")
    for name, (low, high) in BETWEEN.items():
        insist(whole(settings[name]) and low <= settings[name] <= high, f"{where}.{name}")
    insist(whole(settings["rotor"]) and 8 <= abs(settings["rotor"]) <= 40, f"{where}.rotor")
    insist(isinstance(settings["close_early"], bool), f"{where}.close_early")
    insist(settings["spin_before"] < settings["bet_time"], f"{where}.spin_before is no less than bet_time")


def sound_action(action: Any, seats: Json, where: str) -> None:
    """Of a form that an action has; what it asks for may still be refused."""
    insist(isinstance(action, dict) and action.get("do") in list(ACTIONS), f"{where}.do")
    keys_within(action, ACTIONS[action["do"]], {"amount"} if action["do"] == "take_down" else set(), where)
    insist(whole(action["seat"]) and str(action["seat"]) in seats, f"{where}.seat")
    insist(isinstance(action["bet"], str), f"{where}.bet")
    insist("amount" not in action or whole(action["amount"]), f"{where}.amount")
    insist(action.get("to", "on") in ("on", "off"), f"{where}.to")


def sound_step(step: Any, seats: Json, where: str) -> None:
    """Actions, and one way to end."""
    keys_within(step, set(), {"actions", "number", "void", "no_spins", "settings"}, where)
    insist(isinstance(step.get("actions", []), list), f"{where}.actions")
    for place, action in enumerate(step.get("actions", [])):
        sound_action(action, seats, f"{where}.actions[{place}]")
    insist(len({"number", "void", "settings"} & step.keys()) == 1, f"{where} ends in none or several ways")
    insist("number" not in step or (whole(step["number"]) and 0 <= step["number"] <= 36), f"{where}.number")
    insist(step.get("void", True) is True, f"{where}.void")
    if "no_spins" in step:
        reasons = step["no_spins"]
        insist("void" in step and isinstance(reasons, list) and len(reasons) == 1, f"{where}.no_spins")
        insist(reasons[0] in REASONS, f"{where}.no_spins[0]")


def check(script: Any) -> None:
    """NotAScript says where."""
    keys_within(script, {"rulebook", "seats", "steps"}, {"settings"}, "the script")
    insist(script["rulebook"] == "mbs_roulette_v3", "rulebook")
    seats = script["seats"]
    insist(isinstance(seats, dict) and len(seats) > 0, "seats")
    for seat, units in seats.items():
        insist(seat.isdecimal() and str(int(seat)) == seat and int(seat) > 0, f"seats.{seat}")
        insist(whole(units) and 0 <= units <= MOST_MONEY, f"seats.{seat}")
    insist(isinstance(script["steps"], list), "steps")
    for place, step in enumerate(script["steps"]):
        sound_step(step, seats, f"steps[{place}]")
    settings = turned(OPENING, script.get("settings", {}), "settings")
    for place, step in enumerate(script["steps"]):
        settings = turned(settings, step.get("settings", {}), f"steps[{place}].settings")


# ---- playing it ----


class Felt:
    """Chips, purses and what holds."""

    def __init__(self, seats: Json, settings: Json) -> None:
        self.purses = {int(seat): units for seat, units in sorted(seats.items(), key=lambda one: int(one[0]))}
        self.chips: Chips = {}
        self.settings = settings
        self.bank = 0

    def refusal(self, action: Json) -> str | None:
        """The first code that applies, or the action done."""
        seat, bet, do = action["seat"], action["bet"], action["do"]
        lies = self.chips.get((seat, bet), 0)
        amount = action.get("amount", lies or 1)
        down = do == "take_down"
        total = lies - amount if down else lies + amount
        limits = self.settings["inside" if bet in INSIDE else "outside"]
        why = {
            "unknown_bet": bet not in FELT,
            "no_calls": do == "turn",
            "bad_amount": amount < 1,
            "nothing_there": down and not lies,
            "more_than_there": down and amount > lies,
            "below_minimum": total != 0 and total < limits["min"],
            "above_maximum": total > limits["max"],
            "off_step": total % limits["step"] != 0,
            "short_balance": not down and amount > self.purses[seat],
        }
        code = next((code for code, applies in why.items() if applies), None)
        if code is None:
            self.purses[seat] += lies - total
            self.chips[seat, bet] = total
            self.chips = {where: units for where, units in self.chips.items() if units}
        return code

    def seat_by_seat(self) -> list[tuple[tuple[int, str], int]]:
        """All chips; those of a seat in the order in which they came."""
        return sorted(self.chips.items(), key=lambda pile: pile[0][0])

    def back(self) -> list[Json]:
        """Every chip to its purse."""
        rows: list[Json] = []
        for (seat, bet), units in self.seat_by_seat():
            self.purses[seat] += units
            rows.append({"seat": seat, "bet": bet, "amount": units})
        self.chips = {}
        return rows

    def spun(self, number: int) -> list[Json]:
        """All chips won or lost."""
        rows = []
        for (seat, bet), units in self.seat_by_seat():
            won = units * pays(bet) if number in FELT[bet] else 0
            self.purses[seat] += won + units if won else 0
            self.bank += -won if won else units
            result = "win" if won else "lose"
            rows.append({"seat": seat, "bet": bet, "stake": units, "result": result, "paid": won, "stays": False})
        self.chips = {}
        return rows

    def change(self, change: Json) -> list[Json]:
        """Nothing comes back where nothing changes."""
        after = turned(self.settings, change, "settings")
        same, self.settings = after == self.settings, after
        return [] if same else self.back()

    def money(self) -> int:
        """All of it."""
        held: int = sum(self.purses.values())
        return held + sum(self.chips.values()) + self.bank

    def stands(self) -> Json:
        """What everyone has and what lies."""
        layout: Json = {str(seat): {} for seat in self.purses}
        for (seat, bet), units in self.chips.items():
            layout[str(seat)][bet] = {"stake": units, "working": True}
        return {
            "balances": {str(seat): units for seat, units in self.purses.items()},
            "layout": layout,
            "held_vigorish": {str(seat): {} for seat in self.purses},
        }


def play(script: Json) -> Json:
    """The whole answer, but for the sentences of refusals."""
    check(script)
    felt = Felt(script["seats"], turned(OPENING, script.get("settings", {}), "settings"))
    before, steps = felt.money(), []
    for place, step in enumerate(script["steps"]):
        steps.append({"step": place + 1} | played(felt, step) | felt.stands())
        assert felt.money() == before
    return {"rulebook": script["rulebook"], "steps": steps}


def played(felt: Felt, step: Json) -> Json:
    """One step."""
    refused = []
    for place, action in enumerate(step.get("actions", [])):
        if code := felt.refusal(action):
            refused.append({"action": place, "code": code})
    if "number" in step:
        number = step["number"]
        rows = felt.spun(number)
        return {"number": number, "colour": colour(number), "refused": refused, "returned": [], "settled": rows}
    if "void" in step:
        return {"void": True, "refused": refused, "returned": felt.back()}
    return {"settings": True, "refused": refused, "returned": felt.change(step["settings"])}
