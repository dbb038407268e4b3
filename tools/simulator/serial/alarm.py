"""Everybody wakes when there is something to do, and not before."""

from collections.abc import Callable

from tools.emulators.common.reports import FOREVER
from tools.simulator.cabinet.agenda import Agenda


class Alarm:
    """Rings once, at the time that was set last; in seconds, as units and drivers count."""

    def __init__(self, agenda: Agenda, ring: Callable[[], None]) -> None:
        self._agenda, self._ring, self._at = agenda, ring, FOREVER

    @property
    def now(self) -> float:
        """The time."""
        return self._agenda.time / 1000

    def set(self, at: float) -> None:
        """Ring then, and at no other time."""
        if at == self._at:
            return
        self._at = at
        if at < FOREVER:
            self._agenda.after(max(1, int((at - self.now) * 1000) + 1), lambda: self._rings(at))

    def _rings(self, at: float) -> None:
        if self._at == at:
            self._at = FOREVER
            self._ring()
