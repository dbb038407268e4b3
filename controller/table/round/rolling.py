"""What the dice unit says of a throw: a result, a No Roll, or something that cannot be."""

from typing import Any

from controller.facts.kinds import BetsClosedLate, Malfunction, NoRoll, ResultKnown, ResultUnused, ShakeDenied
from controller.games.interface import Shown, figures_in
from controller.table.events import OutcomeNears, RollUnderWay, RollUnknown, ShakeRefused, Thrown
from controller.table.phases import Phase
from controller.table.round.recovery import ask, roll_on
from controller.table.round.rounds import LISTENING, close_bets, device_rests, void
from controller.table.round.shooting import goes_too_far
from controller.table.service import trials
from controller.table.state import Table
from controller.table.work import Work

MALFUNCTIONS_BORNE = 3
"""In one round; the third holds the table for a person to look."""

WRONG_MAC = "the report's MAC is wrong"


def thrown(work: Work, event: Thrown) -> None:
    """A report: of the wanted throw it counts, of an old one it is ignored, of an unasked one it is a malfunction."""
    if trials.is_of_the_test(work.table, event):
        trials.thrown(work, event)
        return
    _close_in_time(work, event.roll_id)
    table, throw = work.table, work.table.throw
    if throw is None or event.roll_id != throw.id:
        _of_another_throw(work, event)
    elif table.phase not in LISTENING:
        _malfunction(work, event.roll_id, "a report before the throw was asked for")
    elif not event.authentic:
        _malfunction(work, event.roll_id, WRONG_MAC)
    elif table.result is not None:
        if _result_of(table, event) == table.result:
            work.ignore(0, f"report of throw {event.roll_id}", "it is known already", "known", **_of(event))
        else:
            _malfunction(work, event.roll_id, "a second report says something else")
    else:
        _of_the_wanted_throw(work, event)


def roll_unknown(work: Work, event: RollUnknown) -> None:
    """The unit has never accepted this throw."""
    table, throw = work.table, work.table.throw
    if not table.unit_speaks():
        text = f"throw {event.roll_id} unknown to the unit"
        work.ignore(0, text, "the unit is not the one we play with", "another_unit", **_of(event))
    elif table.abandoned is not None and event.roll_id == table.abandoned.id:
        device_rests(work)
    elif table.phase is Phase.RECOVERY and throw is not None and event.roll_id == throw.id:
        ask(work)
    else:
        text = f"throw {event.roll_id} unknown to the unit"
        work.ignore(0, text, "it is not asked about", "not_asked", **_of(event))


def roll_under_way(work: Work, event: RollUnderWay) -> None:
    """The dice are in motion: wait."""
    table, throw = work.table, work.table.throw
    wanted = throw is not None and event.roll_id == throw.id and table.result is None
    if wanted and table.phase in (Phase.RECOVERY, Phase.ASKING) and table.unit_speaks():
        roll_on(work)
    else:
        text = f"throw {event.roll_id} under way"
        work.ignore(0, text, "it is not asked about", "not_asked", **_of(event))


def shake_refused(work: Work, event: ShakeRefused) -> None:
    """Each refusal of the unit has its remedy; those it repeats by other reports are only noted."""
    table, throw = work.table, work.table.throw
    if table.count_refusal(0):
        work.decide(ShakeDenied(event.roll_id, event.verdict))
    shaking = table.phase in (Phase.ROLLING, Phase.DRAWING) and table.result is None
    if throw is None or event.roll_id != throw.id or not shaking:
        return
    if event.verdict == "stale" and table.unit is not None:
        table.throw = None  # nothing was thrown for it; the next id is past the unit's last
        seen = table.unit._replace(last_roll=max(table.unit.last_roll, event.last_roll, throw.id))
        if goes_too_far(table, seen.last_roll):
            table.unit_found = seen
            work.hold("roll_jump", last_roll=seen.last_roll, known=throw.id)
        else:
            table.unit = seen
    elif event.verdict == "bad_parameter":
        work.hold("dice", verdict=event.verdict)


def _of(event: Thrown | RollUnknown | RollUnderWay) -> dict[str, Any]:
    return {"what": type(event).__name__, "roll_id": event.roll_id}


def _of_another_throw(work: Work, event: Thrown) -> None:
    table = work.table
    if table.abandoned is not None and event.roll_id == table.abandoned.id:
        _of_a_broken_round(work, event)
    elif event.roll_id <= table.last_roll:
        work.ignore(0, f"report of throw {event.roll_id}", "it has been dealt with", "dealt_with", **_of(event))
    else:
        _malfunction(work, event.roll_id, "nobody asked for this throw")


