"""What older Boxcars wrote, read as what it is called now. Nobody else reads an old sentence.

A journal is never rewritten, and what it counted and logged it did as its own time did. So what could not be known then
is left unsaid, and whoever counts sees that.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from controller.facts.english import plain_text
from controller.facts.kinds import FaultName
from controller.facts.table import FACTS, in_words, logged, sentence
from controller.table.records import FACES_WERE, to_json, with_shown
from controller.table.staff.said import ActRecord, meant

Data = Mapping[str, Any]

TYPED_SINCE = 4
"""The first books that keep a line of the event log as a fact with its fields; before it was a sentence."""
AMOUNTS_SINCE = 3
"""The first books that tell the amount of a movement by name."""

# ---- facts that were notes: until November 2026 `{"type": "Noted", "what": …, "details": …}` ----------------------

BY = r"(?:, by (?P<by>.+))?"
UNIT = r"serial (?P<serial>\d+), last roll (?P<last_roll>\d+)"
DID = "signed in|signed out|wrong pin|short pin|turned away|refused"
NOTES: dict[str, list[tuple[str, str, Data]]] = {
    "door": [
        (r"(?P<door>\w+) (?P<became>open|closed)", "DoorChanged", {"was": None}),
        (r"(?P<door>\w+) cannot be read, counts as open", "DoorChanged", {"became": "unread", "was": None}),
        (
            r"the (?P<door>\w+) door was opened while nobody could look",
            "DoorChanged",
            {"became": "latched", "was": None},
        ),
    ],
    "key": [
        (r"(?P<key>\w+) turned", "KeySwitched", {"on": True}),
        (r"(?P<key>\w+) turned back", "KeySwitched", {"on": False}),
    ],
    "software": [
        (r"as in release (?P<release>.*)", "SoftwareCompared", {"wrong": ""}),
        (r"(?P<wrong>.*): not as in release (?P<release>.*)", "SoftwareCompared", {}),
    ],
    "second_place": [(r"(?P<code>\w+): (?P<why>.*)", "HeadCopyChecked", {})],
    "dice_unit": [(UNIT, "UnitMet", {})],
    "unit_accepted": [(UNIT + BY, "UnitAccepted", {})],
    "shake_refused": [(r"throw (?P<roll_id>\d+): (?P<verdict>\w+)", "ShakeDenied", {})],
    "dice_changed": [(r"(?P<marks>.*), by (?P<by>.+)", "DiceReplaced", {})],
    "operator_act": [(r"(?P<act>\w+)(?: of (?P<whom>.+?))? by (?P<by>.+) \((?P<role>\w+)\)", "ActDone", {"seat": 0})],
    "person": [
        (r"the PINs of all others are lost.*", "PersonChanged", {"name": "", "change": "pins_lost"}),
        (r"(?P<name>\S+) \((?P<role>\w+)\) removed by (?P<by>.+)", "PersonChanged", {"change": "removed"}),
        (r"(?P<name>\S+) is (?P<role>\w+)" + BY, "PersonChanged", {"change": "added"}),
        (r"(?P<name>\S+) was (?P<was>\w+), is (?P<role>\w+)" + BY, "PersonChanged", {"change": "role"}),
        (r"(?P<name>\S+) has another PIN" + BY, "PersonChanged", {"change": "pin"}),
        (r"(?P<name>\S+) may try again" + BY, "PersonChanged", {"change": "unlocked"}),
    ],
    "entry": [(rf"(?P<operator>.*) (?P<did>{DID}) at (?P<station>.*)", "StationEntered", {})],
    "power_off": [(r"switched off by (?P<by>.+?): (?P<why>.*)", "MachineEnds", {"act": "power_off"})],
    "restart": [(r"started anew by (?P<by>.+?): (?P<why>.*)", "MachineEnds", {"act": "restart"})],
    "restarted": [(r"while (?P<phase>\w+)", "ControllerStarted", {})],
}
"""What was noted → the sentences it was noted with, the fact of today, and what its sentence left unsaid."""

WHOLE_NUMBERS: tuple[str, ...] = ("serial", "last_roll", "roll_id")
WERE_NOTES = {kind for readings in NOTES.values() for _, kind, _ in readings} - {"DoorChanged"}


def _note(note: Data, event: Data) -> Data:
    """The fact that this sentence told."""
    for pattern, kind, unsaid in NOTES[note["what"]]:
        found = re.fullmatch(pattern, note["details"], re.DOTALL)
        if found is not None:
            return _completed(kind, {**unsaid, **found.groupdict("")}, event)
    raise ValueError(f"no Boxcars ever noted of {note['what']}: {note['details'][:80]}")


def _completed(kind: str, said: dict[str, Any], event: Data) -> Data:
    """What the event tells besides, and who did it where that went without saying."""
    if kind == "PersonChanged":
        said = {"role": "", "was": "", **said, "by": said.get("by") or said["name"]}
    elif kind == "StationEntered":
        told = {name: event.get(name, said[name]) for name in ("operator", "station")}
        said |= {"did": said["did"].replace(" ", "_"), "why": event.get("why", ""), **told}
    elif kind in ("ActDone", "UnitAccepted"):
        said |= {"reason": str(event.get("reason") or event.get("reference", ""))}
        if kind == "ActDone":
            said["seat"] = event.get("seat", 0)
    numbers = {name: int(said[name]) for name in WHOLE_NUMBERS if name in said}
    return {"type": kind, **said, **numbers}


# ---- facts with other fields --------------------------------------------------------------------------------------

RENAMED = {
    "BooksTurned": {"what": "of"},
    "Ignored": {"what": "event"},
    "Malfunction": {"what": "details"},
}


def _renamed(fact: Data, _event: Data) -> Data:
    names = RENAMED[fact["type"]]
    return {names.get(name, name): value for name, value in fact.items()}


def _seat(fact: Data, _event: Data) -> Data:
    """`by boris`, `large_win, by boris`; before amounts were typed `won 500 in one roll`, `500 to be paid by hand`."""
    details, kind = fact["details"], {"type": fact["type"], "seat": fact["seat"], "change": fact["what"]}
    if fact["what"] in ("large_win", "hand_pay"):
        said = re.search(r"\d+", details)
        amount = {"amount": int(said[0]), "words": details} if said else {"amount": fact.get("amount")}
        return {**kind, "by": "", "lock": "", **amount}
    lock, _, by = details.rpartition("by ")
    return {**kind, "by": by, "lock": lock.removesuffix(", "), "amount": None}


def _hold(fact: Data, _event: Data) -> Data:
    about = {"words": fact["details"]}
    return {"type": fact["type"], "reason": fact["reason"], "on": fact["on"], "about": about}


def _test(fact: Data, event: Data) -> Data:
    """Only the events of a screen said whose it was."""
    seat = event["seat"] if event["type"] in OF_A_SCREEN else 0
    told = {"test": fact["what"], "by": fact["by"], "seat": seat}
    return {"type": fact["type"], **told, "came": "", "about": {"words": fact["told"]}}


OF_A_SCREEN = {"TouchTested", "SeatLeft"}
"""The events that ended a test of the screen of their own seat."""
READS: dict[str, tuple[str, Callable[[Data, Data], Data]]] = {
    "Noted": ("what", _note),
    "SeatChanged": ("what", _seat),
    "HoldChanged": ("details", _hold),
    "TrialEnded": ("what", _test),
    **{kind: (next(iter(names)), _renamed) for kind, names in RENAMED.items()},
    **{kind: ("faces", lambda fact, _event: with_shown(fact)) for kind in FACES_WERE},
}
"""Kind of record → the field by which an old one is known, and how it is read."""


def as_now(decision: Data, event: Data) -> Data:
    """This decision, with the event it came of, in the words of today."""
    old = READS.get(decision["type"])
    return decision if old is None or old[0] not in decision else old[1](decision, event)


def facts_of(entry: Data) -> list[Data]:
    """What an entry decided, in the words of today."""
    event = entry["event"]
    return [as_now(told, event) if told["type"] in READS else told for told in entry["decisions"]]


# ---- events -------------------------------------------------------------------------------------------------------

FAULT_BITS: tuple[FaultName, ...] = (
    "motor_stall",
    "motor_over_current",
    "sensor_dead",
    "sensor_dirty",
    "dice_missing",
    "over_temperature",
    "memory",
    "supply_low",
)
OTHER_FAULT = 1 << 15


def event_as_now(event: Data) -> Data:
    """This event in the words of today: a fault latch was a number, what came of a test a sentence; and of an act
    what nobody takes of it was recorded too."""
    if event["type"] == "OperatorAct":
        return to_json(meant(ActRecord(**{name: value for name, value in event.items() if name != "type"})))
    if event["type"] == "UnitTested" and "told" in event:
        return {"type": "UnitTested", "what": event["what"], "came": "not_done", "about": {"words": event["told"]}}
    latch = event.get("faults")
    if not isinstance(latch, int):
        return with_shown(event)
    named = [name for bit, name in enumerate(FAULT_BITS) if latch >> bit & 1]
    return {**event, "faults": [*named, *(["unknown"] if latch & OTHER_FAULT else [])]}


# ---- lines of the event log ---------------------------------------------------------------------------------------

Line = tuple[str, int, str, str]
"""Kind, seat, text and details."""


def lines_then(event: Data, facts: Iterable[Data], books: int) -> list[Line]:
    """What an entry left in the log when a line was a sentence."""
    rows = [_line_then(kind, fact, event, books) for kind, fact in logged(facts, event)]
    return [*_of_the_event(event), *rows]


def _of_the_event(event: Data) -> list[Line]:
    if event["type"] == "Restarted":
        return [("power", 0, "the controller started", "")]
    return [("fault", 0, f"fault latch 0x{event['faults']:04x}", "")] if event["type"] == "FaultsChanged" else []


def _line_then(kind: str, fact: Data, event: Data, books: int) -> Line:
    text, details = sentence(fact)
    seat = event.get("seat", 0) if fact["type"] in WERE_NOTES else fact.get("seat", 0)
    if fact["type"] == "ControllerStarted":
        kind, text, details = "dice_unit", details, ""
    elif fact["type"] == "MoveChanged" and books < AMOUNTS_SINCE:
        told = json.loads(details)
        details = plain_text({name: told[name] for name in ("move", "reference", "by") if name in told})
    return kind, seat, text, details


def fact_of_line(kind: str, seat: int, text: str, details: str) -> dict[str, Any] | None:
    """The word and the fields of an old line, as far as it tells them; None where it is a sentence alone."""
    told = json.loads(details) if details.startswith("{") else {}
    if kind == "seat":
        old = {"seat": seat, "what": text, "details": "" if told else details, **told}
        return in_words(_seat({"type": "SeatChanged", **old}, {}))
    if told:
        return {"what": kind, "seat": seat, **told} if kind != "cash" or "amount" in told else None
    if kind == "test":
        test, _, by = text.partition(" by ")
        old = {"type": "TrialEnded", "what": test, "by": by, "told": details}
        return {**in_words(_test(old, {"type": ""})), "seat": seat}
    if kind == "hold" and text.endswith((" holds", " has gone")):
        about = {"reason": text.split()[0], "on": text.endswith("holds"), "details": details}
        return in_words(_hold({"type": "HoldChanged", **about}, {}))
    for what, readings in NOTES.items():
        for pattern, type, _ in readings:
            if FACTS[type].kind == kind and re.fullmatch(pattern, text, re.DOTALL):
                event = {"seat": seat, "reason": details, "why": details}
                return in_words(_note({"what": what, "details": text}, event))
    return None
