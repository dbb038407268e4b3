"""What a player's terminal is told of the session at its seat, and of what the house has for who wants to play less."""

from typing import NamedTuple

from controller.protocol.terminals.version_2 import CareNow, OwnLimits, PlaySessionNow
from controller.table.care.money import ends_after
from controller.table.care.session import PlayerLimits, PlaySession
from controller.table.staff.settings import TableSettings, by_language
from controller.table.state import Table


class KnownSession(NamedTuple):
    """All that a terminal was told from: with the same, only time has passed."""

    session: PlaySession | None
    settings: TableSettings


def known(table: Table, seat: int) -> KnownSession:
    """What it would be told from now."""
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
