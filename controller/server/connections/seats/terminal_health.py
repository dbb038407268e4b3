"""What a linked terminal says of itself: shown to technicians, believed for nothing."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Self

from controller.protocol.stations.hardware import MOST_TERMINALS, TerminalSeen, TerminalsSeen
from controller.protocol.terminals.version_1 import Hello, TerminalHealth
from controller.server.loop.hub import Hub
from controller.server.loop.ports import Who
from controller.server.loop.troubles import Trouble
from controller.table.events import ScreenSeen

LOCAL = "local "
"""How whoever came by a socket of this machine is named; no key is called so, for names of keys have no spaces."""

DARK_AFTER_MS = 10_000
"""Without a page."""
NOT_PLAIN = re.compile(r"[^ -~]")
"""What is not shown as a peer wrote it: it could move the cursor of a console."""


@dataclass(slots=True)
class LinkedTerminal:
    """The terminal that acts for a seat."""

    software: str
    key: str | None
    since: int
    health: TerminalHealth | None = None
    dark_since: int | None = None
    """Since when it has said that no page is open."""

    @classmethod
    def now(cls, hello: Hello, who: Who, now: int) -> Self:
        """It has said hello."""
        key = None if who.name.startswith(LOCAL) else who.name[:64]
        return cls(NOT_PLAIN.sub("?", hello.software), key, now)

    def pages_open(self, hub: Hub, seat: int, pages: int) -> None:
        """So many. Time goes by before none counts as dark: a page that is loaded anew is away for a moment."""
        if pages:
            self.dark_since = None
            if hub.table.seats[seat].screen is not True:
                hub.apply(ScreenSeen(seat, True))
        elif self.dark_since is None:
            self.dark_since = hub.now

    def find_dark(self, hub: Hub, seat: int) -> None:
        """A line that stands says nothing of what a player sees."""
        dark = self.dark_since is not None and hub.now - self.dark_since >= DARK_AFTER_MS
        if dark and hub.table.seats[seat].screen:
            text = f"no page is open at seat {seat}"
            hub.counters.trouble(Trouble.SCREEN_DARK, f"seat {seat}", text, hub.now, seat=seat)
            hub.apply(ScreenSeen(seat, False))


def terminals_seen(
    seats: Sequence[int],
    linked: Mapping[int, LinkedTerminal],
    silent: Mapping[int, int],
    touching: int | None,
    now: int,
) -> TerminalsSeen:
    """As many as go into one answer.

    `silent` says for how long each linked one has not been heard, `touching` whose screen is being tested.
    """
    ours = version("boxcars")
    shown = seats[:MOST_TERMINALS]
    rows = [_seen(seat, linked.get(seat), silent.get(seat), seat == touching, now, ours) for seat in shown]
    left = seats[MOST_TERMINALS:]
    return TerminalsSeen(version=ours, terminals=tuple(rows), more=left[0] if left else None)


def _seen(
    seat: int, terminal: LinkedTerminal | None, silent: int | None, touching: bool, now: int, ours: str
) -> TerminalSeen:
    if terminal is None:
        return TerminalSeen(seat=seat, linked=False)
    health = terminal.health
    return TerminalSeen(
        seat=seat,
        linked=True,
        software=terminal.software,
        differs=terminal.software.split(" ")[-1] != ours,
        key=terminal.key,
        since_ms=now - terminal.since,
        silent_ms=silent,
        round_trip_ms=health.round_trip_ms if health else None,
        worst_round_trip_ms=health.worst_round_trip_ms if health else None,
        touching=touching,
    )
