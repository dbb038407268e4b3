"""What each order does, seen on the wire or where papers lie. Functions of both acceptors take either host."""

from collections.abc import Callable

from tests.drivers.bills import reader as r
from tests.drivers.bills.hosts import CcTalkHost, Id003Host
from tests.drivers.bills.lines import Clock


def cctalk() -> tuple[Clock, CcTalkHost]:
    line = Clock("cctalk")
    return line, CcTalkHost(line).ready()


def id003() -> tuple[Clock, Id003Host]:
    line = Clock("id003")
    return line, Id003Host(line).ready()


# ---- what is put in, and the path ------------------------------------------------------------------------------------


def _insert() -> None:
    _, host = id003()
    host.order("insert 7")
    host.hears(r.ESCROW)
    assert host.ask(r.STATUS) == b"\x13\x67"


def _note() -> None:
    _, host = cctalk()
    host.order("note 100")
    host.hears(7, 1)


def _ticket() -> None:
    _, host = cctalk()
    host.order("ticket 012 reversed")
    host.hears(0, 20)
    assert host.ask(r.BARCODE) == b"210"


def _jam() -> None:
    for place, event in (("acceptor", 6), ("stacker", 7)):
        _, host = cctalk()
        host.order(f"jam {place}")
        host.order("insert 4")
        if place == "stacker":
            host.hears(4, 1)
            host.tell(r.ROUTE, 1)
        host.hears(0, event)
        assert host.ask(r.SELF_CHECK) == bytes([39])
    for place, status in (("acceptor", r.JAM_IN_ACCEPTOR), ("stacker", r.JAM_IN_STACKER)):
        _, other = id003()
        other.note_in_escrow()
        other.order(f"jam {place}")
        if place == "stacker":
            other.do(r.STACK_1)
        other.hears(status)
    _, late = id003()
    late.note_in_escrow()
    late.stacked()
    late.order("jam stacker")
    late.acknowledge()
    late.hears(r.JAM_IN_STACKER)
    assert late.show()["place"] == "stacker"


def _free() -> None:
    for place, where in (("hand", "returned"), ("box", "box")):
        _, host = id003()
        host.note_in_escrow()
        host.order("jam acceptor")
        host.hears(r.JAM_IN_ACCEPTOR)
        host.order(f"free {place}")
        host.hears(r.IDLING)
        assert host.show()[where] == ["US10"]


def _cheat() -> None:
    _, host = cctalk()
    host.order("cheat")
    host.hears(0, 18)
    host.note_in_escrow()
    host.tell(r.ROUTE, 1)
    host.hears(4, 0)
    host.shown(stage="empty")
    host.order("cheat pull")
    host.hears(0, 8)
    assert (host.show()["box"], host.show()["returned"]) == ([], ["US10"])
    _, other = id003()
    other.note_in_escrow()
    other.do(r.STACK_1)
    other.order("cheat pull")
    other.hears(r.CHEATED)
    assert other.show()["returned"] == ["US10"]
    other.reset()
    other.hears(r.IDLING)


def _stacker() -> None:
    _, host = cctalk()
    host.note_in_escrow()
    host.tell(r.ROUTE, 1)
    host.hears(4, 0)
    host.shown(stage="empty")
    for state, event, fault in (("full", 14, 45), ("out", 11, 44), ("in", 12, 0)):
        host.order(f"stacker {state}")
        host.hears(0, event)
        assert host.ask(r.SELF_CHECK) == bytes([fault])
    assert (host.show()["box"], host.show()["taken"]) == ([], ["US10"])
    _, other = id003()
    for state, status in (("full", r.FULL), ("out", r.OPEN), ("in", r.IDLING)):
        other.order(f"stacker {state}")
        assert other.status() == status
    other.note_in_escrow()
    other.do(r.STACK_1)
    other.order("stacker out")
    other.hears(r.OPEN)
    other.shown(stage="jammed", place="stacker")
    other.order("stacker in")
    assert other.status() == r.JAM_IN_STACKER


def _slip() -> None:
    _, host = id003()
    host.order("slip")
    host.note_in_escrow()
    host.do(r.STACK_1)
    host.hears(r.STACKING, r.REJECTING)
    assert host.ask(r.STATUS) == bytes([r.REJECTING, 0x75])
    _, other = cctalk()
    other.order("slip")
    other.note_in_escrow()
    other.tell(r.ROUTE, 1)
    other.hears(0, 3)
    other.shown(returned=["US10"])


