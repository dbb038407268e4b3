"""What each order does, seen on the wire."""

from collections.abc import Callable

import pytest

from tests.drivers.printer.emulator.bench import Bench
from tests.drivers.printer.emulator.client import (
    BOOT,
    CLEAR,
    FAULT,
    HELLO,
    PAPER,
    PRINTED,
    SELF_TEST,
    STATUS,
    TAKEN,
    Wish,
)
from tools.emulators.common.orders import BadOrder

ALL = b"\xff\xff"


# ---- paper ----------------------------------------------------------------------------------------------------------


def _take(bench: Bench) -> None:
    bench.print(Wish(1))
    bench.take()
    assert bench.reports(TAKEN)[0]["job"] == 1
    bench.order("take 3")
    bench.print(Wish(2))
    printed = bench.now
    bench.until(lambda: len(bench.reports(TAKEN)) == 2, "TAKEN")
    assert 2.5 < bench.now - printed <= 3.0
    with pytest.raises(BadOrder, match="nothing is at the bezel"):
        bench.order("take")


def _leave(bench: Bench) -> None:
    bench.order("take 3")
    bench.print(Wish(1))
    bench.order("leave")
    bench.wait(60.0)
    assert (bench.status("bezel"), bench.reports(TAKEN)) == (1, [])


def _pull(bench: Bench) -> None:
    with pytest.raises(BadOrder, match="no paper is coming out"):
        bench.order("pull")
    bench.verdict(Wish(1))
    bench.wait(0.1)
    with pytest.raises(BadOrder, match="no paper is coming out"):
        bench.order("pull")
    bench.wait(1.0)
    bench.order("pull")
    assert bench.end(1) == (1, 1)
    assert bench.status("state") == 1
    bench.verdict(Wish(2))
    bench.wait(2.3)
    with pytest.raises(BadOrder, match="no paper is coming out"):
        bench.order("pull")
    assert bench.end(2) == (0, 0)


def _paper(bench: Bench) -> None:
    bench.verdict(Wish(1))
    bench.wait(1.0)
    bench.order("paper out")
    assert bench.end(1) == (1, 0)
    assert bench.status("paper") == 2
    bench.order("paper enough")
    bench.listen()
    assert [report["state"] for report in bench.reports(PAPER)] == [2, 0]


def _next(bench: Bench) -> None:
    bench.order("next pulled")
    bench.order("next unseen")
    assert [bench.print(Wish(number)) for number in (1, 2, 3)] == [(1, 1), (1, 2), (0, 0)]


def _slow(bench: Bench) -> None:
    bench.order("slow 20")
    began = bench.now
    bench.verdict(Wish(1))
    bench.wait(19.0)
    assert bench.result(1)[0] == 0xFE
    bench.end(1)
    assert bench.now - began > 20


# ---- faults and power -----------------------------------------------------------------------------------------------


def _head(bench: Bench) -> None:
    _lid(bench, "head", 1 << 0)


def _chassis(bench: Bench) -> None:
    _lid(bench, "chassis", 1 << 6)


def _lid(bench: Bench, name: str, bit: int) -> None:
    bench.order(f"{name} open")
    assert bench.verdict(Wish(1)) == 3
    assert bench.answer(CLEAR, ALL)["faults"] == bit
    bench.order(f"{name} close")
    assert bench.status("faults") == bit
    assert bench.answer(CLEAR, ALL)["faults"] == 0
    bench.verdict(Wish(1))
    bench.wait(1.0)
    bench.order(f"{name} open")
    assert bench.end(1) == (1, 2)


def _jam(bench: Bench) -> None:
    bench.verdict(Wish(1))
    bench.wait(1.0)
    bench.order("jam")
    assert bench.end(1) == (1, 2)
    assert bench.answer(CLEAR, ALL)["faults"] == 1 << 1
    bench.order("mend jam")
    assert bench.answer(CLEAR, ALL)["faults"] == 0


def _fault(bench: Bench) -> None:
    bench.order("fault cutter")
    assert bench.answer(CLEAR, ALL)["faults"] == 0
    bench.order("fault head-hot stuck")
    assert bench.answer(CLEAR, ALL)["faults"] == 1 << 3


