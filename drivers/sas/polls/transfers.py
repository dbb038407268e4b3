"""Polls 72, 73, 74: money that the host moves, as bytes. Pure.

What becomes of a transfer the table alone says. Until it has, the one that was told to it is pending, whatever happens
to the line or to the controller; it is told again under the same number, by which the table knows it.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Literal, NamedTuple

from controller.protocol.devices.sas import SasAft, SasTransfer
from drivers.sas.codec import bcd, from_bcd
from drivers.sas.polls.answers import AnswerPoll

TRANSFER, REGISTRATION, LOCK = 0x72, 0x73, 0x74
COMPLETE = 0x69
"""The exception of a transfer that came to its end: told again until the host has asked how it stands."""
TOLD_AGAIN = 15.0
MOST_KEPT = 70
"""Positions of the history."""
CANCEL, ASKS = 0x80, (0xFE, 0xFF)
PENDING, BAD_REQUEST, BAD_AMOUNT, BAD_NAME, ANOTHER, NOTHING = 0x40, 0x82, 0x83, 0x95, 0xC0, 0xFF
NO_RECEIPT = 0xFF
INTO = 0x00
OF_CASH_OUTS = 0x07
CONTROLLABLE, CASH_OUTS_ON = 0x01, 0x02
HEAD, NAME_AT = 44, 43
KEY = 20
IN_PART_OUT, REGISTERED, IN_HOUSE, ANY = 0x02, 0x08, 0x10, 0x80
LOCKS = {"locked": 0x00, "waits": 0x40, "unlocked": 0xFF}
REGISTRATIONS = {"ready": 0x00, "registered": 0x01, "": 0x80}
STEPS: Mapping[int, Literal["ready", "registered", ""]] = {0x00: "ready", 0x01: "registered", 0x80: ""}
"""Any other ends a registration that was begun: nobody at the machine is asked whether it may be."""


class TransferRequest(NamedTuple):
    """A transfer as it is asked for; `other`: restricted and non-restricted money."""

    code: int
    way: int
    amount: int
    other: int
    flags: int
    asset: int
    key: str
    name: str
    lock: int


class TransferWanted(NamedTuple):
    """For the controller."""

    address: int
    ask: int
    request: TransferRequest


class CancelWanted(NamedTuple):
    """What waits is to be taken back, and what is called so."""

    ask: int


class LockWanted(NamedTuple):
    """Milliseconds; 0 ends it."""

    conditions: int
    length: int


class RegistrationWanted(NamedTuple):
    """A step of it."""

    step: Literal["ready", "registered", ""]
    asset: int
    key: str
    point: int


AftWanted = CancelWanted | LockWanted | RegistrationWanted


def only_asks(poll: int, data: bytes) -> bool:
    """Whether nothing is wanted but to be told how it stands."""
    place = {TRANSFER: 1, REGISTRATION: 1, LOCK: 0}.get(poll)
    return place is not None and len(data) > place and data[place] in ASKS


def request_of(data: bytes) -> TransferRequest | int:
    """The request, or the status by which it is none."""
    body = data[1:]
    if len(body) < HEAD or body[1] != 0:
        return BAD_REQUEST
    size = body[NAME_AT]
    name, tail = body[HEAD : HEAD + size], body[HEAD + size :]
    if not 1 <= size <= 20 or len(name) < size or not all(0x20 <= byte < 0x7F for byte in name):
        return BAD_NAME
    amounts = [from_bcd(body[start : start + 5]) for start in (3, 8, 13)]
    if any(amount is None for amount in amounts):
        return BAD_AMOUNT
    cashable, *others = (amount or 0 for amount in amounts)
    lock = from_bcd(tail[7 + tail[6] :][:2]) if len(tail) > 7 else 0
    asset, key = int.from_bytes(body[19:23], "little"), body[23 : 23 + KEY].hex()
    return TransferRequest(body[0], body[2], cashable, sum(others), body[18], asset, key, name.hex(), 10 * (lock or 0))


class Transfers:
    """Of one address: what the controller has been told of and has not answered, and what was done."""

    def __init__(self, address: int, asks: int) -> None:
        self._address, self._asks = address, asks
        self.pending: TransferWanted | None = None
        self.kept: dict[int, SasTransfer] = {}
        """By position."""

    def keep(self, transfers: tuple[SasTransfer, ...]) -> None:
        """They were done."""
        self.kept |= {(one.number - 1) % MOST_KEPT + 1: one for one in transfers}

    def want(self, request: TransferRequest) -> TransferWanted:
        """Pending from now on."""
        self._asks += 1
        self.pending = TransferWanted(self._address, self._asks, request)
        return self.pending

    def want_anew(self) -> Iterator[TransferWanted]:
        """Nobody knows whether the controller has heard of it."""
        if self.pending is not None:
            yield self.pending

    def settle(self, asked: AnswerPoll) -> bytes:
        """What is said of the one that was pending, once the table has answered it."""
        settled, aft = self.pending, asked.image.aft
        if settled is None or aft is None or aft.ask != settled.ask:
            return b""
        self.pending = None
        is_last = aft.last is not None and (aft.last.name, aft.last.status) == (settled.request.name, aft.said)
        return self._last(aft, asked) if is_last else of_request(aft, settled.request, aft.said)

    def refuses(self, aft: SasAft, request: TransferRequest | int) -> bytes:
        """What is said without asking the table: it is no request, or another is pending."""
        if isinstance(request, int):
            return short(0, request)
        status = self.status_beside(request)
        return b"" if status is None else of_request(aft, request, status)

    def reads(self, message: bytes, aft: SasAft | None) -> bool:
        """Whether this poll is answered by how the last one ended."""
        data = message[2:]
        ended = self.pending is None and aft is not None and aft.last is not None and aft.last.status != PENDING
        return message[1:2] == bytes((TRANSFER,)) and data[1:2] in (b"\xfe", b"\xff") and data[2] == 0 and ended

    def status_beside(self, request: TransferRequest) -> int | None:
        """What another is told while one is pending."""
        if self.pending is None:
            return None
        return PENDING if request.name == self.pending.request.name else ANOTHER

    def asked(self, asked: AnswerPoll) -> bytes | None:
        """How a transfer stands: the last one, or one of the history."""
        aft = asked.image.aft
        if aft is None:
            return None
        place = asked.data[2] if len(asked.data) > 2 else 0
        if place == 0:
            return self._last(aft, asked)
        latest = max((one.number for one in self.kept.values()), default=0)
        if place > 0x80:
            place = (latest - (0x100 - place)) % MOST_KEPT + 1 if 0x100 - place <= len(self.kept) else 0x80
        found = self.kept.get(place)
        return short(place, NOTHING) if found is None else told(aft, found, place)

    def _last(self, aft: SasAft, asked: AnswerPoll) -> bytes:
        if self.pending is not None:
            return of_request(aft, self.pending.request, PENDING)
        if aft.last is None:
            return short(0, NOTHING)
        way = "in:aft" if aft.last.way == INTO else "out:aft"
        total = asked.image.meters.get(way, 0) if aft.last.number else None
        return told(aft, aft.last, 0, total)


def short(place: int, status: int) -> bytes:
    """Of a transfer of which nothing else is known."""
    return bytes((2, place, status))


def of_request(aft: SasAft, request: TransferRequest, status: int) -> bytes:
    """Of one that was asked for just now, and has not been done."""
    asked = SasTransfer(name=request.name, way=request.way, amount=request.amount, flags=request.flags, status=status)
    return told(aft, asked, 0, other=request.other)


def told(aft: SasAft, of: SasTransfer, place: int, total: int | None = None, other: int = 0) -> bytes:
    """Everything; `total`: what was moved that way in all, by the meter."""
    flags = of.flags & ~OF_CASH_OUTS | CONTROLLABLE | (CASH_OUTS_ON if aft.cash_outs else 0)
    name = bytes.fromhex(of.name)
    when = datetime.fromtimestamp(of.time, UTC).strftime("%m%d%Y%H%M%S") if of.number else "0" * 14
    said = bytes((place, of.status, NO_RECEIPT, of.way)) + bcd(of.amount, 5) + bcd(other, 5) + bytes(5)
    said += bytes((flags,)) + aft.asset.to_bytes(4, "little") + bytes((len(name),)) + name + bytes.fromhex(when)
    said += bytes(6) + (bytes((0,)) if total is None else bytes((5,)) + bcd(total, 5)) + bytes(2)
    return bytes((len(said),)) + said


# ---- registration and lock ---------------------------------------------------------------------------------------


def registration(asked: AnswerPoll) -> bytes | None:
    """Poll 73."""
    aft = asked.image.aft
    if aft is None:
        return None
    said = bytes((REGISTRATIONS[aft.registration],)) + aft.asset.to_bytes(4, "little")
    said += bytes.fromhex(aft.key) + aft.point.to_bytes(4, "little")
    return bytes((len(said),)) + said


def registration_wanted(data: bytes) -> RegistrationWanted | None:
    """What poll 73 wants; None: it makes no sense."""
    if len(data) != 2 + 4 + KEY + 4:
        return RegistrationWanted("", 0, bytes(KEY).hex(), 0) if data[1:2] == b"\x80" else None
    asset, point = (int.from_bytes(part, "little") for part in (data[2:6], data[6 + KEY :]))
    return RegistrationWanted(STEPS.get(data[1], ""), asset, data[6 : 6 + KEY].hex(), point)


def status(asked: AnswerPoll) -> bytes | None:
    """Poll 74."""
    aft = asked.image.aft
    if aft is None:
        return None
    how = IN_PART_OUT | IN_HOUSE | ANY | (REGISTERED if aft.registration == "registered" else 0)
    cash_outs = CONTROLLABLE | (CASH_OUTS_ON if aft.cash_outs else 0)
    said = aft.asset.to_bytes(4, "little") + bytes((LOCKS[aft.lock], aft.available, cash_outs, how, MOST_KEPT))
    said += bcd(asked.image.credits, 5) + bytes(10) + bcd(aft.limit, 5) + bytes(6)
    return bytes((len(said),)) + said


def lock_wanted(data: bytes) -> LockWanted | None:
    """What poll 74 wants; None: it makes no sense."""
    length = from_bcd(data[2:4])
    if data[0] == CANCEL:
        return LockWanted(0, 0)
    return None if data[0] != 0 or not length else LockWanted(data[1], 10 * length)
