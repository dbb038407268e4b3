"""What a person can order the emulated unit to do: every misbehaviour, by name, with what may follow it.

`ORDERS` is the whole list; the control socket, the help text and the tests all read it.
"""

from tools.emulators.common.line_orders import count, line_orders
from tools.emulators.common.orders import BadOrder, Order, choice, exactly, obey, one, seconds, whole
from tools.emulators.wheel import wire
from tools.emulators.wheel.contradictions import CONTRADICTIONS, FIELDS, with_fields
from tools.emulators.wheel.fate import OUTCOMES, parse_fate
from tools.emulators.wheel.spin import DONE, LANDED, LAUNCHED, LEAVING, PARTS, TURNING, WAITING
from tools.emulators.wheel.trouble import SENT, PowerCut
from tools.emulators.wheel.unit import FAULTS, Unit

STAGES = {
    "waiting": WAITING,
    "launched": LAUNCHED,
    "turning": TURNING,
    "falling": LEAVING,
    "landed": LANDED,
    "done": DONE,
}
AT_ANY_TIME = tuple(name for name in OUTCOMES if name not in ("ok", "same-direction", "not-spun", "few-revolutions"))
"""Outcomes that contradict nothing which the unit has measured so far."""
PRETENCES = {"unknown": wire.UNKNOWN_SPIN, "under-way": wire.UNDER_WAY}
TEST_BITS = 7


# ---- the spin -------------------------------------------------------------------------------------------------------


def _next(unit: Unit, words: list[str], _: float) -> None:
    try:
        unit.wheel.fates.first.append(parse_fate(words))
    except ValueError as error:
        raise BadOrder(str(error)) from None


def _now(unit: Unit, words: list[str], now: float) -> None:
    outcome = choice(one(words), AT_ANY_TIME)
    if unit.wheel.spin is None:
        raise BadOrder("no spin is under way")
    unit.wheel.end(outcome, now)


def _contradict(unit: Unit, words: list[str], _: float) -> None:
    unit.trouble.contradiction = CONTRADICTIONS[choice(one(words), CONTRADICTIONS)]


def _say(unit: Unit, words: list[str], _: float) -> None:
    if not words or any("=" not in word for word in words):
        raise BadOrder(f"fields with their values are wanted: {', '.join(FIELDS)}")
    pairs = [word.split("=", 1) for word in words]
    fields = {choice(field, FIELDS): whole(value, *FIELDS[field]) for field, value in pairs}
    unit.trouble.contradiction = with_fields(fields)


def _time(unit: Unit, words: list[str], _: float) -> None:
    part, length = exactly(words, 2)
    unit.trouble.times[choice(part, PARTS)] = seconds([length])


def _skip(unit: Unit, words: list[str], _: float) -> None:
    unit.trouble.skipped.add(whole(one(words), LAUNCHED, LANDED))


def _second_look(unit: Unit, words: list[str], _: float) -> None:
    unit.trouble.second_looks = count(words)


# ---- power, cover, faults -------------------------------------------------------------------------------------------


def _power_cut(unit: Unit, words: list[str], now: float) -> None:
    unread = words[-1:] == ["unread"]
    length, *stage = (words[:-1] if unread else words) or [""]
    if stage:
        unit.trouble.cut = PowerCut(STAGES[choice(one(stage), STAGES)], seconds([length]), unread)
    else:
        unit.trouble.unread = unread
        unit.cut_power(seconds([length]), now)


def _reboot(unit: Unit, words: list[str], now: float) -> None:
    exactly(words, 0)
    unit.cut_power(0.001, now)


def _cover(unit: Unit, words: list[str], now: float) -> None:
    unit.move_cover(choice(one(words), ("open", "close")) == "open", now)


def _fault(unit: Unit, words: list[str], now: float) -> None:
    stuck = words[1:] == ["stuck"]
    fault = choice(one(words[:1] if stuck else words), FAULTS)
    if stuck:
        unit.trouble.stuck_faults |= 1 << FAULTS[fault]
    unit.fail(fault, now)


def _temperature(unit: Unit, words: list[str], _: float) -> None:
    unit.temperature = whole(one(words), -128, 127)


def _ail(unit: Unit, words: list[str], _: float) -> None:
    unit.trouble.failing = whole(one(words), 0, 2**TEST_BITS - 1)


# ---- honesty --------------------------------------------------------------------------------------------------------


def _forge(unit: Unit, words: list[str], _: float) -> None:
    unit.trouble.forge_macs = count(words)


def _repeat_old(unit: Unit, words: list[str], _: float) -> None:
    exactly(words, 0)
    unit.report(wire.SPUN, _kept(unit))


def _retell(unit: Unit, words: list[str], _: float) -> None:
    told = whole(one(words), 0, 36)
    if not unit.wheel.memory.result(unit.wheel.memory.last_spin):
        raise BadOrder("the last spin has no result")
    unit.wheel.retell(told)