def _mend(bench: Bench) -> None:
    bench.order("fault cutter stuck")
    bench.order("fault head-hot stuck")
    bench.order("mend cutter")
    assert bench.status("faults") == 1 << 2 | 1 << 3
    assert bench.answer(CLEAR, ALL)["faults"] == 1 << 3


def _corrupt(bench: Bench) -> None:
    bench.print(Wish(7))
    bench.order("corrupt")
    bench.listen()
    assert bench.reports(FAULT)[-1]["faults"] == 1 << 4
    status = bench.answer(STATUS).fields
    assert (status["last_job"], status["printed"], status["faults"], status["bezel"]) == (0, 0, 1 << 4, 1)
    assert bench.result(7) == (0xFF, 2)
    bench.take()
    assert bench.reports(TAKEN)[-1]["job"] == 0  # whose ticket it was is lost too
    assert bench.verdict(Wish(7)) == 3
    bench.answer(CLEAR, ALL)
    bench.heard.clear()
    assert bench.print(Wish(7)) == (0, 0)  # why a host must not send it again after this fault
    assert [file.name for file in bench.pictures()] == ["7-2.svg", "7.svg"]


def _ail(bench: Bench) -> None:
    bench.order("ail 20")
    assert bench.answer(SELF_TEST, patience=10.0)["results"] == 20


def _power_cut(bench: Bench) -> None:
    bench.order("power-cut 5")
    assert bench.ask(HELLO, patience=4.9) is None
    bench.wait(1.0)
    assert bench.answer(HELLO)["serial"] == 3001
    bench.order("power-cut 1 cut")
    bench.verdict(Wish(1))
    bench.back()
    assert bench.result(1) == (3, 0)


def _reboot(bench: Bench) -> None:
    boot = bench.answer(HELLO)["boot_id"]
    bench.verdict(Wish(1))
    bench.wait(1.0)
    bench.order("reboot")
    bench.back()
    bench.wait(0.1)
    assert bench.reports(BOOT)[0]["boot_id"] != boot
    assert bench.result(1) == (3, 0)


# ---- honesty --------------------------------------------------------------------------------------------------------


def _say(bench: Bench) -> None:
    bench.order("say outcome=9 taken=7")
    assert bench.print(Wish(1)) == (9, 7)
    bench.take()
    bench.order("say taken=2")
    assert bench.print(Wish(2)) == (0, 2)
    bench.take()
    assert bench.print(Wish(3)) == (0, 0)


def _repeat_old(bench: Bench) -> None:
    with pytest.raises(BadOrder, match="no old result"):
        bench.order("repeat-old")
    for number in (1, 2):
        bench.print(Wish(number))
        bench.take()
    bench.order("repeat-old")
    bench.listen()
    assert [report["job"] for report in bench.reports(PRINTED)] == [1, 2, 1]


def _unasked(bench: Bench) -> None:
    bench.order("unasked")
    bench.listen()
    bench.order("unasked 5")
    bench.listen()
    assert [report["job"] for report in bench.reports(PRINTED)] == [1000, 5]
    assert bench.pictures() == []


def _taken(bench: Bench) -> None:
    bench.print(Wish(1))
    bench.order("taken 1")
    bench.listen()
    assert [report["job"] for report in bench.reports(TAKEN)] == [1]
    assert bench.status("bezel") == 1


def _forget(bench: Bench) -> None:
    bench.print(Wish(1))
    bench.order("forget")
    assert (bench.result(1), bench.status("last_job")) == ((0xFF, 2), 1)
    assert bench.verdict(Wish(1)) == 4


def _pretend(bench: Bench) -> None:
    bench.print(Wish(1))
    bench.order("pretend unknown")
    assert [bench.result(1) for _ in range(2)] == [(0xFF, 2), (0, 0)]
    bench.order("pretend printing 2")
    assert [bench.result(1) for _ in range(3)] == [(0xFE, 2), (0xFE, 2), (0, 0)]


def _refuse(bench: Bench) -> None:
    bench.order("refuse 9")
    assert [bench.verdict(Wish(1)) for _ in range(2)] == [9, 0]


def _state(bench: Bench) -> None:
    bench.order("state 77")
    assert bench.status("state") == 77


# ---- the line -------------------------------------------------------------------------------------------------------


