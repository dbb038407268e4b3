"""Previews that are being worked out beside the loop, and who wants them."""

from typing import Any, NamedTuple

from controller.protocol.stations import views
from controller.server.loop.hub import Hub
from controller.server.loop.ports import Peer
from controller.server.loop.troubles import Trouble
from controller.server.staff.acts.fields import why_not_settings
from controller.server.staff.acts.offers import why_not
from controller.server.staff.sessions import CabinetPanel, StaffSession
from controller.server.staff.settings.preview import Looked, SettingsPreview, refused

MOST_PREVIEWS = 4
"""Being worked out at one time; who has no answer asks again."""


class PendingPreview(NamedTuple):
    """A preview being worked out, and who wants it."""

    peer: Peer
    token: str
    change: dict[str, Any]
    looked: Looked


class PendingPreviews:
    """Those that are wanted, begun, and told when the loop looks around."""

    def __init__(self, settings_preview: SettingsPreview) -> None:
        self._settings_preview = settings_preview
        self._asked: list[PendingPreview] = []

    def begin(
        self, hub: Hub, peer: Peer, found: StaffSession, cabinet: CabinetPanel, wanted: views.PreviewWanted
    ) -> None:
        """Work it out for this person, or say why not."""
        against = self._why_not(found, cabinet, wanted.change)
        if against is not None:
            hub.say(peer, refused(*against))
            return
        begun = self._settings_preview.begin(hub.table, wanted.change)
        if isinstance(begun, Looked):
            self._asked.append(PendingPreview(peer, wanted.session, wanted.change, begun))
        else:
            hub.say(peer, begun)

    def _why_not(self, found: StaffSession, cabinet: CabinetPanel, change: dict[str, Any]) -> tuple[str, str] | None:
        if len(self._asked) >= MOST_PREVIEWS:
            return "busy", "others are being worked out; ask again in a second"
        if found.role != "supervisor":
            return "role", f"settings are for supervisor, not for {found.role}"
        return why_not("settings", found, cabinet) or why_not_settings(change)

    def look_around(self, hub: Hub) -> None:
        """Those that have been worked out."""
        waiting, self._asked = self._asked, []
        for asked in waiting:
            if not asked.looked.found.done():
                self._asked.append(asked)
                continue
            failed = asked.looked.found.exception()
            if failed is None:
                hub.say(asked.peer, self._settings_preview.end(hub.table, asked.looked, asked.token, asked.change))
            else:
                hub.counters.trouble(Trouble.PREVIEW_FAILED, "settings", repr(failed), hub.now, words=repr(failed))
                hub.say(asked.peer, refused("failed", "working it out failed; the controller's log says why"))
