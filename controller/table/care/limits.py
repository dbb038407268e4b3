"""What a player has set for themselves, and what of it refuses a wager. Nothing here keeps anybody from taking down."""

from collections.abc import Iterable

from controller.facts.care_kinds import BreakTaken, LimitsSet, RealityChecked
from controller.protocol.terminals.commands import MOST_MINUTES, GoOn, SetLimits, TakeBreak
from controller.table.care import money
from controller.table.care.session import MINUTE, PlayerLimits, PlaySession
from controller.table.events import FromSeat
from controller.table.phases import Phase
from controller.table.state import Table
from controller.table.work import Refuse, Work

MOST_MONEY = 10**15
BETS_MAY_COME_DOWN = (Phase.IDLE, Phase.BETTING, Phase.DRAWING, Phase.SETTLING)
RESTS = "its player rests"
"""Why a wager went back, as it stands in the record."""


def set_limits(work: Work, event: FromSeat[SetLimits]) -> None:
    """What is tighter holds at once; what is looser after a wait, which asking again makes no longer."""
    work.seat(event.seat)
    asked = event.asked
    wanted = PlayerLimits(asked.minutes, asked.loss, asked.stake)
    if max(wanted.loss, wanted.stake) > MOST_MONEY:
        raise Refuse("bad_limit", f"a limit of time has up to {MOST_MINUTES} minutes, one of money up to {MOST_MONEY}")
    session, clock = money.begin(work, event.seat), work.table.clock
    had = session.limits_at(clock)
    now = had.tighter(wanted)
    if now == wanted:
        session = session._replace(limits=now, wanted=None, wanted_at=0)
    elif (now, wanted) != (session.limits, session.wanted):
        at = clock + work.table.settings.limit_wait * 1000
        session = session._replace(limits=now, wanted=wanted, wanted_at=at)
    money.put(work, event.seat, session)
    wait = 0 if session.wanted is None else session.wanted_at - clock
    work.decide(LimitsSet(event.seat, *wanted, wait))
    _give_back(work, event.seat, session)


def take_break(work: Work, event: FromSeat[TakeBreak]) -> None:
    """What could be taken down comes back, and nothing is put up until it is over. Again, it is no shorter."""
    work.seat(event.seat)
    minutes = work.table.settings.break_time
    session = money.begin(work, event.seat)
    session = session._replace(break_until=max(session.break_until, work.table.clock + minutes * MINUTE))
    money.put(work, event.seat, session)
    work.decide(BreakTaken(event.seat, minutes))
    _give_back(work, event.seat, session)


def go_on(work: Work, event: FromSeat[GoOn]) -> None:
    """The player has read time and net; the next word comes after as long again."""
    work.seat(event.seat)
    table, session = work.table, work.table.care.get(event.seat)
    if session is None or session.over:
        raise Refuse("nobody_plays", f"nobody plays at seat {event.seat}")
    money.put(work, event.seat, session._replace(checked=table.clock))
    played = table.clock - session.began
    work.decide(RealityChecked(event.seat, played, money.net(table, event.seat, session)))


def check_may_place(table: Table, seat: int) -> None:
    """Whether anything may be put up at this seat now, whatever it is."""
    session, clock = table.care.get(seat), table.clock
    if session is None:
        return
    if session.rests(clock):
        left = -(-(session.break_until - clock) // MINUTE)
        raise Refuse("on_break", f"the player of seat {seat} takes a break of {left} minutes more")
    if session.time_left(clock) == 0:
        raise Refuse("time_limit", f"the player of seat {seat} has played for as long as they meant to")
    if session.check_in(clock, table.settings.reality_check) == 0:
        raise Refuse("reality_check", f"the player of seat {seat} has still to read how long they have played")


def check_placed(table: Table, seat: int, bets: Iterable[str]) -> None:
    """Whether what has been put up keeps within the player's own limits: even if all of it were lost."""
    session = table.care.get(seat)
    limits = None if session is None else session.limits_at(table.clock)
    if session is None or limits is None:
        return
    cost = session.brought - table.game.money(seat).credits
    if limits.loss and cost > limits.loss:
        raise Refuse("loss_limit", f"all of it lost, the session would cost {cost}; its player set {limits.loss}")
    stakes = table.game.seat_view(seat).stakes if limits.stake else {}
    for bet in bets:
        if stakes.get(bet, 0) > limits.stake > 0:
            raise Refuse("stake_limit", f"{bet} would hold {stakes[bet]}; its player set {limits.stake}")


def give_back_of_resting(work: Work) -> None:
    """As a window opens: who takes a break, or has played for as long as they meant to, plays on with nothing that they
    could take down."""
    for seat, session in work.table.care.items():
        _give_back(work, seat, session, between_rolls=True)


def _give_back(work: Work, seat: int, session: PlaySession, between_rolls: bool = False) -> None:
    """Where bets may come down now; else the next window does it."""
    table = work.table
    if not table.game.has_wagers(seat) or not (between_rolls or table.phase in BETS_MAY_COME_DOWN):
        return
    if session.rests(table.clock) or session.time_left(table.clock) == 0:
        work.returned(table.game.return_free([seat]), RESTS)
