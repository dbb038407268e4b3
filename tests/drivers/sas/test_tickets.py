"""Polls of tickets, byte by byte: what is answered from the image, what is ordered, what the host knows after it."""

from typing import Any

import pytest

from controller.protocol.devices.sas_tickets import SasRedemption, SasTicketOrder, SasTickets, SasValidation
from drivers.sas.engine.effects import ReadByHost
from drivers.sas.engine.telling import REMINDED_AFTER
from tests.drivers.sas.bench import Bench, image

NUMBER = "01" + "1234567890123456"
OTHER = "01" + "6543210987654321"
OUT = SasValidation(serial=1, type=0, number=NUMBER, amount=123_456, time=1_763_553_600, zone=-300, ticket=7, days=30)
HAND_PAY = OUT.model_copy(update={"serial": 2, "type": 0x40, "number": "", "ticket": 0, "days": 0})
SAID = "11192025" + "070000" + NUMBER[2:] + "0000123456" + "0700" + "01" + "12192025" + "0000"
IN = SasRedemption(serial=3, number=NUMBER, amount=0, status=0x20, to_tell=False)


class Tickets(Bench):
    def __init__(self, **about: Any) -> None:
        self.told = SasTickets(**({"style": "system", "functions": ("tickets", "hand_pays", "redemption")} | about))
        super().__init__(image(tickets=self.told, controls=("tickets",)))
        self.awake()

    def becomes(self, done: int = 0, **about: Any) -> bytes:
        self.told = self.told.model_copy(update=about)
        return self.commit(tickets=self.told, done=done)

    def word(self, code: str, cents: int, number: str = NUMBER) -> bytes:
        return self.sealed(f"71 10 {code} {cents:010d} 00 {number}")

    def ticket(self) -> SasTicketOrder:
        (wanted,) = self.wanted()
        assert wanted.ticket is not None
        return wanted.ticket

    def read(self) -> list[tuple[str, int]]:
        return [(effect.what, effect.number) for effect in self.effects if isinstance(effect, ReadByHost)]


def test_where_tickets_are_no_business_of_the_host_nothing_is_said_of_them() -> None:
    bench = Bench(image(controls=("tickets",))).awake()
    asked = [bench.poll(text) for text in ("57", "70", "3d")]
    asked += [
        bench.sealed(text) for text in ("58 01" + "00" * 8, "4c" + "00" * 6, "4d 00", "71 01 ff", "7b 08" + "00" * 8)
    ]
    assert not any(asked)
    assert bench.orders() == []


# ---- out -------------------------------------------------------------------------------------------------------------


def test_a_cash_out_is_told_and_its_number_is_taken_once_it_is_on_the_disk() -> None:
    bench = Tickets(cash_out=123_456)
    assert bench.poll("57")[2:-2].hex() == "00" + "0000123456"
    assert bench.sealed(f"58 {NUMBER}") == b""
    assert (bench.orders(), bench.ticket().number) == (["number"], NUMBER)
    assert bench.becomes(done=1, cash_out=0, given=NUMBER)[2:-2] == b"\x00"
    bench.general(0)
    assert bench.sealed(f"58 {NUMBER}")[2:-2] == b"\x00", "the same again is the same"
    assert bench.sealed(f"58 {OTHER}")[2:-2] == b"\x80"
    assert bench.poll("57")[2:-2].hex() == "80" + "00" * 5
    assert bench.orders() == ["number"]


def test_a_number_that_was_not_taken_is_refused_and_one_that_nobody_wants_too() -> None:
    assert Tickets().sealed(f"58 {NUMBER}")[2:-2] == b"\x80"
    bench = Tickets(cash_out=5)
    bench.sealed(f"58 {NUMBER}")
    assert bench.becomes(done=1)[2:-2] == b"\x81"
    assert Tickets(cash_out=5).sealed("58 01 aabbccddeeff0011")[2:-2] == b"\x81"


def test_a_number_is_busy_until_it_is_on_the_disk() -> None:
    bench = Tickets(cash_out=5)
    bench.sealed(f"58 {NUMBER}")
    assert bench.passes(1.0) == b"\x01\x00"
    bench.becomes(done=1, cash_out=0, given=NUMBER)
    assert bench.sealed(f"58 {NUMBER}")[2:-2] == b"\x00"
    assert bench.orders() == ["number"]


def test_a_ticket_that_is_out_is_read_with_all_that_it_says_and_that_is_told_once() -> None:
    bench = Tickets(records=(OUT,))
    looked = bench.sealed("4d ff")
    assert bench.sealed("4d 00")[2:-2].hex() == "0001" + SAID
    assert looked[2:-2] == bench.sealed("4d 00")[2:-2]
    assert bench.read() == []
    bench.general(0)
    assert bench.read() == [("validation", 1)]
    assert bench.sealed("4d 00")[2:-2] == bytes(31), "it has read it, whatever the image still shows"
    assert bench.sealed("4d 01")[2:-2].hex() == "0001" + SAID
    assert bench.sealed("4d 02")[2:-2] == bytes(31)
    assert bench.read() == [("validation", 1)]


def test_a_hand_pay_has_its_kind_and_no_number_of_its_own() -> None:
    said = Tickets(records=(OUT, HAND_PAY), read=1).sealed("4d 00")[2:-2].hex()
    assert said == "4002" + "11192025" + "070000" + "00" * 8 + "0000123456" + "0000" + "00" + "00" * 4 + "0000"