def _of_a_broken_round(work: Work, event: Thrown) -> None:
    """It settles nothing, and goes on record where it was really made: what a device shows is counted all the same."""
    waits, result = work.table.waits_for_device(), _result_of(work.table, event)
    if waits and not event.authentic:
        _malfunction(work, event.roll_id, WRONG_MAC)
        return
    if result is None or not waits:
        work.ignore(0, f"report of throw {event.roll_id}", "its round was broken off", "broken_off", **_of(event))
    else:
        work.decide(ResultUnused(event.roll_id, result))
    device_rests(work)
    if waits and work.table.game.outcome_means(event.outcome) == "void and hold":
        work.hold("dice", outcome=event.outcome)  # nothing is left to be void, and a person has to look all the same


def _of_the_wanted_throw(work: Work, event: Thrown) -> None:
    table = work.table
    if table.unit is not None:
        table.unit = table.unit._replace(last_roll=max(table.unit.last_roll, event.roll_id))
    result = _result_of(table, event)
    match table.game.outcome_means(event.outcome):
        case "result" if result is not None:
            _result_known(work, event.roll_id, result)
        case "again":
            _no_roll(work, event)
            if table.no_rolls > table.settings.max_no_rolls:
                work.hold("no_rolls", so_far=table.no_rolls)
            _throw_again(work)
        case "hold":
            _no_roll(work, event)
            work.hold("dice", outcome=event.outcome)
            _throw_again(work)
        case "power":
            _no_roll(work, event)
            _throw_again_or_ask(work)
        case "void" | "void and hold" as means:
            _no_roll(work, event)
            table.throw = None
            void(work, event.outcome)
            _count_void(work, event.outcome, look=means == "void and hold")
        case _:
            _malfunction(work, event.roll_id, f"{event.outcome} with {figures_in(event.shown)} cannot be")


def _result_of(table: Table, event: Thrown) -> Shown | None:
    """What this report is in the game, if it tells of a result at all."""
    return table.game.result(event.shown) if table.game.outcome_means(event.outcome) == "result" else None


def _result_known(work: Work, roll_id: int, result: Shown) -> None:
    """Where the game shows it for a while before it is settled, that time begins, and bets that are open close."""
    table = work.table
    table.result = result
    work.decide(ResultKnown(roll_id, result))
    if table.phase is Phase.DRAWING and table.time_for(Phase.ROLLING):
        close_bets(work)
    if table.phase is Phase.ROLLING:
        table.left = table.time_for(Phase.ROLLING)


def _count_void(work: Work, outcome: str, look: bool) -> None:
    """Too many in a row, and a person looks; of some at once. The round has ended before."""
    table, setting = work.table, work.table.game.course.most_voids
    if setting:
        table.voids += 1
        if table.voids >= table.setting(setting):
            work.hold("no_rolls", voids=table.voids)
    if look:
        work.hold("dice", outcome=outcome)


def outcome_nears(work: Work, event: OutcomeNears) -> None:
    """Bets that are still open close, under a hold too; of another throw it means nothing."""
    _close_as_late(work, event.roll_id)


def _close_in_time(work: Work, roll_id: int) -> None:
    """Where bets are open while the device works, any report of the wanted throw closes them, whatever it says."""
    if work.table.game.course.holds_close_bets:
        _close_as_late(work, roll_id)


def _close_as_late(work: Work, roll_id: int) -> None:
    """It is noted: the bet timer was too long for this device."""
    table = work.table
    if table.throw is not None and table.throw.id == roll_id and table.phase is Phase.DRAWING:
        work.decide(BetsClosedLate(roll_id, table.left or 0))
        close_bets(work)


def _no_roll(work: Work, event: Thrown) -> None:
    work.table.no_rolls += 1
    work.decide(NoRoll(event.roll_id, event.outcome, work.table.no_rolls))


def _throw_again(work: Work) -> None:
    """A new throw has a new id and a new nonce, so chance is wanted anew."""
    work.table.throw = None
    if work.table.phase in (Phase.RECOVERY, Phase.ASKING):
        roll_on(work)


def _throw_again_or_ask(work: Work) -> None:
    """Power was lost in mid-shake: with bets closed the players are asked, where the game asks at all."""
    table = work.table
    if table.phase is Phase.DRAWING or not table.game.course.asks_after_power_failure:
        _throw_again(work)
        return
    table.throw, table.goes_on = None, Phase.ROLLING
    ask(work)


def _malfunction(work: Work, roll_id: int, what: str) -> None:
    table = work.table
    table.malfunctions = min(table.malfunctions + 1, MALFUNCTIONS_BORNE)
    if table.count_refusal(0):
        work.decide(Malfunction(roll_id, what, table.malfunctions))
    if table.malfunctions >= MALFUNCTIONS_BORNE:
        work.hold("malfunction", malfunction=what, roll_id=roll_id)
