"""What the desks of all drivers have in common: one driver at a time, known by what it said first, lost if silent.

A driver keeps nothing across its own death or ours. Whoever speaks without having said that it is here is asked who it
is; a new one takes over from the old.
"""

from abc import ABC, abstractmethod
from typing import Any, Generic, TypeVar

import structlog
from pydantic import TypeAdapter

from controller.facts.kinds import Answer
from controller.protocol.devices.panel import PanelDriverHere
from controller.protocol.devices.sas import SasDriverHere
from controller.protocol.devices.unit import DriverHere
from controller.protocol.message import BadMessage, WhoIsThere, decode
from controller.server.loop.hub import Hub
from controller.server.loop.news import TurnNews
from controller.server.loop.ports import Arrival, Peer
from controller.server.loop.troubles import Trouble

LOST_AFTER_MS = 3000
"""A driver says how it is once a second."""

Message = TypeVar("Message")
Here = DriverHere | PanelDriverHere | SasDriverHere

log = structlog.get_logger()


class DriverDesk(ABC, Generic[Message]):
    """One driver, and the hardware behind it."""

    def __init__(self, hardware: str, messages: TypeAdapter[Any], emulated_allowed: bool) -> None:
        self._hardware = hardware
        self._messages = messages
        self._emulated_allowed = emulated_allowed
        self._peer: Peer | None = None
        self._heard = 0

    # ---- what each desk does in its own way ----

    @abstractmethod
    def _take(self, hub: Hub, message: Message) -> None:
        """One message of the driver that is here."""

    @abstractmethod
    def _lose(self, hub: Hub) -> None:
        """What is behind the driver cannot be read any more."""

    @abstractmethod
    def _say_all_again(self) -> None:
        """Nothing is known of what the driver has heard: it is to be told everything."""

    # ---- what both do alike ----

    def hear(self, hub: Hub, arrival: Arrival) -> None:
        """One message."""
        try:
            message = decode(self._messages, arrival.data)
        except BadMessage as error:
            hub.not_taken(arrival, Trouble.BAD_MESSAGE, str(error))
            return
        self.heard(hub, arrival, message)

    def heard(self, hub: Hub, arrival: Arrival, message: Any) -> None:
        """The same, read already."""
        if isinstance(message, Here):
            self._here(hub, arrival, message)
        elif arrival.peer != self._peer:
            hub.say(arrival.peer, WhoIsThere())
        else:
            self._heard = hub.now
            self._take(hub, message)

    def speaks_with(self, peer: Peer) -> bool:
        """Whether this is the driver's connection."""
        return peer == self._peer

    def _here(self, hub: Hub, arrival: Arrival, here: Here) -> None:
        """Law 13: nobody plays with pretended dice or doors on a live journal."""
        if here.emulated and not self._emulated_allowed:
            text = f"emulated {self._hardware} hardware has no business with a live journal"
            hub.not_taken(arrival, Trouble.EMULATOR_ON_LIVE, text)
            return
        if self._peer not in (None, arrival.peer):
            self._trouble(hub, "driver_again", "a new driver takes over from the old")
            self._lose(hub)
        log.info(f"{self._hardware} driver here", emulated=here.emulated)
        self._peer, self._heard = arrival.peer, hub.now
        self._say_all_again()

    def look_around(self, hub: Hub) -> None:
        """A driver that is not heard is lost, and with it what is behind it."""
        if self._peer is not None and hub.now - self._heard > LOST_AFTER_MS:
            self._trouble(hub, "driver_lost", f"not heard for {LOST_AFTER_MS} ms")
            self.gone(hub, self._peer)

    def gone(self, hub: Hub, peer: Peer) -> None:
        """The driver's connection has ended."""
        if peer == self._peer:
            self._peer = None
            self._lose(hub)

    def caught_up(self, hub: Hub, peer: Peer) -> None:  # noqa: ARG002
        """It reads again: say everything anew."""
        self._say_all_again()

    def answer(self, hub: Hub, peer: Peer, answer: Answer) -> None:
        """A driver sends no commands of its own."""

    def _trouble(self, hub: Hub, what: str, text: str, source: str = "", **about: object) -> None:
        """One of the troubles that follow from the device's row, which names the device too."""
        trouble = Trouble[f"{self._hardware}_{what}".upper()]
        hub.counters.trouble(trouble, source or self._hardware, text, hub.now, **(about or {"device": self._hardware}))

    def _silent_ms(self, hub: Hub) -> int:
        return hub.now - self._heard if self._peer is not None else 0


class NoDesk:
    """Where the driver of a device comes that this cabinet is not played with: it is told so, and no more."""

    def __init__(self, why: str) -> None:
        self._why = why

    def hear(self, hub: Hub, arrival: Arrival) -> None:
        """Nothing that it says is taken."""
        hub.not_taken(arrival, Trouble.STRANGE_DRIVER, self._why)

    def look_around(self, hub: Hub) -> None:
        """Nobody is here."""

    def gone(self, hub: Hub, peer: Peer) -> None:
        """Nobody was here."""

    def answer(self, hub: Hub, peer: Peer, answer: Answer) -> None:
        """No command was taken."""

    def tell(self, hub: Hub, news: TurnNews) -> None:
        """Nobody is told anything."""

    def caught_up(self, hub: Hub, peer: Peer) -> None:
        """Nothing had been said."""
