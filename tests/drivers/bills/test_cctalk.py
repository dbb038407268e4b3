"""What the emulated ccTalk validator is and says, request by request."""

import pytest

from tests.drivers.bills import reader as r
from tests.drivers.bills.hosts import CcTalkHost
from tests.drivers.bills.lines import Clock


@pytest.fixture
def line() -> Clock:
    return Clock("cctalk")


@pytest.fixture
def host(line: Clock) -> CcTalkHost:
    return CcTalkHost(line).ready()


def test_it_says_who_it_is(host: CcTalkHost) -> None:
    assert host.ask(245) == b"Bill Validator"
    assert [host.ask(header) for header in (246, 244, 241, 192)] == [b"Boxcars", b"BV-EMU", b"BVE-1.00", b"EMU1"]
    assert host.ask(r.SERIAL) == (3001).to_bytes(3, "little")
    assert host.ask(247) == bytes([7, 1])
    assert host.ask(4) == bytes([1, 4, 7])
    assert host.ask(249) == bytes([2, 20])  # 20 × 10 ms


def test_it_says_what_each_type_is_worth(host: CcTalkHost) -> None:
    assert host.ask(r.BILL_ID, b"\5") == b"US0020A"
    assert host.ask(r.BILL_ID, b"\x08") == b"......."
    assert host.ask(r.SCALING, b"US") == bytes([100, 0, 2])
    assert host.ask(r.SCALING, b"GB") == bytes(3)
    assert host.ask(155, b"US") == bytes([0b1111111, 0])


def test_what_is_set_can_be_read_back_and_a_reset_inhibits_everything(host: CcTalkHost) -> None:
    host.tell(r.SET_INHIBITS, 0b10000, 0)
    assert (host.ask(r.GET_INHIBITS), host.ask(r.GET_MASTER), host.ask(r.GET_MODE)) == (b"\x10\0", b"\1", b"\3")
    host.tell(r.RESET_DEVICE)
    assert (host.ask(r.GET_INHIBITS), host.ask(r.GET_MASTER), host.ask(r.GET_MODE)) == (b"\0\0", b"\0", b"\0")


def test_a_note_that_is_inhibited_comes_back_and_one_that_is_not_goes_on(host: CcTalkHost) -> None:
    host.tell(r.SET_INHIBITS, 0b10000, 0)
    host.order("insert 4")
    host.hears(0, 4)
    host.shown(returned=["US10"], stage="empty")
    host.note_in_escrow(5)


def test_with_the_master_inhibit_nothing_goes_in(host: CcTalkHost) -> None:
    host.tell(r.SET_MASTER, 0)
    for what in ("insert 4", "ticket 123456789012345678"):
        host.order(what)
        host.hears(0, 0)
        host.shown(stage="empty", box=[])


def test_a_false_note_comes_back(host: CcTalkHost) -> None:
    host.order("insert false")
    host.hears(0, 2)
    host.shown(returned=["false"])


def test_without_escrow_a_note_is_stacked_unasked(host: CcTalkHost) -> None:
    host.tell(r.SET_MODE, 1)
    host.order("insert 5")
    host.hears(5, 0)
    assert host.events()[0] == 1


def test_the_last_five_events_are_kept_and_the_counter_goes_on(host: CcTalkHost) -> None:
    for kind in (1, 2, 3):
        host.note_in_escrow(kind)
        host.tell(r.ROUTE, 1)
        host.hears(kind, 0)
        host.shown(stage="empty")
    assert host.events() == (6, [(3, 0), (3, 1), (2, 0), (2, 1), (1, 0)])


def test_a_note_is_held_for_thirty_seconds_and_for_longer_when_that_is_asked(line: Clock, host: CcTalkHost) -> None:
    host.note_in_escrow()
    line.wait(29)
    host.tell(r.ROUTE, 255)
    line.wait(29)
    assert host.newest() == (4, 1)
    line.wait(2)
    assert host.newest() == (0, 1)


def test_a_reset_gives_a_note_in_escrow_back_and_forgets_its_events(host: CcTalkHost) -> None:
    host.note_in_escrow()
    host.tell(r.RESET_DEVICE)
    assert host.events() == (0, [(0, 0)] * 5)
    host.hears(0, 1)
    host.shown(returned=["US10"])


