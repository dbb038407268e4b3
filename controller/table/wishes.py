"""What the table wants of the world, seen from its state alone.

Because wishes follow from the state, they are the same after a restart as before it, and nothing need be remembered
of what was asked already. The loop tells each peer its wish until the wish is gone.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from controller.table.paper.wanted import WantedOfCash, cash_wanted
from controller.table.phases import Phase
from controller.table.round.shooting import next_roll_id, spots_to_draw
from controller.table.service import trials
from controller.table.service.state import Trial
from controller.table.state import Table

NOTHING_OF_CASH: Mapping[int, WantedOfCash] = MappingProxyType({})


class WantedDraw(NamedTuple):
    """Chance for this throw: a nonce, and a level for each of these spots."""

    roll_id: int
    spots: tuple[str, ...]


class WantedThrow(NamedTuple):
    """A throw by id and nonce. `shake`: make it if the unit does not know it; else only ask for its result."""

    roll_id: int
    nonce: str
    shake: bool


class Wishes(NamedTuple):
    """Everything wanted now."""

    draw: WantedDraw | None
    throw: WantedThrow | None
    abort: int | None
    """A throw of a voided round that need not come to its end."""
    shoot_lamp: int | None
    """The seat whose SHOOT button is open."""
    tower: tuple[str, ...]
    locks: dict[int, str]
    """Seat → why it waits for an attendant."""
    calls: tuple[int, ...]
    """Seats whose players have called one."""
    moves: tuple[str, ...]
    """Movements of cash whose instrument still has to say that they are done, or could not be."""
    asked: tuple[int, ...]
    """The seats that still have to say whether they keep or withdraw."""
    due_in: int | None
    """Milliseconds until something is due; None while nothing is or the table is held."""
    shake_draw: int | None = None
    """The id for which a test shake wants a nonce."""
    trial: Trial | None = None
    """What of the hardware is to be tested."""
    cash: Mapping[int, WantedOfCash] = NOTHING_OF_CASH
    """Seat → what is wanted of its acceptor, its printer and the authority."""


def wishes(table: Table) -> Wishes:
    """What this table wants."""
    playing = not table.holds
    return Wishes(
        draw=_wanted_draw(table) if playing else None,
        throw=_wanted_throw(table) or _wanted_trial(table),
        shake_draw=next_roll_id(table) if table.trial is not None and table.trial.wants_nonce() else None,
        trial=table.trial,
        cash=cash_wanted(table) if table.cash else NOTHING_OF_CASH,
        abort=table.abandoned and table.abandoned.id,
        shoot_lamp=table.game.shooter if playing and table.phase is Phase.SHOOTING else None,
        tower=_tower(table),
        locks={seat: state.lock for seat, state in table.seats.items() if state.lock is not None},
        calls=tuple(seat for seat, state in table.seats.items() if state.called),
        moves=tuple(table.moves),
        asked=_asked(table) if playing else (),
        due_in=table.left if table.runs() else None,
    )


def _wanted_draw(table: Table) -> WantedDraw | None:
    if table.throw is not None or table.result is not None:
        return None
    if table.phase in (Phase.CLOSED, Phase.DRAWING, Phase.ROLLING):
        return WantedDraw(next_roll_id(table), spots_to_draw(table))
    return None


def _wanted_throw(table: Table) -> WantedThrow | None:
    """Held or in recovery the dice are not set in motion, but a throw that has been made is still wanted."""
    if table.throw is None or table.result is not None:
        return None
    if table.phase in (Phase.ROLLING, Phase.DRAWING):
        return WantedThrow(table.throw.id, table.throw.nonce, shake=not table.holds)
    if table.phase is Phase.RECOVERY:
        return WantedThrow(table.throw.id, table.throw.nonce, shake=False)
    return None


def _wanted_trial(table: Table) -> WantedThrow | None:
    """Only while nothing but people hold the table, and no throw of the game is wanted."""
    trial = table.trial
    if trial is None or not trial.nonce or table.throw is not None:
        return None
    return WantedThrow(trial.roll_id, trial.nonce, shake=trials.HARMLESS.issuperset(table.holds))


def _asked(table: Table) -> tuple[int, ...]:
    if table.phase is not Phase.ASKING:
        return ()
    return tuple(seat for seat in table.seats_with_wagers() if table.seats[seat].choice is None)


def _tower(table: Table) -> tuple[str, ...]:
    """Green while the table plays, red while it is held, amber when a seat waits for an attendant or calls one; its
    sounder while a door's alarm does."""
    waits = any(state.called or state.lock is not None for state in table.seats.values())
    sounds = ("sounder",) if table.alarms else ()
    return ("red" if table.holds else "green", *(("amber",) if waits else ()), *sounds)
