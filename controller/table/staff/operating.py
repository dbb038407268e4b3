"""What attendants, technicians and supervisors may do, as a table of data."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pydantic import ValidationError

from config.complaints import complaint
from controller.facts.kinds import ActDone, BooksTurned, DiceReplaced, SeatChanged, SettingsChanged, UnitAccepted
from controller.games.interface import Changed
from controller.table.cash import moves, shifts
from controller.table.events import OperatorAct
from controller.table.holds import service_calls
from controller.table.holds.reasons import accept_unit, looked_behind
from controller.table.phases import Phase
from controller.table.round.rounds import abandon_throw, close_out, open_window, void, void_result
from controller.table.round.shooting import LAST_ROLL_ID
from controller.table.service import ending, trials
from controller.table.staff import people
from controller.table.staff.settings import TableSettings
from controller.table.state import Move, Table
from controller.table.work import Refuse, Work

Does = Callable[[Work, OperatorAct], None]

BETWEEN_ROLLS = frozenset({Phase.IDLE, Phase.BETTING, Phase.SETTLING})
AFTER_CLOSE = frozenset({Phase.DRAWING, Phase.CLOSED, Phase.SHOOTING, Phase.ROLLING, Phase.RECOVERY, Phase.ASKING})
ANY_TIME = frozenset(Phase)

EVERYBODY = frozenset({"attendant", "technician", "supervisor"})
FLOOR = frozenset({"attendant", "supervisor"})
WORKSHOP = frozenset({"technician", "supervisor"})
SUPERVISOR = frozenset({"supervisor"})

AT_THE_SEAT = frozenset({"credit", "hand_pay", "cancel_hand_pay", "reset_large_win"})
"""Whoever does one of these stands at the seat: it calls no more."""

RESUMES: dict[str, frozenset[str]] = {
    "operator": FLOOR,
    "no_rolls": FLOOR,
    "dice": FLOOR,
    "malfunction": FLOOR,
    "door_latch": FLOOR,
    "core": SUPERVISOR,
    "books": SUPERVISOR,
    "second_place": SUPERVISOR,
}
"""The holds that end because a person says so, and who may."""


class Act(NamedTuple):
    """Who may do it, in which phases, what it does, and where a menu shows it and what it has to ask for."""

    roles: frozenset[str]
    phases: frozenset[Phase]
    does: Does
    says: str
    group: str = "service"
    needs: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    first: Callable[[Table, str], None] | None = None
    """What must be so of the table before anything else is looked at, given the role; refuses if it is not."""


FIRST_WORDS = {"reason": "reference", "keep_days": "change"}
"""What version 1 of the wire calls a field, where it has none of its own."""


def in_version_1(words: tuple[str, ...], beside: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The fields of an act in the words of version 1; one whose place is taken there keeps its name."""
    taken = (*words, *beside)
    return tuple(word if (first := FIRST_WORDS.get(word, word)) in taken else first for word in words)


def _hold(work: Work, act: OperatorAct) -> None:
    work.hold("operator", by=act.operator, why=ending.why(act))


def _his_holds(table: Table, role: str) -> list[str]:
    return [reason for reason in sorted(table.holds) if role in RESUMES.get(reason, frozenset())]


def _something_to_resume(table: Table, role: str) -> None:
    if not _his_holds(table, role):
        left = ", ".join(sorted(table.holds)) or "nothing"
        raise Refuse("nothing_to_resume", f"a person in the role of {role} cannot end what holds: {left}")


def _resume(work: Work, act: OperatorAct) -> None:
    table, mine = work.table, _his_holds(work.table, act.role)
    for reason in mine:
        work.release(reason, by=act.operator)
    if "no_rolls" in mine:
        table.no_rolls = table.voids = 0
    if "door_latch" in mine:
        looked_behind(table)
    if "malfunction" in mine:
        table.malfunctions = 0
        if table.result is None:
            abandon_throw(work)


def _void(work: Work, act: OperatorAct) -> None:
    void(work, _reason(act))


def _void_result(work: Work, act: OperatorAct) -> None:
    void_result(work, _reason(act))


def _device_works(table: Table, _role: str) -> None:
    if table.throw is None:
        raise Refuse("not_now", "the device has not been asked yet; void serves until then")


def _no_result_yet(table: Table, _role: str) -> None:
    own = table.game.course.voids_result
    if own and table.throw is not None:
        raise Refuse("not_now", f"the device has been asked; {own} serves from then on")
    if table.result is not None:
        raise Refuse("result_known", "the result of this round is known and will be settled")


def _held(table: Table, _role: str) -> None:
    if not table.holds:
        raise Refuse("not_held", "a table that can play is not closed out; hold it first")


def _close_out(work: Work, act: OperatorAct) -> None:
    close_out(work, _reason(act))


