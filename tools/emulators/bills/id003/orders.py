"""What can be ordered of the ID-003 acceptor besides: the statuses it tells, and who it is."""

from typing import Any

from tools.emulators.bills.id003.unit import Id003
from tools.emulators.bills.orders import counted
from tools.emulators.common.orders import BadOrder, Order, exactly, one, seconds, whole

LONGEST = 64


def _version(unit: Id003, words: list[str], _: float) -> None:
    version = " ".join(words)
    if not version.isascii() or not 1 <= len(version) <= LONGEST:
        raise BadOrder(f"{version or 'nothing'}: a version is 1 to {LONGEST} ASCII characters")
    unit.version = version


def _bytes(word: str) -> bytes:
    try:
        told = bytes.fromhex(word)
    except ValueError:
        told = b""
    if not 1 <= len(told) <= LONGEST:
        raise BadOrder(f"{word}: allowed are 1 to {LONGEST} bytes in hexadecimal, as 1361")
    return told


def _status(unit: Id003, words: list[str], _: float) -> None:
    told, often = words if len(words) == 2 else (one(words), "1")
    unit.trouble.pretended = (_bytes(told), whole(often, 0, 1_000_000))


def _skip(unit: Id003, words: list[str], _: float) -> None:
    unit.trouble.skipped.add(_bytes(one(words))[0])


def _vend(unit: Id003, words: list[str], _: float) -> None:
    exactly(words, 0)
    unit.vend()


def _pause(unit: Id003, words: list[str], now: float) -> None:
    unit.paused_until = now + seconds(words)


ID003_ORDERS: dict[str, Order[Any]] = {
    "version": Order("TEXT", "ID-003: be a unit with another version string", _version),
    "status": Order(
        "BYTES [N]", "ID-003: the next N polls hear this, in bare hexadecimal (1361: ESCROW of the first note)", _status
    ),
    "skip": Order("STATUS", "ID-003: never tell this status, but idling in its place", _skip),
    "vend": Order("", "ID-003: tell VEND VALID until it is acknowledged, whatever lies where", _vend),
    "ignore-acks": counted("ignored_acks", "ID-003: do not hear the next N ACKs"),
    "pause": Order("SECONDS", "ID-003: be paused: a second note sticks in the mouth", _pause),
}
