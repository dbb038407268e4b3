"""From the close of bets to the throw: chance, the shooter's button, passing the dice."""

from controller.facts.kinds import Because, DrawTaken, ShooterChosen
from controller.protocol.terminals.commands import PassDice, Shoot
from controller.table.events import ButtonPressed, Drawn, FromSeat
from controller.table.phases import Phase
from controller.table.round.betting import check_round
from controller.table.state import Table, Throw
from controller.table.work import Refuse, Work

LARGEST_JUMP = 2**32
"""A roll id further ahead than this needs a supervisor: somebody else has been rolling these dice for long."""

LAST_ROLL_ID = 2**64 - 2**32
"""A unit beyond it has no ids left to roll with; erased memory reads so."""


def next_roll_id(table: Table) -> int:
    """One more than the larger of the journal's last and the unit's last."""
    return 1 + max(table.last_roll, table.unit.last_roll if table.unit else 0)


def goes_too_far(table: Table, last_roll: int) -> bool:
    """Whether this last roll of the unit is further ahead of us than rolls could take it."""
    return last_roll - (next_roll_id(table) - 1) > LARGEST_JUMP


def spots_to_draw(table: Table) -> tuple[str, ...]:
    """Chance is drawn for the spots once a round; a second throw keeps what was shown."""
    return table.game.wanted_draw() if table.levels is None else ()


def drawn(work: Work, event: Drawn) -> None:
    """Chance for the next throw: its nonce, and in the first throw of a round the spots' Power Odds."""
    table = work.table
    if table.throw is not None:
        raise Refuse("no_draw_wanted", f"throw {table.throw.id} has been drawn already")
    if event.roll_id != next_roll_id(table):
        raise Refuse("wrong_roll_id", f"the next throw is {next_roll_id(table)}, not {event.roll_id}")
    check_nonce(event.nonce)
    allowed = spots_to_draw(table)
    for spot, level in event.levels.items():
        if spot not in allowed or level not in ("low", "high"):
            raise Refuse("bad_draw", f"nothing was to be drawn for {spot} at {level}")
    table.throw = Throw(event.roll_id, event.nonce)
    table.last_roll = event.roll_id
    if table.levels is None:
        table.levels = dict(event.levels)
    work.decide(DrawTaken(event.roll_id, event.nonce, dict(event.levels)))
    if table.phase is Phase.CLOSED:
        work.enter(Phase.ROLLING if table.game.shooter is None else Phase.SHOOTING)


def check_nonce(nonce: str) -> None:
    """As the unit takes it."""
    if len(nonce) != 16 or not set(nonce) <= set("0123456789abcdef"):
        raise Refuse("bad_draw", "a nonce is 8 bytes in hexadecimal")


def shoot(work: Work, event: FromSeat[Shoot]) -> None:
    """The shooter presses on their screen."""
    check_round(work, event.asked.round)
    if event.seat != work.table.game.shooter:
        raise Refuse("not_the_shooter", f"seat {work.table.game.shooter} is the shooter")
    work.enter(Phase.ROLLING)


def button(work: Work, event: ButtonPressed) -> None:
    """A physical SHOOT button: the shooter's own, in time, starts the throw, any other press does nothing."""
    table = work.table
    why: tuple[str, Because] | None = None
    if table.holds:
        why = "the table is held", "held"
    elif table.phase is not Phase.SHOOTING:
        why = f"no button is open while {table.phase}", "no_button"
    elif event.seat != table.game.shooter:
        why = f"seat {table.game.shooter} is the shooter", "not_the_shooter"
    elif not event.fresh:
        why = "the press began before the button was open", "too_early"
    if why is None:
        work.enter(Phase.ROLLING)
    else:
        text = f"shoot button of seat {event.seat}"
        work.ignore(event.seat, text, *why, what="ButtonPressed", seat=event.seat, phase=table.phase)


def pass_dice(work: Work, event: FromSeat[PassDice]) -> None:
    """The shooter declines or passes before they have pressed; nobody is offered the dice twice in a round."""
    table = work.table
    check_round(work, event.asked.round)
    if event.seat != table.game.shooter:
        raise Refuse("not_the_shooter", f"seat {table.game.shooter} is the shooter")
    table.declined |= {event.seat}
    hand_on(work)


def hand_on(work: Work) -> None:
    """The dice go to the next seat that has not declined, with the full time; else the house rolls."""
    table = work.table
    pass_on(work)
    if table.game.shooter is None:
        work.enter(Phase.ROLLING)
    else:
        table.left = table.time_for(Phase.SHOOTING)


def pass_on(work: Work) -> None:
    """Somebody else has the dice now, or nobody."""
    work.table.game.pass_dice(work.table.declined)
    work.decide(ShooterChosen(work.table.game.shooter))
