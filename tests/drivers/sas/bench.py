"""A line with our engine on it and a host at its other end, in a time that is turned by hand."""

from typing import Any

from config.sas import SasSettings
from controller.protocol.devices.sas import SasImage
from drivers.sas.codec import ByteHeard, sealed
from drivers.sas.engine.address import Effect, Ordered, TakenByHost
from drivers.sas.engine.engine import Engine
from drivers.sas.polls.orders import OrderWanted

SETTINGS = SasSettings(line="emulated:/tmp/none")
NOON = 1_763_553_600
"""2025-11-19 12:00 UTC."""
COUNTED: dict[str, int] = {
    "wagered": 123_400,
    "vigorish": 5,
    "won": 120_000,
    "games": 321,
    "games_won": 100,
    "games_lost": 200,
    "games_since_power_up": 21,
    "games_since_door": 7,
    "power_ups": 3,
    "door_openings:main": 2,
    "in:bill": 7_500,
    "bills:500": 5,
    "bills:5000": 1,
    "in:ticket": 1_250,
    "in:found": 100,
    "in:attendant": 10_000,
    "reversed:attendant": 2_000,
    "out:ticket": 3_300,
    "out:hand_pay": 9_000,
    "unpaid:hand_pay": 1_000,
    "out:jackpot": 0,
    "unpaid:jackpot": 0,
    "tickets_in": 2,
    "tickets_out": 4,
    "in:aft": 6_100,
    "out:aft": 700,
    "transfers_in": 3,
    "transfers_out": 1,
}


def image(address: int = 1, **changes: Any) -> SasImage:
    told: dict[str, Any] = {
        "seat": 3,
        "demo": False,
        "controls": ("bills", "clock", "play"),
        "meters": COUNTED,
        "credits": 4_250,
        "bills": True,
    }
    return SasImage(address=address, **(told | changes))


class Bench:
    def __init__(self, *images: SasImage, settings: SasSettings = SETTINGS, marks: bool = True) -> None:
        self.now, self.settings, self.marks = 100.0, settings, marks
        self.engine = Engine(settings, self.now)
        self.images = {one.address: one for one in images or (image(),)}
        self.engine.told(self.images, self.now)
        self.effects: list[Effect] = []

    def awake(self) -> "Bench":
        """Another machine is polled."""
        self.general(99)
        return self

    def hears(self, data: bytes, pause: float = 0.03) -> bytes:
        """A poll, after a pause; what is answered at once."""
        self.passes(pause)
        for place, value in enumerate(data):
            mark = place == 0 if self.marks else None
            self.engine.feed(ByteHeard(value, mark), self.now, NOON)
        return self.said()

    def said(self) -> bytes:
        self.effects += self.engine.take_effects()
        said = self.engine.take_said()
        assert not any(one.mark for one in said)
        return b"".join(one.data for one in said)

    def passes(self, seconds: float) -> bytes:
        """Time, and what it brings without a chirp."""
        self.now += seconds
        self.engine.due(self.now)
        return self.said()

    def general(self, address: int = 1) -> bytes:
        return self.hears(bytes((0x80 | address,)))

    def poll(self, text: str, address: int = 1) -> bytes:
        """A long poll without a seal, in hexadecimal."""
        return self.hears(bytes((address,)) + bytes.fromhex(text))

    def sealed(self, text: str, address: int = 1) -> bytes:
        return self.hears(sealed(bytes((address,)) + bytes.fromhex(text)))

    def commit(self, address: int = 1, **changes: Any) -> bytes:
        """Another image; what was waiting for it is said."""
        self.images[address] = self.images[address].model_copy(update=changes)
        self.engine.told(self.images, self.now)
        return self.said()

    def orders(self) -> list[str]:
        return [one.order for one in self.wanted()]

    def wanted(self) -> list[OrderWanted]:
        orders = [effect.wanted for effect in self.effects if isinstance(effect, Ordered)]
        return [one for one in orders if isinstance(one, OrderWanted)]

    def taken(self) -> list[int]:
        return [effect.number for effect in self.effects if isinstance(effect, TakenByHost)]

    def link(self, address: int = 1) -> dict[str, Any]:
        return next(one.model_dump() for one in self.engine.links(self.now) if one.address == address)
