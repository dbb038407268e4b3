"""A terminal's command as the table knows it, of whichever version of the wire."""

from typing import Any

from controller.protocol.terminals import version_1 as wire
from controller.protocol.terminals import version_2 as second
from controller.table import events

EVENT_OF = {
    "done": events.Done,
    "shoot": events.Shoot,
    "pass_dice": events.PassDice,
    "choose": events.Choose,
    "cash_out": events.CashOut,
}
"""The kinds of commands whose fields are the event's own."""


def event_of(seat: int, client: str, message: wire.Command | second.Command) -> events.Command:
    """The event that this command is: the same words, and from which seat."""
    match message:
        case wire.Wager():
            return events.Wager(seat, client, message.id, message.round, *_lay(message))
        case second.Wagers(id=id, round=round, wagers=(row,)):
            return events.Wager(seat, client, id, round, *_lay(row))
        case second.Wagers(id=id, round=round, wagers=rows):
            return events.Wagers(seat, client, id, round, tuple(map(_lay, rows)))
        case _:
            kind: Any = EVENT_OF[message.kind]
            event: events.Command = kind(seat, client, *(getattr(message, name) for name in kind._fields[2:]))
            return event


def _lay(row: wire.Wager | second.Lay) -> events.Lay:
    return events.Lay(row.do, row.bet, getattr(row, "amount", None), getattr(row, "on", None))
