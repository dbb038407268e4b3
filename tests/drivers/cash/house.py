"""A controller of acceptors, played by a test: what is told with its mark is kept, and money is booked once."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import zmq

from controller.protocol.devices.bills import (
    FROM_DRIVER,
    AcceptorHealth,
    AcceptorReset,
    BillsDriverHere,
    NoteAtEscrow,
    OfAcceptor,
    PaperOrder,
    PaperStacked,
    WantedOfAcceptor,
)
from controller.protocol.message import decode, encode
from tests.drivers.machines import PATIENCE

Said = TypeVar("Said")
TOLD_EVERY = 0.5


@dataclass
class AtSeat:
    """What the house knows of one seat, in the place of a journal."""

    peer: bytes = b""
    session: int = 0
    tell: int = 0
    mark: tuple[int, int] | None = None
    notes: tuple[int, ...] = ()
    paper: int = 0
    order: PaperOrder = "nothing"
    booked: int = 0
    credited: list[int] = field(default_factory=list)
    owes: bool = False  # what was credited is still to be acknowledged
    answer: PaperOrder = "accept"  # to each note
    said: list[Any] = field(default_factory=list)
    gaps: int = 0


class House:
    """One socket, as the controller's; seats by what their drivers say."""

    def __init__(self, endpoint: str) -> None:
        self._context = zmq.Context()
        self._socket = self._context.socket(zmq.ROUTER)
        self._socket.setsockopt(zmq.LINGER, 0)
        self._socket.bind(endpoint)
        self.seats: dict[int, AtSeat] = {}
        self._by_peer: dict[bytes, AtSeat] = {}
        self._say_at = 0.0
        self.drop: Callable[[Any], bool] = lambda _: False
        """Messages that never arrive."""

    def close(self) -> None:
        self._socket.close()
        self._context.term()

    def hears(self, kind: type[Said], seat: int = 1, such_that: Callable[[Said], bool] = lambda _: True) -> Said:
        """The next of this kind from there, or one that has come and was not asked for."""
        end = time.monotonic() + PATIENCE
        while True:
            said = self.seats.setdefault(seat, AtSeat()).said
            while said:
                if isinstance(message := said.pop(0), kind) and such_that(message):
                    return message
            assert time.monotonic() < end, f"no {kind.__name__} of seat {seat}"
            self.turn()

    def turn(self) -> None:
        """Hear what has come, and say again what is wanted."""
        if self._socket.poll(20):
            while self._socket.poll(0):
                peer, data = self._socket.recv_multipart()
                self._hear(peer, decode(FROM_DRIVER, data))
        if time.monotonic() >= self._say_at:
            self._say_at = time.monotonic() + TOLD_EVERY
            for seat in self.seats.values():
                self.say(seat)

    def say(self, seat: AtSeat) -> None:
        if seat.peer:
            wish = WantedOfAcceptor(
                session=seat.session,
                mark=seat.mark,
                notes=seat.notes,
                tickets=False,
                paper=seat.paper,
                order=seat.order,
                booked=seat.booked,
            )
            self._socket.send_multipart([seat.peer, encode(wish)])

    def _hear(self, peer: bytes, message: Any) -> None:
        if isinstance(message, BillsDriverHere):
            seat = self.seats.setdefault(message.seat, AtSeat())
            seat.peer = peer
            self._by_peer[peer] = seat
            self._begin(seat, message.session + 1)
        seat = self._by_peer[peer]
        if self.drop(message):
            return
        if isinstance(message, OfAcceptor):
            self._told(seat, message)
        elif isinstance(message, AcceptorHealth) and message.session == seat.session and message.told > seat.tell:
            self._gap(seat)
        seat.said.append(message)

    def _begin(self, seat: AtSeat, session: int) -> None:
        seat.session, seat.tell, seat.paper, seat.order, seat.booked = session, 0, 0, "nothing", 0
        self.say(seat)

    def _gap(self, seat: AtSeat) -> None:
        seat.gaps += 1
        self._begin(seat, seat.session + 1)

    def _told(self, seat: AtSeat, message: OfAcceptor) -> None:
        if message.session != seat.session:
            return
        if message.tell != seat.tell + 1:
            self._gap(seat)
            return
        seat.tell = message.tell
        if message.mark is not None:
            seat.mark = message.mark
        if isinstance(message, NoteAtEscrow):
            seat.paper, seat.order, seat.owes = message.paper, seat.answer, False
            self.say(seat)
        elif isinstance(message, AcceptorReset):
            seat.booked = message.tell
            self.say(seat)
        elif isinstance(message, PaperStacked):
            if not seat.owes:
                seat.credited.append(message.note.value if message.note else 0)
            seat.owes = message.to_acknowledge
            seat.booked = message.tell
            self.say(seat)
