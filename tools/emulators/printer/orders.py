"""What a person can order the emulated printer to do: every misbehaviour, by name, with what may follow it.

`ORDERS` is the whole list; the control socket, the help text and the tests all read it.
"""

from tools.emulators.common.line_orders import count, line_orders
from tools.emulators.common.orders import BadOrder, Order, choice, exactly, obey, one, seconds, whole
from tools.emulators.printer import wire
from tools.emulators.printer.fate import FATES, RUNNING
from tools.emulators.printer.press import ENOUGH, LOW, OUT
from tools.emulators.printer.trouble import CUTS, SENT, PowerCut
from tools.emulators.printer.unit import FAULTS, Unit

PAPER = {"enough": ENOUGH, "low": LOW, "out": OUT}
PRETENCES = {"unknown": wire.UNKNOWN_JOB, "printing": wire.PRINTING_NOW}
FIELDS = ("outcome", "taken")
LAST_JOB = 2**64 - 1
TEST_BITS = 5


# ---- paper ----------------------------------------------------------------------------------------------------------


def _take(unit: Unit, words: list[str], now: float) -> None:
    if words:
        unit.press.take_each(seconds(words), now)
    elif unit.press.memory.bezel:
        unit.press.take()
    else:
        raise BadOrder("nothing is at the bezel")


def _leave(unit: Unit, words: list[str], _: float) -> None:
    exactly(words, 0)
    unit.press.leave()


def _pull(unit: Unit, words: list[str], now: float) -> None:
    exactly(words, 0)
    run = unit.press.run
    if run is None or run.stage < RUNNING or not unit.press.interrupt(FATES["pulled"], now):
        raise BadOrder("no paper is coming out; `next pulled` is for the next one")


def _paper(unit: Unit, words: list[str], now: float) -> None:
    unit.press.load(PAPER[choice(one(words), PAPER)], now)


def _next(unit: Unit, words: list[str], _: float) -> None:
    unit.trouble.next.append(FATES[choice(one(words), FATES)])


def _slow(unit: Unit, words: list[str], _: float) -> None:
    unit.trouble.printing = seconds(words)


# ---- faults and power -----------------------------------------------------------------------------------------------


def _of_a_lid(fault: str) -> Order[Unit]:
    def follow(unit: Unit, words: list[str], now: float) -> None:
        if choice(one(words), ("open", "close")) == "close":
            unit.open.discard(fault)
        elif fault not in unit.open:
            unit.open.add(fault)
            unit.fail(fault, now)

    return Order("open | close", "open, its fault is latched and CLEAR does not help", follow)


def _jam(unit: Unit, words: list[str], now: float) -> None:
    exactly(words, 0)
    _fault(unit, ["jam", "stuck"], now)


def _fault(unit: Unit, words: list[str], now: float) -> None:
    stuck = words[1:] == ["stuck"]
    fault = choice(one(words[:1] if stuck else words), FAULTS)
    if stuck:
        unit.trouble.stuck_faults |= 1 << FAULTS[fault]
    unit.fail(fault, now)


def _mend(unit: Unit, words: list[str], _: float) -> None:
    unit.trouble.stuck_faults &= ~(1 << FAULTS[choice(one(words), FAULTS)])


def _corrupt(unit: Unit, words: list[str], _: float) -> None:
    exactly(words, 0)
    unit.lose_memory()


def _ail(unit: Unit, words: list[str], _: float) -> None:
    unit.trouble.failing = whole(one(words), 0, 2**TEST_BITS - 1)


def _power_cut(unit: Unit, words: list[str], now: float) -> None:
    length, *stage = words or [""]
    if stage:
        unit.trouble.cut = PowerCut(choice(one(stage), CUTS), seconds([length]))
    else:
        unit.cut_power(seconds([length]), now)


def _reboot(unit: Unit, words: list[str], now: float) -> None:
    exactly(words, 0)
    unit.cut_power(0.001, now)


# ---- honesty --------------------------------------------------------------------------------------------------------


def _say(unit: Unit, words: list[str], _: float) -> None:
    if not words or any("=" not in word for word in words):
        raise BadOrder(f"fields with their values are wanted: {', '.join(FIELDS)}")
    pairs = [word.split("=", 1) for word in words]
    unit.trouble.said = {choice(field, FIELDS): whole(value, 0, 0xFF) for field, value in pairs}


