"""The round as a table of data: the phases, what may happen in each, and where each may lead.

Holds lie over the phases: while any reason to stand still is set, no timer runs, no bet is taken and no outcome is
settled; when the last reason goes, play goes on exactly where it stood. `docs/round.md` shows these tables.
"""

from enum import StrEnum

from controller.table.events import (
    BooksDisagree,
    ButtonPressed,
    CashOut,
    Choose,
    Done,
    DoorLatched,
    DoorMoved,
    Drawn,
    Event,
    FaultsChanged,
    KeyTurned,
    LidMoved,
    MoveAsked,
    MoveEnded,
    OperatorAct,
    OutcomeNears,
    PassDice,
    Restarted,
    RollUnderWay,
    RollUnknown,
    ScreenSeen,
    SeatJoined,
    SeatLeft,
    SecondPlaceChecked,
    SeriesWanted,
    ServiceCalled,
    ShakeDrawn,
    ShakeRefused,
    Shoot,
    SoftwareChecked,
    StationNews,
    Thrown,
    TimePassed,
    TouchTested,
    UnitFound,
    UnitLost,
    UnitTested,
    Wager,
    Wagers,
)


class Phase(StrEnum):
    """Where the round stands."""

    IDLE = "idle"
    BETTING = "betting"
    DRAWING = "drawing"
    CLOSED = "closed"
    SHOOTING = "shooting"
    ROLLING = "rolling"
    SETTLING = "settling"
    RECOVERY = "recovery"
    ASKING = "asking"


MEANING: dict[Phase, str] = {
    Phase.IDLE: "no wager on the layout; the dice rest",
    Phase.BETTING: "wagers are taken and the bet timer runs",
    Phase.DRAWING: "wagers are taken while the outcome is already being drawn (not in craps)",
    Phase.CLOSED: "bets are closed, the shooter is chosen, chance is wanted for the next throw",
    Phase.SHOOTING: "the shooter's button is open; at the end of the time the dice roll by themselves",
    Phase.ROLLING: "a throw is wanted from the dice unit until it has an answer",
    Phase.SETTLING: "the outcome is settled and shown",
    Phase.RECOVERY: "power was lost after the close: the dice unit is asked before anybody else",
    Phase.ASKING: "players with wagers keep or withdraw all of them",
}

MOVES: dict[Phase, dict[Phase, str]] = {
    Phase.IDLE: {
        Phase.BETTING: "the first wager starts the bet timer",
        Phase.DRAWING: "the first wager starts it, in a game whose betting stays open",
        Phase.IDLE: "settings changed, or the table was closed out: the next round",
    },
    Phase.BETTING: {
        Phase.CLOSED: "the bet timer ends, or everybody with wagers is done",
        Phase.DRAWING: "the device is asked a while before bets close, in a game whose betting stays open",
        Phase.IDLE: "no wager is left when bets close",
        Phase.BETTING: "settings changed: the next window opens",
    },
    Phase.DRAWING: {
        Phase.ROLLING: "the bet timer ends, or the unit is lost sight of, before the outcome is known",
        Phase.SETTLING: "the outcome comes first, and closes the bets",
        Phase.BETTING: "the round is void, in a game that asks its device late",
        Phase.IDLE: "no wager is left when bets close, or the round is void",
        Phase.DRAWING: "the round is void: the next window opens",
    },
    Phase.CLOSED: {
        Phase.SHOOTING: "chance has been drawn, and a player is the shooter",
        Phase.ROLLING: "chance has been drawn, and the house rolls",
        Phase.BETTING: "the round is void",
        Phase.IDLE: "the round is void, and no wager is left",
        Phase.RECOVERY: "the controller starts again",
    },
    Phase.SHOOTING: {
        Phase.ROLLING: "the shooter presses, the time ends, or nobody wants the dice",
        Phase.BETTING: "the round is void",
        Phase.IDLE: "the round is void, and no wager is left",
        Phase.RECOVERY: "the controller starts again",
    },
    Phase.ROLLING: {
        Phase.SETTLING: "an authentic result is known and nothing holds the table",
        Phase.ASKING: "the dice unit lost power in mid-shake",
        Phase.BETTING: "the round is void",
        Phase.DRAWING: "the round is void",
        Phase.IDLE: "the round is void, and no wager is left",
        Phase.RECOVERY: "the controller starts again",
    },
    Phase.SETTLING: {
        Phase.BETTING: "wagers are left, so the next window opens",
        Phase.DRAWING: "wagers are left, in a game whose betting stays open",
        Phase.IDLE: "no wager is left",
    },
    Phase.RECOVERY: {
        Phase.SETTLING: "the unit knows the result",
        Phase.ASKING: "the unit does not know the roll, or lost power in it",
        Phase.ROLLING: "the throw is under way, or was a No Roll and is made again",
        Phase.BETTING: "the round is void",
        Phase.DRAWING: "the round is void",
        Phase.IDLE: "the round is void, and no wager is left",
    },
    Phase.ASKING: {
        Phase.CLOSED: "everybody has answered, or time ends: the round goes on",
        Phase.SHOOTING: "everybody has answered, or time ends: the round goes on",
        Phase.ROLLING: "everybody has answered, or time ends: the round goes on",
        Phase.SETTLING: "the unit turns out to know the result",
        Phase.BETTING: "the round is void",
        Phase.DRAWING: "the round is void",
        Phase.IDLE: "all have withdrawn, or the round is void",
        Phase.RECOVERY: "the controller starts again",
    },
}
"""Phase → where it may lead, and by what. A close-out by a supervisor leads to idle from every phase."""

