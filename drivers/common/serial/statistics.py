"""What the driver counts of its line, since it started: for health, never for decisions."""

from dataclasses import dataclass

from controller.protocol.devices.unit import LinkHealth, UnitIdentity

SMOOTHING = 0.1
"""Weight of the newest round trip in the running mean."""


@dataclass(slots=True)
class Statistics:
    frames_sent: int = 0
    frames_received: int = 0
    crc_errors: int = 0
    other_bad_frames: int = 0
    strays: int = 0  # good frames that answered nothing we asked
    retries: int = 0
    reopens: int = 0
    reboots: int = 0
    repeats: int = 0
    malfunctions: int = 0
    messages_dropped: int = 0  # to a controller that does not read
    round_trip: float = 0.0
    worst_round_trip: float = 0.0

    def took(self, seconds: float) -> None:
        """A request was answered after this long."""
        first = self.round_trip == 0.0
        self.round_trip = seconds if first else self.round_trip + SMOOTHING * (seconds - self.round_trip)
        self.worst_round_trip = max(self.worst_round_trip, seconds)

    def health(self, unit: UnitIdentity | None) -> LinkHealth:
        return LinkHealth(
            unit=unit,
            frames_sent=self.frames_sent,
            frames_received=self.frames_received,
            crc_errors=self.crc_errors,
            other_bad_frames=self.other_bad_frames,
            strays=self.strays,
            retries=self.retries,
            reopens=self.reopens,
            reboots=self.reboots,
            repeats=self.repeats,
            malfunctions=self.malfunctions,
            messages_dropped=self.messages_dropped,
            round_trip_ms=round(self.round_trip * 1000, 3),
            worst_round_trip_ms=round(self.worst_round_trip * 1000, 3),
        )
