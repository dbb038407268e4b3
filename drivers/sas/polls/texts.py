"""Polls 7C and 7D: what the host has printed on tickets, as bytes. Pure.

A ticket has a line for the house and one for the place, of so many bytes each: the location stands in the first, both
lines of the address in the second. What does not fit is not cut, and not taken.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from controller.protocol.devices.sas_tickets import LONGEST_LINE, LONGEST_PLACE, SasTicketOrder
from drivers.sas.polls.answers import AnswerPoll
from drivers.sas.polls.orders import OrderWanted

EXTENDED, SET = 0x7C, 0x7D
NOT_SET, IS_SET = 0x00, 0x01
LOCATION, FIRST, SECOND = 0x00, 0x01, 0x02
TITLES = (0x10, 0x20)
"""Of restricted and of debit tickets, of which none is printed here."""
HEAD = 3
"""Bytes of poll 7D before its texts: the host's id, and days of validity."""
FOR_EVER, LONG_VALID = 0, 9999
NAMES = {LOCATION: "location", FIRST: "first", SECOND: "second"}


class NoText(ValueError):
    """Bytes that say no text that a ticket could have."""


class Texts(NamedTuple):
    """What is said of them; None: nothing, it stays as it is. Empty: as the settings have it."""

    location: str | None = None
    first: str | None = None
    second: str | None = None
    days: int = 0


def wanted(asked: AnswerPoll, code: int) -> OrderWanted | None:
    """What is to stand on tickets; None: the host only asks, or what it says is not taken."""
    tickets, body = asked.image.tickets, asked.data[1:]
    if tickets is None:
        return None
    try:
        said = _entries(body) if code == EXTENDED else _address(body)
    except NoText:
        return None
    first, second = (new if new is not None else old for new, old in zip(said[1:3], tickets.texts[1:], strict=True))
    if said == Texts() or len(", ".join(filter(None, (first, second)))) > LONGEST_PLACE:
        return None
    order = SasTicketOrder(location=said.location, first=said.first, second=said.second, days=said.days)
    return OrderWanted("texts", ticket=order)


def flag(asked: AnswerPoll) -> bytes:
    """The answer to both: whether what the host said stands on tickets."""
    tickets = asked.image.tickets
    return bytes((IS_SET if tickets is not None and any(tickets.texts) else NOT_SET,))


def not_taken(asked: AnswerPoll) -> bytes:
    """The same where nothing was ordered: of a host that only asks, how it stands."""
    return flag(asked) if len(asked.data) <= HEAD else bytes((NOT_SET,))


def _entries(body: bytes) -> Texts:
    """Poll 7C: code, length, text, and so on."""
    said: dict[str, Any] = {}
    for code, text in _cut_up(body):
        if code in NAMES:
            said[NAMES[code]] = text
        elif code not in TITLES:
            raise NoText
    return Texts(**said)


def _cut_up(body: bytes) -> Iterator[tuple[int, str]]:
    while body:
        if len(body) < 2 or len(body) < 2 + body[1]:
            raise NoText
        yield body[0], _text(body[2 : 2 + body[1]])
        body = body[2 + body[1] :]


def _address(body: bytes) -> Texts:
    """Poll 7D: id, days, and three texts with their lengths; it may end after each of them."""
    if len(body) < HEAD:
        return Texts()  # the host's id is printed nowhere
    days, rest = body[HEAD - 1], body[HEAD:]
    said: dict[str, Any] = {"days": LONG_VALID if days == FOR_EVER else days}
    for name in NAMES.values():
        if rest:
            size = rest[0]
            if len(rest) < 1 + size:
                raise NoText
            said[name], rest = _text(rest[1 : 1 + size]), rest[1 + size :]
    if rest:
        raise NoText
    return Texts(**said)


def _text(data: bytes) -> str:
    if len(data) > LONGEST_LINE or not all(0x20 <= byte < 0x7F for byte in data):
        raise NoText
    return data.decode("ascii").strip()
