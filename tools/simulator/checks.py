"""What must hold after every event, whatever happened: the laws of the table, seen from before and after."""

from collections.abc import Iterator

from controller.facts.kinds import PhaseEntered, Posting
from controller.table.cash.moves import CREDITS_REMEMBERED, HAND_PAY, OPEN_MOVES, RECEIPTS_REMEMBERED
from controller.table.cash.seat import MOST_ASKS, MOST_DROPS, MOST_FOUND
from controller.table.commands.answers import ANSWERS_KEPT
from controller.table.digest import changed
from controller.table.events import Event
from controller.table.holds.reasons import DOORS, REMEDY
from controller.table.machine import StepResult
from controller.table.phases import MOVES, Phase
from controller.table.service.trials import HARMLESS
from controller.table.state import MOST_CLIENTS, Table
from controller.table.wishes import Wishes, wishes


class Broken(AssertionError):
    """A law of the table does not hold; the text says which and after what."""


class LawBroken(Broken):
    """A law does not hold: which, and how that was seen."""

    def __init__(self, law: str, text: str) -> None:
        super().__init__(f"{law}: {text}")
        self.law = law


def check(before: Table, event: Event, step: StepResult) -> None:
    """Raises Broken when this step was against the laws."""
    for problem in (
        *_money(step),
        *_moves(before, step),
        *bounds(step.table),
        *contradictions(step.table),
        *_refused_is_unchanged(before, step),
    ):
        raise Broken(f"{problem}, after {event}")


def _money(step: StepResult) -> list[str]:
    total = sum(decision.amount for decision in step.decisions if isinstance(decision, Posting))
    kept = step.table.outside + step.table.on_seats()
    problems = [f"the postings sum to {total}"] if total else []
    return problems + ([f"money is not conserved, by {kept}"] if kept else [])


def _moves(before: Table, step: StepResult) -> list[str]:
    """Every move is in the table of moves, and none goes unrecorded."""
    phase = before.phase
    for decision in step.decisions:
        if isinstance(decision, PhaseEntered):
            entered = Phase(decision.phase)
            if entered not in MOVES[phase]:
                return [f"{phase} led to {entered}"]
            phase = entered
    return [] if phase is step.table.phase else [f"{step.table.phase} was entered without a record"]


def bounds(table: Table) -> list[str]:
    """Nothing grows without bound."""
    bounded = {
        "clients": len(table.clients) <= MOST_CLIENTS,
        "answers": all(len(c.answers) <= ANSWERS_KEPT for c in table.clients.values()),
        "movements under way": len(table.moves) <= OPEN_MOVES * len(table.seats),
        "finished movements": len(table.finished) <= CREDITS_REMEMBERED,
        "receipts": len(table.receipts) <= RECEIPTS_REMEMBERED,
        "holds": table.holds.keys() <= REMEDY.keys(),
        "doors": table.doors.keys() <= set(DOORS),
        "declined": table.declined <= table.seats.keys(),
        "asks of authorities": all(len(seat.asks) <= MOST_ASKS + 2 for seat in table.cash.values()),
        "cash that was found": all(len(seat.found) <= MOST_FOUND for seat in table.cash.values()),
        "boxes to be counted": all(len(seat.drops) <= MOST_DROPS for seat in table.cash.values()),
        "levels": len(table.levels or {}) <= len(table.game.wanted_draw()),
    }
    return [f"{what} are beyond their bound" for what, holds in bounded.items() if not holds]


def contradictions(table: Table) -> list[str]:
    """Where the wishes say something else than the state."""
    wanted, held = wishes(table), bool(table.holds)
    moving = wanted.throw is not None and wanted.throw.shake
    testing = moving and table.throw is None
    shaking = moving and not testing
    never = {
        "a shake while held": held and shaking,
        "a test shake out of service": testing and "service" not in table.holds,
        "a test shake while more than people hold": testing and not HARMLESS.issuperset(table.holds),
        "chance while held": held and wanted.draw is not None,
        "a press while held": held and wanted.shoot_lamp is not None,
        "an answer while held": held and bool(wanted.asked),
        "a deadline while held": held and wanted.due_in is not None,
        "a throw whose result is known": table.result is not None and wanted.throw is not None,
        "a shake before the shooter pressed": shaking and table.phase not in (Phase.ROLLING, Phase.DRAWING),
        "a lamp out of its phase": wanted.shoot_lamp is not None and table.phase is not Phase.SHOOTING,
        "a lamp of somebody without wagers": wanted.shoot_lamp is not None
        and not table.game.has_wagers(wanted.shoot_lamp),
        "a throw that is broken off": wanted.throw is not None and wanted.abort == wanted.throw.roll_id,
        "an id that has been used": wanted.draw is not None and wanted.draw.roll_id <= table.last_roll,
        "a locked seat's wager that could come down": _free_of_a_locked_seat(table),
        "a bet timer while the device works for a round that is over": table.phase is Phase.BETTING
        and table.left is not None
        and table.waits_for_device(),
        "bets while held, with the device at work": held
        and table.phase is Phase.DRAWING
        and table.throw is not None
        and table.game.course.holds_close_bets,
        "a throw and another draw": wanted.throw is not None and wanted.draw is not None,
    }
    return [f"the wishes ask for {what}" for what, so in (*never.items(), *_of_cash(table, wanted)) if so]


def _of_cash(table: Table, wanted: Wishes) -> Iterator[tuple[str, bool]]:
    """What no acceptor and no printer may ever be asked for."""
    for number, of in wanted.cash.items():
        seat, acceptor, job = table.cash[number], of.acceptor, of.job
        waits = bool(set(seat.holds) - {"tickets_off"})
        if acceptor is not None:
            yield (
                "a paper to be taken before that is on the disk",
                acceptor.paper == "accept" and not seat.acceptor.routed,
            )
            yield "a paper to be routed twice", acceptor.to_route and seat.acceptor.routed
            yield "notes while the seat's cash waits", waits and bool(acceptor.notes)
        if job is not None:
            of_ticket = table.moves[seat.out.move].instrument if seat.out is not None else ""
            yield "a ticket and a hand-pay of the same money", job.may_print and of_ticket == HAND_PAY


def _free_of_a_locked_seat(table: Table) -> bool:
    """Whoever waits for an attendant cannot take anything down, so nothing that could come down may lie there."""
    if table.phase not in (Phase.IDLE, Phase.BETTING, Phase.SETTLING):
        return False
    locked = [seat for seat, state in table.seats.items() if state.lock is not None and table.game.has_wagers(seat)]
    return bool(locked) and bool(table.game.fork().return_free(locked))


def _refused_is_unchanged(before: Table, step: StepResult) -> list[str]:
    """Nothing but the books of who asked, and the time that passed."""
    answer = step.answer
    untimely = any(isinstance(decision, PhaseEntered) for decision in step.decisions)
    if answer is None or answer.ok or untimely or step.table.holds != before.holds:
        return []
    return [f"refused with {answer.code}, and yet the table changed"] if changed(before, step) else []
