"""What the wheel driver and the controller say to each other.

It goes as with the dice driver: `WheelDriverHere` first, then a wish, `WantedSpin` or `NothingWanted`, said again
whenever it changes and at least once a second. A spin is wanted until the controller holds its answer. What the wheel
says of a spin is carried as it was said, sound or not, in the unit's own numbers: whether it contradicts itself is for
whoever hears it (`authentic.spin`).
"""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from controller.protocol.devices.unit import DriverHere, FromAnyDriver, ToAnyDriver
from controller.protocol.message import U8, U16, U32, U64, Count, Hex8, Message, RollId, Text

WheelState = Literal[
    "booting",
    "ready",
    "waiting_to_launch",
    "ball_turning",
    "ball_falling",
    "reading",
    "fault",
    "cover_open",
]
WheelFault = Literal[
    "rotor",
    "blower",
    "sensor_dead",
    "sensor_dirty",
    "ball_missing",
    "over_temperature",
    "memory",
    "supply_low",
    "level",
    "unknown",
]
WheelTestFailure = Literal["rotor", "blower", "sensor", "cover_switch", "memory", "ball_missing", "level", "unknown"]
SpinRefusal = Literal["busy", "cover_open", "fault", "stale_spin_id", "bad_parameter", "already_done", "unknown"]
SpinId = RollId
WheelFaultNames = Annotated[tuple[WheelFault, ...], Field(max_length=16)]
I8 = Annotated[int, Field(ge=-128, le=127)]
SLOWEST_ROTOR, FASTEST_ROTOR = 8, 40
"""Revolutions a minute, either way."""
LONGEST_HOLD_MS = 10_000


# ---- controller → driver -------------------------------------------------------------------------


class WantedSpin(Message):
    """The spin that shall happen. Said again until its answer has arrived: always the same id, the same nonce.

    `fresh` is true in the very first telling only, when no driver can have heard of the spin: then the
    driver may SPIN without asking the unit for its RESULT first.
    """

    kind: Literal["wanted_spin"] = "wanted_spin"
    spin_id: SpinId
    nonce: Hex8
    rotor: (
        Annotated[int, Field(ge=-FASTEST_ROTOR, le=-SLOWEST_ROTOR)]
        | Annotated[int, Field(ge=SLOWEST_ROTOR, le=FASTEST_ROTOR)]
    ) = Field(description="revolutions a minute, plus is clockwise seen from above")
    launch: int = Field(ge=1, le=255, description="strength of the launch")
    hold_ms: int = Field(default=0, ge=0, le=LONGEST_HOLD_MS, description="wait before the launch")
    fresh: bool = False
    spin: bool = Field(default=True, description="false: only ask for its result, the wheel shall not spin now")


class AbortSpin(Message):
    """End a spin whose ball is not launched yet; a launched one goes on."""

    kind: Literal["abort_spin"] = "abort_spin"
    spin_id: SpinId


# ---- driver → controller -------------------------------------------------------------------------


class WheelDriverHere(DriverHere):
    """A driver process is here, and whether it was told before is unsure: tell it what is wanted."""

    kind: Literal["wheel_driver_here"] = "wheel_driver_here"


class WheelStatus(Message):
    """The unit's own view of itself, each half second."""

    kind: Literal["wheel_status"] = "wheel_status"
    state: WheelState | Literal["unknown"]
    faults: WheelFaultNames
    cover_open: bool
    last_spin: U64
    temperature: I8
    spins: U32
    link_errors: U32


class SpinStarted(Message):
    """The unit accepted SPIN, or says that this spin is under way already."""

    kind: Literal["spin_started"] = "spin_started"
    spin_id: SpinId


class SpinUnknown(Message):
    """Wanted without a spin: the unit has never heard of this one."""

    kind: Literal["spin_unknown"] = "spin_unknown"
    spin_id: SpinId


class SpinRefused(Message):
    """The unit did not accept SPIN. Where it is busy the driver asks again each half second; else when wanted again."""

    kind: Literal["spin_refused"] = "spin_refused"
    spin_id: SpinId
    verdict: SpinRefusal


class SpinOverdue(Message):
    """The unit should have answered by now; the driver keeps asking."""

    kind: Literal["spin_overdue"] = "spin_overdue"
    spin_id: SpinId
    waited_ms: Count


class BallReport(Message):
    """Where the ball is: stage 1 launched, 2 turning, 3 leaving the track, 4 in a compartment. Not signed.

    Of any spin, and with any stage: it is carried as the unit said it.
    """

    kind: Literal["ball_report"] = "ball_report"
    spin_id: U64
    stage: U8
    revolutions: U8


class SpinReport(Message):
    """What the unit says became of a spin, field by field. A claim: `authentic.spin` tells what it is worth.

    Mostly it is the wanted spin. An earlier one may have been asked for before this driver's time, and its report never
    acknowledged: only the journal can tell, so such a report is passed on too.
    """

    kind: Literal["spin_report"] = "spin_report"
    spin_id: U64
    outcome: U8
    number: U8
    revolutions: U8
    ball: I8
    rotor: I8
    elapsed_ms: U16
    flags: U8
    payload: Annotated[str, Field(pattern="^[0-9a-f]{32}$")]
    mac: Hex8


class WheelMalfunction(Message):
    """A report that nobody asked for or that differs from an earlier one, an answer that does not exist. No result."""

    kind: Literal["malfunction"] = "malfunction"
    what: Literal["unasked_spin", "contradicting_spin", "impossible_answer"]
    spin_id: U64 | None = None
    payload: Annotated[str, Field(pattern="^([0-9a-f]{2}){0,32}$")] = ""
    mac: Annotated[str, Field(pattern="^([0-9a-f]{2}){0,8}$")] = ""
    text: Text


class WheelFaults(Message):
    """The whole fault latch as it is now."""

    kind: Literal["wheel_faults"] = "wheel_faults"
    faults: WheelFaultNames


class WheelCover(Message):
    kind: Literal["wheel_cover"] = "wheel_cover"
    open: bool


class AbortSpinAnswer(Message):
    kind: Literal["abort_spin_answer"] = "abort_spin_answer"
    spin_id: SpinId
    verdict: Literal["accepted"] | SpinRefusal


class WheelFaultsCleared(Message):
    """What is still latched after ClearFaults."""

    kind: Literal["faults_cleared"] = "faults_cleared"
    faults: WheelFaultNames


class WheelSelfTestDone(Message):
    kind: Literal["self_test_done"] = "self_test_done"
    failures: Annotated[tuple[WheelTestFailure, ...], Field(max_length=16)]


ToWheelDriver = WantedSpin | AbortSpin | ToAnyDriver
OfWheel = (
    WheelStatus
    | SpinStarted
    | SpinUnknown
    | SpinRefused
    | SpinOverdue
    | BallReport
    | SpinReport
    | WheelMalfunction
    | WheelFaults
    | WheelCover
    | AbortSpinAnswer
    | WheelFaultsCleared
    | WheelSelfTestDone
)
"""What only the driver of a wheel says."""
FromWheelDriver = WheelDriverHere | FromAnyDriver | OfWheel
TO_DRIVER: TypeAdapter[ToWheelDriver] = TypeAdapter(Annotated[ToWheelDriver, Field(discriminator="kind")])
FROM_DRIVER: TypeAdapter[FromWheelDriver] = TypeAdapter(Annotated[FromWheelDriver, Field(discriminator="kind")])
