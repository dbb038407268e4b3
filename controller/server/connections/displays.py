"""The desk of those who only watch: displays, `boxcars status`, the records process."""

from pydantic import TypeAdapter

from controller.facts.kinds import Answer as Answered
from controller.protocol.message import BadMessage, decode
from controller.protocol.stations import version_1 as wire
from controller.protocol.terminals.version_1 import FROM_DISPLAY, BookWanted, Heartbeat, SnapshotWanted, ToDisplay
from controller.server.host.machine_status import MachineStatus
from controller.server.loop.hub import Hub
from controller.server.loop.news import TurnNews
from controller.server.loop.ports import Arrival, Peer
from controller.server.loop.troubles import Trouble


class Displays:
    """Displays listen to the broadcasts; here they ask for what they missed."""

    def hear(self, hub: Hub, arrival: Arrival) -> None:
        """One message."""
        _question(hub, arrival, FROM_DISPLAY)

    def answer(self, hub: Hub, peer: Peer, answer: Answered) -> None:
        """It sends no commands."""

    def tell(self, hub: Hub, news: TurnNews) -> None:
        """The broadcasts tell."""

    def look_around(self, hub: Hub) -> None:
        """A display need not be there."""

    def gone(self, hub: Hub, peer: Peer) -> None:
        """Nothing is kept of it."""

    def caught_up(self, hub: Hub, peer: Peer) -> None:
        """The next broadcast is the whole truth."""


class Watchers(Displays):
    """`boxcars status` and the records process: they ask how the machine is."""

    def __init__(self, machine_status: MachineStatus) -> None:
        self._machine_status = machine_status

    def hear(self, hub: Hub, arrival: Arrival) -> None:
        """One message."""
        try:
            message = decode(wire.FROM_WATCHER, arrival.data)
        except BadMessage as error:
            hub.not_taken(arrival, Trouble.BAD_MESSAGE, str(error))
            return
        if isinstance(message, BookWanted):
            hub.say(arrival.peer, hub.public_views.book(hub.table))
        else:
            hub.say(arrival.peer, self._machine_status.now(hub))


def answer_question(hub: Hub, peer: Peer, message: SnapshotWanted | BookWanted | Heartbeat) -> None:
    """What anybody may ask."""
    answer: ToDisplay
    match message:
        case SnapshotWanted():
            answer = hub.table_now()
        case BookWanted():
            answer = hub.public_views.book(hub.table)
        case Heartbeat():
            answer = message
    hub.say(peer, answer)


def _question(hub: Hub, arrival: Arrival, adapter: TypeAdapter[SnapshotWanted | BookWanted | Heartbeat]) -> None:
    try:
        message = decode(adapter, arrival.data)
    except BadMessage as error:
        hub.not_taken(arrival, Trouble.BAD_MESSAGE, str(error))
        return
    answer_question(hub, arrival.peer, message)
