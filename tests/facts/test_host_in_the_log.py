"""What the casino's host did with money and tickets has its line in the log: what was asked, and what it was told."""

from typing import NamedTuple

import pytest

from controller.facts.host_kinds import (
    HandPayValidated,
    RedemptionEnded,
    TicketValidated,
    TransferDone,
    TransferNotDone,
    TransferWaits,
)
from controller.facts.table import in_words, logged, sentence


@pytest.mark.parametrize(
    "fact, word, says",
    [
        (TransferDone(3, 9, "aft-1", True, 2_500, "aa", True), "transfer", "moved 2500 onto the seat, and is told 00"),
        (TransferDone(3, 9, "aft-1", False, 2_500, "aa", False), "transfer", "from the seat, and is told 01: no more"),
        (
            TransferNotDone(3, 9, 0x84, 0x00, 900, "aa"),
            "transfer_not_done",
            "900 onto the seat was not done, the host is told 84",
        ),
        (
            TransferNotDone(3, 9, 0x87, 0x80, 900, "aa"),
            "transfer_not_done",
            "900 from the seat was not done, the host is told 87",
        ),
        (TransferWaits(3, 9, 900, "aa"), "transfer_waits", "900 waits"),
        (
            TicketValidated(9, 3, "t-1", 1_000, "3456"),
            "ticket_validated",
            "a ticket of 1000 came out, the host is told of …3456",
        ),
        (HandPayValidated(9, 3, "h-1", 700), "hand_pay_validated", "a hand-pay of 700 was paid"),
        (RedemptionEnded(9, 3, "r-1", 500, 0x00), "redemption", "a ticket of 500 is in the box, the host is told 00"),
        (RedemptionEnded(9, 3, "r-1", 0, 0x88), "redemption", "a ticket was given back, the host is told 88"),
    ],
)
def test_it_is_a_line_of_the_hosts_own_with_its_address_and_the_code_that_it_is_told(
    fact: NamedTuple, word: str, says: str
) -> None:
    told = {"type": type(fact).__name__, **fact._asdict()}
    ((kind, line),) = logged([told], {})
    assert (kind, in_words(line)["what"], in_words(line)["address"]) == ("host", word, 9)
    assert sentence(line)[0].startswith("seat 3: ")
    assert says in sentence(line)[0]
