"""Refusals: what a player is told when a wager, a take-down or a call is not taken. Nothing has changed then."""


class Refused(Exception):
    """Where, what and what is allowed, in a sentence a player understands, with a short code that stays the same."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


CODES = {
    "unknown_bet": "there is no bet of that name",
    "not_offered": "this table does not offer the bet",
    "bad_amount": "the amount is not a whole number above nothing",
    "below_minimum": "the spot would hold less than its minimum",
    "above_maximum": "the spot would hold more than its maximum",
    "off_step": "the spot would hold no multiple of its step",
    "come_out_only": "the bet is placed on the come-out only",
    "point_only": "the bet is placed only while a point stands",
    "new_hand_only": "the bet is placed only before the first roll of a hand",
    "never_placed": "the bet is never placed by hand: it travels there from the come box",
    "needs_base": "the bet needs another one that is not there",
    "odds_limit": "the odds would be more than the bet under them allows",
    "exclusive": "the player has a bet that excludes this one",
    "needs_other_bets": "the player has too little on other bets",
    "short_balance": "the balance does not cover stake and vigorish",
    "nothing_there": "there is no wager on that spot",
    "more_than_there": "the wager is smaller than the amount",
    "locked": "the wager cannot be taken down now",
    "no_calls": "the bet takes no ON or OFF call",
}
"""Every code of this room with what it means."""
