"""The types of the dice unit's messages, and its ear for them."""

from tools.emulators.common import frame

HELLO, STATUS, SHAKE, RESULT, ABORT, CLEAR, LAMP, SELF_TEST, ACK = 1, 2, 3, 4, 5, 6, 7, 8, 0x10
ROLLED, FAULT, LID, BOOT = 0x91, 0x92, 0x93, 0x94

PAYLOADS = {HELLO: 0, STATUS: 0, SHAKE: 19, RESULT: 8, ABORT: 8, CLEAR: 2, LAMP: 4, SELF_TEST: 0, ACK: 2}
"""Request → bytes of its payload; anything else is dropped and counted."""


class Ear(frame.Ear):
    """Hears the requests of the dice unit's document."""

    def __init__(self) -> None:
        super().__init__(PAYLOADS)
