"""The desk of those who only watch: displays, `boxcars status`, the records process."""

from pydantic import TypeAdapter

from controller.facts.kinds import Answer as Answered
from controller.protocol.message import BadMessage, decode
from controller.protocol.stations import version_1 as wire
from controller.protocol.terminals.version_1 import FROM_DISPLAY, BookWanted, Heartbeat, SnapshotWanted, ToDisplay
from controller.server.host.machine_status import Statusing
from controller.server.loop.hub import Floor
from controller.server.loop.news import Turn
from controller.server.loop.ports import Arrival, Peer
from controller.server.loop.public_views import book_now
from controller.server.loop.troubles import Trouble


class Displays:
    """Displays listen to the broadcasts; here they ask for what they missed."""

    def hear(self, floor: Floor, arrival: Arrival) -> None:
        """One message."""
        _question(floor, arrival, FROM_DISPLAY)

    def answer(self, floor: Floor, peer: Peer, answer: Answered) -> None:
        """It sends no commands."""

    def tell(self, floor: Floor, news: Turn) -> None:
        """The broadcasts tell."""

    def look_around(self, floor: Floor) -> None:
        """A display need not be there."""

    def gone(self, floor: Floor, peer: Peer) -> None:
        """Nothing is kept of it."""

    def caught_up(self, floor: Floor, peer: Peer) -> None:
        """The next broadcast is the whole truth."""


class Watchers(Displays):
    """`boxcars status` and the records process: they ask how the machine is."""

    def __init__(self, statusing: Statusing) -> None:
        self._statusing = statusing

    def hear(self, floor: Floor, arrival: Arrival) -> None:
        """One message."""
        try:
            message = decode(wire.FROM_WATCHER, arrival.data)
        except BadMessage as error:
            floor.not_taken(arrival, Trouble.BAD_MESSAGE, str(error))
            return
        if isinstance(message, BookWanted):
            floor.say(arrival.peer, book_now(floor.table))
        else:
            floor.say(arrival.peer, self._statusing.now(floor))


def answer_question(floor: Floor, peer: Peer, message: SnapshotWanted | BookWanted | Heartbeat) -> None:
    """What anybody may ask."""
    answer: ToDisplay
    match message:
        case SnapshotWanted():
            answer = floor.table_now()
        case BookWanted():
            answer = book_now(floor.table)
        case Heartbeat():
            answer = message
    floor.say(peer, answer)


def _question(floor: Floor, arrival: Arrival, adapter: TypeAdapter[SnapshotWanted | BookWanted | Heartbeat]) -> None:
    try:
        message = decode(adapter, arrival.data)
    except BadMessage as error:
        floor.not_taken(arrival, Trouble.BAD_MESSAGE, str(error))
        return
    answer_question(floor, arrival.peer, message)
