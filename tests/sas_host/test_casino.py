"""What the host does when a machine tells something, and what it finds when the two do not agree.

Each machine here is a script: exactly these polls in this order, with these answers.
"""

import random

import pytest

from tests.sas_host.machines import WrittenLine, by_script
from tools.sas_host.casino import Casino, HandPay, Moved, Stage, Ticket
from tools.sas_host.conversation import Host
from tools.sas_host.duty import Duty, Manners
from tools.sas_host.wire import aft

NUMBER = "1234567890123456"
PENDING = ("01 57", "01 57 00 00 00 00 25 00 e3 69")
GIVEN = "01 58 01 12 34 56 78 90 12 34 56 9c 34"
VALIDATION = (
    "01 4d 00 c2 ac",
    "01 4d 00 05 11 19 20 26 15 59 00 12 34 56 78 90 12 34 56 00 00 00 25 00 2a 00 01 00 0000 30 00 00 a8 d9",
)
TICKET_IN = ("01 70", "01 70 10 00 00 00 00 00 00 00 01 12 34 56 78 90 12 34 56 2a c1")
PAY_IT = "01 71 10 00 00 00 00 25 00 00 01 12 34 56 78 90 12 34 56 5e 92"
MOVED = (
    "05 72 02 ff 00 1f 0f",
    "05 72 34 00 00 ff 00 00 00 01 23 45 00 00 00 00 00 00 00 00 00 00 00 7b 00 00 00 06 41 31 32 33 34 35 11 19 20"
    "26 16 00 00 00 00 00 00 00 00 05 00 00 01 23 45 00 00 8b 33",
)


class OneNumber(random.Random):
    """Draws always the same number."""

    def randrange(self, *_: int) -> int:  # type: ignore[override]
        return int(NUMBER)


def casino_with(*steps: tuple[str, str], manners: Manners | None = None) -> Duty:
    """A host at such a machine."""
    host = Host(WrittenLine(by_script(*steps)))
    duty = Duty(host, Casino(OneNumber()), manners or Manners())
    host.tell = duty.hear
    return duty


def hears(duty: Duty, address: int = 1) -> Casino:
    """One general poll, and what follows from it."""
    duty.host.general(address)
    duty.turn()
    return duty.casino


def test_a_cash_out_gets_a_number_and_its_ticket_is_known_when_it_is_out() -> None:
    duty = casino_with(("81", "57"), PENDING, (GIVEN, "01 58 00 eb 47"), ("81", "3d"), VALIDATION)
    casino = hears(duty)
    assert casino.tickets[NUMBER] == Ticket(NUMBER, 2500, 1, Stage.GIVEN)
    hears(duty)
    assert casino.tickets[NUMBER].stage is Stage.PRINTED
    assert casino.found == []


def test_a_machine_that_does_not_wait_gets_no_number() -> None:
    duty = casino_with(("81", "57"), ("01 57", "01 57 80 00 00 00 00 00 ca 31"))
    assert hears(duty).tickets == {}


def test_a_number_that_the_machine_refused_was_never_given() -> None:
    duty = casino_with(("81", "57"), PENDING, (GIVEN, "01 58 80 e3 c3"))
    assert hears(duty).tickets == {}


def test_a_host_that_gives_no_numbers_denies_it() -> None:
    denied = "01 58 00 00 00 00 00 00 00 00 00 91 bf"
    duty = casino_with(("81", "57"), PENDING, (denied, "01 58 00 eb 47"), manners=Manners(gives_numbers=False))
    assert hears(duty).tickets == {}


def with_ticket(stage: Stage, cents: int, *steps: tuple[str, str]) -> Duty:
    """A host that knows one ticket."""
    duty = casino_with(*steps)
    duty.casino.tickets[NUMBER] = Ticket(NUMBER, cents, 1, stage)
    return duty


@pytest.mark.parametrize(
    "stage, cents, why",
    [(Stage.PRINTED, 2500, "printed once more"), (Stage.GIVEN, 2400, "printed over 2500, given for 2400")],
)
def test_a_ticket_that_is_out_twice_or_over_another_amount_is_found(stage: Stage, cents: int, why: str) -> None:
    casino = hears(with_ticket(stage, cents, ("81", "3d"), VALIDATION))
    assert len(casino.found) == 1
    assert why in casino.found[0]


