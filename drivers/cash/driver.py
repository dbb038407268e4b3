"""A seat's acceptor, as its driver knows it: a session that begins where the controller says, and its wish.

Nothing is asked of the unit before the stored mark is known. A paper is counted as it comes to escrow, and an order is
given once, to the paper that it names. Who has not been wished anything for a while lets nothing in.
"""

import time
from collections.abc import Callable

import structlog

from config.drivers import BillSettings
from controller.protocol.devices.bills import AcceptorHealth, BillsDriverHere, PaperOrder, WantedOfAcceptor
from controller.protocol.message import Message
from drivers.cash.acceptor import (
    Accept,
    Booked,
    Enable,
    Faulty,
    Foreign,
    KeepAtEscrow,
    LineCounts,
    Lost,
    Mark,
    NoteAtEscrow,
    NotRouted,
    Order,
    Ready,
    Reset,
    Return,
    Stacked,
    TicketAtEscrow,
    Told,
)
from drivers.cash.line import AcceptorLine
from drivers.cash.protocols import PROTOCOLS, wanted_by
from drivers.cash.told import message_of
from drivers.common.serial.port import OpenPort, Port, PortName

WISHED_WITHIN = 3.0
"""Seconds; a controller says its wish once a second."""
ORDERS: dict[PaperOrder, Order] = {"hold": KeepAtEscrow(), "accept": Accept(), "return": Return()}
UNORDERED: tuple[int, PaperOrder] = (0, "nothing")
LOGGED = Ready | Foreign | Lost | Faulty

log = structlog.get_logger()


class SeatAcceptor:
    """One acceptor."""

    def __init__(
        self,
        settings: BillSettings,
        port: PortName,
        now: Callable[[], float] = time.monotonic,
        open_port: OpenPort = Port,
    ) -> None:
        self.seat = settings.seat
        self._open_port = open_port
        self._settings, self._port, self._now = settings, port, now
        self._line: AcceptorLine | None = None
        self._wish: WantedOfAcceptor | None = None
        self._wished_at = 0.0
        self._session = self._tell = self._paper = 0
        self._reopens = 0
        self._forget_unit()

    def fileno(self) -> int | None:
        return self._line.fileno() if self._line else None

    def deadline(self) -> float:
        if self._line is None:
            return float("inf")
        return min(self._line.deadline(), self._wished_at + WISHED_WITHIN if self._let_in != Enable() else float("inf"))

    def turn(self) -> list[Message]:
        if self._line is None:
            return []
        if self._now() >= self._wished_at + WISHED_WITHIN:
            self._allow(Enable())
        messages = self._converse(self._line)
        if messages:
            self._obey()
            messages += self._converse(self._line)
        return messages

    def _converse(self, line: AcceptorLine) -> list[Message]:
        return [self._message(told) for told in line.turn()]

    def here(self) -> list[Message]:
        here = BillsDriverHere(
            port=self._port.text, emulated=self._port.is_pretended(), seat=self.seat, session=self._session
        )
        return [here]

    def health(self, dropped: int) -> AcceptorHealth:
        counts = self._line.acceptor.counts() if self._line else LineCounts()
        return AcceptorHealth(
            session=self._session,
            told=self._tell,
            linked=self._ready,
            sent=counts.sent,
            answered=counts.answered,
            unanswered=counts.unanswered,
            noise=counts.noise,
            strays=counts.strays,
            reopens=self._reopens,
            messages_dropped=dropped,
        )

    def close(self) -> None:
        if self._line is not None:
            self._line.close()

    # ---- what the controller wants ---------------------------------------------------------------

    def told(self, wish: WantedOfAcceptor) -> None:
        """The wish as it is now; one of a session that is over has been on its way for long, and names an old mark."""
        if wish.session < self._session:
            return
        self._wish, self._wished_at = wish, self._now()
        if wish.session > self._session:
            self._begin(wish)
        self._obey()

    def _begin(self, wish: WantedOfAcceptor) -> None:
        """Speak with the unit anew: what it says is counted from 1 again."""
        self.close()
        mark = None if wish.mark is None else Mark(*wish.mark)
        session = PROTOCOLS[self._settings.protocol](wanted_by(self._settings), mark)
        self._line = AcceptorLine(self._port, session, self._now, self._open_port)
        self._session, self._tell, self._paper = wish.session, 0, 0
        self._forget_unit()
        log.info("session begun", seat=self.seat, session=wish.session, mark=wish.mark)

    def _forget_unit(self) -> None:
        """It was lost, or is found anew: nothing is let in, and no order counts."""
        self._ready = False
        self._let_in: Enable | None = Enable()
        self._ordered = UNORDERED
        self._owed = 0  # the tell of what the unit may forget once it is on the disk

    def _obey(self) -> None:
        wish = self._wish
        if wish is None or self._line is None:
            return
        if self._now() < self._wished_at + WISHED_WITHIN:
            self._allow(Enable(frozenset(wish.notes), wish.tickets))
        if self._owed and wish.booked >= self._owed:
            self._owed = 0
            self._order(Booked())
        if wish.paper == self._paper and (self._paper or self._ready):
            self._move(wish.order)

    def _allow(self, wanted: Enable) -> None:
        if self._ready and wanted != self._let_in:
            self._let_in = wanted
            self._order(wanted)

    def _move(self, order: PaperOrder) -> None:
        """To the paper that is meant, each order once."""
        if (self._paper, order) == self._ordered:
            return
        self._ordered = (self._paper, order)
        if order in ORDERS:
            self._order(ORDERS[order])

    def _order(self, order: Order) -> None:
        assert self._line is not None, "a session has begun"
        self._line.acceptor.told(order, self._now())

    # ---- what the unit told ----------------------------------------------------------------------

    def _message(self, told: Told) -> Message:
        self._tell += 1
        match told:
            case Ready() | Lost() | Foreign():
                self._forget_unit()
                self._ready = isinstance(told, Ready)
                self._reopens += isinstance(told, Lost)
            case NoteAtEscrow() | TicketAtEscrow():
                self._paper += 1
            case Stacked(to_acknowledge=True) | Reset():
                self._owed = self._tell
            case NotRouted():
                self._ordered = UNORDERED  # told again with the next wish; the session looks whether it still stands
        if isinstance(told, LOGGED):
            log.info(type(told).__name__.lower(), seat=self.seat, told=str(told))
        return message_of(told, self._session, self._tell, self._paper)