def _credit(work: Work, act: OperatorAct) -> None:
    _check_seat(work, act.seat)
    name = f"{act.client}/{act.id}"
    moves.ask(work, name, Move(act.seat, moves.ATTENDANT, act.amount, True, "asked"))
    moves.by_hand(work, name, act.operator)
    shifts.credited(work, act.operator, work.table.moves[name])
    moves.end(work, name, True, act.operator)
    work.details = {"move": name, "credits": work.table.game.money(act.seat).credits}


def _hand_pay(work: Work, act: OperatorAct) -> None:
    if not act.reference.strip():
        raise Refuse("receipt_missing", "a hand-pay is reset with the number of its receipt")
    name, receipt = moves.hand_pay_of(work, act.seat), act.reference.strip()
    moves.receipt_given(work, receipt, name)
    moves.by_hand(work, name, act.operator)
    paid = work.table.moves[name].amount
    shifts.paid(work, act.operator, paid)
    moves.end(work, name, True, receipt)
    work.details = {"move": name, "amount": paid, "receipt": receipt}
    _unlock(work, act, hand_pay=0)


def _cancel_hand_pay(work: Work, act: OperatorAct) -> None:
    moves.end(work, moves.hand_pay_of(work, act.seat), False, _reason(act))
    _unlock(work, act, hand_pay=0)


def _reset_large_win(work: Work, act: OperatorAct) -> None:
    _check_seat(work, act.seat)
    if not work.table.seats[act.seat].large_win:
        raise Refuse("not_locked", f"seat {act.seat} waits for no attendant after a large win")
    _unlock(work, act, large_win=0)


def _unlock(work: Work, act: OperatorAct, **lock: int) -> None:
    work.change_seat(act.seat, **lock)
    work.decide(SeatChanged(act.seat, "unlocked", act.operator, lock=", ".join(lock)))


def _reverse(work: Work, act: OperatorAct) -> None:
    if not act.reason:
        raise Refuse("reason_missing", "reverse needs a reason, beside the movement that it names")
    move = moves.reverse(work, act.reference, act.operator, act.reason)
    credits = work.table.game.money(move.seat).credits
    work.details = {"move": act.reference, "seat": move.seat, "amount": move.amount, "credits": credits}
    work.details["what"] = "credit" if move.into_seat else "hand_pay"


def _close_day(work: Work, act: OperatorAct) -> None:
    work.decide(BooksTurned("day", act.operator))


def _clear_period(work: Work, act: OperatorAct) -> None:
    work.decide(BooksTurned("period", act.operator))


def _change_dice(work: Work, act: OperatorAct) -> None:
    work.decide(DiceReplaced(_about(act), act.operator))


def _export(_work: Work, act: OperatorAct) -> None:
    """Who took a copy, and on what, is on record; the records process makes it."""
    _about(act)


def _open_seat(work: Work, act: OperatorAct) -> None:
    _set_open(work, act, True)


def _close_seat(work: Work, act: OperatorAct) -> None:
    _set_open(work, act, False)


def _set_open(work: Work, act: OperatorAct, is_open: bool) -> None:
    _check_seat(work, act.seat)
    if work.table.seats[act.seat].open != is_open:
        work.change_seat(act.seat, open=is_open)
        work.decide(SeatChanged(act.seat, "opened" if is_open else "closed", act.operator))


def _begin_service(work: Work, act: OperatorAct) -> None:
    work.hold("service", by=act.operator)


def _in_service(table: Table, _role: str) -> None:
    if "service" not in table.holds:
        raise Refuse("no_service", "the table is not in service")


def _unit_waits(table: Table, _role: str) -> None:
    found = table.unit_found
    if found is None:
        raise Refuse("no_unit_waiting", "no other dice unit waits to be accepted")
    if found.last_roll >= LAST_ROLL_ID:
        raise Refuse("no_ids_left", f"the unit's last roll is {found.last_roll}; after that there are no roll ids")


def _end_service(work: Work, act: OperatorAct) -> None:
    work.release("service", by=act.operator)
    trials.break_off(work, cause="service_ended")


def _accept_unit(work: Work, act: OperatorAct) -> None:
    found = work.table.unit_found
    assert found is not None
    work.decide(UnitAccepted(found.serial, found.last_roll, act.operator, ending.why(act)))
    accept_unit(work, found)


def _settings(work: Work, act: OperatorAct) -> None:
    """Between rolls only; what its player could take down goes back, and a new window opens."""
    table, change = work.table, act.change or {}
    old = {**table.settings.model_dump(), **table.game.settings()}
    of_game = of_the_game(change)
    settings = _validated(table.settings, {name: change[name] for name in change if name not in of_game})
    made = table.game.change_settings(of_game, act.returns) if of_game else Changed()
    if made.refused is not None:
        raise Refuse(*made.refused)
    table.settings = settings
    new = {**settings.model_dump(), **table.game.settings()}
    changed = [name for name in new if new[name] != old.get(name)]
    if not changed:
        return
    work.returned([*made.returned, *table.game.return_free()], "settings changed")
    work.decide(SettingsChanged({n: old.get(n) for n in changed}, {n: new[n] for n in changed}, act.operator))
    if table.phase is not Phase.SETTLING:
        open_window(work)  # what was sent under the old settings belongs to a round that is over


