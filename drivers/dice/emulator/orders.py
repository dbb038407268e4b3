"""What a person can order the emulated unit to do: every misbehaviour, by name, with what may follow it.

`ORDERS` is the whole list; the control socket, the help text and the tests all read it.
"""

import struct
from collections.abc import Callable
from dataclasses import dataclass

from drivers.dice.emulator import wire
from drivers.dice.emulator.dice import OUTCOMES, Thrown, parse_throw
from drivers.dice.emulator.trouble import Trouble
from drivers.dice.emulator.unit import FAULTS, RESULT_LAYOUT, Unit

LONGEST_SECONDS = 3600.0
TEST_BITS = 5


class BadOrder(Exception):
    """An order that cannot be followed; the text says what is allowed."""


@dataclass(frozen=True)
class Order:
    usage: str
    purpose: str
    follow: Callable[[Unit, list[str], float], None]


def _next(unit: Unit, words: list[str], _: float) -> None:
    try:
        unit.box.first.append(parse_throw(words))
    except ValueError as error:
        raise BadOrder(str(error)) from None


def _impossible(unit: Unit, words: list[str], _: float) -> None:
    outcome, die_a, die_b = (_whole(word, 0, 255) for word in _exactly(words, 3))
    unit.box.first.append(Thrown(outcome, die_a, die_b))


def _lose(unit: Unit, words: list[str], _: float) -> None:
    unit.trouble.lose_replies = _whole(_one(words), 0, 1_000_000)


def _flip(unit: Unit, words: list[str], _: float) -> None:
    unit.trouble.flip_rate = _number(_one(words), 0.0, 1.0)


def _babble(unit: Unit, words: list[str], now: float) -> None:
    unit.trouble.babble_until = now + _seconds(words)
    unit.trouble.next_noise = now


def _freeze(unit: Unit, words: list[str], now: float) -> None:
    unit.trouble.frozen_until = now + _seconds(words)


def _reboot(unit: Unit, words: list[str], now: float) -> None:
    _exactly(words, 0)
    unit.cut_power(0.001, now)


def _power_cut(unit: Unit, words: list[str], now: float) -> None:
    if words[-1:] == ["mid-shake"]:
        unit.trouble.cut_in_shake = _seconds(words[:-1])
    else:
        unit.cut_power(_seconds(words), now)


def _lid(unit: Unit, words: list[str], now: float) -> None:
    unit.move_lid(_choice(_one(words), ("open", "close")) == "open", now)


def _fault(unit: Unit, words: list[str], now: float) -> None:
    stuck = words[1:] == ["stuck"]
    bit = FAULTS[_choice(_one(words[:1] if stuck else words), tuple(FAULTS))]
    if stuck:
        unit.trouble.stuck_faults |= 1 << bit
    unit.fail(bit, now)


def _forge(unit: Unit, words: list[str], _: float) -> None:
    unit.trouble.forge_macs = _whole(words[0] if words else "1", 0, 1000)


def _repeat_old(unit: Unit, words: list[str], _: float) -> None:
    _exactly(words, 0)
    if not unit.memory.results:
        raise BadOrder("there is no old result yet: roll once")
    unit.report(wire.ROLLED, bytes.fromhex(unit.memory.results[min(unit.memory.results, key=int)]))


def _unasked(unit: Unit, words: list[str], _: float) -> None:
    _exactly(words, 0)
    made_up = RESULT_LAYOUT.pack(unit.memory.last_roll + 1000, OUTCOMES["ok"], 6, 6, 1, 2000, 0)
    unit.report(wire.ROLLED, made_up + bytes(8))


def _serial(unit: Unit, words: list[str], _: float) -> None:
    unit.serial = _whole(_one(words), 0, 2**32 - 1)


def _model(unit: Unit, words: list[str], _: float) -> None:
    model = _one(words)
    if not model.isascii() or len(model) > 8:
        raise BadOrder(f"{model}: a model is up to 8 ASCII characters")
    unit.model = model


def _version(unit: Unit, words: list[str], _: float) -> None:
    unit.trouble.protocol = _whole(_one(words), 0, 255)


def _slow(unit: Unit, words: list[str], _: float) -> None:
    unit.trouble.reply_delay = _whole(_one(words), 0, 60_000) / 1000


def _stall(unit: Unit, words: list[str], _: float) -> None:
    unit.trouble.stalls = _whole(_one(words), 0, 200)


def _temperature(unit: Unit, words: list[str], _: float) -> None:
    unit.temperature = _whole(_one(words), -128, 127)


