"""Credits that come to a seat and leave it: the one way of money between the cash of the house and a game.

Whose credits they are is known here and nowhere else: with the first a player's session begins, and with the last that
are paid out it is over.
"""

from controller.facts.care_kinds import SessionTurned
from controller.table.care.session import PlaySession
from controller.table.state import Table
from controller.table.work import Work


def pay(work: Work, seat: int, amount: int, back: bool = False) -> None:
    """Add to a seat's credits, or take from them when negative; `back`: what was on its way out comes back."""
    if back:
        _resume(work, seat)
    session = begin(work, seat)
    work.table.game.pay(seat, amount)
    session = session._replace(brought=session.brought + amount, empty_at=None, leaving=amount < 0)
    put(work, seat, session)
    if not any(work.table.game.money(seat)):
        _empty(work, seat, session)


def put(work: Work, seat: int, session: PlaySession) -> None:
    """The session of this seat as it is now."""
    table = work.table
    table.care = {**table.care, seat: session}
    table.touched.add(seat)


def begin(work: Work, seat: int) -> PlaySession:
    """The session of this seat; a new one where there is none, or the one that was is over."""
    table = work.table
    session = table.care.get(seat)
    if session is not None and not session.is_over(table.clock, ends_after(table)):
        return session
    if session is not None and not session.over:
        tell(work, seat, session, "over")
    here = sum(table.game.money(seat))
    session = PlaySession(table.clock, brought=here, checked=table.clock, empty_at=None if here else table.clock)
    put(work, seat, session)
    tell(work, seat, session, "begun")
    return session


def settled(work: Work, seats: set[int]) -> None:
    """An outcome has decided wagers of these seats: some may have nothing left."""
    table = work.table
    for seat in sorted(seats):
        session = table.care.get(seat)
        if session is not None and not session.over and not any(table.game.money(seat)):
            _empty(work, seat, session)


def ends_after(table: Table) -> int:
    """Milliseconds in which whoever lost everything may put more in, as the same player."""
    return table.settings.session_ends * 1000


def net(table: Table, seat: int, session: PlaySession) -> int:
    """What the session has brought so far, or cost when negative, with what lies on the layout still counted."""
    return sum(table.game.money(seat)) - session.brought


def _resume(work: Work, seat: int) -> None:
    session = work.table.care.get(seat)
    if session is not None and session.over:
        session = session._replace(over=False)
        put(work, seat, session)
        tell(work, seat, session, "resumed")


def _empty(work: Work, seat: int, session: PlaySession) -> None:
    """Nothing is left: who was paid out is gone, and who lost it may put more in."""
    if session.leaving:
        tell(work, seat, session, "over")
        put(work, seat, session._replace(over=True))
    else:
        put(work, seat, session._replace(empty_at=work.table.clock))


def tell(work: Work, seat: int, session: PlaySession, became: str) -> None:
    """That a session began, is over, or goes on after all."""
    table = work.table
    work.decide(SessionTurned(seat, became, table.clock - session.began, net(table, seat, session)))  # type: ignore[arg-type]
