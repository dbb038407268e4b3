"""A note or a ticket on its way with an acceptor that behaves, on simulated time and at a real pty."""

from tests.drivers.bills import reader as r
from tests.drivers.bills.hosts import CcTalkHost, Id003Host

NUMBER = "011234000000142938"


def test_the_hosts_of_these_tests_count_as_published_frames_do() -> None:
    assert (r.ccitt(b"123456789"), r.kermit(b"123456789")) == (0x31C3, 0x2189)
    assert r.cctalk_frame(254, to=2) == bytes([2, 0, 1, 254, 255])
    assert r.cctalk_frame(1, crc=True) == bytes([40, 0, 70, 1, 63])
    assert r.id003_frame(r.STATUS).hex() == "fc05112756"
    assert r.id003_frame(r.RESET).hex() == "fc05402b15"
    assert r.id003_frame(r.ACK).hex() == "fc0550aa05"


def test_a_cctalk_note_waits_in_escrow_and_is_stacked_when_it_is_routed(cctalk: CcTalkHost) -> None:
    assert cctalk.events() == (0, [(0, 0)] * 5)
    cctalk.note_in_escrow(5)
    assert cctalk.events() == (1, [(5, 1)] + [(0, 0)] * 4)
    assert cctalk.show()["box"] == []
    cctalk.tell(r.ROUTE, 1)
    cctalk.hears(5, 0)
    assert cctalk.events() == (2, [(5, 0), (5, 1)] + [(0, 0)] * 3)
    cctalk.shown(box=["US20"], returned=[], stage="empty")


def test_a_cctalk_note_comes_back_when_it_is_routed_so_and_then_it_is_told(cctalk: CcTalkHost) -> None:
    cctalk.note_in_escrow()
    cctalk.tell(r.ROUTE, 0)
    cctalk.hears(0, 1)
    cctalk.shown(box=[], returned=["US10"])
    assert cctalk.ask(r.ROUTE, b"\1") == b"\xfe"


def test_a_cctalk_ticket_is_read_at_escrow_forwards_or_backwards(cctalk: CcTalkHost) -> None:
    cctalk.order("ticket-event 0 21")
    for order, number in ((f"ticket {NUMBER}", NUMBER), (f"ticket {NUMBER} reversed", NUMBER[::-1])):
        cctalk.order(order)
        cctalk.hears(0, 20)
        assert cctalk.ask(r.BARCODE) == number.encode()
        cctalk.tell(r.ROUTE, 1)
        cctalk.hears(0, 21)
        cctalk.shown(stage="empty")
    cctalk.shown(box=[NUMBER, NUMBER[::-1]])


def test_an_id003_note_is_vend_valid_until_that_is_acknowledged(id003: Id003Host) -> None:
    id003.note_in_escrow(5)
    assert id003.ask(r.STATUS) == bytes([r.ESCROW, 0x65])
    id003.do(r.STACK_1)
    id003.hears(r.VEND_VALID)
    assert [id003.status() for _ in range(5)] == [r.VEND_VALID] * 5
    id003.acknowledge()
    id003.hears(r.IDLING)
    id003.shown(box=["US20"], returned=[])


def test_an_id003_note_comes_back_when_it_is_told_to(id003: Id003Host) -> None:
    id003.note_in_escrow()
    id003.do(r.RETURN)
    id003.hears(r.IDLING)
    id003.shown(box=[], returned=["US10"])
    assert id003.ask(r.STACK_1) == bytes([r.INVALID])


def test_an_id003_ticket_says_its_number_at_escrow_and_may_be_held(id003: Id003Host) -> None:
    for order, number in ((f"ticket {NUMBER}", NUMBER), (f"ticket {NUMBER} reversed", NUMBER[::-1])):
        id003.order(order)
        id003.hears(r.ESCROW)
        assert id003.ask(r.STATUS) == b"\x13\x6f" + number.encode()
        id003.do(r.HOLD)
        assert id003.status() == r.HOLDING
        id003.do(r.STACK_2)
        id003.hears(r.VEND_VALID)
        id003.acknowledge()
        id003.hears(r.IDLING)
    id003.shown(box=[NUMBER, NUMBER[::-1]])