def test_a_win_that_was_paid_by_hand_is_read_as_one() -> None:
    win = HAND_PAY.model_copy(update={"type": 0x60})
    assert Tickets(records=(OUT, win), read=1).sealed("4d 00")[2:4].hex() == "6002"


def test_the_last_ticket_is_told_by_its_last_eight_digits_and_read_in_its_turn() -> None:
    bench = Tickets(records=(OUT, HAND_PAY))
    assert bench.poll("3d")[2:-2].hex() == NUMBER[-8:] + "0000123456"
    bench.general(0)
    assert bench.read() == [("validation", 1)]
    assert bench.poll("3d")[2:-2].hex() == NUMBER[-8:] + "0000123456"
    bench.general(0)
    assert bench.read() == [("validation", 1)], "the hand-pay before it was not read by that"
    assert Tickets().poll("3d")[2:-2] == bytes(9)


def test_an_identity_is_taken_only_where_numbers_are_made_here() -> None:
    bench = Tickets(style="secure")
    assert bench.sealed("4c 000000 000000")[2:-2] == bytes(6)
    assert bench.sealed("4c 214365 070000") == b""
    assert (bench.ticket().identity, bench.ticket().sequence) == (0x654321, 7)
    assert bench.becomes(done=1, identity=0x654321, sequence=9)[2:-2].hex() == "214365" + "090000"
    assert Tickets().sealed("4c 214365 070000") == b""


# ---- in --------------------------------------------------------------------------------------------------------------


def test_a_ticket_at_escrow_is_told_and_the_hosts_word_on_it_pends_until_it_is_in_the_box() -> None:
    bench = Tickets(redemption=IN)
    assert bench.poll("70")[2:-2].hex() == "10" + "00" + "00" * 5 + "00" + NUMBER
    assert bench.word("00", 700) == b""
    assert (bench.ticket().code, bench.ticket().amount, bench.ticket().number) == (0, 700, NUMBER)
    granted = IN.model_copy(update={"status": 0x40, "amount": 700})
    assert bench.becomes(done=1, redemption=granted)[2:-2].hex() == "10" + "40" + "0000000700" + "00" + NUMBER
    assert bench.poll("70")[2:-2].hex() == "01ff"
    assert bench.read() == []
    bench.becomes(redemption=granted.model_copy(update={"status": 0, "to_tell": True}))
    assert bench.sealed("71 01 ff")[2:-2].hex() == "10" + "00" + "0000000700" + "00" + NUMBER
    bench.general(0)
    assert bench.read() == [("redemption", 3)]
    assert bench.orders() == ["redeem"]


def test_a_word_on_another_ticket_or_on_none_changes_nothing() -> None:
    assert Tickets().sealed("71 01 ff")[2:-2].hex() == "01ff"
    assert Tickets().word("00", 700)[2:-2].hex() == "0187"
    for status, said in ((0x20, "0181"), (0x40, "01c0"), (0x00, "0187")):
        bench = Tickets(redemption=IN.model_copy(update={"status": status}))
        assert bench.word("00", 700, OTHER)[2:-2].hex() == said
        assert bench.orders() == []


def test_a_word_that_comes_again_or_too_late_gets_how_the_ticket_stands() -> None:
    for status in (0x40, 0x00, 0x88):
        bench = Tickets(redemption=IN.model_copy(update={"status": status, "amount": 700}))
        assert bench.word("00", 700)[3] == status
        assert bench.orders() == []


def test_an_amount_of_no_digits_is_none() -> None:
    bench = Tickets(redemption=IN)
    bench.sealed(f"71 10 00 aabbccddee 00 {NUMBER}")
    assert bench.ticket().amount == 0


# ---- how the host wants them, and what it is told --------------------------------------------------------------------


def test_the_host_asks_and_turns_what_is_on() -> None:
    bench = Tickets(asset=0x01020304, days=30)
    assert bench.sealed("7b 08 0000 0000 0000 0000")[2:-2].hex() == "0a" + "04030201" + "2500" + "0030" + "0000"
    assert bench.sealed("7b 08 2100 0100 0090 0000") == b""
    order = bench.ticket()
    assert (order.on, order.off, order.days) == (("tickets",), ("redemption",), 90)
    after = bench.becomes(done=1, functions=("tickets", "hand_pays"), days=90)
    assert after[2:-2].hex() == "0a" + "04030201" + "0500" + "0090" + "0000"


def test_features_say_how_tickets_get_their_numbers_and_whether_they_are_taken() -> None:
    assert Tickets().sealed("a0 0000")[4] == 0xB0
    assert Tickets(style="secure", functions=()).sealed("a0 0000")[4] == 0x50
    assert Bench().awake().sealed("a0 0000")[4] == 0


@pytest.mark.parametrize(
    "about, code",
    [
        ({"cash_out": 5}, 0x57),
        ({"redemption": IN}, 0x67),
        ({"redemption": IN.model_copy(update={"status": 0, "to_tell": True})}, 0x68),
        ({"records": (OUT,)}, 0x3D),
        ({"records": (HAND_PAY,)}, 0x3E),
        ({"style": "secure"}, 0x3F),
    ],
)
def test_what_the_host_does_nothing_about_it_is_told_again(about: dict[str, Any], code: int) -> None:
    bench = Tickets(**about)
    assert [bench.general(), bench.hears(b"\x80"), bench.general()] == [bytes((code,)), b"", b"\x00"]
    for _ in range(2):
        bench.passes(REMINDED_AFTER / 2)
        bench.hears(b"\x80")
    assert bench.general() == bytes((code,))
    assert bench.taken() == [], "no exception anew"
