"""What the numbers of an acceptor's events mean."""

from dataclasses import dataclass

from drivers.cash.acceptor import Fault
from drivers.cash.cctalk.counting import Code

STACKED, AT_ESCROW = 0, 1
"""What the second number says of a note, whose type is the first."""
GIVEN_BACK, NOT_RECOGNISED, NOT_CONVEYED, TICKET, UNKNOWN_STACKED = (0, 1), (0, 2), (0, 3), (0, 20), (0, 21)
LEAVES: tuple[Code, ...] = (GIVEN_BACK, NOT_RECOGNISED, NOT_CONVEYED, UNKNOWN_STACKED)
"""After one of these nothing is at escrow. Other papers may be refused while one is."""
STACKER_WELL, STACKER_OUT, STACKER_IN = (0, 10), (0, 11), (0, 12)

REJECTIONS: dict[Code, str] = {
    (0, 0): "nothing is let in",
    NOT_RECOGNISED: "not recognised",
    NOT_CONVEYED: "transport problem",
    (0, 4): "this note is not let in",
    (0, 5): "this note is not let in, by the unit's switches",
}
FAULTS: dict[Code, tuple[Fault, str]] = {
    (0, 6): (Fault.JAMMED, "paper is jammed in the transport, and could be pulled out"),
    (0, 7): (Fault.STACKER_JAMMED, "paper is jammed in the stacker"),
    (0, 8): (Fault.CHEATED, "paper was pulled back"),
    (0, 9): (Fault.CHEATED, "somebody tampers with the paper"),
    STACKER_OUT: (Fault.STACKER_REMOVED, "the stacker was removed"),
    (0, 13): (Fault.FAILED, "the stacker is faulty"),
    (0, 14): (Fault.STACKER_FULL, "the stacker is full"),
    (0, 15): (Fault.STACKER_JAMMED, "the stacker is jammed"),
    (0, 16): (Fault.JAMMED, "paper is jammed in the transport, out of reach"),
    (0, 17): (Fault.CHEATED, "an optical sensor was deceived"),
    (0, 18): (Fault.CHEATED, "there is a string on the paper"),
    (0, 19): (Fault.FAILED, "the guard against strings is faulty"),
}
MENDED: dict[Code, frozenset[Fault]] = {
    STACKER_IN: frozenset({Fault.STACKER_REMOVED, Fault.STACKER_FULL}),
    STACKER_WELL: frozenset({Fault.STACKER_REMOVED, Fault.STACKER_FULL, Fault.STACKER_JAMMED}),
}


@dataclass(frozen=True, slots=True, eq=False)
class PaperAtEscrow:
    """The paper at escrow; type None is a ticket. Two notes of a type are two papers."""

    type: int | None


def standing_after(standing: PaperAtEscrow | None, code: Code, ticket_stacked: Code | None) -> PaperAtEscrow | None:
    """What is at escrow after this event."""
    kind, what = code
    if kind and what == AT_ESCROW:
        return PaperAtEscrow(kind)
    if code == TICKET:
        return PaperAtEscrow(None)
    return None if kind or code in LEAVES or code == ticket_stacked else standing
