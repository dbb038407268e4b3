"""The round: (table, event, time passed) → (table, decisions, answer). Pure: no clock, no chance, no I/O.

The order is always the same. What is due by the clock is done before the event is looked at. A command that was
sent before gets its old answer. What is illegal is refused and changes nothing. What makes the core fail is refused
and holds the table; so does money that does not balance.
"""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from controller.facts.kinds import Accepted, Answer, Decision, Posting, Refused, RoundEnded
from controller.table import events as e
from controller.table.commands.clients import keep_answer, old_answer
from controller.table.event_rows import called, row_of
from controller.table.phases import Phase
from controller.table.round import recovery, rounds
from controller.table.sas.exceptions import queue_up
from controller.table.sas.transfers import locks, transfers
from controller.table.staff.act import OperatorAct
from controller.table.state import Table
from controller.table.work import Refuse, Work

DUE: dict[Phase, Callable[[Work], None]] = {
    Phase.BETTING: rounds.end_of_window_phase,
    Phase.DRAWING: rounds.end_of_window_phase,
    Phase.ROLLING: rounds.settle,
    Phase.SHOOTING: lambda work: work.enter(Phase.ROLLING),
    Phase.SETTLING: rounds.open_window,
    Phase.ASKING: recovery.end_asking,
}
"""What is done when the time of a phase has passed."""

NO_DETAILS: Mapping[str, Any] = MappingProxyType({})

ADDRESS = re.compile("0x[0-9a-f]+")


class Failure(NamedTuple):
    """The core failed, or its books did: the hold that follows, and what is known of it."""

    hold: str
    details: str
    error: Exception | None = None


class StepResult(NamedTuple):
    """The table after an event, what was decided, and what the sender is told."""

    table: Table
    decisions: list[Decision]
    answer: Answer | None
    repeated: bool = False
    """The command had been sent before, or its number cannot be taken: nothing happened."""
    touched: frozenset[int] = frozenset()
    """The seats that are not as they were."""
    failed: Exception | None = None
    """What made the core fail, for the log alone: what is recorded is the hold that follows."""


def step(table: Table, event: e.Event, elapsed: int = 0) -> StepResult:
    """Apply one event, `elapsed` milliseconds after the one before. The table given is never changed."""
    passed = _pass_time(table, elapsed)
    if isinstance(event, e.COMMANDS):
        old = old_answer(passed.table, event)
        if old is not None:
            return passed._replace(answer=old, repeated=True)
    return _after(passed, _apply(passed.table, event))


def _pass_time(table: Table, elapsed: int) -> StepResult:
    """Time runs while nothing holds the table; what is due is done before anything else.

    What is over is not taken from the next phase: a machine that was frozen for a minute closes the bets, and the
    shooter still has the full time.
    """
    if elapsed <= 0 or not (table.runs() or table.least or table.lease_left or table.care):
        return StepResult(table, [], None)
    later = table.later(elapsed)
    if not table.runs() or later.left:
        return StepResult(later, [], None)
    done = _attempt(later, DUE[table.phase])
    if isinstance(done, Refuse):  # time cannot be refused
        done = Failure("core", f"the end of {table.phase} was refused: {done.code}")
    return _held(table, done) if isinstance(done, Failure) else done


def _apply(table: Table, event: e.Event) -> StepResult:
    refusal = _why_illegal(table, event)
    if refusal is not None:
        code, reason, about = refusal
        return _refused(table, event, code, reason, about=about)
    handle = row_of(event).handle
    done = _attempt(table, lambda work: handle(work, event))
    if isinstance(done, Refuse):
        return _refused(table, event, done.code, done.reason, done.details)
    if isinstance(done, Failure):
        held = _held(table, done)
        return _after(
            held, _refused(held.table, event, f"{done.hold}_failed", done.details, about={"words": done.details})
        )
    if not isinstance(event, e.COMMANDS) or done.answer is None:
        return done._replace(answer=None)
    answer = Answer(event.client, event.id, True, "ok", "", done.answer.details)
    keep_answer(done.table, event, answer)
    accepted = Accepted(event.seat, called(event), answer.details)
    return StepResult(done.table, [accepted, *done.decisions], answer, touched=done.touched)


