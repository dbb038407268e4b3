"""A paper at escrow, on its way, in the box or given back: what becomes of the money that it stands for.

Before `routed` anything may refuse it; from then on nothing does. What the acceptor says is done in the order in which
it says it, and said again it does nothing.
"""

from controller.facts.cash_kinds import PaperBack, PaperKept, PaperOrdered
from controller.table.cash import moves
from controller.table.cash.events import (
    Acknowledged,
    NoteOffered,
    PaperNotRouted,
    PaperRejected,
    PaperReturned,
    PaperRouted,
    PaperStacked,
    PathEmpty,
    RouteMeant,
)
from controller.table.cash.seat import AcceptorNow
from controller.table.paper import cashing_out
from controller.table.paper.keeping import ask_for, find, heard, not_known, put, put_acceptor, seat_of
from controller.table.paper.letting_in import why_not_note, why_not_now
from controller.table.state import Move
from controller.table.work import Refuse, Work

BILL, TICKET = "bill", "ticket"
STACKED = "stacked"
"""Of what nobody knew of: the acceptor says that it is in the box after all. It is counted all the same."""
NOTHING_OPEN = {
    "move": "",
    "ticket": "",
    "granted": 0,
    "routed": False,
    "moving": False,
    "power_up": False,
    "unknown": "",
    "back": "",
}


def note_offered(work: Work, event: NoteOffered) -> None:
    """A note stands at escrow: its move is asked, or it goes back."""
    number = event.seat
    acceptor = heard(work, number, event.mark)
    if acceptor.back:
        return
    if _told_again(work, acceptor, event.value):
        stands_again(work, number)
        return
    another_paper(work, number)
    table = work.table
    why: str = "open_move" if table.cash[number].acceptor.move else why_not_note(table, number, event.value)
    why = why or _asked(work, number, event.value)
    if why:
        give_back(work, number, "note", event.value, why)


def _asked(work: Work, number: int, value: int) -> str:
    """The first phase; why not, where it is refused."""
    count = work.table.cash[number].acceptor.notes + 1
    name = f"bills-{number}/{count}"
    try:
        moves.ask(work, name, Move(number, BILL, value, True, "asked"))
    except Refuse as refuse:
        return refuse.code
    put_acceptor(work, number, **NOTHING_OPEN | {"move": name, "notes": count, "ack_owed": False})
    return ""


def _told_again(work: Work, acceptor: AcceptorNow, value: int) -> bool:
    move = work.table.moves.get(acceptor.move)
    return move is not None and move.amount == value and not acceptor.ticket and not acceptor.unknown


def stands_again(work: Work, number: int) -> None:
    """After a power-up the same paper is at escrow: what was never routed may be."""
    acceptor = work.table.cash[number].acceptor
    if acceptor.power_up and not acceptor.routed:
        put_acceptor(work, number, power_up=False)


def another_paper(work: Work, number: int) -> None:
    """Something else is at escrow than what is open: that has gone back, or if it was routed, nobody knows where."""
    acceptor = work.table.cash[number].acceptor
    if not acceptor.move or acceptor.unknown:
        return
    if acceptor.routed:
        not_known(work, number, "another_paper")
    else:
        undo(work, number, "another_paper")


def give_back(work: Work, number: int, what: str, amount: int, why: str) -> None:
    """What is at escrow is wanted back from the acceptor, until it says that it is."""
    put_acceptor(work, number, back=why)
    work.decide(PaperBack(number, what, amount, why))


def route_meant(work: Work, event: RouteMeant) -> None:
    """The last look: from here on nothing refuses it."""
    number = event.seat
    acceptor = seat_of(work.table, number).acceptor
    move = work.table.moves.get(acceptor.move)
    if move is None or acceptor.routed or acceptor.back:
        raise Refuse("nothing_at_escrow", f"nothing at seat {number} waits to be stacked")
    why = why_not_now(work.table, number)
    if why:
        what, amount = "ticket" if acceptor.ticket else "note", move.amount
        undo(work, number, why)
        give_back(work, number, what, amount, why)
        return
    put_acceptor(work, number, routed=True, moving=False, power_up=False)
    work.decide(PaperOrdered(number, acceptor.move))


def paper_routed(work: Work, event: PaperRouted) -> None:
    """It moves, so it is not told again to."""
    if seat_of(work.table, event.seat).acceptor.routed:
        put_acceptor(work, event.seat, moving=True)


