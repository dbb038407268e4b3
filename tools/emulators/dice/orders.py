"""What a person can order the emulated unit to do: every misbehaviour, by name, with what may follow it.

`ORDERS` is the whole list; the control socket, the help text and the tests all read it.
"""

import struct

from tools.emulators.common.line_orders import ON_ANY_LINE, WHO_IT_IS
from tools.emulators.common.orders import BadOrder, Order, choice, exactly, obey, one, seconds, whole
from tools.emulators.dice import wire
from tools.emulators.dice.dice import OUTCOMES, Thrown, parse_throw
from tools.emulators.dice.trouble import FAULTS, Trouble
from tools.emulators.dice.unit import RESULT_LAYOUT, Unit

TEST_BITS = 5


def _next(unit: Unit, words: list[str], _: float) -> None:
    try:
        unit.box.first.append(parse_throw(words))
    except ValueError as error:
        raise BadOrder(str(error)) from None


def _impossible(unit: Unit, words: list[str], _: float) -> None:
    outcome, die_a, die_b = (whole(word, 0, 255) for word in exactly(words, 3))
    unit.box.first.append(Thrown(outcome, die_a, die_b))


def _lose(unit: Unit, words: list[str], _: float) -> None:
    unit.trouble.lose_replies = whole(one(words), 0, 1_000_000)


def _reboot(unit: Unit, words: list[str], now: float) -> None:
    exactly(words, 0)
    unit.cut_power(0.001, now)


def _power_cut(unit: Unit, words: list[str], now: float) -> None:
    if words[-1:] == ["mid-shake"]:
        unit.trouble.cut_in_shake = seconds(words[:-1])
    else:
        unit.cut_power(seconds(words), now)


def _lid(unit: Unit, words: list[str], now: float) -> None:
    unit.move_lid(choice(one(words), ("open", "close")) == "open", now)


def _fault(unit: Unit, words: list[str], now: float) -> None:
    stuck = words[1:] == ["stuck"]
    bit = FAULTS[choice(one(words[:1] if stuck else words), tuple(FAULTS))]
    if stuck:
        unit.trouble.stuck_faults |= 1 << bit
    unit.fail(bit, now)


def _forge(unit: Unit, words: list[str], _: float) -> None:
    unit.trouble.forge_macs = whole(words[0] if words else "1", 0, 1000)


def _repeat_old(unit: Unit, words: list[str], _: float) -> None:
    exactly(words, 0)
    if not unit.memory.results:
        raise BadOrder("there is no old result yet: roll once")
    unit.report(wire.ROLLED, bytes.fromhex(unit.memory.results[min(unit.memory.results, key=int)]))


def _unasked(unit: Unit, words: list[str], _: float) -> None:
    exactly(words, 0)
    made_up = RESULT_LAYOUT.pack(unit.memory.last_roll + 1000, OUTCOMES["ok"], 6, 6, 1, 2000, 0)
    unit.report(wire.ROLLED, made_up + bytes(8))


def _slow(unit: Unit, words: list[str], _: float) -> None:
    unit.trouble.reply_delay = whole(one(words), 0, 60_000) / 1000


def _stall(unit: Unit, words: list[str], _: float) -> None:
    unit.trouble.stalls = whole(one(words), 0, 200)


def _temperature(unit: Unit, words: list[str], _: float) -> None:
    unit.temperature = whole(one(words), -128, 127)


def _ail(unit: Unit, words: list[str], _: float) -> None:
    unit.trouble.failing = whole(one(words), 0, 2**TEST_BITS - 1)


def _well(unit: Unit, words: list[str], _: float) -> None:
    exactly(words, 0)
    unit.trouble = Trouble(chance=unit.trouble.chance)
    unit.box.first.clear()


ORDERS: dict[str, Order[Unit]] = {
    "next": Order("A B | OUTCOME", "how the next shake ends: two faces, leaning, never-rest …", _next),
    "impossible": Order("OUTCOME A B", "the next result in bare numbers, sound or not: impossible 0 0 7", _impossible),
    "lose": Order("N", "lose the next N replies", _lose),
    **ON_ANY_LINE,
    "reboot": Order("", "restart the firmware now", _reboot),
    "power-cut": Order("SECONDS [mid-shake]", "no power from now, or from the middle of the next shake", _power_cut),
    "lid": Order("open | close", "move the lid of the dome", _lid),
    "fault": Order("NAME [stuck]", f"latch a fault ({', '.join(FAULTS)}); stuck, CLEAR does not help", _fault),
    "forge": Order("[N]", "wrong MACs on the next N results", _forge),
    "repeat-old": Order("", "report the oldest result kept once more", _repeat_old),
    "unasked": Order("", "report a roll that nobody asked for", _unasked),
    **WHO_IT_IS,
    "slow": Order("MILLISECONDS", "answer this much later", _slow),
    "stall": Order("N", "the motor stalls and restarts N times in the next shake", _stall),
    "temperature": Order("DEGREES", "be this warm", _temperature),
    "ail": Order("BITMAP", "what self-tests find from now on", _ail),
    "well": Order("", "end all misbehaviour (the lid and latched faults stay)", _well),
}


def follow(unit: Unit, words: list[str], now: float) -> None:
    """Do as ordered, or BadOrder."""
    obey(ORDERS, unit, words, now)


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
