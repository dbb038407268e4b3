"""Every act of the staff, in a row; and how one is done. What an act is stands in its class (`act`)."""

from collections.abc import Mapping
from typing import TypeGuard

from controller.facts.staff_kinds import ActDone
from controller.table.cash import acts as cash
from controller.table.holds import acts as holds
from controller.table.holds import service_calls
from controller.table.jackpots import acts as jackpots
from controller.table.paper import acts as paper
from controller.table.round import acts as round
from controller.table.service import acts as service
from controller.table.staff import acts as staff
from controller.table.staff import change_settings, people, seconds
from controller.table.staff.act import Act, AtTheSeat, OperatorAct
from controller.table.state import Table
from controller.table.work import Refuse, Work

ROOMS = (cash, paper, jackpots, holds, round, change_settings, service, staff)


def _is_one(thing: object) -> TypeGuard[type[Act]]:
    """Whether this is an act that every table has, and nothing that acts are made of."""
    return isinstance(thing, type) and issubclass(thing, Act) and bool(thing.roles) and thing is not round.VoidResult


ACTS: Mapping[str, type[Act]] = {act.word: act for room in ROOMS for act in vars(room).values() if _is_one(act)}
"""What an act is called → its class, in the order in which they are offered: every class in these rooms."""


def acts_of(table: Table) -> Mapping[str, type[Act]]:
    """Every act that there is at this table."""
    own = table.game.course.voids_result
    return {**ACTS, own: round.VoidResult} if own else ACTS


def operate(work: Work, event: OperatorAct) -> None:
    """An operator's act, if their role and the phase allow it."""
    act, called, acts = event.act, event.act.called, acts_of(work.table)
    if called not in acts:
        raise Refuse("unknown_act", f"there is no act {called[:40]!r}; there is {', '.join(acts)}")
    if event.role not in act.roles:
        raise Refuse("role", f"{called} is for {', '.join(sorted(act.roles))}, not for {event.role[:40]}")
    people.check_person(work.table.people, event)
    if work.table.phase not in act.phases:
        raise Refuse("not_now", f"{called} is not done while {work.table.phase}; {_when(act)}")
    type(act).first(work.table, event.role)
    if "reason" in act.needs and not act.reason:
        raise Refuse("reason_missing", f"{called} needs a reason")
    takes_two = act.takes_two(work.table)  # what it is about may be gone afterwards
    if act.gives_paper:
        work.table.papers += 1
    act.do(work, event)
    seconds.check(work, event, takes_two)
    if isinstance(act, AtTheSeat):
        service_calls.attended(work, act.seat, event.operator)
    paper = work.table.papers if act.gives_paper else 0
    work.details |= {"paper": paper} if paper else {}
    done = ActDone(called, _of_whom(act), event.operator, event.role, event.seat, event.why, event.second, paper)
    work.decide(done)


def _of_whom(act: Act) -> str:
    """Whom it is about, where that is somebody."""
    return getattr(act, "name", "") if "name" in (*act.needs, *act.takes) else ""


def why_not_now(table: Table, act: type[Act], role: str) -> tuple[str, str] | None:
    """Why nobody in this role could do it on this table now, whatever they named; None if the table has nothing
    against it."""
    if table.phase not in act.phases:
        return "not_now", f"not while {table.phase}; {_when(act)}"
    try:
        act.first(table, role)
    except Refuse as refuse:
        return refuse.code, refuse.reason
    return None


def _when(act: Act | type[Act]) -> str:
    return f"only while {', '.join(sorted(act.phases))}"
