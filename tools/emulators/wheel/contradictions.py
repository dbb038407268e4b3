"""Results that no sound unit reports: each is what the interface document calls a malfunction, soundly signed."""

from collections.abc import Callable
from dataclasses import replace

from tools.emulators.wheel.wire import NO_NUMBER, Spun

Contradiction = Callable[[Spun], Spun]

FIELDS = {
    "spin_id": (0, 2**64 - 1),
    "outcome": (0, 0xFF),
    "number": (0, 0xFF),
    "revolutions": (0, 0xFF),
    "ball": (-128, 127),
    "rotor": (-128, 127),
    "elapsed": (0, 0xFFFF),
    "flags": (0, 0xFF),
}
"""Field of a result → the least and the most that fit into it."""


def with_fields(fields: dict[str, int]) -> Contradiction:
    """The result with these fields, whatever was found."""
    return lambda found: Spun(**(vars(found) | fields))


def _way(rotor: int) -> int:
    return 1 if rotor > 0 else -1


def _ok(found: Spun) -> Spun:
    """A sound result, to be spoiled: whatever became of the ball."""
    rotor = found.rotor or -17
    number = 17 if found.number == NO_NUMBER else found.number
    return replace(
        found, outcome=0, number=number, revolutions=max(4, found.revolutions), rotor=rotor, ball=-_way(rotor)
    )


def _void(found: Spun, outcome: int, **fields: int) -> Spun:
    return Spun(**(vars(_ok(found)) | {"outcome": outcome, "number": NO_NUMBER} | fields))


CONTRADICTIONS: dict[str, Contradiction] = {
    "number-37": lambda found: replace(_ok(found), number=37),
    "no-number": lambda found: replace(_ok(found), number=NO_NUMBER),
    "three-revolutions": lambda found: replace(_ok(found), revolutions=3),
    "same-way": lambda found: replace(_ok(found), ball=_way(_ok(found).rotor)),
    "no-ball": lambda found: replace(_ok(found), ball=0),
    "no-rotor": lambda found: replace(_ok(found), rotor=0),
    "ball-2": lambda found: replace(_ok(found), ball=2),
    "outcome-14": lambda found: _void(found, 14),
    "outcome-254": lambda found: _void(found, 254),
    "outcome-255": lambda found: _void(found, 255),
    "void-with-number": lambda found: _void(found, 13, number=17),
    "void-with-ball-2": lambda found: _void(found, 13, ball=2),
    "same-direction-against": lambda found: _void(found, 1),
    "same-direction-no-ball": lambda found: _void(found, 1, ball=0),
    "same-direction-no-rotor": lambda found: _void(found, 1, rotor=0),
    "few-revolutions-four": lambda found: _void(found, 3, revolutions=4),
    "not-spun-with-ball": lambda found: _void(found, 2),
}
"""Name → what it makes of the result that was found."""
