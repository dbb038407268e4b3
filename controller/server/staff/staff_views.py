"""What a person at an operator's station looks at: the table as it is now, in words and rows."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from controller.facts.english import why_held
from controller.protocol.stations import views as wire
from controller.server.staff.sessions import Sessions
from controller.table.cash.moves import owed_by_hand, reversible
from controller.table.cash.wins import form_of
from controller.table.holds.acts import who_resumes
from controller.table.holds.reasons import REMEDY
from controller.table.phases import MEANING, Phase
from controller.table.staff.state import Person, Shift
from controller.table.state import Move, Table

ShooterCode = Literal["house", "rotates", "keeps"]
SHOOTER_WHY: dict[ShooterCode, str] = {
    "house": "nobody has a bet that gives the dice, or no round was played yet: the house rolls",
    "rotates": "seat {seat} had the dice; they go on to the next seat with a line bet when bets close",
    "keeps": "seat {seat} keeps the dice while it has a bet that gives them; chosen when bets close",
}


def table_seen(table: Table, demo: bool) -> wire.TableSeen:
    """The table and the machine."""
    ready, go_live = _go_live(table, demo)
    shooter_code = _shooter_code(table)
    return wire.TableSeen(
        phase=table.phase.value,
        says=MEANING[table.phase],
        round=table.round,
        holds=tuple(_hold(reason, table.holds[reason]) for reason in sorted(table.holds)),
        shooter=table.game.shooter,
        shooter_code=shooter_code,
        shooter_why=_shooter_why(table, shooter_code),
        in_service="service" in table.holds,
        life="demo" if demo else "live",
        go_live_ready=ready,
        go_live=go_live,
        unit={} if table.unit is None else dict(table.unit._asdict()),
        doors={name: door.is_open for name, door in table.doors.items()},
        alarms=table.alarms,
        book=str(table.game.settings().get("rulebook", table.game.name)).partition(" ")[0],
    )


Waits = Mapping[int, int]
"""Seat that calls → for how many milliseconds."""


def seats_seen(table: Table, seat: int | None, waits: Waits) -> wire.SeatsSeen:
    """Every seat, or one with its wagers."""
    numbers = [seat] if seat is not None else list(table.seats)
    seats = tuple(_seat(table, number, whole=seat is not None, waits=waits) for number in numbers)
    return wire.SeatsSeen(seats=seats, on_seats=table.on_seats())


def money_seen(table: Table) -> wire.MoneySeen:
    """Cash on its way, and what can still be taken back."""
    over = _moves(reversed(table.finished.items()))
    return wire.MoneySeen(under_way=_moves(table.moves.items())[: wire.MOST_MOVES], over=over[: wire.MOST_MOVES])


def shift_seen(table: Table, name: str, for_supervisor: bool) -> wire.ShiftSeen:
    """What this person took and paid since the last handover."""
    shift = table.shifts.get(name, Shift())
    mine = (item for item in table.finished.items() if item[1].is_of(name, shift.number))
    open_ones = {who: kept.to_hand_in for who, kept in table.shifts.items() if kept.is_open}
    return wire.ShiftSeen(
        operator=name,
        number=shift.number,
        credits=shift.credits,
        credits_amount=shift.credits_amount,
        hand_pays=shift.hand_pays,
        hand_pays_amount=shift.hand_pays_amount,
        reversals=shift.reversals,
        reversals_amount=shift.reversals_amount,
        owes=shift.owes,
        opened_with=shift.opened_with,
        moves=_moves(mine)[: wire.MOST_MOVES],
        others=open_ones if for_supervisor else {},
    )


def people_seen(table: Table, sessions: Sessions, now: int) -> wire.PeopleSeen:
    """Everybody who may come in."""
    return wire.PeopleSeen(
        people=tuple(_person(name, person, sessions, now) for name, person in sorted(table.people.items()))
    )


def _hold(reason: str, about: Mapping[str, Any]) -> wire.HoldNow:
    who = sorted(who_resumes(reason, about))
    return wire.HoldNow(
        reason=reason,
        says=why_held(reason, about),
        about=dict(about),
        remedy=REMEDY.get(reason, ""),
        ends_by=tuple(who),  # type: ignore[arg-type]  # the roles of the table are those of the wire
    )


def _seat(table: Table, seat: int, whole: bool, waits: Waits) -> wire.SeatSeen:
    state, money = table.seats[seat], table.game.money(seat)
    locked = sum(move.amount for move in table.moves.values() if move.seat == seat and not move.into_seat)
    return wire.SeatSeen(
        seat=seat,
        open=state.open,
        linked=state.linked,
        credits=money.credits,
        layout=money.layout,
        vigorish=money.vigorish,
        locked=locked,
        lock=state.lock,
        lock_amount=state.hand_pay or state.large_win,
        turned_off=table.turned_off(seat),
        owed=0 if state.hand_pay else owed_by_hand(table, seat),
        form=form_of(table, seat),
        why=_why(table, seat),
        screen=state.screen,
        called_ms=waits.get(seat, 0) if state.called else None,
        stakes=dict(table.game.seat_view(seat).stakes) if whole else None,
    )


def _why(table: Table, seat: int) -> str:
    """Why this seat does not just play on, in a sentence; nothing where it does."""
    state = table.seats[seat]
    reasons = []
    if state.called:
        reasons.append("its player calls an attendant")
    if state.hand_pay:
        reasons.append(f"its player wants {state.hand_pay} paid by hand")
    if not state.hand_pay and (owed := owed_by_hand(table, seat)):
        reasons.append(f"{owed} is owed to its player by hand; the casino's host let it play on")
    if state.large_win:
        reasons.append(f"it won {state.large_win} in one round and waits for an attendant")
    if not state.open:
        reasons.append("a supervisor has closed it")
    if table.turned_off(seat):
        reasons.append("the casino's host has turned it off")
    if not state.linked:
        reasons.append("its terminal is not linked")
    elif state.screen is False:
        reasons.append("no page is open on its screen")
    return "; ".join(reasons)


def _moves(rows: Iterable[tuple[str, Move]]) -> tuple[wire.MoveSeen, ...]:
    return tuple(
        wire.MoveSeen(
            move=name[:100],
            seat=move.seat,
            instrument=move.instrument,
            amount=move.amount,
            into_seat=move.into_seat,
            state=move.state,
            by=move.by[:64],
            reversible=reversible(move),
        )
        for name, move in rows
    )


def _shooter_why(table: Table, code: ShooterCode) -> str:
    """Nothing of a game in which nobody ever starts the draw."""
    return SHOOTER_WHY[code].format(seat=table.game.shooter) if Phase.SHOOTING in table.game.course.timers else ""


def _shooter_code(table: Table) -> ShooterCode:
    """Who has the dice, and by which rule."""
    data = table.game.common_data().get("shooter")
    if table.game.shooter is None:
        return "house"
    return "rotates" if isinstance(data, list | tuple) and data[2] else "keeps"


def _go_live(table: Table, demo: bool) -> tuple[bool, str]:
    if not demo:
        return False, "this journal is live, and stays so"
    money = table.on_seats()
    if money:
        return False, f"this is a demo with {money} on its seats: pay it out, then stop and run `boxcars vault go-live`"
    return True, "this is a demo without money: stop the controller and run `boxcars vault go-live`"


def _person(name: str, person: Person, sessions: Sessions, now: int) -> wire.PersonSeen:
    session = sessions.of(name)
    return wire.PersonSeen(
        name=name,
        role=person.role,  # type: ignore[arg-type]  # the table takes no other
        must_change_pin=person.must_change,
        failures=person.failures,
        locked_ms=sessions.wait_of(name, person, now),
        station=session.who.name if session else "",
    )
