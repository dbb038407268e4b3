"""Whether money may come to a seat or leave it by the casino's host now, and how much may come."""

from controller.table.cash.moves import doors_that_stop_money
from controller.table.sas.state import SasHost
from controller.table.sas.transfers.aft import MAY_COME, MAY_GO
from controller.table.state import Table


def may_come(table: Table, seat: int) -> bool:
    """As a note may: not to a seat that is locked, closed or turned off, nor while the table is held."""
    state = table.seats[seat]
    return state.open and state.lock is None and not table.holds and not table.turned_off(seat)


def may_go(table: Table, seat: int) -> bool:
    """Money leaves by one way at a time, and by none past a door that stops it."""
    cash = table.cash.get(seat)
    being_paid = cash is not None and (cash.out is not None or bool(cash.paying_after))
    return table.seats[seat].lock is None and not being_paid and not doors_that_stop_money(table)


def available(table: Table, seat: int) -> int:
    """Both, as a lock can wait for them."""
    return (MAY_COME if may_come(table, seat) else 0) | (MAY_GO if may_go(table, seat) else 0)


def room_for(table: Table, host: SasHost) -> int:
    """How much may come: by the host's own limit, and by what the credits may be with what is on its way."""
    cash = table.cash.get(host.seat)
    own = cash.setup.credit_limit if cash is not None else 0
    limit = min(table.settings.credit_limit, own or table.settings.credit_limit)
    coming = sum(move.amount for move in table.moves.values() if move.seat == host.seat and move.into_seat)
    return max(0, min(host.aft.limit, limit - table.game.money(host.seat).credits - coming))


def paper_is_coming(table: Table, seat: int) -> bool:
    """Whether a note or a ticket is on its way in, of which it will be known by itself what became of it."""
    cash = table.cash.get(seat)
    return cash is not None and bool(cash.acceptor.move) and not cash.acceptor.unknown
