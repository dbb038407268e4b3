"""Every request of the ticket printer's document, its reply, and the verdicts in the order in which they are tested."""

import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.drivers.printer.emulator.bench import SERIAL, Bench, at_a_pty
from tests.drivers.printer.emulator.client import (
    CLEAR,
    FAULT,
    HELLO,
    PRINT,
    RESULT,
    SELF_TEST,
    STATUS,
    TEXT,
    Wish,
    crc,
    frame,
    id_of,
    text,
)
from tests.drivers.printer.emulator.reader import Picture

HELLO_SEQ_7 = bytes.fromhex("06 01 01 07 b8 7a 00")
Happens = Callable[[Bench], None]
ALL = 0xFFFF
CLEAN = {"state": 1, "faults": 0, "paper": 0, "bezel": 0, "last_job": 0, "printed": 0, "link_errors": 0}


def mask(faults: int) -> bytes:
    return struct.pack(">H", faults)


# ---- frames ---------------------------------------------------------------------------------------------------------


def test_the_clients_own_frames_are_those_of_the_document() -> None:
    assert crc(b"123456789") == 0x29B1
    assert frame(HELLO, 7) == HELLO_SEQ_7


@pytest.mark.parametrize(
    "noise",
    [
        frame(HELLO, 1)[:-2] + b"\x55\0",
        frame(HELLO, 1, version=2),
        frame(0x03, 1, bytes(19)),  # SHAKE: a dice unit's
        frame(0x0A, 1, bytes(13)),  # SPIN: a wheel's
        frame(HELLO, 1, b"\1"),
        frame(PRINT, 1, bytes(41)),
        frame(PRINT, 1, bytes(43)),
        frame(TEXT, 1, b""),
        frame(TEXT, 1, bytes([0]) + b"x" * 49),
        frame(RESULT, 1, bytes(7)),
        b"\xff" * 300 + b"\0",
        b"\x09\x01\0",
    ],
    ids=[
        "bad crc",
        "other version",
        "dice",
        "wheel",
        "long",
        "short print",
        "long print",
        "no slot",
        "long text",
        "short result",
        "endless",
        "bad cobs",
    ],
)
def test_what_is_no_request_is_dropped_and_counted_and_costs_that_frame_alone(bench: Bench, noise: bytes) -> None:
    before = len(bench.raw)
    bench.write(noise)
    bench.listen()
    assert len(bench.raw) == before
    assert bench.status("link_errors") == 1
    bench.write(b"\0\0\0")
    assert bench.status("link_errors") == 1


def test_a_request_cut_anywhere_is_heard_all_the_same(bench: Bench) -> None:
    for cut in range(1, len(HELLO_SEQ_7)):
        bench.write(HELLO_SEQ_7[:cut])
        bench.listen()
        bench.heard.clear()
        bench.write(HELLO_SEQ_7[cut:])
        bench.listen()
        assert [(heard.kind, heard.seq) for heard in bench.heard] == [(0x81, 7)]


def test_a_request_that_is_sent_twice_is_answered_twice_the_same(bench: Bench) -> None:
    for kind, payload in ((HELLO, b""), (STATUS, b""), (RESULT, id_of(1)), (CLEAR, mask(ALL)), (TEXT, text(0, "x"))):
        bench.heard.clear()
        bench.write(frame(kind, 9, payload) * 2)
        bench.listen()
        assert [heard.seq for heard in bench.heard] == [9, 9]
        assert len({heard.payload for heard in bench.heard}) == 1


# ---- HELLO, STATUS --------------------------------------------------------------------------------------------------


def test_hello_says_that_it_is_a_ticket_printer(bench: Bench) -> None:
    hello = bench.answer(HELLO).fields
    assert (hello["model"], hello["serial"]) == (b"TICKET-P", SERIAL)
    assert hello["boot_id"] > 0


def test_status_of_an_idle_unit_is_ready_and_clean(bench: Bench) -> None:
    assert bench.answer(STATUS).fields == CLEAN


def test_status_counts_what_was_printed_whole_and_knows_the_last_job(bench: Bench) -> None:
    bench.print(Wish(5))
    bench.take()
    bench.order("next pulled")
    bench.print(Wish(9))
    assert bench.answer(STATUS).fields == CLEAN | {"last_job": 9, "printed": 1}


def test_while_it_boots_it_answers_hello_and_status_and_nothing_else(tmp_path: Path) -> None:
    with at_a_pty(tmp_path) as bench:
        assert bench.status("state") == 0
        assert bench.answer(HELLO)["serial"] == SERIAL
        assert bench.ask(PRINT, Wish(1).payload()) is None
        assert bench.ask(TEXT, text(0, "x")) is None
        bench.greet()
        assert bench.status("state") == 1


def test_every_state_is_told(bench: Bench) -> None:
    assert bench.status("state") == 1
    bench.verdict(Wish(1))
    assert bench.status("state") == 2
    bench.end(1)
    assert (bench.status("state"), bench.status("bezel")) == (3, 1)
    bench.take()
    assert (bench.status("state"), bench.status("bezel")) == (1, 0)
    bench.order("fault cutter")
    assert bench.status("state") == 4
    bench.order("paper out")
    assert bench.status("state") == 5
    bench.order("reboot")
    bench.wait(0.01)
    assert bench.status("state") == 0