def _ail(unit: Unit, words: list[str], _: float) -> None:
    unit.trouble.failing = _whole(_one(words), 0, 2**TEST_BITS - 1)


def _well(unit: Unit, words: list[str], _: float) -> None:
    _exactly(words, 0)
    unit.trouble = Trouble(chance=unit.trouble.chance)
    unit.box.first.clear()


ORDERS = {
    "next": Order("A B | OUTCOME", "how the next shake ends: two faces, leaning, never-rest …", _next),
    "impossible": Order("OUTCOME A B", "the next result in bare numbers, sound or not: impossible 0 0 7", _impossible),
    "lose": Order("N", "lose the next N replies", _lose),
    "flip": Order("RATE", "flip a bit in each byte with this chance, both ways", _flip),
    "babble": Order("SECONDS", "noise on the line between the frames", _babble),
    "freeze": Order("SECONDS", "neither hear nor speak", _freeze),
    "reboot": Order("", "restart the firmware now", _reboot),
    "power-cut": Order("SECONDS [mid-shake]", "no power from now, or from the middle of the next shake", _power_cut),
    "lid": Order("open | close", "move the lid of the dome", _lid),
    "fault": Order("NAME [stuck]", f"latch a fault ({', '.join(FAULTS)}); stuck, CLEAR does not help", _fault),
    "forge": Order("[N]", "wrong MACs on the next N results", _forge),
    "repeat-old": Order("", "report the oldest result kept once more", _repeat_old),
    "unasked": Order("", "report a roll that nobody asked for", _unasked),
    "serial": Order("N", "be the unit with another serial number", _serial),
    "model": Order("NAME", "be a unit of another model", _model),
    "version": Order("N", "speak another protocol version", _version),
    "slow": Order("MILLISECONDS", "answer this much later", _slow),
    "stall": Order("N", "the motor stalls and restarts N times in the next shake", _stall),
    "temperature": Order("DEGREES", "be this warm", _temperature),
    "ail": Order("BITMAP", "what self-tests find from now on", _ail),
    "well": Order("", "end all misbehaviour (the lid and latched faults stay)", _well),
}


def follow(unit: Unit, words: list[str], now: float) -> None:
    """Do as ordered, or BadOrder."""
    order = ORDERS.get(words[0]) if words else None
    if order is None:
        raise BadOrder(f"{words[0] if words else 'nothing'}: allowed are {', '.join(ORDERS)}, unplug, show")
    try:
        order.follow(unit, words[1:], now)
    except BadOrder as error:
        raise BadOrder(f"{words[0]}: {error}; usage: {words[0]} {order.usage}") from None


def describe(unit: Unit, now: float) -> dict[str, object]:
    """The unit at a glance, for `show`."""
    memory = unit.memory
    return {
        "model": unit.model,
        "serial": unit.serial,
        "boot_id": memory.boot_id,
        "state": unit.state(now),
        "lid_open": unit.lid_open,
        "faults": memory.faults,
        "last_roll": memory.last_roll,
        "shakes": memory.shakes,
        "lamp": list(unit.lamp),
        "rolls": {
            roll_id: list(struct.unpack(">BBB", bytes.fromhex(result)[8:11]))
            for roll_id, result in memory.results.items()
        },
    }


def seconds_of(words: list[str]) -> float:
    """One word as a bounded number of seconds, or BadOrder."""
    return _seconds(words)


def _exactly(words: list[str], count: int) -> list[str]:
    if len(words) != count:
        raise BadOrder(f"{len(words)} words follow, {count} are wanted")
    return words


def _one(words: list[str]) -> str:
    return _exactly(words, 1)[0]


def _seconds(words: list[str]) -> float:
    return _number(_one(words), 0.0, LONGEST_SECONDS)


def _whole(word: str, least: int, most: int) -> int:
    if not word.lstrip("-").isascii() or not word.lstrip("-").isdigit() or not least <= int(word) <= most:
        raise BadOrder(f"{word}: allowed is a whole number from {least} to {most}")
    return int(word)


def _number(word: str, least: float, most: float) -> float:
    try:
        value = float(word)
    except ValueError:
        value = float("nan")
    if not least <= value <= most:
        raise BadOrder(f"{word}: allowed is a number from {least:g} to {most:g}")
    return value


def _choice(word: str, allowed: tuple[str, ...]) -> str:
    if word not in allowed:
        raise BadOrder(f"{word}: allowed are {', '.join(allowed)}")
    return word
