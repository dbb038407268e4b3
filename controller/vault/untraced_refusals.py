"""What was refused without a trace in the journal is remembered as long as this process lives: sent again it is told
alike."""

from controller.facts.kinds import Answer
from controller.table.commands.clients import last_id
from controller.table.events import Event
from controller.table.state import Table

MOST = 1024


class UntracedRefusals:
    """The latest of them."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int], tuple[Event, Answer]] = {}

    def add(self, event: Event, answer: Answer) -> None:
        """One more; the oldest is forgotten where there are too many."""
        self._known.pop((answer.client, answer.id), None)
        self._known[answer.client, answer.id] = event, answer
        if len(self._known) > MOST:
            del self._known[next(iter(self._known))]

    def answer(self, event: Event, table: Table) -> Answer | None:
        """What was answered to this very event, as long as its number has not been used since."""
        client, id = getattr(event, "client", ""), getattr(event, "id", 0)
        known = self._known.get((client, id))
        return known[1] if known is not None and known[0] == event and id > last_id(table, client) else None

    def forget(self, client: str) -> None:
        """Its numbers begin anew, and mean other commands."""
        for name, id in [known for known in self._known if known[0] == client]:
            del self._known[name, id]
