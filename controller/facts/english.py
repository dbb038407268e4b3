"""A fact in an English sentence, as the console, the files and version 1 of the wire say it. Screens make their own.

Each function gives the sentence and what is added to it.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from controller.games.interface import figures_in

Data = Mapping[str, Any]
Said = tuple[str, str]
Says = Callable[[Data], Said]


def says(text: str, more: str = "") -> Says:
    """A sentence with the fields of the fact in its gaps."""
    return lambda fact: (text.format_map(fact), more.format_map(fact))


def in_json(text: str) -> Says:
    """The same, and all fields of the fact with it."""
    return lambda fact: (text.format_map(fact), plain_text(without_type(fact)))


def without_type(record: Data) -> dict[str, Any]:
    """The fields alone."""
    return {name: value for name, value in record.items() if name != "type"}


def plain_text(data: object) -> str:
    """Plain data in a column."""
    return _IN_A_COLUMN.encode(data)


_IN_A_COLUMN = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


def either(field: str, texts: Mapping[Any, str], more: str = "") -> Says:
    """One of these sentences, by what this field says."""
    return lambda fact: says(texts[fact[field]], more)(fact)


DOOR = either(
    "became",
    {
        "open": "{door} open",
        "closed": "{door} closed",
        "unread": "{door} cannot be read, counts as open",
        "latched": "the {door} door was opened while nobody could look",
    },
)
ALARM = either(
    "on", {True: "the {door} door was opened without key and role: an alarm", False: "alarm of {door} over"}, "{by}"
)
KEY = either("on", {True: "{key} turned", False: "{key} turned back"})
UNIT_ACCEPTED = says("serial {serial}, last roll {last_roll}, by {by}", "{reason}")
FORM_FILED = says("seat {seat}: form {form} for {amount}, by {by}")
ENDED = {
    "power_off": "switched off by {by}: {why}",
    "restart": "started anew by {by}: {why}",
    "rollback": "put back to the version before by {by}: {why}",
}
MACHINE = either("act", ENDED)
PEOPLE = {
    "added": "{name} is {role}",
    "role": "{name} was {was}, is {role}",
    "pin": "{name} has another PIN",
    "unlocked": "{name} may try again",
    "removed": "{name} ({role}) removed by {by}",
    "pins_lost": "the PINs of all others are lost: each needs another one from a supervisor",
}
MINUTE = 60_000


def limits(fact: Data) -> Said:
    """What a player has set for themselves, and from when."""
    names = {"minutes": "time {} min", "loss": "loss {}", "stake": "stake {}"}
    told = ", ".join(text.format(fact[name]) for name, text in names.items() if fact[name]) or "none"
    later = f"; what is looser in {fact['wait'] // 1000} s" if fact["wait"] else ""
    return f"seat {fact['seat']}: the player's own limits: {told}{later}", ""


def reality_check(fact: Data) -> Said:
    """How long, and with what result."""
    return f"seat {fact['seat']}: told of {fact['played'] // MINUTE} minutes and a net of {fact['net']}, goes on", ""


OF_A_SEAT = {
    "unlocked": "{lock}, by {by}",
    "opened": "by {by}",
    "closed": "by {by}",
    "attended": "by {by}",
}


BROKEN_OFF = {
    "begun": "{act} was begun",
    "service_ended": "service ended",
    "terminal_lost": "the terminal was lost",
    "no_kiosk": "no kiosk of its machine shows that screen",
    "no_touch_screen": "its machine has no touch screen",
    "several_touch_screens": "its machine has several touch screens",
    "strange_touch_screen": "udev says strange things of its touch screen",
    "strange_matrix": "the numbers in force are none that a screen could be set with",
    "overruled": "a rule of somebody else sets that screen",
    "failed": "udev failed",
    "no_answer": "nobody answered",
    "too_late": "it was kept too late",
    "not_wanted": "it was not wanted any more",
    "touch_busy": "another setting of it was under way",
    "nobody": "nobody touched it",
    "left": "whoever stood there left",
    "not_confirmed": "nobody confirmed it",
    "line": "the connection was lost",
    "signed_out": "whoever was signed in left",
}
LINK = {"lost": "the link to the unit is lost", "silent": "the unit has not answered since the start"}
STANDS = {
    "lid": "the lid or cover is open",
    "unit_changed": "unit {serial} is here where unit {was} was",
    "roll_jump": "the unit's last roll is {last_roll}, ours {known}",
    "no_rolls": "{so_far} No Rolls in one round",
    "dice": "{outcome}: look at the unit, then resume or void",
    "malfunction": "{malfunction} (throw {roll_id})",
    "operator": "held by {by}",
    "service": "service by {by}",
    "software": "{wrong}",
    "second_place": "{code}: {why}",
    "host": "the casino's host turned play off",
}
"""Reason → why the table stands still, of what is told about it."""
GOES_ON = {
    "lid": "the lid or cover is closed",
    "dice_fault": "the unit's fault latch is clear",
    "software": "every installed file is as it was released, and was compared again",
    "service": "ended by {by}",
    "host": "no host turns play off any more",
}


def why_held(reason: str, about: Data) -> str:
    """Why the table stands still; an older Boxcars left its own words."""
    return _why_held(reason, about).format_map(about)[:300] if "words" not in about else str(about["words"])


def _why_held(reason: str, about: Data) -> str:
    match about:
        case {"faults": faults}:
            return ", ".join(faults)
        case {"doors": doors}:
            return "; ".join(f"the {door} door was opened while nobody could look" for door in doors)
        case {"door": _, "became": became}:
            return "the {door} door " + ("is open" if became == "open" else "cannot be read, and counts as open")
        case {"link": link}:
            return LINK[link]
        case {"voids": _}:
            return "{voids} rounds in a row are void"
        case {"verdict": _}:
            return "the unit does not take the settings that it is started with"
        case {"known": _} if reason == "unit_changed":
            return "the unit's last roll went back from {known} to {last_roll}"
        case {"act": act, "by": _, "why": _}:
            return ENDED[act]
        case {"why": why} if why and reason != "second_place":
            return "{why}"
    return STANDS.get(reason, reason)


def _why_gone(reason: str, about: Data) -> str:
    if "words" in about:
        return "{words}"
    if reason in GOES_ON:
        return GOES_ON[reason]
    telling = {
        "by": "resumed by {by}",
        "serial": "unit {serial} is linked",
        "how": "the round is {how}",
        "door": "the {door} door is closed",
    }
    return next((text for name, text in telling.items() if name in about), "")


def hold(fact: Data) -> Said:
    """A reason that came or went, and why."""
    reason, about = fact["reason"], fact["about"]
    if fact["on"]:
        return f"{reason} holds", why_held(reason, about)
    return f"{reason} has gone", _why_gone(reason, about).format_map(about)


def test(fact: Data) -> Said:
    """Which test, whose, and what came of it."""
    return f"{fact['test']} by {fact['by']}", _came(fact["came"], fact["seat"], fact["about"])


def _came(came: str, seat: int, about: Data) -> str:
    match about:
        case {"words": words}:
            return str(words)
        case {"faults": faults}:
            return f"still latched: {', '.join(faults)}" if faults else "all clear"
        case {"failures": failures}:
            return f"failed: {', '.join(failures)}" if failures else "passed"
        case {"outcome": outcome, **shown}:
            return figures_in(shown) if outcome == "ok" else str(outcome)
        case {"wrong": wrong}:
            return wrong or "every file is as it was released"
        case {"before": before, "after": after}:
            return f"{f'seat {seat}' if seat else 'service menu'}: {before} became {after or 'as delivered'}"
        case {"cause": cause}:
            return f"seat {seat}: not done, {BROKEN_OFF[cause].format_map(about)}"
    return {
        "touched": f"seat {seat}: {{touched}} of {{fields}} fields",
        "archived": "entries {first} to {last} are in {file} on {medium}",
        "not_done": "not done: {why}",
    }[came].format_map(about)


def software(fact: Data) -> Said:
    """As it was released, or the files that are not."""
    return says("{wrong}: not as in release {release}" if fact["wrong"] else "as in release {release}")(fact)


def act(fact: Data) -> Said:
    """Which act, of whom it was, and who did it."""
    of = " of {whom}" if fact["whom"] else ""
    beside = " with {second}" if fact.get("second") else ""
    return says("{act}" + of + " by {by}" + beside + " ({role})", "{reason}")(fact)


def person(fact: Data) -> Said:
    """What became of somebody; who did it, if somebody else."""
    by = ", by {by}" if fact["change"] in ("added", "role", "pin", "unlocked") and fact["by"] != fact["name"] else ""
    return says(PEOPLE[fact["change"]] + by)(fact)


def entry(fact: Data) -> Said:
    """Who came or went, or was not let in."""
    did = fact["did"].replace("_", " ")
    return f"{fact['operator'] or 'somebody'} {did} at {fact['station']}", fact["why"]


def faults(fact: Data) -> Said:
    """Their names."""
    return ", ".join(fact["faults"]) or "all clear", ""


def seat(fact: Data) -> Said:
    """What became of a seat, and for how much or by whom; an older Boxcars left its own words."""
    if fact["amount"] and "words" not in fact:
        return fact["change"], plain_text({"amount": fact["amount"]})
    return fact["change"], fact.get("words", OF_A_SEAT.get(fact["change"], "")).format_map(fact)


def jackpots(fact: Data) -> Said:
    """A roll that has hit, and who waits for the floor's word."""
    of = "; ".join(f"{name}: seat {', '.join(seats)}" for name, seats in fact["hits"].items())
    return f"roll {fact['roll']} has hit {of}", ""


def move(fact: Data) -> Said:
    """Money on its way, with every name of it."""
    way = "in" if fact["into_seat"] else "out"
    named = {"move": fact["move"], "reference": fact["reference"], "by": fact.get("operator", "")}
    named = {name: value for name, value in named.items() if value}
    typed = {name: fact[name] for name in ("amount", "into_seat", "instrument", "state")}
    return f"{fact['amount']} {way} by {fact['instrument']}: {fact['state']}", plain_text(named | typed)


def settings(fact: Data) -> Said:
    """Which settings changed, with old and new."""
    return f"{', '.join(sorted(fact['new']))} changed by {fact['by']}", plain_text(without_type(fact))


def refused(fact: Data) -> Said:
    """An operator's act that was not done; or the core's own refusal."""
    return (f"{fact['act']} by {fact['operator']} refused" if "act" in fact else fact["code"]), fact["reason"]
