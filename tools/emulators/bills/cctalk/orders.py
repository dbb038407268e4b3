"""What can be ordered of the ccTalk validator besides: its events, its counter, and who it is."""

from dataclasses import replace
from typing import Any

from tools.emulators.bills.cctalk.events import LAST_COUNT
from tools.emulators.bills.cctalk.unit import Validator
from tools.emulators.bills.orders import counted
from tools.emulators.common.orders import BadOrder, Order, choice, exactly, one, whole


def _counter(unit: Validator, words: list[str], _: float) -> None:
    unit.events.counter = whole(one(words), 0, LAST_COUNT)


def _pair(words: list[str]) -> tuple[int, int]:
    first, second = (whole(word, 0, 255) for word in exactly(words, 2))
    return first, second


def _event(unit: Validator, words: list[str], _: float) -> None:
    unit.events.add(*_pair(words))


def _ticket_event(unit: Validator, words: list[str], _: float) -> None:
    unit.ticket_event = None if words == ["none"] else _pair(words)


def _scaling(unit: Validator, words: list[str], _: float) -> None:
    factor, decimals = exactly(words, 2)
    unit.notes = replace(unit.notes, scaling=whole(factor, 0, 65_535), decimals=whole(decimals, 0, 9))


def _serial(unit: Validator, words: list[str], _: float) -> None:
    unit.serial = whole(one(words), 0, 2**24 - 1)


def _product(unit: Validator, words: list[str], _: float) -> None:
    product = one(words)
    if not product.isascii() or len(product) > 16:
        raise BadOrder(f"{product}: a product code is up to 16 ASCII characters")
    unit.product = product


def _checksum(unit: Validator, words: list[str], _: float) -> None:
    unit.with_crc = choice(one(words), ("simple", "crc")) == "crc"


CCTALK_ORDERS: dict[str, Order[Any]] = {
    "counter": Order("N", "ccTalk: the event counter stands here, the events as they were", _counter),
    "event": Order("A B", "ccTalk: one more event, in bare numbers", _event),
    "forget-events": counted("forgotten_events", "ccTalk: the next N events are neither counted nor told"),
    "double-events": counted("doubled_events", "ccTalk: each of the next N events is counted and told twice"),
    "ticket-event": Order("A B | none", "ccTalk: what is told of a ticket that is stacked", _ticket_event),
    "scaling": Order("FACTOR DECIMALS", "ccTalk: tell another scaling of the notes", _scaling),
    "serial": Order("N", "ccTalk: be the unit with another serial number", _serial),
    "product": Order("CODE", "ccTalk: be a unit of another product", _product),
    "checksum": Order("simple | crc", "ccTalk: understand and use this checksum alone", _checksum),
}
