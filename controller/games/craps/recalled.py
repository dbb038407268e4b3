"""The hand, as recall tells it: rounds from one seven-out to the next, and how the puck stood before each.

Each round that was settled names the point, the roll count and the dice in its record. Only what the hand counts is
counted again from those dice; the record then says whether they were counted from the right place.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from controller.games.craps.history import Details, did_to_the_puck
from controller.games.craps.play.felt import lay_felt
from controller.games.craps.play.hand import NEW_HAND, Hand, tally_of
from controller.games.craps.returns.hand_length import LONGEST_ASKED, at_least, expected
from controller.games.craps.rules.rulebook import RuleBook
from controller.games.row import Chapter, Length


class Stood(NamedTuple):
    """Hand and point when a round began."""

    hand: Hand
    point: int | None


def _after(before: Stood, details: Details) -> Stood:
    if details["seven_out"]:
        return BEGINNING
    a, b = details["faces"]
    return Stood(before.hand.after(before.point, (a, b), tallied=True), details["point"])


def _from_data(common: Mapping[str, Any]) -> Stood:
    tally = tally_of(common.get("tally"))
    hand = Hand(common["rolls"], frozenset(common["points_made"]), frozenset(common["numbers"]), tally)
    return Stood(hand, common["point"])


def _differs(before: Stood, details: Details) -> str:
    counted = before.hand.rolls + 1
    if (details["roll_count"], details["come_out"]) == (counted, before.point is None):
        return ""
    return f"the record calls this roll {details['roll_count']} of its hand, and counted it is roll {counted}"


def _plain(before: Stood) -> dict[str, Any]:
    """As the game keeps it and every screen was told of it, with a tally that a book without bets on it has not."""
    hand, point = before
    tally = {} if hand.tally is None else {"tally": hand.tally.plain()}
    return {
        "point": point,
        "rolls": hand.rolls,
        "points_made": sorted(hand.points_made),
        "numbers": sorted(hand.numbers),
        **tally,
    }


def _result(details: Details) -> dict[str, Any]:
    return {"roll": details["roll_count"], "did": did_to_the_puck(details), "point": details["point"]}


def _length(book: RuleBook, rolls: int) -> Length:
    felt = lay_felt(book)
    return Length(at_least(felt, rolls), expected(felt))


BEGINNING = Stood(NEW_HAND, None)
HAND = Chapter(
    ends="seven_out",
    beginning=BEGINNING,
    from_data=_from_data,
    common=_plain,
    after=_after,
    differs=_differs,
    plain=_plain,
    result=_result,
    length=_length,
    longest=LONGEST_ASKED,
)
