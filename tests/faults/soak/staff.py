"""What people of the staff, or whoever stands at a station with a key turned, do at worst."""

from typing import Any

from tests.faults.soak.machine import BOARD, Machine, Visitor
from tests.faults.soak.visitors import Crowd, Guest, Heard

EVIL = ("a\x1b[2Jb", "a\nb", "a\x00b", "\x07", "a\u202eb", "\u2028")
FRACTIONS: tuple[dict[str, Any], ...] = (
    {"act": "hold", "change": {"x": 1.5}},
    {"act": "resume", "change": {"pin": "0" * 64}},
    {"act": "archive", "reference": "stick", "change": {"keep_days": 7.5}},
    {"act": "archive", "reference": "stick", "change": {"keep_days": 1e308}},
    {"act": "settings", "change": {"bet_time": 30.0}, "confirm": "x"},
    {"act": "credit", "seat": 1, "amount": 1, "change": {"x": 2**63}},
)
TOM, PIN = "tom", "864209"
AT_ONCE = 8


def fraction_in_change(machine: Machine) -> None:
    _refused(machine, **machine.chance.choice(FRACTIONS))


def control_signs_in_words(machine: Machine) -> None:
    words = machine.chance.choice(EVIL)
    _refused(machine, act="hold", reference=words)
    _refused(machine, act="add_person", name=words, new_role="attendant", pin=PIN)


def strange_amounts(machine: Machine) -> None:
    _refused(machine, act="credit", seat=1, amount=machine.chance.choice((-1, 0, 10**30)))


def _refused(machine: Machine, act: str, **fields: Any) -> None:
    """It has to be, in whatever way; the connection may be told that it is no message."""
    if machine.station is not None:
        machine.station.say(
            **{"kind": "act", "id": machine.station.last_id + 1, "session": machine.station.session},
            **{"operator": "ann", "role": "supervisor", "act": act, **fields},
        )
        try:
            answer = machine.station.hear_either({"answer": {}, "not_taken": {}}, patience=machine.patience)
        except TimeoutError:
            machine.station = None
            return
        assert not answer.get("ok"), (act, fields, answer)
        machine.told[answer["code"]] += 1
        machine.station.last_id += answer["kind"] == "answer"


def strange_station(machine: Machine) -> Visitor:
    said = [{"kind": "station_hello", "software": words} for words in EVIL]
    return Guest(machine.commands(machine.chance.choice(("console", "operator"))), said)


def sign_ins_at_once(machine: Machine) -> Visitor:
    """Eight wrong PINs of one person at the same moment, from eight connections."""
    said = [
        {"kind": "station_hello", "software": "rogue"},
        {"kind": "sign_in", "name": TOM, "pin": str(machine.chance.randrange(100_000, 860_000))},
    ]
    role = machine.chance.choice(("console", "operator"))
    return Crowd(Guest(machine.commands(role), said, _nobody_was_let_in) for _ in range(AT_ONCE))


def _nobody_was_let_in(heard: list[Heard]) -> None:
    assert not [message for message in heard if message["kind"] == "session"], heard


def acts_without_a_session(machine: Machine) -> Visitor:
    acts = [
        {"kind": "act", "id": n, "session": "0" * 32, "operator": "ann", "role": "supervisor", "act": act, "seat": 1,
         "amount": 10**6}
        for n, act in enumerate(("credit", "void", "clear", "settings", "hold"), 1)
    ]  # fmt: skip
    return Guest(machine.commands("console"), acts, _nothing_was_done)


def _nothing_was_done(heard: list[Heard]) -> None:
    assert not [message for message in heard if message["kind"] == "answer" and message["ok"]], heard


def turn_a_key(machine: Machine) -> None:
    """The technician with the cabinet open."""
    words = machine.chance.choice(("key OPERATOR off", "key OPERATOR on", "door MAIN open", "door DOME open"))
    machine.order("boards", f"{BOARD} {words}")
