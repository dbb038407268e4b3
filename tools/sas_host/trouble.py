"""One machine that is ill-treated, and what has to be so after each fault."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from tools.sas_host.answers import Kind
from tools.sas_host.conversation import Host, message_of
from tools.sas_host.duty import GAME, Duty
from tools.sas_host.wire import aft, tickets
from tools.sas_host.wire.crc import SIZE as CRC_SIZE
from tools.sas_host.wire.crc import is_sound
from tools.sas_host.wire.polls import GENERAL, POLLS

HARMLESS: tuple[tuple[int, bytes], ...] = (
    (0x0F, b""),
    (0x11, b""),
    (0x1C, b""),
    (0x54, b""),
    (0x57, b""),
    (0x70, b""),
    (0x2F, bytes.fromhex("040000000c")),
    (0x6F, bytes.fromhex("060000a000b800")),
    (0xA0, GAME),
    (0x52, GAME),
    (0x4D, b"\xff"),
    (0x71, tickets.asked_status()),
    (0x72, aft.ask()),
    (0x73, aft.read_registration()),
    (0x74, bytes((0xFF, 0, 0, 0))),
)
"""Polls that change nothing."""
HARMFUL: tuple[tuple[int, bytes], ...] = (
    (0x01, b""),
    (0x07, b""),
    (0x58, tickets.number_given(1, "1")),
    (0x7F, bytes.fromhex("01012000000000")),
    (0x8A, bytes.fromhex("0000010000")),
)
"""Polls that would, and are therefore only sent spoilt."""
MOST_EXCEPTIONS = 200


@dataclass
class Trouble:
    """One machine, ill-treated. `done` counts what was done to it."""

    host: Host
    duty: Duty
    address: int
    random: Random
    cents: int = 0
    asset: int = 0
    done: Counter[str] = field(default_factory=Counter)

    @property
    def at_once(self) -> bool:
        """Whether the machine tells events by itself."""
        return self.address in self.host.at_once

    def any_poll(self) -> bytes:
        """One that changes nothing, whole."""
        return message_of(self.address, *self.random.choice(HARMLESS))

    def sealed_poll(self) -> bytes:
        """One with a check sum, to be spoilt, so that it may be one that would do something."""
        with_sum = [(code, body) for code, body in HARMLESS + HARMFUL if POLLS[code].kind != "R"]
        return message_of(self.address, *self.random.choice(with_sum))

    def silent(self, what: str, heard: bytes) -> None:
        """Nothing may have come."""
        if heard:
            self.duty.casino.object(self.address, f"{what}: answered {heard.hex(' ')}")

    def sound(self, what: str, heard: bytes) -> None:
        """If something came it has to be whole answers."""
        if not are_answers(self.address, heard):
            self.duty.casino.object(self.address, f"{what}: {heard.hex(' ')} is no answer")

    def recover(self, what: str) -> None:
        """In step again, everything heard, and no figure wrong."""
        self.host.in_step()
        for _ in range(MOST_EXCEPTIONS):
            answer = self.host.general(self.address)
            self.duty.turn()
            if answer.kind is Kind.EVENT and not answer.exception:
                break
        answer = self.host.ask(self.address, 0x0F)
        if answer.kind is not Kind.DATA:
            self.duty.casino.object(self.address, f"after {what}: 0F is answered by {answer.kind.value} {answer.why}")
        self.duty.read_meters(self.address)
        if self.cents:
            self.duty.casino.compare(self.address)


def are_answers(address: int, heard: bytes) -> bool:
    """Whether these bytes are acknowledgements, busies and whole messages, one after another, or one exception."""
    return len(heard) < 2 or any(
        not heard[size:] or are_answers(address, heard[size:]) for size in _ends(address, heard)
    )


def _ends(address: int, heard: bytes) -> list[int]:
    """Where the first answer may end: a beginning of a message can by chance have a check sum that is right."""
    if heard[0] not in (address, GENERAL | address):
        return []
    sizes = [1, 2] if heard[1:2] == b"\x00" else [1]
    return [size for size in range(2 + CRC_SIZE, len(heard) + 1) if is_sound(heard[:size])] + sizes