def _repeat_old(unit: Unit, words: list[str], _: float) -> None:
    exactly(words, 0)
    results = unit.press.memory.results
    if not results:
        raise BadOrder("there is no old result yet: print once")
    oldest = min(results, key=int)
    unit.report(wire.PRINTED, results[oldest].as_it_was(int(oldest)))


def _unasked(unit: Unit, words: list[str], _: float) -> None:
    unit.report(wire.PRINTED, wire.RESULT_LAYOUT.pack(_job(unit, words), wire.WHOLE, wire.AT_BEZEL))


def _taken(unit: Unit, words: list[str], _: float) -> None:
    unit.report(wire.TAKEN, wire.JOB.pack(_job(unit, words)))


def _job(unit: Unit, words: list[str]) -> int:
    """The job that is named, or one that nobody can have asked for."""
    return whole(one(words), 0, LAST_JOB) if words else unit.press.memory.last_job + 1000


def _forget(unit: Unit, words: list[str], _: float) -> None:
    exactly(words, 0)
    unit.press.memory.results.clear()
    unit.press.store()


def _pretend(unit: Unit, words: list[str], _: float) -> None:
    answer, *often = words or [""]
    unit.trouble.pretends = (PRETENCES[choice(answer, PRETENCES)], count(often))


def _well(unit: Unit, words: list[str], _: float) -> None:
    exactly(words, 0)
    unit.trouble.end()


ORDERS: dict[str, Order[Unit]] = {
    "take": Order("[SECONDS]", "take the paper at the bezel; or from now on each one, so long after it came", _take),
    "leave": Order("", "take nothing by itself any more, as it is at first", _leave),
    "pull": Order("", "pull at the paper that is being printed", _pull),
    "paper": Order("enough | low | out", "load paper, or let it run low or out", _paper),
    "next": Order("END", f"how the next job ends: {', '.join(FATES)}", _next),
    "slow": Order("SECONDS", "printing takes so long from now on", _slow),
    "head": _of_a_lid("head-open"),
    "chassis": _of_a_lid("chassis-open"),
    "jam": Order("", "the paper jams, until it is mended and cleared", _jam),
    "fault": Order("NAME [stuck]", f"latch a fault ({', '.join(FAULTS)}); stuck, CLEAR does not help", _fault),
    "mend": Order("NAME", "a stuck fault is stuck no longer; CLEAR ends it", _mend),
    "corrupt": Order(
        "", "the memory cannot be read: results, texts and counters are lost, its fault is latched", _corrupt
    ),
    "ail": Order("BITMAP", "what self-tests find from now on", _ail),
    "power-cut": Order(
        "SECONDS [STAGE]", f"no power, now or from a stage of the next job: {', '.join(CUTS)}", _power_cut
    ),
    "reboot": Order("", "restart the firmware now", _reboot),
    "say": Order("FIELD=VALUE …", f"the next result in bare numbers, sound or not: {', '.join(FIELDS)}", _say),
    "repeat-old": Order("", "report the oldest result kept once more", _repeat_old),
    "unasked": Order("[JOB]", "report that a job is printed which nobody asked for", _unasked),
    "taken": Order("[JOB]", "report that the paper of a job was taken, whatever is so", _taken),
    "forget": Order("", "lose the results that are kept", _forget),
    "pretend": Order("unknown | printing [N]", "answer the next N RESULTs so, whatever is so", _pretend),
    **line_orders(SENT, "PRINT"),
    "well": Order("", "end all misbehaviour (paper, lids and latched faults stay)", _well),
}


def follow(unit: Unit, words: list[str], now: float) -> None:
    """Do as ordered, or BadOrder."""
    obey(ORDERS, unit, words, now)


def describe(unit: Unit, now: float) -> dict[str, object]:
    """The unit at a glance, for `show`."""
    memory = unit.press.memory
    return {
        "model": unit.model,
        "serial": unit.serial,
        "boot_id": memory.boot_id,
        "state": unit.state(now),
        "faults": memory.faults,
        "open": sorted(unit.open),
        "paper": memory.paper,
        "bezel": memory.bezel,
        "last_job": memory.last_job,
        "printed": memory.printed,
        "texts": list(memory.texts),
        "results": {job: [record.outcome, record.taken] for job, record in memory.results.items()},
    }