def of_the_game(change: Mapping[str, Any]) -> dict[str, Any]:
    """What of a change the table leaves to the game."""
    return {name: value for name, value in change.items() if name not in TableSettings.model_fields}


def _validated(settings: TableSettings, change: dict[str, Any]) -> TableSettings:
    try:
        return TableSettings.model_validate({**settings.model_dump(), **change})
    except ValidationError as error:
        raise Refuse("bad_setting", complaint(error)) from None


def _check_seat(work: Work, seat: int) -> None:
    if seat not in work.table.seats:
        raise Refuse("no_such_seat", f"this table has no seat {seat}")


def _reason(act: OperatorAct) -> str:
    return ending.needed_why(act)


def _about(act: OperatorAct) -> str:
    if not act.reference:
        raise Refuse("reason_missing", f"{act.act} says in a reference what it is about")
    return act.reference


SEAT, REASON, ABOUT, NAME = ("seat",), ("reason",), ("reference",), ("name",)

ACTS: dict[str, Act] = {
    "credit": Act(FLOOR, ANY_TIME, _credit, "credits are put on a seat", "money", ("seat", "amount")),
    "hand_pay": Act(
        FLOOR, ANY_TIME, _hand_pay, "a hand-pay has been paid, with its receipt", "money", ("seat", "reference")
    ),
    "cancel_hand_pay": Act(
        FLOOR, ANY_TIME, _cancel_hand_pay, "the credits go back to the seat", "money", ("seat", "reason")
    ),
    "reset_large_win": Act(FLOOR, ANY_TIME, _reset_large_win, "a seat locked by a large win plays on", "money", SEAT),
    "reverse": Act(
        SUPERVISOR, ANY_TIME, _reverse, "a mistaken credit or hand-pay is taken back", "money", ("reference", "reason")
    ),
    "attend": Act(FLOOR, ANY_TIME, service_calls.attend, "a seat that called has been attended to", "table", SEAT),
    "handover": Act(FLOOR, ANY_TIME, shifts.handover, "a shift is closed and handed over", "money", (), NAME),
    "hold": Act(FLOOR, ANY_TIME, _hold, "the table stands still", "table", (), REASON),
    "resume": Act(FLOOR, ANY_TIME, _resume, "holds that a person ends are ended", "table", first=_something_to_resume),
    "void": Act(
        SUPERVISOR,
        AFTER_CLOSE,
        _void,
        "the round does not count; what went up in it goes back",
        "table",
        REASON,
        first=_no_result_yet,
    ),
    "close_out": Act(
        SUPERVISOR,
        ANY_TIME,
        _close_out,
        "every wager on the layout of a held table goes back",
        "table",
        REASON,
        first=_held,
    ),
    "open_seat": Act(SUPERVISOR, ANY_TIME, _open_seat, "the seat takes wagers", "table", SEAT),
    "close_seat": Act(SUPERVISOR, ANY_TIME, _close_seat, "the seat takes no wagers; what lies stays", "table", SEAT),
    "settings": Act(
        SUPERVISOR, BETWEEN_ROLLS, _settings, "settings of table and game change", "settings", ("change", "confirm")
    ),
    "begin_service": Act(WORKSHOP, ANY_TIME, _begin_service, "play is suspended exactly where it is"),
    "end_service": Act(WORKSHOP, ANY_TIME, _end_service, "play goes on exactly where it was", first=_in_service),
    "clear_faults": Act(WORKSHOP, ANY_TIME, trials.begin_any_time, "the dice unit is told to clear its fault latch"),
    "self_test": Act(WORKSHOP, BETWEEN_ROLLS, trials.begin, "the dice unit tests itself", first=_in_service),
    "test_shake": Act(WORKSHOP, BETWEEN_ROLLS, trials.begin, "the dice are shaken outside of play", first=_in_service),
    "lamp_test": Act(WORKSHOP, BETWEEN_ROLLS, trials.begin, "all lamps are lit until service ends", first=_in_service),
    "touch_test": Act(
        WORKSHOP,
        BETWEEN_ROLLS,
        trials.begin_touch,
        "a person touches the screen of a seat all over",
        needs=SEAT,
        first=_in_service,
    ),
    "check_software": Act(
        WORKSHOP, ANY_TIME, trials.begin_any_time, "the installed files are compared with the release"
    ),
    "export": Act(WORKSHOP, ANY_TIME, _export, "a copy of the journal is made on a medium", "machine", ABOUT),
    "archive": Act(
        SUPERVISOR,
        BETWEEN_ROLLS,
        trials.begin_archive,
        "old entries of the journal go to a medium",
        "machine",
        ("reference", "keep_days"),
        first=_in_service,
    ),
    "power_off": Act(
        WORKSHOP,
        ANY_TIME,
        ending.end_machine,
        "the machine is switched off; money and wagers stay",
        "machine",
        REASON,
        first=ending.stands_still,
    ),
    "restart": Act(
        WORKSHOP,
        ANY_TIME,
        ending.end_machine,
        "the controller is started anew; money and wagers stay",
        "machine",
        REASON,
        first=ending.stands_still,
    ),
    "change_dice": Act(
        WORKSHOP,
        ANY_TIME,
        _change_dice,
        "other dice lie in the dome, named by their marks",
        needs=ABOUT,
        first=_in_service,
    ),
    "accept_unit": Act(
        SUPERVISOR, ANY_TIME, _accept_unit, "another dice unit, or its roll count, is accepted", first=_unit_waits
    ),
    "change_pin": Act(
        EVERYBODY, ANY_TIME, people.change_pin, "a person changes their own PIN", "people", ("old_pin", "pin")
    ),
    "add_person": Act(
        SUPERVISOR, ANY_TIME, people.add_person, "somebody new may come in", "people", ("name", "new_role", "pin")
    ),
    "remove_person": Act(SUPERVISOR, ANY_TIME, people.remove_person, "somebody works here no more", "people", NAME),
    "change_role": Act(
        SUPERVISOR, ANY_TIME, people.change_role, "somebody has another role", "people", ("name", "new_role")
    ),
    "set_pin": Act(
        SUPERVISOR, ANY_TIME, people.set_pin, "somebody gets another PIN, to be changed", "people", ("name", "pin")
    ),
    "unlock_person": Act(
        SUPERVISOR, ANY_TIME, people.unlock_person, "somebody locked out may try again", "people", NAME
    ),
    "first_supervisor": Act(
        SUPERVISOR, ANY_TIME, people.first_supervisor, "the first supervisor of a new machine", "entry"
    ),
    "close_day": Act(SUPERVISOR, ANY_TIME, _close_day, "the gaming day is closed, with its totals", "books"),
    "clear_period": Act(SUPERVISOR, ANY_TIME, _clear_period, "the period meters begin again", "books"),
}
"""Every act: who, when, and what it does."""


