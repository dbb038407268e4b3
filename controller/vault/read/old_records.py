"""Decisions as older Boxcars wrote them, read as what they are called now. Nobody else reads an old sentence.

A journal is never rewritten, and what it counted it counted as its own time did. So what could not be known then is
left unsaid, and whoever counts sees that.
"""

from collections.abc import Mapping
from typing import Any

from controller.table.records import with_shown

Data = Mapping[str, Any]

DOOR_STATES = {"open": "open", "closed": "closed", "cannot be read, counts as open": "unread"}
LATCHED = "the {} door was opened while nobody could look"
DOORS_THEN = ("main", "logic", "drop", "dome")


def as_now(decision: Data) -> Data:
    """This decision in the words of today."""
    if decision["type"] == "Noted" and decision["what"] == "door":
        return _door(decision["details"])
    return with_shown(decision)


def _door(said: str) -> Data:
    """`main open`, until the first engine with `DoorChanged`. How the door was before, it did not say."""
    door, _, state = said.partition(" ")
    if state not in DOOR_STATES:
        door, state = next((door for door in DOORS_THEN if LATCHED.format(door) == said), ""), "latched"
    return {"type": "DoorChanged", "door": door, "became": DOOR_STATES.get(state, state), "was": None}
