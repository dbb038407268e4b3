"""The desk of a driver process that serves a device at each of many seats: a desk for each, found by the connection.

Who speaks first says whose device it is; until then nobody is known, and is asked.
"""

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Generic, TypeVar

from pydantic import TypeAdapter

from controller.facts.kinds import Answer
from controller.protocol.devices.unit import DriverHere
from controller.protocol.message import BadMessage, WhoIsThere, decode
from controller.protocol.status import LinkStatus
from controller.server.connections.driver_desk import DriverDesk
from controller.server.loop.hub import Hub
from controller.server.loop.news import TurnNews
from controller.server.loop.ports import Arrival, Peer
from controller.server.loop.troubles import Trouble
from controller.table.paper.wanted import WantedOfCash

SAID_AGAIN_MS = 1000


class SeatDesk(DriverDesk[Any]):
    """The device of one seat."""

    device: ClassVar[str]
    messages: ClassVar[TypeAdapter[Any]]

    def __init__(self, seat: int, emulated_allowed: bool) -> None:
        super().__init__(self.device, self.messages, emulated_allowed)
        self.seat = seat
        self._said: object = None
        self._say_at = 0

    def act(self, hub: Hub, wanted: WantedOfCash) -> None:
        """What the table wants to be on the disk before anything is said."""

    @abstractmethod
    def _wish(self, hub: Hub, wanted: WantedOfCash) -> Any:
        """What the driver is told."""

    @abstractmethod
    def links(self, hub: Hub) -> list[LinkStatus]:
        """The driver and its device, at a glance."""

    def tell(self, hub: Hub, news: TurnNews) -> None:  # noqa: ARG002
        """The wish, if it has changed or has not been said for a second."""
        wanted = hub.wishes.cash.get(self.seat)
        if self._peer is None or wanted is None:
            return
        wish = self._wish(hub, wanted)
        if wish != self._said or hub.now >= self._say_at:
            self._said, self._say_at = wish, hub.now + SAID_AGAIN_MS
            hub.say(self._peer, wish)

    def _say_all_again(self) -> None:
        self._said = None

    def _tell_trouble(self, hub: Hub, trouble: Trouble, text: str, **about: object) -> None:
        hub.counters.trouble(
            trouble, f"{self.device} at seat {self.seat}", text, hub.now, seat=self.seat, **(about or {"words": text})
        )


OneDesk = TypeVar("OneDesk", bound=SeatDesk)


class SeatDesks(ABC, Generic[OneDesk]):
    """All seats that have such a device."""

    messages: ClassVar[TypeAdapter[Any]]
    no_seat: ClassVar[Trouble]

    def __init__(self, emulated_allowed: bool) -> None:
        self._emulated_allowed = emulated_allowed
        self._by_seat: dict[int, OneDesk] = {}
        self._by_peer: dict[Peer, OneDesk] = {}

    @abstractmethod
    def _new(self, seat: int, emulated_allowed: bool) -> OneDesk:
        """The desk of a seat."""

    @abstractmethod
    def _has(self, hub: Hub, seat: int) -> bool:
        """Whether the settings give this seat such a device."""

    def hear(self, hub: Hub, arrival: Arrival) -> None:
        """One message: of a known connection, or of one that says whose it is."""
        try:
            message = decode(self.messages, arrival.data)
        except BadMessage as error:
            hub.not_taken(arrival, Trouble.BAD_MESSAGE, str(error))
            return
        if isinstance(message, DriverHere):
            self._here(hub, arrival, message)
        elif (desk := self._by_peer.get(arrival.peer)) is not None:
            desk.heard(hub, arrival, message)
        else:
            hub.say(arrival.peer, WhoIsThere())

    def _here(self, hub: Hub, arrival: Arrival, here: Any) -> None:
        if not self._has(hub, here.seat):
            hub.not_taken(arrival, self.no_seat, f"seat {here.seat} has no such device by cabinet.toml")
            return
        desk = self.at(here.seat)
        desk.heard(hub, arrival, here)
        if desk.speaks_with(arrival.peer):
            self._by_peer = {peer: of for peer, of in self._by_peer.items() if of is not desk}
            self._by_peer[arrival.peer] = desk

    def at(self, seat: int) -> OneDesk:
        """The desk of this seat."""
        if seat not in self._by_seat:
            self._by_seat[seat] = self._new(seat, self._emulated_allowed)
        return self._by_seat[seat]

    def act(self, hub: Hub) -> None:
        """Before the commit: what has to be on the disk first."""
        for seat, wanted in hub.wishes.cash.items():
            if self._has(hub, seat):
                self.at(seat).act(hub, wanted)

    def look_around(self, hub: Hub) -> None:
        """Who is not heard is lost; who was never heard since the start is not there either."""
        for seat in hub.table.cash:
            if self._has(hub, seat):
                self.at(seat).look_around(hub)

    def gone(self, hub: Hub, peer: Peer) -> None:
        """The connection of a seat's driver has ended."""
        if (desk := self._by_peer.pop(peer, None)) is not None:
            desk.gone(hub, peer)

    def caught_up(self, hub: Hub, peer: Peer) -> None:
        """It reads again."""
        if (desk := self._by_peer.get(peer)) is not None:
            desk.caught_up(hub, peer)

    def answer(self, hub: Hub, peer: Peer, answer: Answer) -> None:
        """A driver sends no commands of its own."""

    def tell(self, hub: Hub, news: TurnNews) -> None:
        """Each driver what is wanted at its seat."""
        for desk in self._by_seat.values():
            desk.tell(hub, news)

    def links(self, hub: Hub) -> list[LinkStatus]:
        """Every device of a seat."""
        seats = [seat for seat in hub.table.cash if self._has(hub, seat)]
        return [link for seat in seats for link in self.at(seat).links(hub)]
