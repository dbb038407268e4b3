"""The round as a table of data: the phases, and where each may lead. What may happen in each is in `event_rows`.

Holds lie over the phases: while any reason to stand still is set, no timer runs, no bet is taken and no outcome is
settled; when the last reason goes, play goes on exactly where it stood. `docs/round.md` shows these tables.
"""

from enum import StrEnum


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
    Phase.IDLE: "no wager on the layout; the unit rests",
    Phase.BETTING: "wagers are taken and the bet timer runs",
    Phase.DRAWING: "wagers are taken while the outcome is already being drawn (not in craps)",
    Phase.CLOSED: "bets are closed, the shooter is chosen, chance is wanted for the next throw",
    Phase.SHOOTING: "the shooter's button is open; at the end of the time the dice roll by themselves",
    Phase.ROLLING: "a throw is wanted from the unit until it has an answer; a result may be shown for a while",
    Phase.SETTLING: "the outcome is settled and shown",
    Phase.RECOVERY: "power was lost after the close: the unit is asked before anybody else",
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
