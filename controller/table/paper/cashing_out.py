"""Free credits go out: as a ticket, or by hand; and after what is on its way in."""

from controller.protocol.terminals.commands import CashOut
from controller.table.cash import moves
from controller.table.commands.clients import name_of
from controller.table.events import FromSeat
from controller.table.paper.keeping import put
from controller.table.paper.tickets import tickets_out
from controller.table.round.rounds import give_back_if_it_may
from controller.table.sas.transfers.cash_outs import end_offer, offer, taker
from controller.table.state import Move
from controller.table.work import Refuse, Work


def cash_out(work: Work, event: FromSeat[CashOut]) -> None:
    """The free credits of a seat are locked, until they are out on a paper or an attendant has paid them."""
    table, seat = work.table, event.seat
    moves.check_free(seat, work.seat(seat))
    moves.check_doors(table)
    moves.check_not_busy(work, seat)
    name, cash = name_of(table, event.client, event.id), table.cash.get(seat)
    if cash is not None and (cash.out is not None or cash.paying_after):
        raise Refuse("ticket_under_way", f"seat {seat} is being cashed out")
    money = table.game.money(seat)
    coming = cash is not None and bool(cash.acceptor.move)
    if coming:
        put(work, seat, paying_after=name)
        work.details = {"move": name, "waits": True, "standing": money.layout, "vigorish": money.vigorish}
        return
    if money.credits == 0:
        raise Refuse("nothing_to_pay", f"seat {seat} has no free credits; {money.layout} lies on the layout")
    if address := taker(table, seat):
        offer(work, address, name, money.credits)
        work.details = {"move": name, "waits": True, "by": "host", "standing": money.layout, "vigorish": money.vigorish}
        return
    printed = _pay(work, seat, name, money.credits)
    stands = table.game.money(seat)
    work.details = {"move": name, "paid": money.credits, "standing": stands.layout, "vigorish": stands.vigorish}
    if stands.credits:
        work.details["returned"] = stands.credits
    if printed:
        work.details["by"] = "ticket"


def _pay(work: Work, seat: int, name: str, amount: int, by_hand: bool = False) -> bool:
    """Whether it is a ticket."""
    if not by_hand and tickets_out.can_print(work.table, seat, amount):
        tickets_out.start(work, seat, name, amount)
        return True
    moves.ask(work, name, Move(seat, moves.HAND_PAY, amount, False, "asked"))
    moves.lock_for_hand_pay(work, seat, amount)
    give_back_if_it_may(work)
    return False


def go_on(work: Work, number: int) -> None:
    """What was on its way in has come to its end: whoever waited for that is paid."""
    seat = work.table.cash[number]
    if not seat.paying_after or seat.acceptor.move:
        return
    put(work, number, paying_after="")
    address, credits = taker(work.table, number), work.table.game.money(number).credits
    if address and credits and work.table.seats[number].lock is None:
        offer(work, address, seat.paying_after, credits)
    else:
        _pay_if_it_may(work, number, seat.paying_after)


def not_taken(work: Work, address: int, number: int) -> None:
    """The casino's host had its time for a cash-out, or refuses it: it is paid as if there were none; where it wants no
    other way than its own or a person, by hand."""
    ended = end_offer(work, address, number)
    if ended is not None:
        host = work.table.sas[address]
        _pay_if_it_may(work, host.seat, ended.name, host.aft.hard)


def _pay_if_it_may(work: Work, number: int, name: str, by_hand: bool = False) -> None:
    cash, credits = work.table.cash.get(number), work.table.game.money(number).credits
    if credits and work.table.seats[number].lock is None and (cash is None or cash.out is None):
        try:
            _pay(work, number, name, credits, by_hand)
        except Refuse:  # too much is under way: the player asks again
            text = "too many movements of cash are under way"
            work.ignore(number, "CashOut", text, "too_many_moves", what="CashOut", seat=number)
