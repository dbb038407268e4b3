"""What a player's terminal is told of the session at its seat, and of what the house has for who wants to play less."""

from collections.abc import Callable
from typing import NamedTuple

from controller.protocol.terminals.care import CareNow, OwnLimits, PlaySessionNow
from controller.server.loop.hub import Hub
from controller.server.loop.ports import Peer
from controller.table.care.money import ends_after
from controller.table.care.session import PlayerLimits, PlaySession
from controller.table.staff.settings import TableSettings, by_language
from controller.table.state import Table


class KnownSession(NamedTuple):
    """All that a terminal was told from: with the same, only time has passed."""

    session: PlaySession | None
    settings: TableSettings


class CareTold:
    """What each seat's terminal was last told from."""

    def __init__(self) -> None:
        self._known: dict[int, KnownSession] = {}
        self._care: dict[int, PlaySession] = {}
        self._settings: TableSettings | None = None
        """The sessions and settings that this was told of."""

    def say(self, hub: Hub, peer: Peer, seat: int) -> None:
        """To one that may have missed it."""
        self._known[seat] = _known(hub.table, seat)
        hub.say(peer, care_now(hub.table, seat, hub.clock()))

    def tell(self, hub: Hub, terminal: Callable[[int], Peer | None]) -> None:
        """To whom more than time has changed: of many seats a wager changes the session of one."""
        before, care = self._care, hub.table.care
        if hub.table.settings is not self._settings:
            seats = list(hub.table.seats)
        elif care is not before:
            seats = [seat for seat in {**before, **care} if care.get(seat) is not before.get(seat)]
        else:
            return
        self._care, self._settings = care, hub.table.settings
        for seat in seats:
            peer = terminal(seat)
            if peer is not None and _known(hub.table, seat) != self._known.get(seat):
                self.say(hub, peer, seat)


def _known(table: Table, seat: int) -> KnownSession:
    return KnownSession(table.care.get(seat), table.settings)


def care_now(table: Table, seat: int, clock: int) -> CareNow:
    """As it is told; `clock` is the table's, now."""
    settings, session = table.settings, table.care.get(seat)
    if session is not None and session.is_over(clock, ends_after(table)):
        session = None
    return CareNow(
        seat=seat,
        session=None if session is None else _session(session, clock, settings.reality_check),
        limit_wait_s=settings.limit_wait,
        break_minutes=settings.break_time,
        ends_after_s=settings.session_ends,
        check_minutes=settings.reality_check,
        auto=settings.auto_repeat,
        text=by_language(settings.care_text),
        number=by_language(settings.care_number),
    )


def _session(session: PlaySession, clock: int, check_minutes: int) -> PlaySessionNow:
    waits = session.wanted is not None and clock < session.wanted_at
    return PlaySessionNow(
        played_ms=clock - session.began,
        brought=session.brought,
        limits=_limits(session.limits_at(clock)),
        wanted=_limits(session.wanted) if waits and session.wanted is not None else None,
        wanted_in_ms=session.wanted_at - clock if waits else 0,
        break_ms=max(0, session.break_until - clock),
        check_in_ms=session.check_in(clock, check_minutes),
        time_left_ms=session.time_left(clock),
    )


def _limits(limits: PlayerLimits) -> OwnLimits:
    return OwnLimits(**limits._asdict())