VOIDS_RESULT = Act(
    FLOOR,
    frozenset({Phase.DRAWING, Phase.ROLLING}),
    _void_result,
    "the round is void whatever came out; what went up in it goes back",
    "table",
    REASON,
    first=_device_works,
)
"""The act that a game may name to void what came out (`Course.voids_result`)."""


def acts_of(table: Table) -> Mapping[str, Act]:
    """Every act that there is at this table."""
    own = table.game.course.voids_result
    return {**ACTS, own: VOIDS_RESULT} if own else ACTS


def operate(work: Work, event: OperatorAct) -> None:
    """An operator's act, if their role and the phase allow it."""
    acts = acts_of(work.table)
    act = acts.get(event.act)
    if act is None:
        raise Refuse("unknown_act", f"there is no act {event.act[:40]!r}; there is {', '.join(acts)}")
    if event.role not in act.roles:
        raise Refuse("role", f"{event.act} is for {', '.join(sorted(act.roles))}, not for {event.role[:40]}")
    people.check_person(work.table.people, event)
    if work.table.phase not in act.phases:
        raise Refuse("not_now", f"{event.act} is not done while {work.table.phase}; {_when(act)}")
    if act.first is not None:
        act.first(work.table, event.role)
    act.does(work, event)
    if event.act in AT_THE_SEAT:
        service_calls.attended(work, event.seat, event.operator)
    why = ending.why(event)
    work.decide(ActDone(event.act, _of_whom(act, event), event.operator, event.role, event.seat, why))


def _of_whom(act: Act, event: OperatorAct) -> str:
    """Whom it is about, where that is somebody."""
    whom = (event.change or {}).get("name")
    return str(whom) if whom and "name" in (*act.needs, *act.takes) else ""


def why_not_now(table: Table, act: Act, role: str) -> tuple[str, str] | None:
    """Why nobody in this role could do it on this table now, whatever they named; None if the table has nothing
    against it."""
    if table.phase not in act.phases:
        return "not_now", f"not while {table.phase}; {_when(act)}"
    try:
        if act.first is not None:
            act.first(table, role)
    except Refuse as refuse:
        return refuse.code, refuse.reason
    return None


def _when(act: Act) -> str:
    return f"only while {', '.join(sorted(act.phases))}"
