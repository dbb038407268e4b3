"""What an acceptor told, as messages: the same names and fields, with the place where each is in its session."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from controller.protocol.devices import bills as wire
from controller.protocol.message import cut
from drivers.cash import acceptor as told
from drivers.cash.acceptor import Mark, Note, PaperPlace, Told

LONGEST_NAME = 80
MESSAGES: Mapping[type[Told], type[wire.OfAcceptor]] = {
    told.Ready: wire.AcceptorReady,
    told.Foreign: wire.AcceptorForeign,
    told.Lost: wire.AcceptorLost,
    told.Reset: wire.AcceptorReset,
    told.Enabled: wire.AcceptorEnabled,
    told.NoteAtEscrow: wire.NoteAtEscrow,
    told.TicketAtEscrow: wire.TicketAtEscrow,
    told.Routed: wire.PaperRouted,
    told.NotRouted: wire.PaperNotRouted,
    told.Stacked: wire.PaperStacked,
    told.Returned: wire.PaperReturned,
    told.Rejected: wire.PaperRejected,
    told.Idle: wire.PathEmpty,
    told.Faulty: wire.AcceptorFaulty,
    told.FaultOver: wire.AcceptorFaultOver,
    told.EventsLost: wire.AcceptorEventsLost,
    told.Recount: wire.AcceptorRecount,
}
PLACES: Mapping[PaperPlace, wire.PaperPlace] = {
    PaperPlace.NONE: "none",
    PaperPlace.IN_PATH: "in_path",
    PaperPlace.IN_STACKER: "in_stacker",
    PaperPlace.UNKNOWN: "unknown",
}
NAMES = ("serial", "product", "currency", "number")
"""Fields that are names, not sentences."""


def message_of(said: Told, session: int, tell: int, paper: int) -> wire.OfAcceptor:
    """What was told, as this tell of the session; of a paper at escrow, that it is this one."""
    about = {field.name: _plain(field.name, getattr(said, field.name)) for field in fields(said)}
    kind = MESSAGES[type(said)]
    if "paper" in kind.model_fields and "paper" not in about:
        about["paper"] = paper
    return kind(session=session, tell=tell, **about)


def _plain(name: str, value: Any) -> Any:
    match value:
        case Mark(epoch=epoch, counter=counter):
            return epoch, counter
        case Note(type=kind, value=worth):
            return wire.NoteType(type=kind, value=worth)
        case PaperPlace():
            return PLACES[value]
        case told.Fault():
            return value.value.replace(" ", "_")
        case str():
            return value[:LONGEST_NAME] if name in NAMES else cut(value)
        case frozenset():
            return tuple(sorted(value))
        case tuple():
            return tuple(_plain(name, one) for one in value)
    return value
