"""What an address has for the controller, and what it counts."""

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from drivers.sas.polls.orders import OrderWanted
from drivers.sas.polls.progressives import Progressives
from drivers.sas.polls.signing import SignatureWanted
from drivers.sas.polls.transfers import AftWanted, TransferWanted


class TakenByHost(NamedTuple):
    """The host has this exception."""

    address: int
    number: int


class Ordered(NamedTuple):
    """The host wants something, and waits to hear that it is so."""

    address: int
    number: int
    wanted: OrderWanted | AftWanted


class ReadByHost(NamedTuple):
    """The host knows this, up to this serial."""

    address: int
    what: str
    number: int


Effect: TypeAlias = TakenByHost | Ordered | ReadByHost | TransferWanted | SignatureWanted | Progressives


@dataclass(slots=True)
class AddressCounts:
    """Since the start."""

    polls: int = 0
    answers: int = 0
    repeated: int = 0
    busy: int = 0
    bad_crc: int = 0
    unknown: int = 0
    broken: int = 0
