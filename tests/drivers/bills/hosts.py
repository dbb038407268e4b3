"""Hosts that talk to an emulated acceptor, over a line that is a simulated clock or a real pty."""

from collections.abc import Callable
from typing import Any, Protocol

from tests.drivers.bills import reader as r

MOST_POLLS = 5000


class Line(Protocol):
    """What a host needs: bytes across, time, and a person beside the acceptor."""

    def exchange(self, frame: bytes, heard_enough: Callable[[bytes], bool]) -> bytes:
        """Send this; everything that was heard after it."""

    def pause(self) -> None:
        """As long as it takes until it is worth to ask again."""

    def order(self, words: str) -> dict[str, Any]:
        """What a person does, and the answer."""


class Host:
    """What both hosts do."""

    def __init__(self, line: Line) -> None:
        self.line = line

    def order(self, words: str) -> None:
        self.line.order(words)

    def show(self) -> dict[str, Any]:
        return self.line.order("show")

    def until(self, happened: Callable[[], object], what: str) -> None:
        """Ask again and again until it has happened."""
        for _ in range(MOST_POLLS):
            if happened():
                return
            self.line.pause()
        raise AssertionError(f"{what} never happened: {self.show()}")

    def shown(self, **wanted: object) -> None:
        """Where the papers come to lie in the end."""
        self.until(lambda: wanted.items() <= self.show().items(), str(wanted))


class CcTalkHost(Host):
    """A host of the validator."""

    crc = False

    def raw(self, header: int, data: bytes = b"") -> tuple[bytes, bytes]:
        """What was sent, and all that was heard."""
        frame = r.cctalk_frame(header, data, crc=self.crc)
        return frame, self.line.exchange(frame, lambda heard: bool(self._replies(frame, heard)))

    def _replies(self, frame: bytes, heard: bytes) -> list[bytes]:
        return r.cctalk_replies(heard[len(frame) :], self.crc)

    def ask(self, header: int, data: bytes = b"") -> bytes | None:
        """The data of the one sound reply, behind our own bytes."""
        frame, heard = self.raw(header, data)
        assert heard[: len(frame)] == frame, "the wire brings back what was sent"
        replies = self._replies(frame, heard)
        return replies[0] if len(replies) == 1 else None

    def tell(self, header: int, *data: int) -> None:
        """Something that has to be acknowledged."""
        assert self.ask(header, bytes(data)) == b""

    def ready(self) -> "CcTalkHost":
        """Up, with escrow, stacker and every note."""
        self.shown(up=True)
        self.tell(r.SET_MODE, 3)
        self.tell(r.SET_INHIBITS, 0xFF, 0xFF)
        self.tell(r.SET_MASTER, 1)
        return self

    def events(self) -> tuple[int, list[tuple[int, int]]]:
        """The counter, and five events with the newest first."""
        told = self.ask(r.EVENTS)
        assert told is not None
        assert len(told) == 11
        return told[0], list(zip(told[1::2], told[2::2], strict=True))

    def newest(self) -> tuple[int, int] | None:
        told = self.ask(r.EVENTS)
        return (told[1], told[2]) if told else None

    def hears(self, *event: int) -> None:
        """This event becomes the newest."""
        self.until(lambda: self.newest() == event, f"event {event}")

    def note_in_escrow(self, kind: int = 4) -> None:
        self.order(f"insert {kind}")
        self.hears(kind, 1)


class Id003Host(Host):
    """A host of the ID-003 acceptor."""

    def ask(self, command: int, data: bytes = b"") -> bytes | None:
        """The one sound reply: status or command, and data."""
        heard = self.line.exchange(r.id003_frame(command, data), lambda heard: bool(r.id003_replies(heard)))
        replies = r.id003_replies(heard)
        return replies[0] if len(replies) == 1 else None

    def status(self) -> int:
        told = self.ask(r.STATUS)
        return told[0] if told else 0

    def hears(self, *statuses: int) -> None:
        """These statuses come one after the other, with others between them perhaps."""
        for status in statuses:
            self.until(lambda status=status: self.status() == status, f"status {status:#04x}")  # type: ignore[misc]

    def do(self, command: int) -> None:
        """A command that is accepted."""
        assert self.ask(command) == bytes([r.ACK])

    def acknowledge(self) -> None:
        """VEND VALID is heard; nothing answers that."""
        self.line.exchange(r.id003_frame(r.ACK), lambda _: True)

    def set(self, command: int, *data: int) -> None:
        """A setting, which is repeated to us."""
        assert self.ask(command, bytes(data)) == bytes([command, *data])

    def reset(self) -> None:
        """RESET, and every note and ticket let in."""
        self.do(r.RESET)
        self.set(0xC0, 0, 0)
        self.set(0xC7, 0)
        self.set(0xC3, 0)

    def ready(self) -> "Id003Host":
        """Up from a cold start and waiting for notes."""
        self.shown(up=True)
        self.hears(r.POWER_UP)
        self.reset()
        self.hears(r.IDLING)
        return self

    def note_in_escrow(self, kind: int = 4) -> None:
        self.order(f"insert {kind}")
        self.hears(r.ESCROW)

    def stacked(self) -> None:
        """From escrow to VEND VALID."""
        self.do(r.STACK_1)
        self.hears(r.VEND_VALID)
