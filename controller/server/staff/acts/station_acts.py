"""What becomes of an act that a person wants done: refused at the desk, worked out beside the loop, or the table's.

A station is believed nothing, so with every act the name, the role, the key on the cabinet's panel and all that the
act brings are looked at here; whether it is legal now is the table's to say.
"""

from collections.abc import Callable
from typing import Any

from config.text.words import printable
from controller.protocol.stations import version_1 as wire
from controller.protocol.stations import version_2 as second
from controller.server.host.machine_status import MachineStatus
from controller.server.loop.hub import Hub
from controller.server.staff.acts.fields import TO_THE_TABLE, why_not_taken
from controller.server.staff.acts.offers import client_of, why_not
from controller.server.staff.acts.with_pins import ActsWithPins, StationDesk
from controller.server.staff.sessions import CabinetPanel, StaffSession
from controller.server.staff.settings.preview import SettingsPreview
from controller.table.commands import clients
from controller.table.staff.act import OperatorAct
from controller.table.staff.operating import acts_of
from controller.table.staff.said import act_said


class StationActs:
    """The acts of everybody who is signed in."""

    def __init__(
        self,
        desk: StationDesk,
        keys: Callable[[], CabinetPanel],
        machine_status: MachineStatus,
        settings_preview: SettingsPreview,
        with_pins: ActsWithPins,
    ) -> None:
        self._desk, self._keys, self._machine_status = desk, keys, machine_status
        self._settings_preview, self._with_pins = settings_preview, with_pins

    def take(self, hub: Hub, found: StaffSession, act: wire.ActWanted) -> None:
        """An act that came with a session that stands."""
        if act.operator != found.name or act.role != found.role:
            reason = f"the session is that of {found.name} ({found.role}), not of {act.operator} ({act.role})"
            self._desk.on_record(hub, found.name, found.who, f"{act.act}: {reason}", act=act.act, code="forged")
            self._desk.end(hub, found, "forged", reason)
            self._desk.refuse(hub, found.peer, act.id, "forged", reason)
            return
        found.touched = hub.now
        over = None
        if isinstance(act, second.ActWanted):
            over = clients.of_another_series(hub.table, client_of(found.name), act.id, act.series)
        if over is not None:
            self._desk.refuse(hub, found.peer, act.id, over.code, over.reason, over.details)
            return
        against = why_not(act.act, found, self._keys())
        if against is not None:
            self._refuse(hub, found, act, against)
            return
        event = _event(found, act)
        known = hub.table.clients.get(event.client)
        if known is not None and act.id <= known.last_id:
            hub.command(event, found.peer, self._desk)  # sent before: it gets its old answer
        else:
            self._take_new(hub, found, act, event)

    def _take_new(self, hub: Hub, found: StaffSession, act: wire.ActWanted, event: OperatorAct) -> None:
        """One that was not sent before."""
        row = acts_of(hub.table).get(act.act)
        if row is None or found.role not in row.roles:
            refused = _event(found, act, change=None)
            hub.command(refused, found.peer, self._desk)  # the table refuses it, and that is on record
            return
        bad = why_not_taken(act, row)
        if bad is not None:
            self._refuse(hub, found, act, bad)
            return
        confirmed = self._confirmed(hub, found, act, event) if act.act == "settings" else event
        if confirmed is not None:
            self._hand_on(hub, found, act, confirmed)

    def _hand_on(self, hub: Hub, found: StaffSession, act: wire.ActWanted, event: OperatorAct) -> None:
        """To the table, and before that to where PINs are looked at."""
        peer = found.peer
        if act.second is not None:
            self._with_pins.stand_by(hub, found, act, event)
        elif act.act == "rollback" and not self._machine_status.releases.before:
            self._desk.refuse(hub, peer, act.id, "no_version_before", "no version before this one is installed here")
        elif act.act == "close_day" and hub.store.day_running() is None:
            self._desk.refuse(hub, peer, act.id, "day_closed", "this gaming day has been closed already")
        elif act.pin is not None or act.old_pin is not None:
            self._with_pins.change_pin(hub, found, act, event)
        elif act.act == "first_supervisor":
            self._desk.refuse(hub, peer, act.id, "supervisor_exists", "the first supervisor was made already")
        else:
            hub.command(event, peer, self._desk)

    def _confirmed(self, hub: Hub, found: StaffSession, act: wire.ActWanted, event: OperatorAct) -> OperatorAct | None:
        """The change of settings that was looked at, with what was found of it."""
        confirmed = self._settings_preview.confirmed(hub.table, found.token, act.change or {}, act.confirm)
        if isinstance(confirmed, tuple):
            self._refuse(hub, found, act, confirmed)
            return None
        return event.with_more(**confirmed)

    def _refuse(self, hub: Hub, found: StaffSession, act: wire.ActWanted, why: tuple[str, str]) -> None:
        """Here, and on record."""
        code, reason = why
        self._desk.on_record(hub, found.name, found.who, f"{act.act}: {reason}", act=act.act, code=code)
        self._desk.refuse(hub, found.peer, act.id, code, reason)


def _event(found: StaffSession, act: wire.ActWanted, **instead: Any) -> OperatorAct:
    """The act as the table knows it. A PIN is in none of it."""
    said: dict[str, Any] = {name: getattr(act, name, None) for name in TO_THE_TABLE}
    said |= {name: printable(said[name]) for name in ("reference", "reason")} | instead
    return act_said(client_of(found.name), act.id, found.name, found.role, printable(act.act), **said)
