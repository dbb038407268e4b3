"""What players ask for, as short as it is said: for tests of the table and of what keeps it."""

from typing import get_args

from controller.protocol.terminals import commands as c
from controller.protocol.terminals.commands import Lay, PlayerCommand
from controller.table.events import Event, FromSeat

Command = FromSeat[PlayerCommand]
KINDS = {*get_args(Event), *get_args(PlayerCommand)} - {Command}
"""Every kind of event; of commands, what is asked."""


def kind_of(event: Event) -> type:
    """Which kind it is."""
    return event.kind if isinstance(event, FromSeat) else type(event)


def lay(do: str, bet: str, amount: int | None = None, on: bool | None = None) -> Lay:
    """One wager placed, taken down or turned, whatever it lacks."""
    return Lay(do=do, bet=bet, amount=amount, on=on)


def wager(
    seat: int, client: str, id: int, round: int, do: str, bet: str, amount: int | None = None, on: bool | None = None
) -> Command:
    """One by itself."""
    return wagers(seat, client, id, round, (lay(do, bet, amount, on),))


def wagers(seat: int, client: str, id: int, round: int, lays: tuple[Lay, ...]) -> Command:
    """Several, all or none."""
    return FromSeat(seat, client, id, c.Wagers(round=round, wagers=lays))


def done(seat: int, client: str, id: int, round: int) -> Command:
    """No more bets of this seat."""
    return FromSeat(seat, client, id, c.Done(round=round))


def shoot(seat: int, client: str, id: int, round: int) -> Command:
    """The button on the screen."""
    return FromSeat(seat, client, id, c.Shoot(round=round))


def pass_dice(seat: int, client: str, id: int, round: int) -> Command:
    """No dice for this seat."""
    return FromSeat(seat, client, id, c.PassDice(round=round))


def choose(seat: int, client: str, id: int, round: int, keep: bool) -> Command:
    """Keep all wagers or withdraw them."""
    return FromSeat(seat, client, id, c.Choose(round=round, keep=keep))


def cash_out(seat: int, client: str, id: int) -> Command:
    """Pay the credits."""
    return FromSeat(seat, client, id, c.CashOut())


def set_limits(seat: int, client: str, id: int, minutes: int, loss: int, stake: int) -> Command:
    """A player's own limits."""
    return FromSeat(seat, client, id, c.SetLimits(minutes=minutes, loss=loss, stake=stake))


def take_break(seat: int, client: str, id: int) -> Command:
    """A break."""
    return FromSeat(seat, client, id, c.TakeBreak())


def go_on(seat: int, client: str, id: int) -> Command:
    """The player has read time and net."""
    return FromSeat(seat, client, id, c.GoOn())
