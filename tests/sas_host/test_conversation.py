"""What the host sends when, and what it makes of what comes back."""

import pytest

from tests.sas_host.machines import Said, WrittenLine, by_book, by_script, said
from tools.sas_host.answers import Event, Kind
from tools.sas_host.conversation import Host, Pace

COIN_IN = "01 11 00 01 23 45 01 fd"


def host_of(book: dict[str, str]) -> tuple[Host, WrittenLine]:
    """A host whose machine answers by this book."""
    line = WrittenLine(by_book(book))
    return Host(line), line


def host_of_one(answer: Said) -> Host:
    """A host whose machine says this to everything."""
    return Host(WrittenLine(lambda _: answer))


def test_only_the_first_byte_of_a_poll_is_marked_and_polls_are_forty_milliseconds_apart() -> None:
    host, line = host_of({"81": "00", "01 11": COIN_IN})
    for _ in range(3):
        host.general(1)
        host.ask(1, 0x11)
        host.ask(1, 0x73, b"\x01\xff", tries=1)
    assert all(marks == [True] + [False] * (len(marks) - 1) for marks in line.marks)
    pauses = [later - early for early, later in zip(line.times, line.times[1:], strict=False)]
    assert min(pauses) == pytest.approx(0.040)
    assert max(pauses[:2]) < 0.045


def test_a_general_poll_brings_an_exception_and_tells_it() -> None:
    told: list[Event] = []
    host, _ = host_of({"81": "11"})
    host.tell = told.append
    answer = host.general(1)
    assert (answer.kind, answer.exception) == (Kind.EVENT, 0x11)
    assert told == [Event(1, 0x11, {})]


def test_an_exception_may_have_the_number_of_the_machine() -> None:
    host, _ = host_of({"91": "11"})
    assert host.general(0x11).exception == 0x11


def test_nothing_to_tell_is_told_to_nobody() -> None:
    told: list[Event] = []
    host, _ = host_of({"81": "00"})
    host.tell = told.append
    assert host.general(1).exception == 0
    assert told == []


def test_a_real_time_event_is_read_with_its_figures() -> None:
    told: list[Event] = []
    host, _ = host_of({"81": "01 ff 7e 00 10 00 01 23 45 00 00 e4 6b"})
    host.at_once.add(1)
    host.tell = told.append
    host.general(1)
    assert told == [Event(1, 0x7E, {"wagered": 10, "coin in": 12345, "wager type": 0, "progressive group": 0})]


@pytest.mark.parametrize("nothing", ["00", "01 ff 00 1c a5"])
def test_a_machine_that_tells_at_once_may_say_nothing_in_one_byte_or_in_five(nothing: str) -> None:
    host, _ = host_of({"81": nothing})
    host.at_once.add(1)
    answer = host.general(1)
    assert (answer.kind, answer.exception) == (Kind.EVENT, 0)


def test_an_event_in_the_place_of_an_answer_is_told_and_the_poll_sent_again_after_a_step() -> None:
    told: list[Event] = []
    line = WrittenLine(by_script(("01 11", "01 ff 11 14 a4"), ("01 11", COIN_IN)))
    host = Host(line, tell=told.append)
    assert host.ask(1, 0x11).figures == {"coin in": 12345}
    assert [event.exception for event in told] == [0x11]
    assert line.heard == [b"\x01\x11", b"\x80", b"\x01\x11"]


def test_the_same_poll_twice_has_a_step_between_unless_it_is_to_say_not_heard() -> None:
    host, line = host_of({"01 11": COIN_IN})
    host.ask(1, 0x11)
    host.ask(1, 0x11)
    assert line.heard == [b"\x01\x11", b"\x80", b"\x01\x11"]
    host.again(1, 0x11)
    assert line.heard[-2:] == [b"\x01\x11", b"\x01\x11"]


def test_two_machines_acknowledge_one_another_without_a_step() -> None:
    host, line = host_of({"81": "00", "82": "00"})
    for address in (1, 2, 1, 2):
        host.general(address)
    assert line.heard == [b"\x81", b"\x82", b"\x81", b"\x82"]


@pytest.mark.parametrize(
    "words, kind",
    [
        ("01", Kind.ACK),
        ("81", Kind.NACK),
        ("01 00", Kind.BUSY),
        (COIN_IN, Kind.DATA),
        ("01 11 00 01 23 45 01 fc", Kind.GARBLED),
        ("01 11 00 01 23 45", Kind.GARBLED),
        ("02 11 00 01 23 45 01 fd", Kind.GARBLED),
        ("01 12 00 01 23 45 01 fd", Kind.GARBLED),
    ],
)
def test_what_came_back_is_one_of_seven_things(words: str, kind: Kind) -> None:
    answer = host_of_one(said(words)).once(1, 0x11)
    assert answer.kind is kind
    assert bool(answer.figures) is (kind is Kind.DATA)


def test_every_answer_that_is_cut_short_is_no_figure() -> None:
    for size in range(2, 8):
        answer = host_of_one(Said(bytes.fromhex(COIN_IN)[:size])).once(1, 0x11)
        assert answer.kind is Kind.GARBLED
        assert answer.figures == {}


def test_a_decimal_with_a_letter_in_it_is_garbled_though_its_check_sum_is_right() -> None:
    answer = host_of_one(said("01 11 00 01 23 4a f6 05")).once(1, 0x11)
    assert answer.kind is Kind.GARBLED
    assert "0001234a" in answer.why


def test_silence_is_asked_again_and_then_is_silence() -> None:
    host, line = host_of({})
    assert host.ask(1, 0x11, tries=3).kind is Kind.SILENCE
    assert [poll for poll in line.heard if poll == b"\x01\x11"] == [b"\x01\x11"] * 3


def test_a_first_byte_after_twenty_milliseconds_is_late_and_still_read() -> None:
    answer = host_of_one(said(COIN_IN, after=0.030)).once(1, 0x11)
    assert (answer.kind, answer.late) == (Kind.DATA, True)
    assert answer.first == pytest.approx(0.030)


def test_bytes_too_far_apart_are_late() -> None:
    assert host_of_one(said(COIN_IN, gap=0.006)).once(1, 0x11).late
    assert not host_of_one(said(COIN_IN, gap=0.004)).once(1, 0x11).late


def test_a_mark_in_an_answer_is_seen() -> None:
    host = host_of_one(said(COIN_IN, mark=True))
    assert host.once(1, 0x11).marked
    assert host.counts["marked"] == 1


def test_what_comes_unasked_is_counted_and_belongs_to_no_answer() -> None:
    line = WrittenLine(lambda poll: said("00", after=0.060) if poll == b"\x81" else said(COIN_IN))
    host = Host(line, Pace(poll=0.080, patience=0.050))
    assert host.general(1).kind is Kind.SILENCE
    assert host.ask(1, 0x11).kind is Kind.DATA
    assert host.counts["stray bytes"] == 1


def test_a_chirp_is_an_address_with_the_mark_that_nobody_asked_for() -> None:
    line = WrittenLine(lambda _: said("01", after=0.060, mark=True))
    host = Host(line, Pace(poll=0.080, patience=0.050))
    host.general(1)
    host.wait_turn()
    assert host.counts["chirps"] == 1
