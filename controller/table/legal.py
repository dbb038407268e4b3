"""What may happen in which phase, as a table of data. `docs/round.md` shows it."""

from controller.table import events as e
from controller.table.phases import Phase
from controller.table.staff.act import OperatorAct

ALWAYS: dict[type[e.Event], str] = {
    OperatorAct: "an operator's act, legal by its own table in `operating`",
    e.StationNews: "who came in, left or was turned away at an operators' station is recorded",
    e.CashOut: "free credits go to a hand-pay lock",
    e.SeriesWanted: "the client's commands count from 1 again",
    e.SeatJoined: "the terminal can be played",
    e.SeatLeft: "wagers and credits stay",
    e.ScreenSeen: "a seat whose screen is dark is not offered the dice",
    e.ServiceCalled: "the seat calls until an attendant attends to it; tower and lamp are lit",
    e.DoorMoved: "an open logic or dome door holds the table; the others are recorded",
    e.DoorLatched: "recorded; behind the logic or dome door a person has to look before play goes on",
    e.KeyTurned: "recorded",
    e.UnitFound: "the dice unit is checked against the one that was here",
    e.UnitLost: "holds the table",
    e.LidMoved: "an open lid holds the table",
    e.FaultsChanged: "a latched fault holds the table",
    e.MoveAsked: "money is on its way in or out",
    e.MoveEnded: "it has arrived, or it comes back",
    e.BooksDisagree: "holds the table until a supervisor has read what does not balance",
    e.SoftwareChecked: "files that are not as they were released hold the table",
    e.SecondPlaceChecked: "recorded; where money is played for, a supervisor has to look before play goes on",
    e.TimePassed: "what is due is done",
    e.Restarted: "an unfinished round asks the dice unit first",
    e.ButtonPressed: "starts the throw for the shooter in time; else ignored and recorded",
    e.Thrown: "the wanted throw's report is a result or a No Roll; any other is ignored or a malfunction",
    e.RollUnknown: "the wanted throw has not been made",
    e.RollUnderWay: "the wanted throw is being made",
    e.ShakeDrawn: "a test shake has its id and nonce",
    e.UnitTested: "a test of the dice unit is done; it is recorded",
    e.TouchTested: "a touch test of a seat's screen is done; it is recorded",
    e.ShakeRefused: "the unit says why it does not shake",
    e.OutcomeNears: "closes bets that are open still: what comes out can nearly be seen",
}
"""Events that are never illegal, and what they do."""

LEGAL: dict[Phase, dict[type[e.Event], str]] = {
    Phase.IDLE: {e.Wager: "taken; the first starts the round", e.Wagers: "all taken or none"},
    Phase.BETTING: {
        e.Wager: "taken",
        e.Wagers: "all taken or none",
        e.Done: "noted; when all are done, bets close early",
    },
    Phase.DRAWING: {
        e.Wager: "taken",
        e.Wagers: "all taken or none",
        e.Done: "noted",
        e.Drawn: "the throw is wanted from the unit",
    },
    Phase.CLOSED: {e.Drawn: "the throw has its id and nonce, the spots their Power Odds"},
    Phase.SHOOTING: {e.Shoot: "the shooter's press on the screen", e.PassDice: "the dice go on to the next seat"},
    Phase.ROLLING: {e.Drawn: "after a No Roll: a new id and nonce"},
    Phase.SETTLING: {},
    Phase.RECOVERY: {},
    Phase.ASKING: {e.Choose: "keep or withdraw all"},
}
"""Phase → what else may happen in it."""

ILLEGAL_CODE: dict[type[e.Event], str] = {
    e.Wager: "bets_closed",
    e.Wagers: "bets_closed",
    e.Done: "bets_closed",
    e.Shoot: "no_button_now",
    e.PassDice: "no_button_now",
    e.Choose: "nothing_asked",
    e.Drawn: "no_draw_wanted",
}
"""What an event that is illegal in its phase is refused with."""
