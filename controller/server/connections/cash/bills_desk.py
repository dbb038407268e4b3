"""The desk of the bill acceptors' driver: what each acceptor told becomes events, in order and none left out.

A number that is left out makes the desk want another session: the unit is asked anew from the stored mark. `booked` is
said after the commit of what it is about, as everything is.
"""

from typing import Any

from controller.protocol.devices import bills as wire
from controller.protocol.status import LinkStatus
from controller.server.connections.cash.seat_desks import SeatDesk, SeatDesks
from controller.server.connections.driver_desk import Here
from controller.server.loop.hub import Hub
from controller.server.loop.ports import Arrival
from controller.server.loop.troubles import Trouble
from controller.table.cash import events
from controller.table.cash.seat import AcceptorNow
from controller.table.paper.wanted import WantedOfAcceptor, WantedOfCash

TOLD_BY_EVENTS = frozenset({"stacker_removed", "stacker_full"})
"""Faults whose end a unit with a counter tells once: another session is not told of them again."""


class AcceptorDesk(SeatDesk):
    """The acceptor of one seat."""

    device, messages = "bills", wire.FROM_DRIVER

    def __init__(self, seat: int, emulated_allowed: bool) -> None:
        super().__init__(seat, emulated_allowed)
        self._health: wire.AcceptorHealth | None = None
        self._session = 0
        self._begin(0)

    # ---- heard -----------------------------------------------------------------------------------

    def _here(self, hub: Hub, arrival: Arrival, here: Here) -> None:
        super()._here(hub, arrival, here)
        if self.speaks_with(arrival.peer) and isinstance(here, wire.BillsDriverHere):
            self._begin(max(here.session, self._session) + 1)

    def _begin(self, session: int) -> None:
        """The driver is to speak with the unit anew, and is heard from there on alone. No number is used twice: what is
        still on its way under an older one is nothing that was told now."""
        self._session, self._tell = session, 0
        self._paper = self._stacked = self._started = 0
        self._ready = False
        self._faults: set[str] | None = None
        self._say_all_again()

    def _take(self, hub: Hub, message: Any) -> None:
        if isinstance(message, wire.AcceptorHealth):
            self._health = message
            if message.session == self._session and message.told > self._tell:
                self._lost_words(hub, message.told)
        elif isinstance(message, wire.OfAcceptor) and message.session == self._session:
            if message.tell == self._tell + 1:
                self._tell = message.tell
                self._told(hub, message)
            else:
                self._lost_words(hub, message.tell)

    def _lost_words(self, hub: Hub, tell: int) -> None:
        self._tell_trouble(
            hub, Trouble.BILLS_LOST_WORDS, f"heard tell {self._tell} of session {self._session}, then {tell}", tell=tell
        )
        self._begin(self._session + 1)

    def _told(self, hub: Hub, message: wire.OfAcceptor) -> None:
        seat, mark = self.seat, message.mark
        match message:
            case wire.AcceptorReady():
                self._is_ready(hub, message)
            case wire.AcceptorForeign(text=text):
                self._tell_trouble(hub, Trouble.BILLS_FOREIGN, text)
                self._ready = False
                hub.apply(events.AcceptorForeign(seat, text))
            case wire.AcceptorLost(text=text):
                self._tell_trouble(hub, Trouble.BILLS_LINK_DOWN, text)
                self._gone(hub, text)
            case wire.AcceptorReset(paper=paper):
                self._started = message.tell
                hub.apply(events.AcceptorReset(seat, paper, mark))
            case wire.NoteAtEscrow(paper=paper, note=note):
                self._paper = paper
                hub.apply(events.NoteOffered(seat, note.value, mark))
            case wire.TicketAtEscrow(paper=paper, number=number):
                self._paper = paper
                hub.apply(events.TicketOffered(seat, number, mark))
            case wire.PaperRouted():
                hub.apply(events.PaperRouted(seat))
            case wire.PaperNotRouted(text=text):
                if self._acceptor(hub).moving:
                    hub.apply(events.PaperNotRouted(seat, text))
            case wire.PaperStacked(note=noted, from_escrow=offered, to_acknowledge=waits):
                self._stacked = message.tell if waits else self._stacked
                value = noted.value if noted else None
                hub.apply(events.PaperStacked(seat, value, offered, waits, mark))
            case wire.PaperReturned():
                hub.apply(events.PaperReturned(seat, mark))
            case wire.PaperRejected(why=why):
                hub.apply(events.PaperRejected(seat, why, mark))
            case wire.PathEmpty():
                hub.apply(events.PathEmpty(seat, mark))
            case wire.AcceptorEventsLost(count=count):
                self._tell_trouble(hub, Trouble.BILLS_EVENTS_LOST, f"{count} events or more", count=count)
                hub.apply(events.EventsLost(seat, count, mark))
            case wire.AcceptorRecount():
                hub.apply(events.Recounted(seat, mark))
            case wire.AcceptorFaulty(fault=fault, text=text):
                self._tell_trouble(hub, Trouble.BILLS_FAULT, text)
                self._faults_are(hub, self._faults_now(hub, mark) | {fault}, mark)
            case wire.AcceptorFaultOver(fault=fault):
                self._faults_are(hub, self._faults_now(hub, mark) - {fault}, mark)

    def _is_ready(self, hub: Hub, ready: wire.AcceptorReady) -> None:
        self._ready = True
        who = f"{ready.product} {ready.serial}".strip()
        values = tuple(note.value for note in ready.notes)
        hub.apply(events.AcceptorFound(self.seat, who, ready.currency, values, ready.mark))
        self._faults_are(hub, self._faults_now(hub, ready.mark), ready.mark)

    def _faults_now(self, hub: Hub, mark: events.Mark) -> set[str]:
        """Those of this session, and those of before that only an event ends."""
        if self._faults is None:
            known = set(self._acceptor(hub).faults)
            self._faults = known & TOLD_BY_EVENTS if mark is not None else set()
        return self._faults

    def _faults_are(self, hub: Hub, faults: set[str], mark: events.Mark) -> None:
        self._faults = faults
        if tuple(sorted(faults)) != self._acceptor(hub).faults:
            hub.apply(events.AcceptorFaults(self.seat, tuple(sorted(faults)), mark))

    def _acceptor(self, hub: Hub) -> AcceptorNow:
        return hub.table.cash[self.seat].acceptor

    # ---- gone ------------------------------------------------------------------------------------

    def look_around(self, hub: Hub) -> None:
        """Also an acceptor that was there before the controller started, and nobody has spoken of since."""
        super().look_around(hub)
        if self._peer is None:
            self._gone(hub, "its driver is not heard")

    def _lose(self, hub: Hub) -> None:
        self._gone(hub, "its driver is not heard")

    def _gone(self, hub: Hub, text: str) -> None:
        self._ready = False
        if self._acceptor(hub).linked:
            hub.apply(events.AcceptorGone(self.seat, text))

    # ---- told ------------------------------------------------------------------------------------

    def act(self, hub: Hub, wanted: WantedOfCash) -> None:
        """That it is going to be stacked is on the disk before it is said; and only what stands there is."""
        if self._peer is not None and self._tell and wanted.acceptor is not None and wanted.acceptor.to_route:
            hub.apply(events.RouteMeant(self.seat))

    def _wish(self, hub: Hub, wanted: WantedOfCash) -> wire.WantedOfAcceptor:
        """Of another acceptor than the one that belongs here nothing is wanted, but to be spoken with."""
        wish = wanted.acceptor
        if wish is None:
            mark = self._acceptor(hub).mark
            return wire.WantedOfAcceptor(
                session=self._session, mark=mark, notes=(), tickets=False, booked=self._started
            )
        return wire.WantedOfAcceptor(
            session=self._session,
            mark=wish.mark,
            notes=tuple(sorted(wish.notes)),
            tickets=wish.tickets,
            paper=self._paper,
            order=self._order(wish),
            booked=self._stacked if wish.booked else self._started,
        )

    def _order(self, wish: WantedOfAcceptor) -> wire.PaperOrder:
        """A paper that came before its unit was set up goes back: some are not set up until the path is empty."""
        order = ORDERS[wish.paper]
        stuck = order == "hold" and self._paper > 0 and not self._ready and not wish.asks_authority
        return "return" if stuck else order

    def links(self, hub: Hub) -> list[LinkStatus]:
        details: dict[str, int | float | str | bool] = {"seat": self.seat}
        if self._health is not None:
            details |= self._health.model_dump(exclude={"kind", "v"})
        up = self._peer is not None and self._ready
        silent = self._silent_ms(hub)
        return [LinkStatus(role=self.device, name=f"seat {self.seat}", up=up, silent_ms=silent, details=details)]


ORDERS: dict[str | None, wire.PaperOrder] = {None: "nothing", "hold": "hold", "accept": "accept", "return": "return"}


class BillsDesk(SeatDesks[AcceptorDesk]):
    """The acceptors of all seats."""

    messages = wire.FROM_DRIVER
    no_seat = Trouble.BILLS_NO_SEAT

    def _new(self, seat: int, emulated_allowed: bool) -> AcceptorDesk:
        return AcceptorDesk(seat, emulated_allowed)

    def _has(self, hub: Hub, seat: int) -> bool:
        return seat in hub.table.cash and bool(hub.table.cash[seat].setup.notes)