ALWAYS: dict[type[Event], str] = {
    OperatorAct: "an operator's act, legal by its own table in `operating`",
    StationNews: "who came in, left or was turned away at an operators' station is recorded",
    CashOut: "free credits go to a hand-pay lock",
    SeriesWanted: "the client's commands count from 1 again",
    SeatJoined: "the terminal can be played",
    SeatLeft: "wagers and credits stay",
    ScreenSeen: "a seat whose screen is dark is not offered the dice",
    ServiceCalled: "the seat calls until an attendant attends to it; tower and lamp are lit",
    DoorMoved: "an open logic or dome door holds the table; the others are recorded",
    DoorLatched: "recorded; behind the logic or dome door a person has to look before play goes on",
    KeyTurned: "recorded",
    UnitFound: "the dice unit is checked against the one that was here",
    UnitLost: "holds the table",
    LidMoved: "an open lid holds the table",
    FaultsChanged: "a latched fault holds the table",
    MoveAsked: "money is on its way in or out",
    MoveEnded: "it has arrived, or it comes back",
    BooksDisagree: "holds the table until a supervisor has read what does not balance",
    SoftwareChecked: "files that are not as they were released hold the table",
    SecondPlaceChecked: "recorded; where money is played for, a supervisor has to look before play goes on",
    TimePassed: "what is due is done",
    Restarted: "an unfinished round asks the dice unit first",
    ButtonPressed: "starts the throw for the shooter in time; else ignored and recorded",
    Thrown: "the wanted throw's report is a result or a No Roll; any other is ignored or a malfunction",
    RollUnknown: "the wanted throw has not been made",
    RollUnderWay: "the wanted throw is being made",
    ShakeDrawn: "a test shake has its id and nonce",
    UnitTested: "a test of the dice unit is done; it is recorded",
    TouchTested: "a touch test of a seat's screen is done; it is recorded",
    ShakeRefused: "the unit says why it does not shake",
    OutcomeNears: "closes bets that are open still: what comes out can nearly be seen",
}
"""Events that are never illegal, and what they do."""

LEGAL: dict[Phase, dict[type[Event], str]] = {
    Phase.IDLE: {Wager: "taken; the first starts the round", Wagers: "all taken or none"},
    Phase.BETTING: {
        Wager: "taken",
        Wagers: "all taken or none",
        Done: "noted; when all are done, bets close early",
    },
    Phase.DRAWING: {
        Wager: "taken",
        Wagers: "all taken or none",
        Done: "noted",
        Drawn: "the throw is wanted from the unit",
    },
    Phase.CLOSED: {Drawn: "the throw has its id and nonce, the spots their Power Odds"},
    Phase.SHOOTING: {Shoot: "the shooter's press on the screen", PassDice: "the dice go on to the next seat"},
    Phase.ROLLING: {Drawn: "after a No Roll: a new id and nonce"},
    Phase.SETTLING: {},
    Phase.RECOVERY: {},
    Phase.ASKING: {Choose: "keep or withdraw all"},
}
"""Phase → what else may happen in it."""

ILLEGAL_CODE: dict[type[Event], str] = {
    Wager: "bets_closed",
    Wagers: "bets_closed",
    Done: "bets_closed",
    Shoot: "no_button_now",
    PassDice: "no_button_now",
    Choose: "nothing_asked",
    Drawn: "no_draw_wanted",
}
"""What an event that is illegal in its phase is refused with."""
