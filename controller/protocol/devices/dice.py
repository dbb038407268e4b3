"""What the dice driver and the controller say to each other.

The driver connects a DEALER to the controller's ROUTER and sends `DiceDriverHere`. The controller answers with its
wish, `WantedRoll` or `NothingWanted`, and says it again whenever it changes and at least once a second: the driver
remembers nothing across its own death. A roll is wanted until the controller holds its answer.
"""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from controller.facts.kinds import FaultName as FaultName
from controller.protocol.devices.unit import DriverHere, FromAnyDriver, ToAnyDriver
from controller.protocol.message import U8, U16, U32, U64, Count, Hex8, Message, RollId, Text

Outcome = Literal[
    "ok",
    "leaning",
    "stacked",
    "die_missing",
    "unreadable",
    "aborted",
    "foreign_object",
    "extra_die",
    "lid_opened",
    "never_at_rest",
    "power_lost",
]
UnitState = Literal["booting", "ready", "shaking", "settling", "sensing", "fault", "lid_open"]
Refusal = Literal["busy", "lid_open", "fault", "stale_roll_id", "bad_parameter", "already_done", "unknown"]
TestFailure = Literal["motor", "sensor", "lid_switch", "memory", "dice_missing", "unknown"]
Faults = Annotated[tuple[FaultName, ...], Field(max_length=16)]
Face = Annotated[int, Field(ge=1, le=6)]


# ---- controller → driver -------------------------------------------------------------------------


class WantedRoll(Message):
    """The roll that shall happen. Said again until its answer has arrived: always the same id, the same nonce.

    `fresh` is true in the very first telling only, when no driver can have heard of the roll: then the
    driver may SHAKE without asking the unit for its RESULT first.
    """

    kind: Literal["wanted_roll"] = "wanted_roll"
    roll_id: RollId
    nonce: Hex8
    duration_ms: int = Field(ge=1000, le=10_000)
    strength: int = Field(ge=1, le=255)
    fresh: bool = False
    shake: bool = Field(default=True, description="false: only ask for its result, the dice shall not move now")


class AbortRoll(Message):
    kind: Literal["abort_roll"] = "abort_roll"
    roll_id: RollId


# ---- driver → controller -------------------------------------------------------------------------


class DiceDriverHere(DriverHere):
    """A driver process is here, and whether it was told before is unsure: tell it what is wanted."""

    kind: Literal["dice_driver_here"] = "dice_driver_here"


class UnitStatus(Message):
    """The unit's own view of itself, each half second."""

    kind: Literal["unit_status"] = "unit_status"
    state: UnitState | Literal["unknown"]
    faults: Faults
    lid_open: bool
    last_roll: U64
    temperature: Annotated[int, Field(ge=-128, le=127)]
    shakes: U32
    link_errors: U32


class RollStarted(Message):
    """The unit accepted SHAKE, or says that this roll is under way already."""

    kind: Literal["roll_started"] = "roll_started"
    roll_id: RollId


class RollUnknown(Message):
    """Wanted without a shake: the unit has never heard of this roll."""

    kind: Literal["roll_unknown"] = "roll_unknown"
    roll_id: RollId


class RollRefused(Message):
    """The unit did not accept SHAKE. Wanted again, it is asked again."""

    kind: Literal["roll_refused"] = "roll_refused"
    roll_id: RollId
    verdict: Refusal


class RollOverdue(Message):
    """The unit should have answered by now; the driver keeps asking."""

    kind: Literal["roll_overdue"] = "roll_overdue"
    roll_id: RollId
    waited_ms: Count


class RollReport(Message):
    """What the unit says became of a roll. A claim: `authentic.roll.judge` tells whether to believe it.

    Mostly it is the wanted roll. An earlier one may have been asked for before this driver's time, and its report never
    acknowledged: only the journal can tell, so such a report is passed on too, and ignored or a malfunction there.
    """

    kind: Literal["roll_report"] = "roll_report"
    roll_id: RollId
    outcome: Outcome
    dice: tuple[Face, Face] | None
    attempts: U8
    elapsed_ms: U16
    flags: U8
    payload: Annotated[str, Field(pattern="^[0-9a-f]{30}$")]
    mac: Hex8


class Malfunction(Message):
    """Something no sound unit says. Counted, recorded, shown; never a result."""

    kind: Literal["malfunction"] = "malfunction"
    what: Literal["unasked_roll", "impossible_roll", "contradicting_roll", "impossible_answer"]
    roll_id: U64 | None = None
    payload: Annotated[str, Field(pattern="^([0-9a-f]{2}){0,32}$")] = ""
    mac: Annotated[str, Field(pattern="^([0-9a-f]{2}){0,8}$")] = ""
    text: Text


class UnitFaults(Message):
    """The whole fault latch as it is now."""

    kind: Literal["unit_faults"] = "unit_faults"
    faults: Faults


class UnitLid(Message):
    kind: Literal["unit_lid"] = "unit_lid"
    open: bool


class AbortAnswer(Message):
    kind: Literal["abort_answer"] = "abort_answer"
    roll_id: RollId
    verdict: Literal["accepted"] | Refusal


class FaultsCleared(Message):
    """What is still latched after ClearFaults."""

    kind: Literal["faults_cleared"] = "faults_cleared"
    faults: Faults


class SelfTestDone(Message):
    kind: Literal["self_test_done"] = "self_test_done"
    failures: Annotated[tuple[TestFailure, ...], Field(max_length=16)]


ToDiceDriver = WantedRoll | AbortRoll | ToAnyDriver
OfDiceUnit = (
    UnitStatus
    | RollStarted
    | RollUnknown
    | RollRefused
    | RollOverdue
    | RollReport
    | Malfunction
    | UnitFaults
    | UnitLid
    | AbortAnswer
    | FaultsCleared
    | SelfTestDone
)
"""What only the driver of a dice unit says."""
FromDiceDriver = DiceDriverHere | FromAnyDriver | OfDiceUnit
TO_DRIVER: TypeAdapter[ToDiceDriver] = TypeAdapter(Annotated[ToDiceDriver, Field(discriminator="kind")])
FROM_DRIVER: TypeAdapter[FromDiceDriver] = TypeAdapter(Annotated[FromDiceDriver, Field(discriminator="kind")])
