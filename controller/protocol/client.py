"""What every client of the controller keeps: whether its line is up, which commands are under way, which table is new.

Nothing here reads, sends, or looks at a clock, and it needs nothing but Python: whoever writes a client in Python may
take this one file along. Times are seconds of any clock that only goes forward.
"""

from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

HEARTBEAT = 1.0
HELLO_AGAIN = 0.25
LOST_AFTER = 3.0
"""Seconds without a word; the controller counts by the same time."""
SAID_AGAIN = 2.0
"""Seconds after which a command without an answer is sent again, under its old number: it happens once."""
MOST_UNDER_WAY = 64
"""Commands without an answer; more are refused until some have come back."""

OUT_OF_COUNT = ("id_jump", "stale_id", "series_over")
"""The number of a command was not taken: the next welcome tells which come next."""

Command = TypeVar("Command")
About = TypeVar("About")


class Line:
    """Whether the other end is there, and when hello or a heartbeat is to be said so that it knows of this one."""

    def __init__(self, hello_again: float | None = None, lost_after: float | None = None) -> None:
        """Without other times, those of a terminal."""
        self._hello_again = HELLO_AGAIN if hello_again is None else hello_again
        self._lost_after = LOST_AFTER if lost_after is None else lost_after
        self.up = False
        """Said of this end alone: it has been welcomed, and has heard something lately."""
        self.epoch = ""
        """Of the controller that has welcomed us."""
        self.resting = False
        """Somebody else has our place: nothing more is said before a person wants it back."""
        self._heard = self._due = float("-inf")

    def heard(self, now: float) -> None:
        """Anything at all."""
        self._heard = now

    def welcomed(self, epoch: str) -> None:
        """The controller of this epoch has taken our hello."""
        self.epoch = epoch
        if not self.resting:
            self.up = True

    def not_taken(self, code: str) -> bool:
        """Why it did not take what was said; true when all that is to be done about it is to say hello."""
        if code == "hello_first":
            self.doubt()
        elif code == "taken_over":
            self.resting, self.up = True, False
        return code == "hello_first"

    def doubt(self) -> None:
        """The other end may be another one than before: hello is due at once."""
        self.up, self._due = False, float("-inf")

    def come_back(self) -> None:
        """A person wants our place back."""
        if self.resting:
            self.resting = False
            self.doubt()

    def follows(self, epoch: str) -> bool:
        """Whether a broadcast is of the controller that has welcomed us; another epoch means that it is a new one."""
        if self.up and epoch != self.epoch:
            self.doubt()
        return epoch == self.epoch

    def is_due(self, now: float) -> bool:
        """Whether to speak now: a heartbeat while the line is up, hello while it is not."""
        if self.up and now - self._heard > self._lost_after:
            self.doubt()
        if self.resting or now < self._due:
            return False
        self._due = now + self._pause
        return True

    def wait(self, now: float) -> float:
        """Seconds until it is worth asking again."""
        return self._pause if self.resting else max(0.0, min(self._due - now, self._pause))

    @property
    def _pause(self) -> float:
        return HEARTBEAT if self.up else self._hello_again


@dataclass(slots=True)
class UnderWay(Generic[Command, About]):
    """A command that has had no answer, and what it is about for who sent it."""

    command: Command = field(repr=False)  # it may carry a PIN
    about: About
    said: float
    is_repeated: bool = False
    """The answer to the first time may have been lost: what it did may be known already, or not."""
    in_welcome: bool = False
    """What it did is in the welcome already: it was taken before the line was lost."""


@dataclass(slots=True)
class Commands(Generic[Command, About]):
    """Those under way, by number. The first of a series goes out once the controller has said where to count from."""

    series: int | None = None
    next_id: int = 1
    under_way: dict[int, UnderWay[Command, About]] = field(default_factory=dict)

    @property
    def is_full(self) -> bool:
        """No more before some are answered."""
        return len(self.under_way) >= MOST_UNDER_WAY

    def count_from(self, last_id: int) -> None:
        """The last number that the controller knows of; those under way keep theirs."""
        self.next_id = max(last_id, *self.under_way, 0) + 1

    def begin(self, series: int | None) -> list[UnderWay[Command, About]]:
        """Count in this series; returns what was sent in another one and is over, whether it was taken or not."""
        over = [] if series == self.series else list(self.under_way.values())
        if series != self.series:
            self.series, self.under_way = series, {}
        return over

    def unknown(self, ids: tuple[int, ...], now: float) -> list[Command]:
        """The welcome names those that never arrived, to be sent again; what the others did is in it."""
        for number, one in self.under_way.items():
            one.in_welcome, one.is_repeated, one.said = number not in ids, False, now
        return [one.command for one in self.under_way.values() if not one.in_welcome]

    def send(self, command: Command, about: About, now: float) -> None:
        """The next number is this command's."""
        self.under_way[self.next_id] = UnderWay(command, about, now)
        self.next_id += 1

    def due(self, now: float) -> list[Command]:
        """What is to be sent again, for no answer has come."""
        silent = [one for one in self.under_way.values() if now - one.said >= SAID_AGAIN]
        for one in silent:
            one.said, one.is_repeated = now, True
        return [one.command for one in silent]

    def forget(self, number: int) -> UnderWay[Command, About] | None:
        """It is not sent again, whatever became of it."""
        return self.under_way.pop(number, None)

    def answered(self, number: int, code: str, details: dict[str, Any]) -> UnderWay[Command, About] | None:
        """The command that had this answer; nothing, if it had one before."""
        found = self.forget(number)
        if code in OUT_OF_COUNT and "last" in details:
            self.count_from(details["last"])
        return found


class NumberedTable(Protocol):
    """What a table says of itself: the controller's epoch, and its number in it."""

    @property
    def epoch(self) -> str:
        """Another one after each start of the controller."""

    @property
    def seq(self) -> int:
        """Counts up."""


def is_old(table: NumberedTable, known: NumberedTable | None) -> bool:
    """Whether it was told before the one that is known."""
    return known is not None and table.epoch == known.epoch and table.seq < known.seq
