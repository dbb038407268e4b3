"""What each order about the line and about who the unit is does, seen on the wire."""

from collections.abc import Callable

from tests.drivers.wheel.bench import greeted
from tests.drivers.wheel.reader import (
    BALL,
    COVER,
    HELLO,
    SPUN,
    STATUS,
    authentic,
    malfunctions,
)


def _serial() -> None:
    bench = greeted()
    bench.order("serial 4711")
    assert bench.answer(HELLO)["serial"] == 4711


def _model() -> None:
    bench = greeted()
    bench.order("model BOXDICE1")
    assert bench.answer(HELLO)["model"] == b"BOXDICE1"


def _version() -> None:
    bench = greeted()
    bench.order("version 2")
    assert bench.ask(HELLO) is None
    bench.version = 2
    assert bench.answer(HELLO)["serial"] == 2001


def _lose() -> None:
    bench = greeted()
    bench.order("lose reply 2")
    assert [bench.ask(STATUS) is None for _ in range(3)] == [True, True, False]
    bench.order("lose spun 2")
    spun = bench.spin(1)
    rested = next(ball.at for ball in bench.reports(BALL) if ball["stage"] == 4)
    assert spun.at - rested > 0.4
    bench.order("lose ball 1000")  # each is repeated five times per second
    bench.spin(2)
    assert [ball["spin_id"] for ball in bench.reports(BALL)] == [1] * 4


def _double() -> None:
    bench = greeted()
    bench.order("double spun 1")
    bench.spin(1)
    assert [spun.at for spun in bench.reports(SPUN)] == [bench.now] * 2
    assert len({(spun.seq, spun.payload) for spun in bench.reports(SPUN)}) == 1
    bench.order("double reply 1")
    seq = bench.send(HELLO)
    bench.wait(0.1)
    assert len(bench.replies(HELLO, seq)) == 2


def _garble() -> None:
    bench = greeted()
    bench.order("garble cover 2")
    bench.order("cover open")
    bench.wait(0.3)
    assert bench.reports(COVER) == []
    assert len(bench.not_understood) == 2
    bench.wait(0.2)
    assert len(bench.reports(COVER)) == 1
    bench.order("garble reply 1")
    assert [bench.ask(STATUS) is None for _ in range(2)] == [True, False]


def _delay() -> None:
    bench = greeted()
    bench.order("delay spun 5000")
    bench.order("time reading 1")
    spun = bench.spin(1)
    assert 5.9 < spun.at - bench.reports(BALL)[-1].at < 6.1
    bench.order("delay reply 300")
    assert bench.ask(STATUS, patience=0.29) is None
    assert bench.answer(STATUS, patience=0.31)["spins"] == 1


def _flip() -> None:
    bench = greeted()
    bench.order("flip 1")
    assert [bench.ask(HELLO) for _ in range(5)] == [None] * 5
    bench.order("flip 0")
    bench.ask(HELLO)  # the end of a garbled frame may still stand before it
    assert bench.answer(STATUS)["link_errors"] > 0


def _babble() -> None:
    bench = greeted()
    bench.order("babble 1")
    quiet = len(bench.raw)
    bench.wait(2.0)
    assert len(bench.raw) - quiet > 1000
    assert bench.not_understood != []
    bench.ask(HELLO)  # its frame may have noise before it
    assert bench.answer(HELLO)["serial"] == 2001


def _freeze() -> None:
    bench = greeted()
    bench.start(1)
    bench.order("freeze 100")
    bench.wait(99.0)
    assert bench.ask(STATUS) is None
    assert bench.reports(BALL) == []
    bench.wait(1.1)
    assert bench.answer(STATUS)["state"] == 1
    assert bench.spun(1)[0]["outcome"] == 0


def _well() -> None:
    bench = greeted()
    bench.order("cover open")
    for words in ("lose reply 9", "delay spun 60000", "forge 9", "next ball-out", "version 9", "contradict no-ball"):
        bench.order(words)
    bench.order("well")
    assert bench.answer(STATUS)["cover_open"] == 1
    bench.order("cover close")
    spun = bench.spin(1)
    assert (spun["outcome"], malfunctions(spun), authentic(spun)) == (0, [], True)


LINE_EFFECTS: dict[str, Callable[[], None]] = {
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
