"""In which series a client's commands count: granted to whoever has shown a terminal's key, or a person's PIN."""

from controller.server.loop.hub import Hub
from controller.table.commands import clients


def goes_on(hub: Hub, client: str, wanted: int | None, asks: bool) -> bool:
    """Whether the client goes on where it was; else it counts from 1 in a series of its own.

    `asks`: it speaks a version of the wire that knows of series, and `wanted` is the one it was in. One in which
    nothing was sent is as good as a new one. One that is used up, as a single command could do once, is followed by
    another for whoever comes.
    """
    table = hub.table
    used_up = clients.is_used_up(table, client)
    stays = not asks or wanted == clients.series_of(table, client)
    if used_up or (not stays and clients.last_id(table, client)):
        hub.begin_series(client)
    return stays and not used_up
