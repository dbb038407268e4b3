"""The commands of a turn: who is told what became of each, and which seat put something up by it."""

from typing import Any, NamedTuple

from controller.facts.kinds import Answer
from controller.protocol.terminals.commands import Wagers
from controller.server.loop.hub import Desk, Hub
from controller.server.loop.ports import Peer
from controller.table.events import Command, FromSeat


class PendingCommand(NamedTuple):
    """One of them."""

    peer: Peer
    desk: Desk
    seat: int | None


class PendingCommands:
    """All of this turn."""

    def __init__(self) -> None:
        self._asked: dict[tuple[str, int], PendingCommand] = {}

    def add(self, command: Command, peer: Peer, desk: Desk) -> None:
        """It goes to the table now."""
        seat = command.seat if isinstance(command, FromSeat) and _only_puts_up(command) else None
        self._asked[command.client, command.id] = PendingCommand(peer, desk, seat)

    def has_of(self, client: str) -> bool:
        """Whether one of this client is among them."""
        return any(name == client for name, _ in self._asked)

    def answer(self, hub: Hub, answer: Answer) -> int | None:
        """Let the desk tell it; which seat knows by that alone what the command did."""
        asked = self._asked.get((answer.client, answer.id))
        if asked is None:
            return None
        asked.desk.answer(hub, asked.peer, answer)
        if not answer.ok:
            hub.counters.counts[f"refused.{answer.code}"] += 1
        return asked.seat

    def clear(self) -> None:
        """The turn is over."""
        self._asked.clear()


def _only_puts_up(command: FromSeat[Any]) -> bool:
    """Whether the seat's own terminal knows what the command did, once it hears that it was taken."""
    return isinstance(command.asked, Wagers) and all(lay.do == "place" for lay in command.asked.wagers)