def paper_not_routed(work: Work, event: PaperNotRouted) -> None:
    """It is told again; whoever speaks with it looks first whether the same paper still stands there."""
    if seat_of(work.table, event.seat).acceptor.moving:
        put_acceptor(work, event.seat, moving=False)


def paper_stacked(work: Work, event: PaperStacked) -> None:
    """With a routed move, that is done; else it is cash without a move. Told again, it is only acknowledged."""
    number = event.seat
    before = seat_of(work.table, number).acceptor
    if (event.to_acknowledge and before.ack_owed) or (event.mark is not None and event.mark == before.mark):
        return
    acceptor = heard(work, number, event.mark)
    its_own = _is_of_move(work, acceptor, event.value)
    if its_own and not acceptor.unknown:
        done(work, number)
    elif its_own and acceptor.unknown != STACKED:  # the one that is going to be counted, and no other
        put_acceptor(work, number, unknown=STACKED)
    else:
        find(work, number, event.value or 0, "not_routed" if acceptor.move else "no_move")
        if acceptor.move and not acceptor.routed:  # it is at escrow no more
            undo(work, number, "not_routed")
    put_acceptor(work, number, ack_owed=event.to_acknowledge)


def _is_of_move(work: Work, acceptor: AcceptorNow, value: int | None) -> bool:
    if not acceptor.routed or acceptor.found is not None:
        return False
    return value is None or (not acceptor.ticket and value == work.table.moves[acceptor.move].amount)


def acknowledged(work: Work, event: Acknowledged) -> None:
    """It waits no more."""
    if seat_of(work.table, event.seat).acceptor.ack_owed:
        put_acceptor(work, event.seat, ack_owed=False)


def paper_returned(work: Work, event: PaperReturned) -> None:
    """What stood at escrow was given back, routed or not."""
    acceptor = heard(work, event.seat, event.mark)
    if acceptor.move and not acceptor.unknown:
        undo(work, event.seat, "returned")
    _nothing_there(work, event.seat)


def paper_rejected(work: Work, event: PaperRejected) -> None:
    """A paper was not taken, and with it what is open: the acceptor takes one at a time."""
    acceptor = heard(work, event.seat, event.mark)
    if acceptor.move and not acceptor.unknown:
        undo(work, event.seat, "rejected")
    _nothing_there(work, event.seat)
    if work.table.count_refusal(event.seat):
        work.decide(PaperBack(event.seat, "paper", 0, event.why[:80]))


def path_empty(work: Work, event: PathEmpty) -> None:
    """Nothing is on its way. What was routed has not come about, unless the acceptor has started anew meanwhile."""
    number = event.seat
    acceptor = heard(work, number, event.mark)
    if acceptor.ack_owed:
        put_acceptor(work, number, ack_owed=False)
    if acceptor.move and not acceptor.unknown:
        if acceptor.routed and acceptor.power_up:
            not_known(work, number, "power_up")
        else:
            undo(work, number, "path_empty")
    _nothing_there(work, number)


def _nothing_there(work: Work, number: int) -> None:
    """Nothing stands at escrow, so there is nothing to give back."""
    if work.table.cash[number].acceptor.back:
        put_acceptor(work, number, back="")


def done(work: Work, number: int) -> None:
    """The open move is done: its paper lies in the box, its money on the seat."""
    acceptor = work.table.cash[number].acceptor
    move, box = work.table.moves[acceptor.move], work.table.cash[number].box
    moves.end(work, acceptor.move, True, acceptor.ticket[-4:])
    if acceptor.ticket:
        box = box._replace(tickets=box.tickets + 1, ticket_amount=box.ticket_amount + move.amount)
        ask_for(work, number, "redeem", acceptor.move, acceptor.ticket, move.amount)
    else:
        box = box.with_note(move.amount)
    put(work, number, box=box)
    work.decide(PaperKept(number, TICKET if acceptor.ticket else "note", acceptor.move, move.amount))
    put_acceptor(work, number, **NOTHING_OPEN)
    cashing_out.go_on(work, number)


def undo(work: Work, number: int, why: str) -> None:
    """The open move comes to nothing; an authority is told that its ticket was not taken."""
    acceptor = work.table.cash[number].acceptor
    if acceptor.move in work.table.moves:
        moves.end(work, acceptor.move, False, why)
    if acceptor.ticket:
        ask_for(work, number, "cancel", acceptor.move, acceptor.ticket)
    put_acceptor(work, number, **NOTHING_OPEN)
    cashing_out.go_on(work, number)
