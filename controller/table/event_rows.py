"""Events as rows: who deals with one, in which phases, what it does there, and what refuses it elsewhere.

`docs/round.md` shows them.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from controller.protocol.terminals import commands as asks
from controller.table import events as e
from controller.table.care import limits
from controller.table.cash import events as c
from controller.table.cash import moves
from controller.table.commands.clients import begin_series
from controller.table.holds import alarms, reasons, screens, service_calls
from controller.table.jackpots import playing
from controller.table.jackpots.events import JackpotLeased
from controller.table.paper import acceptors, authorities, cashing_out, keeping, papers, printers
from controller.table.paper.tickets import tickets_in, tickets_out
from controller.table.phases import Phase
from controller.table.round import betting, recovery, rolling, shooting
from controller.table.sas import events as h
from controller.table.sas import hosting
from controller.table.sas.tickets import words as ticket_words
from controller.table.sas.transfers import events as t
from controller.table.sas.transfers import locks, transfers, waiting
from controller.table.service import events as s
from controller.table.service import trials
from controller.table.staff import people
from controller.table.staff.act import OperatorAct
from controller.table.staff.operating import operate
from controller.table.work import Work


class EventRow(NamedTuple):
    """All that the table knows of one kind of event."""

    handle: Callable[[Work, Any], None]
    does: str | Mapping[Phase, str]
    """What it does: in every phase and on every hold, or phase by phase; in others, and while the table is held, it is
    refused."""
    code: str = ""
    """What it is refused with in a phase that is not its."""

    def refused_in(self, phase: Phase) -> bool:
        """Whether it is illegal in this phase."""
        return not isinstance(self.does, str) and phase not in self.does

    def stands_still(self) -> bool:
        """Whether it is not taken while the table is held: money, people and hardware are always listened to."""
        return not isinstance(self.does, str)


EVENTS: dict[type, EventRow] = {
    asks.Wagers: EventRow(
        betting.wagers,
        {
            Phase.IDLE: "all taken or none; the first start the round",
            Phase.BETTING: "all taken or none",
            Phase.DRAWING: "all taken or none",
        },
        "bets_closed",
    ),
    asks.Done: EventRow(
        betting.done,
        {Phase.BETTING: "noted; when all are done, bets close early", Phase.DRAWING: "noted"},
        "bets_closed",
    ),
    e.Drawn: EventRow(
        shooting.drawn,
        {
            Phase.DRAWING: "the throw is wanted from the unit",
            Phase.CLOSED: "the throw has its id and nonce, the spots their Power Odds",
            Phase.ROLLING: "after a No Roll: a new id and nonce",
        },
        "no_draw_wanted",
    ),
    asks.Shoot: EventRow(shooting.shoot, {Phase.SHOOTING: "the shooter's press on the screen"}, "no_button_now"),
    asks.PassDice: EventRow(shooting.pass_dice, {Phase.SHOOTING: "the dice go on to the next seat"}, "no_button_now"),
    asks.Choose: EventRow(recovery.choose, {Phase.ASKING: "keep or withdraw all"}, "nothing_asked"),
    OperatorAct: EventRow(operate, "an operator's act, legal by its own table in `operating`"),
    e.StationNews: EventRow(
        people.station, "who came in, left or was turned away at an operators' station is recorded"
    ),
    asks.CashOut: EventRow(
        cashing_out.cash_out, "free credits go to a ticket or a hand-pay lock, after what is on its way in"
    ),
    asks.SetLimits: EventRow(limits.set_limits, "what is tighter holds at once, what is looser after a wait"),
    asks.TakeBreak: EventRow(limits.take_break, "nothing is put up until it is over; what may come down comes back"),
    asks.GoOn: EventRow(limits.go_on, "the player has read time and net"),
    e.SeriesWanted: EventRow(begin_series, "the client's commands count from 1 again"),
    e.SeatJoined: EventRow(reasons.seat_joined, "the terminal can be played"),
    e.SeatLeft: EventRow(reasons.seat_left, "wagers and credits stay"),
    e.ScreenSeen: EventRow(screens.seen, "a seat whose screen is dark is not offered the dice"),
    e.ServiceCalled: EventRow(
        service_calls.call, "the seat calls until an attendant attends to it; tower and lamp are lit"
    ),
    e.DoorMoved: EventRow(reasons.door, "an open logic or dome door holds the table; the others are recorded"),
    e.AlarmOver: EventRow(alarms.over, "an alarm of a door that is closed again has sounded long enough"),
    e.DoorLatched: EventRow(
        reasons.door_latched, "recorded; behind the logic or dome door a person has to look before play goes on"
    ),
    e.KeyTurned: EventRow(reasons.key, "recorded"),
    e.UnitFound: EventRow(reasons.unit_found, "the unit is checked against the one that was here"),
    e.UnitLost: EventRow(reasons.unit_lost, "holds the table"),
    e.LidMoved: EventRow(reasons.lid, "an open lid or cover holds the table"),
    e.FaultsChanged: EventRow(reasons.faults, "a latched fault holds the table"),
    e.MoveAsked: EventRow(moves.move_asked, "money is on its way in or out"),
    e.MoveEnded: EventRow(moves.move_ended, "it has arrived, or it comes back"),
    e.BooksDisagree: EventRow(reasons.books, "holds the table until a supervisor has read what does not balance"),
    e.SoftwareChecked: EventRow(reasons.software, "files that are not as they were released hold the table"),
    e.SecondPlaceChecked: EventRow(
        reasons.second_place, "recorded; where money is played for, a supervisor has to look before play goes on"
    ),
    e.TimePassed: EventRow(lambda _work, _event: None, "what is due is done"),
    e.Restarted: EventRow(recovery.restarted, "an unfinished round asks the unit first"),
    e.ButtonPressed: EventRow(shooting.button, "starts the throw for the shooter in time; else ignored and recorded"),
    e.Thrown: EventRow(
        rolling.thrown, "the wanted throw's report is a result or a No Roll; any other is ignored or a malfunction"
    ),
    e.RollUnknown: EventRow(rolling.roll_unknown, "the wanted throw has not been made"),
    e.RollUnderWay: EventRow(rolling.roll_under_way, "the wanted throw is being made"),
    s.ShakeDrawn: EventRow(trials.shake_drawn, "a test shake has its id and nonce"),
    s.UnitTested: EventRow(trials.unit_tested, "a test of the unit is done; it is recorded"),
    s.TouchTested: EventRow(trials.touch_tested, "a touch test of a seat's screen is done; it is recorded"),
    s.TouchSet: EventRow(trials.touch_set, "a person has set a seat's screen right; it is recorded, and then kept"),
    s.TouchNotSet: EventRow(trials.touch_not_set, "a seat's screen was not set, and why; it is recorded"),
    e.ShakeRefused: EventRow(rolling.shake_refused, "the unit says why it does not start"),
    e.OutcomeNears: EventRow(
        rolling.outcome_nears, "closes bets that are open still: what comes out can nearly be seen"
    ),
    # notes and tickets of a seat: a hold of the table refuses a paper at escrow, and nothing that has happened to one
    c.CashSetUp: EventRow(keeping.set_up, "which seats take notes and give tickets"),
    c.AcceptorFound: EventRow(acceptors.acceptor_found, "checked against the seat's own; another holds its cash"),
    c.AcceptorGone: EventRow(acceptors.acceptor_gone, "recorded; what it did meanwhile will be found"),
    c.AcceptorForeign: EventRow(acceptors.acceptor_foreign, "holds the seat's cash"),
    c.AcceptorReset: EventRow(acceptors.acceptor_reset, "what was routed is done if it is in the box, else unknown"),
    c.AcceptorFaults: EventRow(
        acceptors.acceptor_faults,
        "recorded; what was routed is open until counted, if the unit does not stack on; a box taken out is reported",
    ),
    c.EventsLost: EventRow(acceptors.events_lost, "cash may be there without a move: holds the seat's cash"),
    c.Recounted: EventRow(acceptors.recounted, "recorded"),
    c.NoteOffered: EventRow(papers.note_offered, "its move is asked, or it goes back"),
    c.TicketOffered: EventRow(tickets_in.ticket_offered, "its authority is asked, or it goes back"),
    c.RouteMeant: EventRow(papers.route_meant, "from here on nothing refuses what is at escrow"),
    c.PaperRouted: EventRow(papers.paper_routed, "it moves"),
    c.PaperNotRouted: EventRow(papers.paper_not_routed, "it is told again while the same paper stands at escrow"),
    c.PaperStacked: EventRow(papers.paper_stacked, "what was routed is done; anything else is cash without a move"),
    c.Acknowledged: EventRow(papers.acknowledged, "the acceptor waits no more"),
    c.PaperReturned: EventRow(papers.paper_returned, "the move is undone"),
    c.PaperRejected: EventRow(papers.paper_rejected, "the move, if there is one, is undone"),
    c.PathEmpty: EventRow(papers.path_empty, "the move is undone, or after a power-up unknown"),
    c.PrinterFound: EventRow(printers.printer_found, "checked against the seat's own; another waits for a person"),
    c.PrinterGone: EventRow(printers.printer_gone, "a job that it was told is asked for until it answers"),
    c.PrinterState: EventRow(printers.printer_state, "recorded"),
    c.TicketDigits: EventRow(tickets_out.digits, "a ticket has its number, and its authority is asked to reserve it"),
    c.NumbersKnown: EventRow(tickets_out.above, "numbers of tickets and print jobs go on above those"),
    c.JobTold: EventRow(printers.job_told, "whole: the money has gone; not known: it becomes a hand-pay"),
    c.TicketGone: EventRow(printers.ticket_gone, "the next ticket may be printed"),
    c.CashWaited: EventRow(authorities.waited, "what has had no answer for so long is not waited for any more"),
    c.AuthorityAnswered: EventRow(authorities.authority_answered, "heeded if it is waited for, else recorded"),
    c.TicketExpired: EventRow(authorities.ticket_expired, "what the ticket stood for is the house's"),
    # progressive jackpots of the floor
    JackpotLeased: EventRow(playing.leased, "what is put up for these pots may stay when bets close, while it is good"),
    # the casino's host
    h.HostSetUp: EventRow(hosting.set_up, "which addresses of the casino's line are ours, and what the host may turn"),
    h.HostTook: EventRow(hosting.took, "the exception waits no more"),
    h.HostOrdered: EventRow(hosting.ordered, "play or notes are turned off or on; off, the whole table is held"),
    h.HostFellSilent: EventRow(hosting.fell_silent, "the screens show no progressives any more"),
    t.HostTransfer: EventRow(transfers.transferred, "asked and done at once, or refused with what the host is told"),
    t.HostCancelled: EventRow(transfers.cancelled, "a transfer that waits for a paper is taken back"),
    t.HostLock: EventRow(locks.locks, "the seat wagers and pays nothing until the transfer, or until its time is over"),
    t.HostRegistered: EventRow(locks.registered, "a registration begins, ends, or is taken back"),
    t.HostWaited: EventRow(waiting.waited, "the lock ends; the cash-out is paid by ticket or by hand"),
    h.HostNumbered: EventRow(ticket_words.numbered, "the ticket that waits for a number goes to the printer"),
    h.HostRedeems: EventRow(ticket_words.redeems, "the ticket at escrow is taken, or goes back"),
    h.HostRead: EventRow(ticket_words.has_read, "what the host was to be told waits no more"),
    h.HostIdentifies: EventRow(ticket_words.identifies, "numbers of tickets are made of it"),
    h.HostLets: EventRow(ticket_words.lets, "what the host wants of tickets"),
    h.HostWrites: EventRow(ticket_words.writes, "what the host wants printed on tickets"),
    h.HandPayStamped: EventRow(ticket_words.stamped, "a hand-pay has its validation"),
}


def row_of(event: e.Event) -> EventRow:
    """All that the table knows of its kind: of a player's command, of what is asked."""
    return EVENTS[event.kind if isinstance(event, e.FromSeat) else type(event)]


def called(event: e.Event) -> str:
    """The word for it in records and reasons."""
    return event.called if isinstance(event, e.FromSeat) else type(event).__name__
