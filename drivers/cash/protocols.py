"""Which session speaks which protocol. A row of `PROTOCOLS` is all that a further one needs here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from config.drivers import BillSettings
from drivers.cash.acceptor import Acceptor, Mark
from drivers.cash.cctalk.codec import Checksum
from drivers.cash.cctalk.session import CcTalkAcceptor
from drivers.cash.cctalk.setup import Expected
from drivers.cash.id003.session import Id003Acceptor
from drivers.cash.id003.setup import Expected as ExpectedId003


@dataclass(frozen=True, slots=True)
class AcceptorWanted:
    """The acceptor that somebody wants to speak to; what is None may be anything."""

    checksum: str = "simple"
    serial: int | None = None
    product: str | None = None
    version: str | None = None
    country: str | None = None
    decimals: int = 2
    notes: tuple[int, ...] | None = None
    ticket_stacked: tuple[int, int] | None = None


def wanted_by(settings: BillSettings) -> AcceptorWanted:
    """The one acceptor that the settings allow."""
    event = settings.ticket_stacked
    return AcceptorWanted(
        checksum=settings.checksum,
        serial=settings.serial,
        product=settings.product,
        version=settings.version,
        country=settings.country,
        decimals=settings.decimals,
        notes=tuple(settings.notes),
        ticket_stacked=(event[0], event[1]) if event else None,
    )


def _cctalk(wanted: AcceptorWanted, mark: Mark | None) -> Acceptor:
    expected = Expected(
        checksum=Checksum(wanted.checksum),
        serial=wanted.serial,
        product=wanted.product,
        country=wanted.country,
        decimals=wanted.decimals,
        notes=wanted.notes,
        ticket_stacked=wanted.ticket_stacked,
    )
    return CcTalkAcceptor(expected, mark)


def _id003(wanted: AcceptorWanted, _: Mark | None) -> Acceptor:
    """It has no counter, and so no mark: what is not acknowledged it says again."""
    expected = ExpectedId003(wanted.version, wanted.country, wanted.decimals, wanted.notes)
    return Id003Acceptor(expected)


PROTOCOLS: Mapping[str, Callable[[AcceptorWanted, Mark | None], Acceptor]] = {"cctalk": _cctalk, "id003": _id003}