# ---- RESULT ---------------------------------------------------------------------------------------------------------


def test_result_is_unknown_then_printing_then_what_was_printed_then_taken(bench: Bench) -> None:
    assert bench.result(3) == (0xFF, 2)
    bench.verdict(Wish(3))
    assert bench.result(3) == (0xFE, 2)
    assert bench.end(3) == (0, 0)
    assert bench.result(3) == (0, 0)
    bench.take()
    assert bench.result(3) == (0, 1)


def test_the_last_16_results_are_kept_even_while_the_next_is_printed(bench: Bench) -> None:
    for number in range(1, 19):
        bench.print(Wish(number))
        bench.take()
    bench.verdict(Wish(19))
    assert [number for number in range(1, 19) if bench.result(number) == (0, 1)] == list(range(3, 19))
    bench.end(19)
    assert [number for number in range(1, 20) if bench.result(number)[0] == 0] == list(range(4, 20))
    assert bench.result(3) == (0xFF, 2)


# ---- CLEAR, SELF_TEST -----------------------------------------------------------------------------------------------


def test_clear_ends_the_faults_it_names_and_tells_those_that_are_left(bench: Bench) -> None:
    bench.order("fault cutter")
    bench.order("fault supply-low")
    assert bench.answer(CLEAR, mask(1 << 2))["faults"] == 1 << 5
    assert bench.answer(CLEAR, mask(0))["faults"] == 1 << 5
    assert bench.answer(CLEAR, mask(ALL))["faults"] == 0
    bench.wait(0.1)
    assert [report["faults"] for report in bench.reports(FAULT)][-1] == 0
    assert bench.status("state") == 1


def test_a_fault_whose_cause_is_still_there_is_not_cleared(bench: Bench) -> None:
    bench.order("head open")
    assert bench.answer(CLEAR, mask(ALL))["faults"] == 1
    bench.order("head close")
    assert bench.status("faults") == 1
    assert bench.answer(CLEAR, mask(ALL))["faults"] == 0


def test_a_self_test_tells_every_bit_within_ten_seconds(bench: Bench) -> None:
    assert bench.answer(SELF_TEST, patience=10.0)["results"] == 0
    for bit in range(5):
        bench.order(f"ail {1 << bit}")
        assert bench.answer(SELF_TEST, patience=10.0)["results"] == 1 << bit


@pytest.mark.parametrize("words", ["fault jam", "paper out"])
def test_a_self_test_is_made_in_state_ready_alone(bench: Bench, words: str) -> None:
    bench.order(words)
    assert bench.ask(SELF_TEST, patience=10.0) is None


def test_no_self_test_while_it_prints_or_a_ticket_is_at_the_bezel(bench: Bench) -> None:
    bench.verdict(Wish(1))
    assert bench.ask(SELF_TEST, patience=10.0) is None
    assert bench.status("state") == 3
    assert bench.ask(SELF_TEST, patience=10.0) is None


def test_nothing_is_printed_in_a_self_test(bench: Bench) -> None:
    bench.send(SELF_TEST)
    assert bench.verdict(Wish(1)) == 1
    bench.wait(3.0)
    assert bench.verdict(Wish(1)) == 0


# ---- TEXT -----------------------------------------------------------------------------------------------------------


def test_every_slot_takes_its_text_and_prints_it(bench: Bench) -> None:
    said = ["Ørsted", "Färgargatan 12 区", "№ 7", "€", "euro", "euro" * 3]
    for slot, words in enumerate(said):
        assert bench.answer(TEXT, text(slot, words)).fields == {"slot": slot, "verdict": 0}
    bench.print(Wish(1))
    words = "\n".join(Picture(bench.pictures()[0].read_text()).words)
    for expected in ("Ørsted", "Färgargatan 12 区", "№ 7", "€125.40", "euroeuroeuro"):
        assert expected in words
    bench.take()
    bench.print(Wish(2, amount=100))
    assert "One euro and" in bench.pictures()[1].read_text()


@pytest.mark.parametrize("words", ["", "x" * 48, "区" * 16])
def test_a_text_of_0_to_48_bytes_is_taken(bench: Bench, words: str) -> None:
    assert bench.answer(TEXT, text(0, words))["verdict"] == 0
    assert bench.unit.press.memory.texts[0] == words


@pytest.mark.parametrize("payload", [text(6, "x"), text(255, "x"), text(0, b"\xff"), text(0, b"\xed\xa0\x80")])
def test_no_such_slot_or_no_utf_8_is_a_bad_parameter_and_changes_nothing(bench: Bench, payload: bytes) -> None:
    before = list(bench.unit.press.memory.texts)
    assert bench.answer(TEXT, payload).fields == {"slot": payload[0], "verdict": 5}
    assert bench.unit.press.memory.texts == before
