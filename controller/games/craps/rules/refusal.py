"""Refusals: what a player is told when a wager, a take-down or a call is not taken. Nothing has changed then."""

from controller.codes import Code


class BetRefused(Exception):
    """Where, what and what is allowed, in a sentence a player understands, with a short code that stays the same."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


CODES: dict[str, Code] = {
    "unknown_bet": Code("there is no bet of that name", "report it: a screen offers what is not in the book"),
    "not_offered": Code("this table does not offer the bet", "choose a bet that is on this felt"),
    "bad_amount": Code("the amount is not a whole number above nothing", "bet a whole number of credits"),
    "below_minimum": Code("the spot would hold less than its minimum", "bet more; the felt shows the minimum"),
    "above_maximum": Code("the spot would hold more than its maximum", "bet less; the felt shows the maximum"),
    "off_step": Code("the spot would hold no multiple of its step", "bet a multiple of the step"),
    "come_out_only": Code("the bet is placed on the come-out only", "wait for the next come-out"),
    "point_only": Code("the bet is placed only while a point stands", "wait until a point stands"),
    "new_hand_only": Code("the bet is placed only before the first roll of a hand", "wait for the next shooter"),
    "never_placed": Code(
        "the bet is never placed by hand: it travels there from the come box",
        "bet on come or don't come; it travels by itself",
    ),
    "needs_base": Code("the bet needs another one that is not there", "place the bet under it first"),
    "odds_limit": Code("the odds would be more than the bet under them allows", "lay less odds"),
    "exclusive": Code(
        "the player has a bet that excludes this one", "take the other bet down first, where the rules let it go"
    ),
    "needs_other_bets": Code("the player has too little on other bets", "bet more elsewhere first"),
    "short_balance": Code("the balance does not cover stake and vigorish", "bet less, or have credits put on"),
    "nothing_there": Code("there is no wager on that spot", "nothing to do: it is gone already"),
    "more_than_there": Code("the wager is smaller than the amount", "take down less"),
    "locked": Code("the wager cannot be taken down now", "wait until it is decided"),
    "no_calls": Code("the bet takes no ON or OFF call", "nothing to do: the bet always works"),
}
"""Every code of this room."""