def _unasked(unit: Unit, words: list[str], _: float) -> None:
    last = unit.wheel.memory.last_spin
    spin_id = whole(one(words), *FIELDS["spin_id"]) if words else last + 1000
    found = wire.Spun(spin_id, OUTCOMES["ok"], 17, 12, 1, -17, 23410)
    chance = unit.trouble.chance  # nobody's key, and of a seeded evening the same again
    unit.report(wire.SPUN, found.signed(chance.randbytes(16), chance.randbytes(8)))


def _ball(unit: Unit, words: list[str], _: float) -> None:
    stage, revolutions, *spin = words if len(words) in (2, 3) else exactly(words, 2)
    spin_id = whole(spin[0], *FIELDS["spin_id"]) if spin else unit.wheel.memory.last_spin
    unit.report(wire.BALL, wire.BALL_LAYOUT.pack(spin_id, whole(stage, 0, 255), whole(revolutions, 0, 255)))


def _forget(unit: Unit, words: list[str], _: float) -> None:
    exactly(words, 0)
    unit.wheel.memory.results.clear()
    unit.wheel.store()


def _pretend(unit: Unit, words: list[str], _: float) -> None:
    answer, *often = words or [""]
    unit.trouble.pretends = (PRETENCES[choice(answer, PRETENCES)], count(often))


# ---- the line -------------------------------------------------------------------------------------------------------


def _well(unit: Unit, words: list[str], _: float) -> None:
    exactly(words, 0)
    unit.trouble.end()
    unit.wheel.fates.first.clear()


def _kept(unit: Unit) -> bytes:
    oldest = unit.wheel.memory.oldest()
    if oldest is None:
        raise BadOrder("there is no old result yet: spin once")
    return oldest


ORDERS: dict[str, Order[Unit]] = {
    "next": Order("NUMBER | OUTCOME", f"how the next spin ends: 17, few-revolutions 2, {', '.join(OUTCOMES)}", _next),
    "now": Order("OUTCOME", f"the spin under way ends so, at once: {', '.join(AT_ANY_TIME)}", _now),
    "contradict": Order("NAME", f"the next result contradicts itself: {', '.join(CONTRADICTIONS)}", _contradict),
    "say": Order("FIELD=VALUE …", f"the next result in bare numbers, sound or not: {', '.join(FIELDS)}", _say),
    "time": Order("PART SECONDS", f"so long, in the next spin: {', '.join(PARTS)}; also too long or too short", _time),
    "skip": Order("STAGE", "do not report stage 1 to 4 of the next spin", _skip),
    "second-look": Order("[N]", "the sensor looks twice in the next N spins", _second_look),
    "power-cut": Order(
        "SECONDS [STAGE] [unread]",
        f"no power, now or from the middle of a stage ({', '.join(STAGES)}); unread, the ball cannot be read then",
        _power_cut,
    ),
    "reboot": Order("", "restart the firmware now", _reboot),
    "cover": Order("open | close", "move the cover of the wheel", _cover),
    "fault": Order("NAME [stuck]", f"latch a fault ({', '.join(FAULTS)}); stuck, CLEAR does not help", _fault),
    "temperature": Order("DEGREES", "be this warm", _temperature),
    "ail": Order("BITMAP", "what self-tests find from now on", _ail),
    "forge": Order("[N]", "wrong MACs on the next N results", _forge),
    "repeat-old": Order("", "report the oldest result kept once more", _repeat_old),
    "retell": Order("NUMBER", "report the last spin again with another number, soundly signed", _retell),
    "unasked": Order("[ID]", "report a spin that nobody asked for, with the MAC of another key", _unasked),
    "ball": Order("STAGE REVOLUTIONS [ID]", "report a stage in bare numbers, of the last spin or of another", _ball),
    "forget": Order("", "lose the results that are kept", _forget),
    "pretend": Order("unknown | under-way [N]", "answer the next N RESULTs so, whatever is so", _pretend),
    **line_orders(SENT, "SPIN"),
    "well": Order("", "end all misbehaviour (the cover and latched faults stay)", _well),
}


def follow(unit: Unit, words: list[str], now: float) -> None:
    """Do as ordered, or BadOrder."""
    obey(ORDERS, unit, words, now)


def describe(unit: Unit, now: float) -> dict[str, object]:
    """The unit at a glance, for `show`."""
    memory = unit.wheel.memory
    return {
        "model": unit.model,
        "serial": unit.serial,
        "boot_id": memory.boot_id,
        "state": unit.state(now),
        "stage": unit.wheel.stage(),
        "cover_open": unit.cover_open,
        "faults": memory.faults,
        "last_spin": memory.last_spin,
        "spins": memory.spins,
        "lamp": list(unit.lamp),
        "results": {spin_id: vars(wire.unpacked(bytes.fromhex(result))) for spin_id, result in memory.results.items()},
    }
