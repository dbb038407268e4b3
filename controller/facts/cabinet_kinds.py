"""Facts of the cabinet itself: its doors and keys, its software, its starts and ends, and tests of its hardware."""

from typing import Any, Literal, NamedTuple, TypeAlias

from controller.games.interface import Shown

TestEnd = Literal["faults", "tested", "thrown", "touched", "set", "compared", "archived", "not_done", "broken_off"]
"""What came of a test: faults still latched, parts that failed, the dice, fields of a screen, how it was set, files
that differ …"""


class TrialDrawn(NamedTuple):
    """The id and nonce of a shake outside of play."""

    roll_id: int
    nonce: str


class TrialThrown(NamedTuple):
    """What a shake outside of play showed. It is no roll of any round."""

    roll_id: int
    outcome: str
    shown: Shown


class TrialEnded(NamedTuple):
    """A test of the hardware is over: which, whose, of which seat's screen if of one, and what came of it."""

    test: str
    by: str
    seat: int
    came: TestEnd
    about: dict[str, Any]


class DoorChanged(NamedTuple):
    """A door of the cabinet is `open`, `closed` or `unread`; or `latched`: it was opened when nobody could look.

    `was` is how it was last seen, `open` or `closed`; empty where it never was. Whoever counts remembers nothing.
    """

    door: str
    became: str
    was: str


class AlarmChanged(NamedTuple):
    """The alarm of a door that was opened without key and role sounds, or does no more; `by`: who silenced it."""

    door: str
    on: bool
    by: str


class KeySwitched(NamedTuple):
    """A key switch of the cabinet was turned, or turned back."""

    key: str
    on: bool


class SoftwareCompared(NamedTuple):
    """The installed files were compared with this release; `wrong` names those that differ."""

    release: str
    wrong: str


class MediaChanged(NamedTuple):
    """Another release is installed than the one before; `was` is empty the first time."""

    release: str
    was: str


class HeadCopyChecked(NamedTuple):
    """The head of the journal was not as it should be in its second place."""

    code: str
    why: str


class MachineEnds(NamedTuple):
    """A person switched the machine off, or had its controller started anew."""

    act: str
    by: str
    why: str


class ControllerStarted(NamedTuple):
    """The controller started again, with the round in this phase."""

    phase: str


CabinetDecision: TypeAlias = (
    TrialDrawn
    | TrialThrown
    | TrialEnded
    | DoorChanged
    | AlarmChanged
    | KeySwitched
    | SoftwareCompared
    | MediaChanged
    | HeadCopyChecked
    | MachineEnds
    | ControllerStarted
)
