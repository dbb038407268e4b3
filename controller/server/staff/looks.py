"""What a person at a station may look at, and what they see."""

from collections.abc import Callable
from typing import NamedTuple

from controller.protocol.message import Message
from controller.protocol.stations import views
from controller.protocol.stations.hardware import PanelsSeen, TerminalsSeen
from controller.server.loop.hub import Hub
from controller.server.staff.cash_seen import cash_seen
from controller.server.staff.sessions import CabinetPanel, Sessions, StaffSession
from controller.server.staff.settings.shown import settings_seen
from controller.server.staff.staff_views import money_seen, people_seen, seats_seen, shift_seen, table_seen

FOR_THE_WORKSHOP = frozenset({"panels", "terminals"})
"""StationLooks that are not for attendants."""


class Hardware(NamedTuple):
    """How the desks that know of hardware are asked: for the cabinet's keys, for its panels, for its terminals."""

    keys: Callable[[], CabinetPanel]
    panels: Callable[[], PanelsSeen]
    terminals: Callable[[Hub, int | None], TerminalsSeen]


class StationLooks:
    """The questions of stations, answered from the table, the sessions and the hardware."""

    def __init__(self, sessions: Sessions, hardware: Hardware) -> None:
        self._sessions, self._hardware = sessions, hardware
        self._called: dict[int, int] = {}
        """Seat that calls an attendant → since when."""

    def answer(self, hub: Hub, found: StaffSession, look: views.Look) -> Message:
        """What is seen, or why it is not shown."""
        against = _why_not_shown(hub, found, look)
        if against is not None:
            return views.LookRefused(what=look.what, code=against[0], reason=against[1][:300])
        return self._seen(hub, found, look)

    def _seen(self, hub: Hub, found: StaffSession, look: views.Look) -> Message:
        table = hub.table
        match look.what:
            case "table":
                return table_seen(table, hub.public_views.demo)
            case "seats":
                return seats_seen(table, look.seat, self.waits(hub))
            case "money":
                return money_seen(table)
            case "cash":
                return cash_seen(table, look.seat)
            case "shift":
                return shift_seen(table, look.name or found.name, found.role == "supervisor")
            case "people":
                return people_seen(table, self._sessions, hub.now)
            case "settings":
                return settings_seen(table)
            case "panels":
                return self._hardware.panels()
            case "terminals":
                return self._hardware.terminals(hub, look.seat)

    def waits(self, hub: Hub) -> dict[int, int]:
        """Seats that call, and for how long; after a start they have called since then."""
        calling = [seat for seat, state in hub.table.seats.items() if state.called]
        self._called = {seat: self._called.get(seat, hub.now) for seat in calling}
        return {seat: hub.now - since for seat, since in self._called.items()}


def _why_not_shown(hub: Hub, found: StaffSession, look: views.Look) -> tuple[str, str] | None:
    if found.must_change:
        return "pin_change_first", "somebody else chose your PIN: change it first"
    if look.seat is not None and look.seat not in hub.table.seats:
        return "no_such_seat", f"this table has no seat {look.seat}"
    if look.what in FOR_THE_WORKSHOP and found.role == "attendant":
        return "role", f"{look.what} are for technician and supervisor, not for attendant"
    others = look.what == "people" or (look.what == "shift" and look.name not in (None, found.name))
    if others and found.role != "supervisor":
        return "role", f"that is for supervisor, not for {found.role}"
    return None