def test_a_ticket_that_is_told_again_after_a_cut_is_the_same_ticket() -> None:
    duty = with_ticket(Stage.GIVEN, 2500, ("81", "3d"), VALIDATION, ("81", "3d"), VALIDATION)
    assert hears(duty).tickets[NUMBER].stage is Stage.PRINTED
    assert hears(duty).found == []


def test_a_number_whose_answer_was_lost_stays_given_though_it_is_refused_the_second_time() -> None:
    duty = casino_with(("81", "57"), PENDING, (GIVEN, ""), (GIVEN, "01 58 80 e3 c3"), ("81", "3d"), VALIDATION)
    hears(duty)
    casino = hears(duty)
    assert casino.tickets[NUMBER].stage is Stage.PRINTED
    assert casino.found == []


def test_a_ticket_with_a_number_that_was_never_given_is_found() -> None:
    casino = hears(casino_with(("81", "3d"), VALIDATION))
    assert casino.found == [f"machine 1: ticket {NUMBER} over 2500: this host never gave that number"]


def test_a_machine_that_makes_its_numbers_itself_prints_what_the_host_did_not_give() -> None:
    casino = hears(casino_with(("81", "3d"), VALIDATION, manners=Manners(own_numbers=True)))
    assert casino.found == []
    assert casino.tickets[NUMBER].stage is Stage.PRINTED


def test_a_machine_without_an_id_gets_one() -> None:
    duty = casino_with(
        ("81", "3f"),
        ("01 4c 01 00 00 00 00 00 08 f3", "01 4c 01 00 00 00 00 00 08 f3"),
        manners=Manners(own_numbers=True),
    )
    assert hears(duty).found == []


def test_a_ticket_that_is_out_is_paid_and_then_never_again() -> None:
    refusal = "01 71 10 84 00 00 00 00 00 00 01 12 34 56 78 90 12 34 56 ba 35"
    duty = with_ticket(
        Stage.PRINTED,
        2500,
        ("81", "67"),
        TICKET_IN,
        (PAY_IT, TAKEN),
        ("81", "67"),
        TICKET_IN,
        (refusal, ""),
        (refusal, ""),
        (refusal, ""),
    )
    casino = hears(duty)
    assert casino.tickets[NUMBER].stage is Stage.TAKEN
    hears(duty)
    assert casino.found == []


def test_a_ticket_that_is_pending_is_taken_when_the_machine_is_done_with_it() -> None:
    pending = "01 71 10 40 00 00 00 25 00 00 01 12 34 56 78 90 12 34 56 5c 04"
    duty = with_ticket(Stage.PRINTED, 2500, ("81", "67"), TICKET_IN, (PAY_IT, pending), ("81", "68"), (STATUS, TAKEN))
    casino = hears(duty)
    assert casino.tickets[NUMBER].stage is Stage.OFFERED
    hears(duty)
    assert casino.tickets[NUMBER].stage is Stage.TAKEN


def test_a_ticket_that_was_taken_without_a_word_is_found() -> None:
    casino = hears(with_ticket(Stage.PRINTED, 2500, ("81", "68"), (STATUS, TAKEN)))
    assert casino.found == [f"machine 1: took ticket 01{NUMBER} without being told to"]


def asked_for(cents: int, address: int = 5) -> Duty:
    """A host that asked for a transfer and had no answer."""
    duty = casino_with(("85", "69"), MOVED)
    transfer = aft.Transfer(b"A12345", aft.Cents(cents), asset=123)
    duty.casino.moved[address, b"A12345"] = Moved(transfer, address)
    return duty


def test_a_transfer_whose_answer_was_lost_is_known_by_its_exception() -> None:
    casino = hears(asked_for(12_345), 5)
    assert casino.moved[5, b"A12345"].done
    assert casino.found == []


def test_a_cash_out_is_left_alone_until_it_is_known_how_the_transfer_before_it_ended() -> None:
    nothing, status = (MOVED[0], ""), ("05 74 ff 00 00 00 b6 e9", "")
    duty = casino_with(("85", "6a"), *[nothing] * 3, ("85", "6a"), MOVED, *[status] * 3)
    before = duty.begin(5, aft.Cents(12_345), aft.TO_MACHINE, 123)
    duty.casino.moved[5, b"A12345"] = duty.casino.moved.pop((5, before.id))
    duty.open[5] = duty.casino.moved[5, b"A12345"].transfer = aft.Transfer(b"A12345", before.cents, asset=123)
    hears(duty, 5)
    assert duty.open
    assert not any("poll 74" in found for found in duty.casino.found)
    casino = hears(duty, 5)
    assert casino.moved[5, b"A12345"].done
    assert not duty.open
    assert casino.found == ["machine 5: poll 74 is answered by silence"]


