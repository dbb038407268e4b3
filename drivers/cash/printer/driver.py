"""A seat's ticket printer, as its driver knows it: the session of any unit on a serial line."""

import time
from collections.abc import Callable
from typing import Any

import structlog

from config.drivers import TicketPrinterSettings, TicketTexts
from controller.protocol.devices.unit import LinkDown
from controller.protocol.message import Message
from drivers.cash.printer.words import PrinterWords
from drivers.common.serial.port import OpenPort, Port, PortName
from drivers.common.unit.identity import ExpectedUnit
from drivers.common.unit.line import SerialLine

log = structlog.get_logger()


class SeatPrinter:
    """One printer."""

    def __init__(
        self,
        settings: TicketPrinterSettings,
        port: PortName,
        texts: TicketTexts | None,
        now: Callable[[], float] = time.monotonic,
        open_port: OpenPort = Port,
    ) -> None:
        self.seat = settings.seat
        self._port, self._now = port, now
        self._words = PrinterWords(texts, settings.seat)
        expected = ExpectedUnit(settings.model or self._words.model, settings.serial)
        self._line = SerialLine(port, expected, self._words, now, open_port)

    def fileno(self) -> int | None:
        return self._line.fileno()

    def deadline(self) -> float:
        return self._line.deadline()

    def turn(self) -> list[Message]:
        messages = self._line.turn()
        for message in messages:
            self._note(message)
        return messages

    def told(self, message: Any) -> None:
        self._line.session.told(message, self._now())

    def here(self) -> list[Message]:
        standing = self._line.session.standing()
        here = self._words.here(self._port.text, self._port.is_pretended())
        return [here] if standing is None else [here, standing]

    def health(self, dropped: int) -> Message:
        self._line.statistics.messages_dropped = dropped
        return self._line.statistics.health(self._line.session.unit)

    def close(self) -> None:
        self._line.close()

    def _note(self, message: Message) -> None:
        """What a technician wants to find in the log."""
        if isinstance(message, LinkDown) or message.kind in ("link_up", "malfunction", *self._words.logged):
            log.info(message.kind, seat=self.seat, **message.model_dump(exclude={"kind", "v"}))
