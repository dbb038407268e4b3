"""A terminal's command as the table knows it, of whichever version of the wire."""

from controller.protocol.terminals import version_1 as wire
from controller.protocol.terminals import version_2 as second
from controller.table import events


def event_of(seat: int, client: str, message: wire.Command | second.Command) -> events.Command:
    """The event that this command is."""
    match message:
        case wire.Wager():
            m = message
            return events.Wager(seat, client, m.id, m.round, m.do, m.bet, m.amount, m.on)
        case second.Wagers():
            lays = tuple(_lay(row) for row in message.wagers)
            if len(lays) == 1:
                return events.Wager(seat, client, message.id, message.round, *lays[0])
            return events.Wagers(seat, client, message.id, message.round, lays)
        case wire.Done():
            return events.Done(seat, client, message.id, message.round)
        case wire.Shoot():
            return events.Shoot(seat, client, message.id, message.round)
        case wire.PassDice():
            return events.PassDice(seat, client, message.id, message.round)
        case wire.Choose():
            return events.Choose(seat, client, message.id, message.round, message.keep)
        case wire.CashOut():
            return events.CashOut(seat, client, message.id)


def _lay(row: second.Lay) -> events.Lay:
    match row:
        case second.Place():
            return events.Lay("place", row.bet, row.amount)
        case second.TakeDown():
            return events.Lay("take_down", row.bet, row.amount)
        case second.Turn():
            return events.Lay("turn", row.bet, None, row.on)