def test_a_transfer_of_another_amount_or_of_nobody_is_found() -> None:
    assert "asked Cents(cashable=12344" in hears(asked_for(12_344), 5).found[0]
    assert "never asked for it" in hears(asked_for(12_345, address=6), 5).found[0]


def test_meters_have_to_grow_by_what_was_moved() -> None:
    duty = asked_for(12_345)
    duty.casino.metered(5, {0xA0: 100_000, 0xA1: 3, 0xB8: 0, 0xB9: 0})
    casino = hears(duty, 5)
    casino.metered(5, {0xA0: 112_345, 0xA1: 4, 0xB8: 0, 0xB9: 0})
    casino.compare(5)
    assert casino.found == []
    casino.metered(5, {0xA0: 124_690, 0xA1: 5})
    casino.compare(5)
    assert casino.found == [
        "machine 5: meter A0 (AFT cashable in) grew by 24690, this host has 12345",
        "machine 5: meter A1 (AFT cashable in, number) grew by 2, this host has 1",
    ]


def test_a_meter_of_a_lifetime_never_goes_back() -> None:
    casino = Casino(random.Random(1))
    casino.metered(1, {0x00: 500, 0x0C: 100})
    casino.metered(1, {0x00: 499, 0x0C: 50})
    assert casino.found == ["machine 1: meter 00 (coin in) went back from 500 to 499"]


def test_a_hand_pay_waits_until_it_was_reset() -> None:
    hand_pay = ("01 1b", "01 1b 00 00 00 00 15 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 91 2a")
    duty = casino_with(("81", "51"), hand_pay, ("81", "52"))
    assert hears(duty).hand_pays == {1: HandPay(150_000, win=True)}
    assert hears(duty).hand_pays == {}


def test_a_hand_pay_that_was_paid_before_it_was_read_may_have_been_anything() -> None:
    nothing = ("01 1b", "01 1b 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 6b 2d")
    duty = casino_with(("81", "51"), nothing, ("81", "52"))
    hears(duty)
    hears(duty).hand_paid(1, hand_pay(500, 1))
    assert duty.casino.found == []


def test_no_two_numbers_are_the_same() -> None:
    casino = Casino(random.Random(7))
    assert len({casino.number_for(1, 100).number for _ in range(500)}) == 500


TAKEN = "01 71 10 00 00 00 00 25 00 00 01 12 34 56 78 90 12 34 56 5e 92"
STATUS = "01 71 01 ff 1f d0"


def hand_pay(cents: int, at: int, kind: int = 0x40) -> dict[str, int | str]:
    return {"index": 1, "date": "11202026", "time": f"{at:06d}", "number": "0", "cents": cents, "type": kind}


def test_a_validated_hand_pay_is_one_that_waited_and_read_again_it_says_nothing_new() -> None:
    casino = Casino(random.Random(1))
    for cents, win in ((500, False), (900, True)):
        casino.hand_pays[1] = HandPay(cents, win)
        casino.is_over(1)
    casino.hand_pays[1] = HandPay(180, win=False)
    for _ in range(2):
        casino.hand_paid(1, hand_pay(500, 1))
        casino.hand_paid(1, hand_pay(900, 2, 0x60))
    assert casino.found == []


@pytest.mark.parametrize("told", [hand_pay(501, 1), hand_pay(500, 1, 0x60)])
def test_a_validated_hand_pay_of_another_amount_or_kind_than_what_waited_is_found(told: dict[str, int | str]) -> None:
    casino = Casino(random.Random(1))
    casino.hand_pays[1] = HandPay(500, win=False)
    casino.is_over(1)
    casino.hand_paid(1, told)
    assert len(casino.found) == 1


def test_what_was_not_heard_of_a_hand_pay_may_have_been_anything() -> None:
    casino = Casino(random.Random(1))
    casino.is_over(1)
    casino.hand_paid(1, hand_pay(500, 1))
    assert (casino.found, casino.over[1].total()) == ([], 0)


def test_a_machine_whose_last_ticket_is_none_has_printed_none() -> None:
    asked = VALIDATION[0]
    nothing = ("01 3d", "01 3d 00 00 00 00 00 00 00 00 00 e4 de")
    duty = casino_with(("81", "3e"), (asked, ""), (asked, ""), (asked, ""), nothing)
    assert hears(duty).found == []