def _serial(bench: Bench) -> None:
    bench.order("serial 4711")
    assert bench.answer(HELLO)["serial"] == 4711


def _model(bench: Bench) -> None:
    bench.order("model BOXDICE1")
    assert bench.answer(HELLO)["model"] == b"BOXDICE1"


def _version(bench: Bench) -> None:
    bench.order("version 2")
    assert bench.ask(HELLO) is None
    bench.version = 2
    assert bench.answer(HELLO)["serial"] == 3001


def _lose(bench: Bench) -> None:
    bench.order("lose reply 2")
    assert [bench.ask(STATUS) is None for _ in range(3)] == [True, True, False]
    bench.order("lose printed 2")
    bench.verdict(Wish(1))
    bench.until(lambda: bench.status("state") == 3, "the ticket")
    found = bench.now
    bench.end(1)
    assert 0.3 < bench.now - found < 0.5


def _double(bench: Bench) -> None:
    bench.order("double printed 1")
    bench.print(Wish(1))
    assert len({(report.seq, report.payload, report.at) for report in bench.reports(PRINTED)}) == 1
    assert len(bench.reports(PRINTED)) == 2
    bench.order("double reply 1")
    seq = bench.send(HELLO)
    bench.wait(0.1)
    assert len(bench.replies(HELLO, seq)) == 2


def _garble(bench: Bench) -> None:
    bench.order("garble paper 2")
    bench.order("paper low")
    bench.wait(0.3)
    assert (bench.reports(PAPER), len(bench.not_understood)) == ([], 2)
    bench.wait(0.2)
    assert len(bench.reports(PAPER)) == 1


def _delay(bench: Bench) -> None:
    bench.order("delay reply 300")
    assert bench.ask(STATUS, patience=0.29) is None
    assert bench.answer(STATUS, patience=0.31)["state"] == 1


def _flip(bench: Bench) -> None:
    bench.order("flip 1")
    assert [bench.ask(HELLO) for _ in range(5)] == [None] * 5
    bench.order("flip 0")
    bench.ask(HELLO)  # the end of a garbled frame may still stand before it
    assert bench.status("link_errors") > 0


def _babble(bench: Bench) -> None:
    quiet = len(bench.raw)
    bench.order("babble 1")
    bench.wait(2.0)
    assert len(bench.raw) - quiet > 1000
    bench.ask(HELLO)  # its frame may have noise before it
    assert bench.answer(HELLO)["serial"] == 3001


def _freeze(bench: Bench) -> None:
    bench.verdict(Wish(1))
    bench.order("freeze 100")
    bench.wait(99.0)
    assert bench.ask(STATUS) is None
    assert bench.printed(1) == []
    bench.wait(1.5)
    assert bench.printed(1) == [(0, 0)]


def _well(bench: Bench) -> None:
    bench.order("paper low")
    bench.order("head open")
    for words in ("lose reply 9", "next pulled", "say outcome=9", "slow 99", "power-cut 9 printing", "fault jam stuck"):
        bench.order(words)
    bench.order("well")
    assert (bench.status("paper"), bench.answer(CLEAR, ALL)["faults"]) == (1, 1)
    bench.order("head close")
    bench.answer(CLEAR, ALL)
    assert bench.print(Wish(1)) == (0, 0)


EFFECTS: dict[str, Callable[[Bench], None]] = {
    "take": _take,
    "leave": _leave,
    "pull": _pull,
    "paper": _paper,
    "next": _next,
    "slow": _slow,
    "head": _head,
    "chassis": _chassis,
    "jam": _jam,
    "fault": _fault,
    "mend": _mend,
    "corrupt": _corrupt,
    "ail": _ail,
    "power-cut": _power_cut,
    "reboot": _reboot,
    "say": _say,
    "repeat-old": _repeat_old,
    "unasked": _unasked,
    "taken": _taken,
    "forget": _forget,
    "pretend": _pretend,
    "refuse": _refuse,
    "state": _state,
    "serial": _serial,
    "model": _model,
    "version": _version,
    "lose": _lose,
    "double": _double,
    "garble": _garble,
    "delay": _delay,
    "flip": _flip,
    "babble": _babble,
    "freeze": _freeze,
    "well": _well,
}
