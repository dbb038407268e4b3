"""The numbers of commands: each client counts its own, so that a command sent twice happens once.

Ids count up within a series. They may jump, but not far: whoever could use up the numbers of a series with one
command could close a seat with it. A new series begins at 1 again and closes the one before: what came under the old
numbers is over, and its answers are forgotten.
"""

from controller.facts.kinds import Answer, SeriesBegun
from controller.table.events import Command, SeriesWanted
from controller.table.state import MOST_CLIENTS, Client, Table
from controller.table.work import Work

MOST_JUMP = 1000
"""An id may be so much above the last one."""

LARGEST_ID = 2**53 - 1
"""The largest whole number that every JSON reader keeps exactly; old journals have larger ones."""

FEWEST_LEFT = 1_000_000
"""A series with fewer ids left than this is followed by a new one at the next hello, whether asked for or not."""


def old_answer(table: Table, command: Command) -> Answer | None:
    """The answer to a command that was sent before, or to one whose number cannot be taken; None: it is the next."""
    client = table.clients.get(command.client)
    last = client.last_id if client else 0
    if command.id > last + MOST_JUMP:
        most = last + MOST_JUMP
        reason = f"command {command.id} is more than {MOST_JUMP} after {last}; at most {most} is taken"
        return Answer(command.client, command.id, False, "id_jump", reason, {"last": last, "most": most})
    if client is None or command.id > last:
        return None
    known = client.answers.get(command.id)
    if known is not None:
        return known
    reason = f"command {command.id} is older than {last}, and no answer to it is known"
    return Answer(command.client, command.id, False, "stale_id", reason, {"last": last})


def of_another_series(table: Table, client: str, id: int, series: int) -> Answer | None:
    """The answer to a command of a series that is closed; None: it is of the one that counts."""
    now = series_of(table, client)
    if series == now:
        return None
    reason = f"command {id} is of series {series}; the client counts in series {now}"
    return Answer(client, id, False, "series_over", reason, {"series": now})


def name_of(table: Table, client: str, id: int) -> str:
    """As nothing else is ever named: numbers come again in a client's next series, what they began is kept for ever."""
    series = series_of(table, client)
    return f"{client}/{series}/{id}" if series else f"{client}/{id}"


def keep_answer(table: Table, command: Command, answer: Answer) -> None:
    """So that the same command gets it again."""
    client = _heard(table, command.client)
    table.clients[command.client] = Client(answer.id, client.answers.plus(answer), client.series)


def begin_series(work: Work, event: SeriesWanted) -> None:
    """The client counts from 1 again."""
    series = _heard(work.table, event.client).series + 1
    work.table.clients[event.client] = Client(series=series)
    work.decide(SeriesBegun(event.client, series))


def series_of(table: Table, client: str) -> int:
    """The series in which this client counts; 0 is the first of all."""
    known = table.clients.get(client)
    return known.series if known else 0


def last_id(table: Table, client: str) -> int:
    """The last number that this client has used in its series."""
    known = table.clients.get(client)
    return known.last_id if known else 0


def is_used_up(table: Table, client: str) -> bool:
    """Whether the series of this client has few numbers left, or none; one of an old journal may."""
    return last_id(table, client) > LARGEST_ID - FEWEST_LEFT


def _heard(table: Table, name: str) -> Client:
    """The client, taken out to be put last; for a new one among too many, who was unheard for longest is forgotten."""
    clients = table.clients
    client = clients.pop(name, None)
    if client is None and len(clients) >= MOST_CLIENTS:
        del clients[next(iter(clients))]
    return client or Client()
