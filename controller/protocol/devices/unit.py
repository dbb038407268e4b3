"""What a driver and the controller say to each other of any unit on a serial line.

Who is there, how the line is, the orders that each of them takes. What only one of them says is in `dice`, `wheel` and
`printer`.
"""

from typing import Annotated, Literal

from pydantic import Field

from controller.protocol.message import LARGEST, U8, U16, U32, Count, Message, Name, Text, WhoIsThere

LampPattern = Literal["steady", "blink", "chase"]
Duration = Annotated[float, Field(ge=0, le=LARGEST, allow_inf_nan=False)]


# ---- controller → driver -------------------------------------------------------------------------


class NothingWanted(Message):
    kind: Literal["nothing_wanted"] = "nothing_wanted"


class ClearFaults(Message):
    """Ask the unit to unlatch the faults in this mask."""

    kind: Literal["clear_faults"] = "clear_faults"
    mask: U16


class RunSelfTest(Message):
    kind: Literal["run_self_test"] = "run_self_test"


class WantedLamp(Message):
    """The lamp of the unit; the driver lights it again after every loss."""

    kind: Literal["wanted_lamp"] = "wanted_lamp"
    red: U8
    green: U8
    blue: U8
    pattern: LampPattern


# ---- driver → controller -------------------------------------------------------------------------


class UnitIdentity(Message):
    """Who answered HELLO."""

    kind: Literal["unit_identity"] = "unit_identity"
    model: Annotated[str, Field(max_length=40)]
    serial: U32
    firmware: Annotated[str, Field(max_length=16)]
    boot_id: U32


class DriverHere(Message):
    """A driver process is here, and whether it was told before is unsure: tell it what is wanted."""

    port: Text
    emulated: bool = Field(description="the port is a pty: no journal of a live machine may begin with it")


class LinkUp(Message):
    kind: Literal["link_up"] = "link_up"
    port: Text
    unit: UnitIdentity


class LinkDown(Message):
    """The unit cannot be spoken to. Said again for each new reason; the driver keeps trying."""

    kind: Literal["link_down"] = "link_down"
    port: Text
    why: Literal["port", "silence", "wrong_unit"]
    text: Text


class UnitRebooted(Message):
    kind: Literal["unit_rebooted"] = "unit_rebooted"
    boot_id: U32


class LinkHealth(Message):
    """Statistics since the driver started, once a second whether the link is up or not: the driver's heartbeat.

    `unit` is who is there now, or nothing while the link is down.
    """

    kind: Literal["link_health"] = "link_health"
    unit: UnitIdentity | None
    frames_sent: Count
    frames_received: Count
    crc_errors: Count
    other_bad_frames: Count
    strays: Count
    retries: Count
    reopens: Count
    reboots: Count
    repeats: Count
    malfunctions: Count
    messages_dropped: Count
    round_trip_ms: Duration
    worst_round_trip_ms: Duration


class NotDone(Message):
    """A command that could not be carried out, and why."""

    kind: Literal["not_done"] = "not_done"
    command: Name
    text: Text


ToAnyDriver = NothingWanted | ClearFaults | RunSelfTest | WantedLamp | WhoIsThere
FromAnyDriver = LinkUp | LinkDown | UnitRebooted | LinkHealth | NotDone