def _after(before: StepResult, done: StepResult) -> StepResult:
    """Two steps as one."""
    if before.decisions or before.touched or before.failed:
        return done._replace(
            decisions=before.decisions + done.decisions,
            touched=before.touched | done.touched,
            failed=before.failed or done.failed,
        )
    return done


def _attempt(table: Table, act: Callable[[Work], None]) -> StepResult | Refuse | Failure:
    """Work on a fork. Refused, or when the core fails or money does not balance, the fork is thrown away."""
    work = Work(table.fork())
    try:
        act(work)
        _go_on(work)
        if work.table.sas:
            transfers.go_on(work)
            locks.lock_what_waits(work)
            queue_up(work)
        unbalanced = _book(work, table)
    except Refuse as refuse:
        return refuse
    except Exception as error:  # law 9: no event may bring the machine down
        said = ADDRESS.sub("0x…", str(error))  # an address in memory is another one at the next replay
        return Failure("core", f"{type(error).__name__}: {said}"[:200], error)
    if unbalanced:
        return Failure("books", f"the postings of one event sum to {unbalanced}, not to nothing")
    answer = Answer("", 0, True, "ok", "", work.details)
    return StepResult(work.table, work.decisions, answer, touched=work.table.all_touched())


def _go_on(work: Work) -> None:
    """A known result is settled as soon as nothing holds the table; with no throw to ask the unit about, the players
    are asked as soon as it is there."""
    table = work.table
    if table.holds and table.game.course.holds_close_bets:
        rounds.lose_sight(work)
    if table.result is not None:
        if not table.holds and not _is_shown(table):
            rounds.settle(work)
    elif table.phase is Phase.RECOVERY and table.throw is None and table.unit_speaks():
        recovery.ask(work)


def _is_shown(table: Table) -> bool:
    """Whether the time runs in which a known result is seen, and can be voided."""
    return table.phase is Phase.ROLLING and bool(table.left)


def _book(work: Work, before: Table) -> int:
    """Add the seats' own postings. Returns by how much these, or at the end of a round all money, do not balance."""
    table = work.table
    postings = [decision for decision in work.decisions if isinstance(decision, Posting)]
    total = sum(posting.amount for posting in postings)
    table.outside += sum(posting.amount for posting in postings if posting.account in ("house", "cash"))
    for seat in table.game.touched():
        was, now = before.game.money(seat), table.game.money(seat)
        if was != now:
            total += sum(now) - sum(was)
            for account, old, new in zip(was._fields, was, now, strict=True):
                work.post(account, str(seat), new - old)
    if total == 0 and any(isinstance(decision, RoundEnded) for decision in work.decisions):
        return table.outside + table.on_seats()
    return total


def _held(table: Table, failure: Failure) -> StepResult:
    """The table as it was, but standing still."""
    work = Work(table.fork())
    work.hold(failure.hold, why=failure.details)
    return StepResult(work.table, work.decisions, None, failed=failure.error)


# ---- refusals ---------------------------------------------------------------------------------------------------


def _why_illegal(table: Table, event: e.Event) -> tuple[str, str, dict[str, Any]] | None:
    row = row_of(event)
    if row.refused_in(table.phase):
        about = {"phase": table.phase.value, "round": table.round}
        return row.code, f"{called(event)} is not taken while {table.phase} (round {table.round})", about
    if table.holds and row.stands_still():
        return "held", f"the table is held: {', '.join(sorted(table.holds))}", {"holds": sorted(table.holds)}
    return None


def _refused(
    table: Table,
    event: e.Event,
    code: str,
    reason: str,
    details: Mapping[str, Any] = NO_DETAILS,
    about: Mapping[str, Any] = NO_DETAILS,
) -> StepResult:
    """Nothing changed but the books of who asked: the answer is kept, the refusal counted and, up to a bound,
    recorded, with more `about` it than is answered."""
    seat = getattr(event, "seat", 0)
    later = table.fork()
    counted_for = 0 if isinstance(event, OperatorAct) else seat  # no player can crowd an operator off the record
    recorded: list[Decision] = (
        [Refused(seat, code, reason, {**details, **about})] if later.count_refusal(counted_for) else []
    )
    answer = None
    if isinstance(event, e.COMMANDS):
        answer = Answer(event.client, event.id, False, code, reason, dict(details))
        keep_answer(later, event, answer)
    return StepResult(later, recorded, answer, touched=later.all_touched())
