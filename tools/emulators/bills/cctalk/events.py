"""The counter and the five last events that the host reads again and again."""

from collections import deque

from tools.emulators.bills.trouble import Trouble

KEPT = 5
LAST_COUNT = 255

MASTER_INHIBIT, RETURNED, NOT_VALID, NOT_TRANSPORTED, INHIBITED = 0, 1, 2, 3, 4
JAM_IN_TRANSPORT, JAM_IN_STACKER, PULLED_BACK = 6, 7, 8
STACKER_OK, STACKER_OUT, STACKER_IN, STACKER_FULL = 10, 11, 12, 14
STRING_FRAUD, BARCODE, UNKNOWN_STACKED = 18, 20, 21
"""What the second byte of an event says after a 0."""
STACKED, IN_ESCROW = 0, 1
"""What it says after the type of a bill."""


class Events:
    """What has happened since the last reset."""

    def __init__(self, trouble: Trouble) -> None:
        self._trouble = trouble
        self.counter = 0
        self._pairs: deque[tuple[int, int]] = deque([(0, 0)] * KEPT, KEPT)

    def add(self, first: int, second: int) -> None:
        """One more, unless a person wants it forgotten or doubled."""
        if self._trouble.befalls("forgotten_events"):
            return
        for _ in range(2 if self._trouble.befalls("doubled_events") else 1):
            self.counter = self.counter % LAST_COUNT + 1
            self._pairs.appendleft((first, second))

    def told(self) -> bytes:
        """The counter and the pairs, the newest first."""
        return bytes([self.counter, *(part for pair in self._pairs for part in pair)])