def _direct() -> None:
    _, host = cctalk()
    host.order("direct 1")
    host.order("insert 4")
    host.hears(4, 0)
    assert host.events()[0] == 1
    _, other = id003()
    other.order("direct")
    other.order("insert 4")
    other.hears(r.VEND_VALID)
    other.acknowledge()
    other.hears(r.IDLING)
    other.note_in_escrow()


def _fault() -> None:
    _, host = cctalk()
    host.order("fault 36")
    assert host.ask(r.SELF_CHECK) == bytes([36])
    host.order("fault 0")
    assert host.ask(r.SELF_CHECK) == bytes([0])
    _, other = id003()
    other.order("fault 162")
    assert other.ask(r.STATUS) == bytes([r.FAILURE, 0xA2])


def _notes() -> None:
    _, host = cctalk()
    host.order("notes EU:5,0,10")
    assert [host.ask(r.BILL_ID, bytes([kind])) for kind in (1, 2, 3)] == [b"EU0005A", b".......", b"EU0010A"]
    assert (host.ask(r.SCALING, b"US"), host.ask(247)) == (bytes(3), bytes([3, 1]))
    _, other = id003()
    other.order("notes EU:5,0,500")
    assert other.ask(0x8A) == bytes([0x8A, 0x61, 0xE0, 5, 0, 0x63, 0xE0, 5, 2])


# ---- power and line --------------------------------------------------------------------------------------------------


def _power_cut() -> None:
    line, host = id003()
    host.order("power-cut 5")
    assert host.ask(r.STATUS) is None
    line.wait(4.9)
    assert host.ask(r.STATUS) is None
    host.shown(up=True)
    assert host.status() == r.POWER_UP


def _reboot() -> None:
    _, host = cctalk()
    host.note_in_escrow()
    host.order("reboot")
    host.shown(up=True)
    assert host.ask(r.GET_MASTER) == b"\0"
    host.hears(0, 1)
    assert host.events()[0] == 1


def _deaf() -> None:
    _, host = cctalk()
    host.note_in_escrow()
    host.order("deaf 1")
    assert host.ask(r.ROUTE, b"\1") is None
    assert host.show()["stage"] == "escrow"
    host.tell(r.ROUTE, 1)


def _lose() -> None:
    _, host = cctalk()
    host.note_in_escrow()
    host.order("lose 1")
    assert host.ask(r.ROUTE, b"\1") is None
    assert host.show()["stage"] == "stacking"
    host.hears(4, 0)


def _double() -> None:
    line, host = id003()
    host.order("double 1")
    assert line.exchange(r.id003_frame(r.STATUS), bool) == r.id003_frame(r.IDLING) * 2
    assert host.status() == r.IDLING


def _garble() -> None:
    line, host = id003()
    host.order("garble 2")
    heard = [line.exchange(r.id003_frame(r.STATUS), bool) for _ in range(3)]
    assert [r.id003_replies(one) for one in heard] == [[], [], [bytes([r.IDLING])]]
    assert all(len(one) == 5 for one in heard)


def _delay() -> None:
    line, host = id003()
    host.order("delay 700")
    assert host.ask(r.STATUS) is None
    assert line.wait(0.69) == b""
    assert line.wait(0.02) == r.id003_frame(r.IDLING)


def _flip() -> None:
    _, host = cctalk()
    host.order("flip 0.05")
    answers = [host.ask(r.SERIAL) for _ in range(100)]
    assert 5 < answers.count(None) < 95


def _babble() -> None:
    line, host = id003()
    host.order("babble 1")
    assert len(line.wait(1.0)) > 500
    assert line.wait(5.0) == b""
    assert host.status() == r.IDLING


def _freeze() -> None:
    line, host = cctalk()
    host.order("insert 4")
    host.order("freeze 5")
    line.wait(4.9)
    assert host.ask(r.SIMPLE_POLL) is None
    line.wait(0.2)
    assert host.newest() == (4, 1)


def _well() -> None:
    _, host = id003()
    for order in (
        "lose 9",
        "slip 9",
        "ignore-acks 9",
        "skip 15",
        "status 49A2 9",
        "jam stacker",
        "power-cut 1 stacked",
    ):
        host.order(order)
    host.order("well")
    host.note_in_escrow()
    host.stacked()
    host.acknowledge()
    host.hears(r.IDLING)
    assert host.show()["box"] == ["US10"]


