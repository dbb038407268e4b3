"""What is known of a board: its last report, and what happened on it since the controller started.

The table turns on none of it: doors, keys and presses that matter are events. This is for who looks at the hardware.
"""

from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import NamedTuple

from controller.protocol.devices import panel as wire
from controller.protocol.stations.hardware import BoardSeen, LatchSeen


class BoardPlace(NamedTuple):
    """What a board is for: the buttons of a seat, the doors and the tower of the cabinet, or both."""

    seat: int | None
    cabinet: bool


@dataclass(slots=True)
class KnownBoard:
    """One configured board."""

    report: wire.PanelReport
    """The last one; while the board is lost, the worst."""
    lights: wire.WantedLights
    """As they were told last; none while no driver is there to be told."""
    presses: Counter[wire.Button] = field(default_factory=Counter)
    latches: dict[wire.Door, LatchSeen] = field(default_factory=dict)

    @classmethod
    def unread(cls, serial: str) -> "KnownBoard":
        """Before it was first heard."""
        return cls(_nothing_read(serial), wire.WantedLights(board=serial))

    def lost(self) -> None:
        """It cannot be read any more."""
        self.report = _nothing_read(self.report.board)

    def dark(self) -> None:
        """Nobody is there who could light anything."""
        self.lights = wire.WantedLights(board=self.report.board)

    def latch_found(self, door: wire.Door) -> None:
        """The latch of this door was found set; it is cleared as soon as that is on record."""
        before = self.latches.get(door)
        times = before.times + 1 if before else 1
        self.latches[door] = LatchSeen(times=times, last=datetime.now(UTC).isoformat(timespec="seconds"))

    def seen(self, place: BoardPlace) -> BoardSeen:
        """As a technician sees it."""
        report, lights = self.report, self.lights
        return BoardSeen(
            board=report.board,
            seat=place.seat,
            cabinet=place.cabinet,
            present=report.present,
            held=report.buttons,
            presses=dict(self.presses),
            keys=report.keys,
            open_doors=report.open_doors,
            latched_doors=report.latched_doors,
            latches=dict(self.latches),
            supply_percent=report.supply_percent,
            lamps=lights.lamps,
            pattern=lights.pattern,
            tower=lights.tower,
        )


def _nothing_read(serial: str) -> wire.PanelReport:
    return wire.PanelReport(board=serial, present=False)
