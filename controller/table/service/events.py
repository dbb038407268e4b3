"""What comes of a test of the hardware: chance for it, and what the device says that was tested."""

from typing import Any, NamedTuple, TypeAlias

from controller.facts.cabinet_kinds import TestEnd


class ShakeDrawn(NamedTuple):
    """Chance for a test shake: the nonce of the throw."""

    roll_id: int
    nonce: str


class UnitTested(NamedTuple):
    """The dice unit has done what a technician asked for, `clear_faults` or `self_test`, or could not."""

    what: str
    came: TestEnd
    about: dict[str, Any]


class TouchTested(NamedTuple):
    """The terminal of this seat says how many fields of its screen a person touched in the test of this name."""

    seat: int
    test: str
    touched: int
    fields: int


class TouchSet(NamedTuple):
    """The terminal of this seat says that a person has set its screen right: six numbers before, and after.

    None after: as the screen was delivered.
    """

    seat: int
    test: str
    before: str
    after: str


class TouchNotSet(NamedTuple):
    """The terminal of this seat says why its screen was not set: it is as before."""

    seat: int
    test: str
    cause: str


TrialEvent: TypeAlias = ShakeDrawn | UnitTested | TouchTested | TouchSet | TouchNotSet
