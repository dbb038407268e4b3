"""Orders of the controller to the unit: abort, clear faults, test yourself.

Unlike the wanted play an order is given once and carried out at most once: it is answered, or `NotDone` says why not.
What is lost with the link is not tried again by itself: who gave the order may have changed their mind since.
"""

from controller.protocol.devices.unit import NotDone, RunSelfTest
from controller.protocol.message import Message, cut
from drivers.common.serial.link import Link
from drivers.common.serial.messages import Spoken


class Orders:
    """Those under way; no more than the link's queue holds."""

    def __init__(self, link: Link, port: str, unit: str) -> None:
        self._link = link
        self._port = port
        self._unit = unit
        self._under_way: list[tuple[Spoken, Message]] = []

    def give(self, order: Message, request: Spoken, state: str | None, now: float) -> list[NotDone]:
        """Pass an order on to the unit, which is in this state, or None while it is not there."""
        if state is None:
            return [self._not_done(order, f"the {self._unit} is not there; tried again only if told again")]
        if isinstance(order, RunSelfTest) and state != "ready":
            return [self._not_done(order, f"the unit is {state}; a self-test needs it ready")]
        if not self._link.ask(request, now):
            return [self._not_done(order, "too many requests wait already")]
        self._under_way.append((request, order))
        return []

    def answered(self, request: Spoken) -> None:
        self._over(request)

    def unanswered(self, request: Spoken) -> list[NotDone]:
        """The unit is there and does not answer this one."""
        order = self._over(request)
        return (
            [] if order is None else [self._not_done(order, "the unit does not answer; tried again only if told again")]
        )

    def lost(self) -> list[NotDone]:
        """The unit was lost, and with it what it had not answered."""
        under_way, self._under_way = self._under_way, []
        text = "the unit was lost before it answered, so it may or may not have done it; tried again only if told again"
        return [self._not_done(order, text) for _, order in under_way]

    def _over(self, request: Spoken) -> Message | None:
        for number, (asked, order) in enumerate(self._under_way):
            if asked == request:
                del self._under_way[number]
                return order
        return None

    def _not_done(self, order: Message, text: str) -> NotDone:
        return NotDone(command=order.kind, text=cut(f"{self._port}: {text}"))