# ---- ccTalk alone ----------------------------------------------------------------------------------------------------


def _counter() -> None:
    _, host = cctalk()
    host.order("counter 254")
    assert host.events()[0] == 254
    host.note_in_escrow()
    assert host.events()[0] == 255
    host.tell(r.ROUTE, 1)
    host.hears(4, 0)
    assert host.events()[0] == 1
    host.order("counter 0")
    assert host.events()[0] == 0


def _event() -> None:
    _, host = cctalk()
    host.order("event 5 0")
    assert host.events() == (1, [(5, 0)] + [(0, 0)] * 4)
    for _ in range(6):
        host.order("event 0 10")
    assert host.events() == (7, [(0, 10)] * 5)


def _forget_events() -> None:
    _, host = cctalk()
    host.note_in_escrow()
    host.order("forget-events")
    host.tell(r.ROUTE, 1)
    host.shown(box=["US10"], stage="empty")
    assert host.events() == (1, [(4, 1)] + [(0, 0)] * 4)


def _double_events() -> None:
    _, host = cctalk()
    host.note_in_escrow()
    host.order("double-events")
    host.tell(r.ROUTE, 1)
    host.hears(4, 0)
    assert host.events() == (3, [(4, 0), (4, 0), (4, 1), (0, 0), (0, 0)])
    assert host.show()["box"] == ["US10"]


def _ticket_event() -> None:
    _, host = cctalk()
    for order, event in (("ticket-event 30 0", (30, 0)), ("ticket-event none", (0, 20))):
        host.order(order)
        host.order("ticket 123")
        host.hears(0, 20)
        host.tell(r.ROUTE, 1)
        host.shown(stage="empty")
        assert host.newest() == event


def _scaling() -> None:
    _, host = cctalk()
    host.order("scaling 1000 3")
    assert host.ask(r.SCALING, b"US") == bytes([0xE8, 3, 3])


def _serial() -> None:
    _, host = cctalk()
    host.order("serial 70000")
    assert host.ask(r.SERIAL) == (70000).to_bytes(3, "little")


def _product() -> None:
    _, host = cctalk()
    host.order("product OTHER-1")
    assert host.ask(244) == b"OTHER-1"


def _checksum() -> None:
    _, host = cctalk()
    host.order("checksum crc")
    assert host.ask(r.SIMPLE_POLL) is None
    host.crc = True
    assert host.ask(r.SIMPLE_POLL) == b""


# ---- ID-003 alone ----------------------------------------------------------------------------------------------------


def _version() -> None:
    _, host = id003()
    host.order("version Another one")
    assert host.ask(0x88) == b"\x88Another one"


def _status() -> None:
    _, host = id003()
    host.order("status 1361 2")
    assert [host.ask(r.STATUS) for _ in range(3)] == [b"\x13\x61", b"\x13\x61", bytes([r.IDLING])]
    assert host.show()["stage"] == "empty"


def _skip() -> None:
    _, host = id003()
    host.order("skip 15")
    host.note_in_escrow()
    host.do(r.STACK_2)
    host.hears(r.STACKING, r.STACKED, r.IDLING)
    assert host.show()["box"] == ["US10"]


def _vend() -> None:
    _, host = id003()
    host.order("vend")
    assert [host.status() for _ in range(5)] == [r.VEND_VALID] * 5
    host.acknowledge()
    assert host.status() == r.IDLING
    assert host.show()["box"] == []


def _ignore_acks() -> None:
    _, host = id003()
    host.note_in_escrow()
    host.stacked()
    host.order("ignore-acks")
    host.acknowledge()
    assert host.status() == r.VEND_VALID
    host.acknowledge()
    assert host.status() == r.STACKED


def _pause() -> None:
    line, host = id003()
    host.order("pause 5")
    assert host.status() == r.PAUSE
    line.wait(5.1)
    assert host.status() == r.IDLING


EFFECTS: dict[str, Callable[[], None]] = {
    name.removeprefix("_").replace("_", "-"): effect
    for name, effect in list(globals().items())
    if name.startswith("_") and not name.startswith("__")
}
"""Order → its test, by the name of the function."""