def test_a_reset_while_it_stacks_leaves_a_stacked_note_of_unknown_type(host: CcTalkHost) -> None:
    host.note_in_escrow()
    host.tell(r.ROUTE, 1)
    host.tell(r.RESET_DEVICE)
    host.hears(0, 21)
    host.shown(box=["US10"])


def test_a_route_that_cannot_be_is_refused(host: CcTalkHost) -> None:
    assert host.ask(r.ROUTE, b"\1") == b"\xfe"
    host.note_in_escrow()
    host.order("stacker out")
    assert host.ask(r.ROUTE, b"\1") == b"\xff"
    assert host.ask(r.ROUTE, b"\7") == b"\xff"
    host.order("stacker in")
    host.tell(r.ROUTE, 1)
    assert host.ask(r.ROUTE, b"\1") == b"\xfe"


def test_papers_are_counted(host: CcTalkHost) -> None:
    host.note_in_escrow()
    host.tell(r.ROUTE, 1)
    host.shown(stage="empty")
    host.order("insert false")
    host.hears(0, 2)
    host.order("cheat")
    assert [host.ask(header) for header in (226, 225, 194, 193)] == [b"\2\0\0", b"\1\0\0", b"\1\0\0", b"\1\0\0"]


def test_there_is_no_barcode_without_a_ticket(host: CcTalkHost) -> None:
    host.note_in_escrow()
    assert host.ask(r.BARCODE) == b""


def test_of_a_stacked_ticket_nothing_is_told_unless_an_event_was_named(host: CcTalkHost) -> None:
    host.order("ticket 123456789012345678")
    host.hears(0, 20)
    host.tell(r.ROUTE, 1)
    host.shown(box=["123456789012345678"], stage="empty")
    assert host.events()[0] == 1


def test_with_the_crc_it_speaks_so_and_understands_nothing_else(host: CcTalkHost) -> None:
    host.order("checksum crc")
    assert host.ask(r.SIMPLE_POLL) is None
    host.crc = True
    host.note_in_escrow(5)
    assert host.events()[1][0] == (5, 1)
    assert host.raw(r.SERIAL)[1][5:] == r.cctalk_frame(0, (3001).to_bytes(3, "little"), r.HOST, crc=True)


@pytest.mark.parametrize(
    "frame",
    [
        r.cctalk_frame(r.SIMPLE_POLL, to=41),
        r.cctalk_frame(r.SIMPLE_POLL)[:-1] + b"\0",
        r.cctalk_frame(99),
        r.cctalk_frame(r.ROUTE),
        r.cctalk_frame(r.SIMPLE_POLL, b"too much"),
        r.cctalk_frame(r.SIMPLE_POLL)[:3],
        b"\xff" * 300,
    ],
    ids=["another address", "a wrong sum", "an unknown header", "no data", "too much data", "half a frame", "noise"],
)
def test_what_it_does_not_understand_only_the_wire_answers(line: Clock, host: CcTalkHost, frame: bytes) -> None:
    assert line.exchange(frame, bool) == frame
    line.wait(0.1)
    assert host.ask(r.SIMPLE_POLL) == b""


def test_a_frame_may_come_byte_by_byte_and_two_at_once(line: Clock) -> None:
    CcTalkHost(line).ready()
    poll, acknowledged = r.cctalk_frame(r.SIMPLE_POLL), r.cctalk_frame(0, b"", r.HOST, r.VALIDATOR)
    line.wait(0.1)
    assert b"".join(line.exchange(bytes([byte]), bool) for byte in poll) == poll + acknowledged
    assert line.exchange(poll * 2, bool) == poll * 2 + acknowledged * 2


def test_it_answers_whoever_asks() -> None:
    line = Clock("cctalk")
    CcTalkHost(line).ready()
    asked = r.cctalk_frame(r.SIMPLE_POLL, source=9)
    assert line.exchange(asked, bool) == asked + r.cctalk_frame(0, b"", 9, r.VALIDATOR)
