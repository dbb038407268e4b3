"""Every poll that is understood, a row each. `docs/sas.md` has this table, and a test compares the two."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from controller.protocol.devices.sas import Control, Order
from drivers.common.serial.kermit import CRC
from drivers.sas.polls import answers, tickets, transfers
from drivers.sas.polls.answers import Answer, AnswerPoll, meters, of_a_seat
from drivers.sas.polls.orders import OrderWanted
from drivers.sas.polls.progressives import ONE, SEVERAL
from drivers.sas.polls.signing import SIGNATURE
from drivers.sas.polls.tickets import of_the_host

AftOrder = Literal["transfer", "register", "lock"]
COUNTED = -1
"""The first byte of the data says how many follow."""


class Poll(NamedTuple):
    """A long poll."""

    code: int
    name: str
    data: int | None = None
    """Bytes after the command; None: none at all, and no seal."""
    answer: Answer | None = None
    order: Order | AftOrder | None = None
    """What the host wants with it: acknowledged once that is on the disk."""
    control: Control | None = None
    """Which of the settings lets it."""
    refused: Answer | None = None
    """What is said where the order may not be given, in place of a bare refusal; one that is done is then answered by
    `answer` and not acknowledged."""
    wants: Callable[[AnswerPoll], OrderWanted | None] | None = None
    """What exactly."""
    read: Callable[[AnswerPoll], tuple[str, int] | None] | None = None
    """What the host knows once it has acknowledged the answer."""
    to_all: bool = False
    """Whether it may be said to everybody."""

    def length(self, so_far: bytes) -> int:
        """Of the whole poll, with what is known of it; at least one more byte than is there, if that is not enough."""
        if self.data is None:
            return 2
        if self.data != COUNTED:
            return 2 + self.data + CRC
        return 3 + so_far[2] + CRC if len(so_far) > 2 else 3

    def of(self, message: bytes) -> bytes:
        """The data of a whole poll."""
        return b"" if self.data is None else message[2:-CRC]


REAL_TIME = 0x0E
"""The one that turns what the engine itself does."""
BONUS = 0x8A

_ROWS = (
    Poll(0x01, "play is turned off", 0, order="disable", control="play"),
    Poll(0x02, "play is turned on", 0, order="enable", control="play"),
    Poll(0x06, "notes are let in", 0, order="bills_on", control="bills"),
    Poll(0x07, "no notes are let in", 0, order="bills_off", control="bills"),
    Poll(0x08, "which notes are let in", 5, order="notes", control="bills"),
    Poll(REAL_TIME, "events in real time, or polled", 1),
    Poll(0x0F, "meters 10 to 15", answer=meters(0x04, 0x00, 0x01, 0x24, 0x02, 0x05)),
    Poll(0x10, "cancelled credits", answer=meters(0x04)),
    Poll(0x11, "coin in", answer=meters(0x00)),
    Poll(0x12, "coin out", answer=meters(0x01)),
    Poll(0x13, "drop", answer=meters(0x24)),
    Poll(0x14, "jackpot", answer=meters(0x02)),
    Poll(0x15, "games played", answer=meters(0x05)),
    Poll(0x16, "games won", answer=meters(0x06)),
    Poll(0x17, "games lost", answer=meters(0x07)),
    Poll(0x18, "games since power-up and since the door", answer=answers.games_since),
    Poll(0x19, "meters 11 to 15", answer=meters(0x00, 0x01, 0x24, 0x02, 0x05)),
    Poll(0x1A, "current credits", answer=of_a_seat(meters(0x0C))),
    Poll(0x1B, "hand-pay", answer=of_a_seat(answers.hand_pay)),
    Poll(0x1C, "totals", answer=answers.totals),
    Poll(0x1F, "what the machine is", answer=answers.machine),
    Poll(SIGNATURE, "signature of the software with the host's seed", 2),
    Poll(0x2F, "meters by code", COUNTED, answers.some_meters),
    Poll(0x3D, "the last ticket", answer=of_the_host(tickets.last_ticket), read=tickets.last_ticket_read),
    Poll(
        0x4C,
        "identity for numbers",
        6,
        of_the_host(tickets.identity),
        "identity",
        "tickets",
        of_the_host(tickets.identity),
        tickets.wants_identity,
    ),
    Poll(0x4D, "validations", 1, of_the_host(tickets.validation), read=tickets.validation_read),
    Poll(0x51, "how many games", answer=answers.games),
    Poll(0x52, "meters of a game", 2, answers.of_the_game),
    Poll(0x53, "configuration of a game", 2, answers.configuration),
    Poll(0x54, "version and serial number", answer=answers.who),
    Poll(0x55, "the game that is played", answer=answers.selected),
    Poll(0x56, "games that can be played", answer=answers.enabled),
    Poll(0x57, "cash-out that wants a number", answer=of_the_host(tickets.cash_out)),
    Poll(
        0x58,
        "number of a ticket",
        9,
        of_the_host(tickets.number_taken),
        "number",
        "tickets",
        of_the_host(tickets.number_taken),
        tickets.wants_number,
    ),
    Poll(0x6F, "meters by long code", COUNTED, answers.more_meters),
    Poll(0x70, "ticket at escrow", answer=of_the_host(tickets.at_escrow)),
    Poll(
        0x71,
        "word on it, and how it stands",
        COUNTED,
        of_the_host(tickets.redeemed),
        "redeem",
        "tickets",
        of_the_host(tickets.redeemed),
        tickets.wants_redeemed,
        tickets.redemption_read,
    ),
    Poll(
        0x7B,
        "what is on of tickets",
        COUNTED,
        of_the_host(tickets.functions),
        "tickets",
        "tickets",
        of_the_host(tickets.functions),
        tickets.wants_functions,
    ),
    Poll(transfers.TRANSFER, "transfer of money", COUNTED, order="transfer", control="transfers"),
    Poll(
        transfers.REGISTRATION,
        "registration for transfers",
        COUNTED,
        of_a_seat(transfers.registration),
        "register",
        "transfers",
    ),
    Poll(transfers.LOCK, "lock for a transfer, and status", 4, of_a_seat(transfers.status), "lock", "transfers"),
    Poll(0x7E, "date and time", answer=answers.clock),
    Poll(0x7F, "date and time are set", 7, order="clock", control="clock", to_all=True),
    Poll(ONE, "what a progressive stands at", 7, to_all=True),
    Poll(0x83, "won of progressives by a game", 2, answers.no_progressive_of_the_game),
    Poll(0x84, "progressive win", answer=answers.no_progressive_win),
    Poll(0x85, "win of the host's progressive", answer=answers.no_progressive_win),
    Poll(SEVERAL, "what several progressives stand at", COUNTED, to_all=True),
    Poll(0x87, "wins of the host's progressives", answer=answers.no_progressive_wins),
    Poll(BONUS, "bonus without a name of its own", 5),
    Poll(
        0x94, "a hand-pay is reset", 0, of_a_seat(answers.was_reset), "reset", "hand_pays", of_a_seat(answers.not_reset)
    ),
    Poll(0xA0, "features", 2, tickets.features),
    Poll(0xA8, "how a hand-pay is reset", 1, of_a_seat(answers.reset_method)),
)
POLLS = {row.code: row for row in _ROWS}


def wanted(poll: Poll, asked: AnswerPoll) -> "OrderWanted | transfers.AftWanted | None":
    """What the host wants with this poll; None: it makes no sense, or is not the host's to turn."""
    if poll.order is None or poll.control not in asked.image.controls:
        return None
    if poll.wants is not None:
        return poll.wants(asked)
    if poll.order == "notes":
        return OrderWanted("notes", notes=int.from_bytes(asked.data[:4], "little"), after_each=asked.data[4] == 0)
    if poll.order == "reset" and not asked.image.hand_pay:
        return None
    if poll.order == "clock":
        ahead = answers.ahead(asked)
        return None if ahead is None else OrderWanted("clock", clock=ahead)
    if poll.order == "lock":
        return transfers.lock_wanted(asked.data)
    if poll.order == "register":
        return transfers.registration_wanted(asked.data)
    return None if poll.order == "transfer" else OrderWanted(poll.order)
