"""The process between a line and a controller: images come, polls are answered, what follows is told."""

import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import zmq

from config.sas import SasSettings
from controller.protocol.devices.sas import (
    FROM_DRIVER,
    METERS,
    SasDriverHere,
    SasEvent,
    SasImage,
    SasOrdered,
    SasTaken,
)
from controller.protocol.devices.sas_tickets import SasRedemption, SasTickets, SasValidation
from controller.protocol.message import LARGEST_MESSAGE, LARGEST_TOLD, decode, encode
from drivers.common.stopping import StopSignal
from drivers.sas.codec import Said, sealed
from drivers.sas.driver import SasDriver
from drivers.sas.lines.emulated import paired
from drivers.sas.polls.meters import VALUES
from drivers.sas.trace import explained
from tests.drivers.sas.bench import image

PATIENCE_MS = 3_600_000
"""More than a house may set: an order is not busy here, however slow the machine is."""


class Casino:
    """A controller and a host, and the driver between them, turned by hand."""

    def __init__(self, folder: Path, context: zmq.Context[zmq.Socket[bytes]]) -> None:
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(folder / "line"))
        self.listener.listen()
        self.controller = context.socket(zmq.ROUTER)
        self.controller.bind(f"ipc://{folder}/commands")
        self.settings = SasSettings(
            endpoint=f"ipc://{folder}/commands",
            line=f"emulated:{folder}/line",
            trace=str(folder / "trace"),
            gap_ms=1000,
        ).model_copy(update={"order_wait_ms": PATIENCE_MS})
        self.stop = StopSignal()
        self.driver = SasDriver(self.settings, context, self.stop)
        self.heard: list[Any] = []
        self.peer = b""
        self.host = socket.socket(socket.AF_UNIX)

    def hears(self, kind: type[Any]) -> Any:
        """The next word of this kind that the driver says."""
        while True:
            self.driver.turn()
            while self.controller.poll(0):
                self.peer, data = self.controller.recv_multipart()
                self.heard.append(decode(FROM_DRIVER, data))
            if found := next((one for one in self.heard if isinstance(one, kind)), None):
                self.heard.remove(found)
                return found

    def tells(self, told: SasImage) -> None:
        self.controller.send_multipart([self.peer, encode(told)])

    def connects(self) -> None:
        self.listener.setblocking(False)
        self.host.close()
        while True:
            self.driver.turn()
            try:
                self.host, _ = self.listener.accept()
            except BlockingIOError:
                continue
            self.host.setblocking(False)
            return

    def polls(self, *messages: bytes) -> None:
        for message in messages:
            self.host.sendall(paired(Said(message[:1], mark=True)) + paired(Said(message[1:])))

    def said(self, count: int) -> bytes:
        data = b""
        while len(data) < 2 * count:
            self.driver.turn()
            try:
                data += self.host.recv(2 * count - len(data))
            except BlockingIOError:
                continue
        assert not any(data[::2]), "an answer carries no mark"
        return data[1::2]


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[Casino]:
    kept = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    with zmq.Context() as context:
        casino = Casino(tmp_path, context)
        yield casino
        casino.driver._close()
        casino.driver._speaker.close()
        casino.controller.close(linger=0)
        for end in (casino.listener, casino.host, casino.stop._wake, casino.stop._write):
            end.close()
    signal.set_wakeup_fd(-1)
    for number, handler in kept.items():
        signal.signal(number, handler)


def test_the_driver_says_who_it_is_answers_from_what_it_is_told_and_tells_what_the_host_took_and_wants(
    casino: Casino,
) -> None:
    assert casino.hears(SasDriverHere).emulated
    told = image(events=(SasEvent(number=7, code=0x11),))
    casino.tells(told)
    casino.connects()
    casino.polls(b"\x80", b"\x81")
    assert casino.said(1) == b"\x11"
    casino.polls(b"\x80")
    assert casino.hears(SasTaken) == SasTaken(address=1, number=7)
    casino.polls(sealed(b"\x01\x01"))
    order = casino.hears(SasOrdered)
    assert (order.address, order.order) == (1, "disable")
    casino.tells(told.model_copy(update={"done": order.number, "disabled": True, "events": ()}))
    assert casino.said(1) == b"\x01"
    casino.polls(b"\x01\x11")
    assert casino.said(8) == sealed(b"\x01\x11\x00\x12\x34\x05")
    told_of = list(explained(Path(casino.settings.trace or "").read_text().splitlines()))
    assert [line[66:].split(": ")[-1] for line in told_of[-2:]] == ["coin in", "coin in"]


def test_a_line_that_ends_is_opened_again(casino: Casino) -> None:
    casino.hears(SasDriverHere)
    casino.tells(image())
    casino.connects()
    casino.host.close()
    casino.connects()
    casino.polls(b"\x80", b"\x81")
    assert casino.said(1) == b"\x00"


def test_a_demo_does_not_open_a_line_that_is_none_of_the_workshop(casino: Casino) -> None:
    casino.hears(SasDriverHere)
    casino.driver._settings = casino.settings.model_copy(update={"line": "/dev/ttyS99"})
    opened: list[str] = []

    def not_there(name: str) -> Any:
        opened.append(name)
        raise AssertionError("nobody opens it")

    casino.driver._open_it = not_there
    casino.tells(image(demo=True))
    while not casino.driver._images:
        casino.driver.turn()
    casino.driver._converse()
    assert opened == []


def test_a_driver_that_stood_still_answers_the_last_poll_alone_and_what_it_did_not_say_nobody_has_read(
    casino: Casino,
) -> None:
    casino.hears(SasDriverHere)
    casino.tells(image(events=(SasEvent(number=7, code=0x11),)))
    casino.connects()
    casino.polls(b"\x80", b"\x81", b"\x01\x11")  # all there before the driver looks again
    assert casino.said(8) == sealed(b"\x01\x11\x00\x12\x34\x05")
    casino.polls(b"\x80", b"\x81")
    assert casino.said(1) == b"\x11"
    assert casino.driver._engine.links(0)[0].broken == 1
    assert not [one for one in casino.heard if isinstance(one, SasTaken)]
    casino.polls(b"\x80")
    assert casino.hears(SasTaken).number == 7


def test_the_largest_image_that_a_controller_may_tell_is_understood(casino: Casino) -> None:
    ticket = SasValidation(
        serial=2**40, type=0, number="9" * 18, amount=10**12, time=2**31, zone=-720, ticket=2**31, days=9999
    )
    kept = SasTickets(
        style="secure",
        identity=2**24 - 1,
        sequence=2**24 - 1,
        records=(ticket,) * 31,
        redemption=SasRedemption(serial=2**40, number="9" * 18, amount=10**12, status=0x8B, to_tell=True),
        texts=("x" * 40, "y" * 40, "z" * 6),
    )
    notes = {f"bills:{100 * value}": 10**12 for value in VALUES}
    told = image(
        events=tuple(SasEvent(number=2**40, code=0x4F, amount=10**12) for _ in range(8)),
        meters=dict.fromkeys(METERS, 10**12) | notes,
        tickets=kept,
    )
    assert LARGEST_MESSAGE < len(encode(told)) < LARGEST_TOLD
    casino.hears(SasDriverHere)
    casino.tells(told)
    while not casino.driver._images:
        casino.driver.turn()
    assert casino.driver._images[1] == told
