"""Polls 7C and 7D, byte by byte: texts of tickets, as many as are said, within what a ticket has room for."""

import pytest

from controller.protocol.devices.sas_tickets import SasTicketOrder
from tests.drivers.sas.test_tickets import Tickets

HEAD = "0102 1e"
"""The host's id, and 30 days."""


def text(words: str) -> str:
    return f"{len(words):02x}" + words.encode().hex()


def one_by_one(*entries: tuple[int, str]) -> str:
    body = "".join(f"{code:02x}{text(words)}" for code, words in entries)
    return f"7c {len(bytes.fromhex(body)):02x} {body}"


def at_once(*words: str, head: str = HEAD) -> str:
    body = head + "".join(map(text, words))
    return f"7d {len(bytes.fromhex(body)):02x} {body}"


def test_three_texts_and_days_are_an_order_and_its_answer_says_that_they_stand() -> None:
    bench = Tickets()
    assert bench.sealed(at_once("House", "1 Main Street", "Springfield")) == b""
    assert bench.orders() == ["texts"]
    assert bench.ticket() == SasTicketOrder(location="House", first="1 Main Street", second="Springfield", days=30)
    assert bench.becomes(done=1, texts=("House", "1 Main Street", "Springfield"))[2:-2] == b"\x01"


def test_texts_come_one_by_one_too_and_an_empty_one_is_as_the_settings_have_it() -> None:
    bench = Tickets(texts=("House", "1 Main Street", ""))
    bench.sealed(one_by_one((0x02, "Springfield"), (0x00, ""), (0x10, "PLAYABLE ONLY")))
    assert bench.ticket() == SasTicketOrder(location="", second="Springfield")


def test_what_ends_early_leaves_the_rest_as_it_is() -> None:
    bench = Tickets()
    bench.sealed(at_once("House"))
    assert bench.ticket() == SasTicketOrder(location="House", days=30)


def test_no_days_are_for_ever() -> None:
    bench = Tickets()
    bench.sealed(at_once(head="0102 00"))
    assert bench.ticket() == SasTicketOrder(days=9999)


@pytest.mark.parametrize("asks", ["7c 00", "7d 00", "7d 02 0102"])
@pytest.mark.parametrize("known", ["", "House"])
def test_a_host_that_only_asks_is_told_whether_its_texts_stand(asks: str, known: str) -> None:
    bench = Tickets(texts=(known, "", ""))
    assert bench.sealed(asks)[2:-2] == bytes((bool(known),))
    assert bench.orders() == []


@pytest.mark.parametrize(
    "bad",
    [
        one_by_one((0x00, "x" * 41)),
        one_by_one((0x01, "x" * 30), (0x02, "y" * 17)),
        one_by_one((0x03, "what is that?")),
        one_by_one((0x00, "tab\t")),
        "7c 03 00 05 41",
        "7d 05 0102 1e 09 41",
        at_once("one", "two", "three", "four"),
        at_once("", "x" * 40, "y" * 40),
    ],
)
def test_what_does_not_fit_or_is_no_text_is_not_taken_and_nothing_of_it_is(bad: str) -> None:
    bench = Tickets(texts=("House", "", ""))
    assert bench.sealed(bad)[2:-2] == b"\x00"
    assert bench.orders() == []


def test_both_lines_of_an_address_have_room_for_48_signs_with_their_comma() -> None:
    bench = Tickets()
    bench.sealed(one_by_one((0x01, "x" * 30), (0x02, "y" * 16)))
    assert bench.orders() == ["texts"]
