"""Who gives a ticket printer its jobs on the bench: the line of the driver, turned until a test has heard enough."""

import time
from collections.abc import Callable
from typing import Any, TypeVar

from config.drivers import TicketTexts
from controller.protocol.devices.printer import JobNotSent, JobRefused, JobReport, PrinterStatus, WantedJob
from controller.protocol.devices.unit import NothingWanted
from controller.protocol.message import Message
from drivers.cash.printer.words import PrinterWords
from drivers.common.serial.port import parse_port
from drivers.common.unit.identity import ExpectedUnit
from drivers.common.unit.line import SerialLine
from tests.drivers.machines import PATIENCE
from tests.hil.rig import PrinterRig

TEXTS = TicketTexts(house="The House", place="The bench", asset="B-0042", sign="$", one="dollar", many="dollars")
TOLD_EVERY = 0.5
Heard = TypeVar("Heard", bound=Message)
Answer = JobReport | JobRefused | JobNotSent


class Till:
    """One printer; killed, it loses all it knew, as the driver does."""

    def __init__(self, rig: PrinterRig) -> None:
        self.rig = rig
        self.said: list[Message] = []
        self._line = self._new_line()

    def _new_line(self) -> SerialLine:
        line = SerialLine(parse_port(self.rig.port), ExpectedUnit(*self.rig.identity), PrinterWords(TEXTS))
        line.session.told(NothingWanted(), time.monotonic())
        return line

    def kill(self) -> None:
        """Another driver takes over."""
        self.close()
        self._line = self._new_line()

    def close(self) -> None:
        self._line.close()

    def tell(self, message: Message) -> None:
        self._line.session.told(message, time.monotonic())

    def hears(
        self,
        kind: type[Heard],
        such_that: Callable[[Heard], bool] = lambda _: True,
        *,
        since: int = 0,
        telling: WantedJob | None = None,
    ) -> Heard:
        """The first message of a kind from there on, while a job is wanted."""
        end, told, looked = time.monotonic() + PATIENCE, 0.0, since
        while True:
            for said in self.said[looked:]:
                if isinstance(said, kind) and such_that(said):
                    return said
            looked = len(self.said)
            assert time.monotonic() < end, f"no {kind.__name__}; heard {self.said[-8:]}"
            if telling is not None and time.monotonic() - told >= TOLD_EVERY:
                told = time.monotonic()
                self.tell(telling)
            self._line.wait(0.05)
            self.said += self._line.turn()

    def status(self, such_that: Callable[[PrinterStatus], bool] = lambda _: True) -> PrinterStatus:
        """The next one that is so."""
        return self.hears(PrinterStatus, such_that, since=len(self.said))

    def next_job(self, **more: Any) -> WantedJob:
        """A ticket of the bench, under a number that the printer has not had."""
        return job(self.status().last_job + 1, self.rig.identity[1], **more)

    def answer(self, wanted: WantedJob) -> Answer:
        """What becomes of a job that is wanted until it has an answer."""
        kinds: Any = Answer
        return self.hears(kinds, lambda said: said.job_id == wanted.job_id, since=len(self.said), telling=wanted)  # type: ignore[no-any-return]

    def prints(self) -> JobReport:
        """A next job, whole; then somebody takes it."""
        answer = self.answer(self.next_job())
        assert isinstance(answer, JobReport), answer
        assert answer.outcome == "whole", answer
        self.take()
        return answer

    def take(self) -> None:
        """The ticket at the bezel, if there is one."""
        if self.status().ticket_at_bezel:
            self.rig.by_hand("take the ticket", "take")
        self.status(lambda now: not now.ticket_at_bezel)


def job(number: int, serial: int, **more: Any) -> WantedJob:
    """A ticket of the bench."""
    return WantedJob.model_validate(
        {
            "job_id": number,
            "serial": serial,
            "template": "test",
            "amount": 12_345,
            "exponent": 2,
            "language": "en",
            "number": "000042000000112345",
            "time": int(time.time()),
            "zone": 480,
            "days": 90,
            "sequence": 1,
            "demo": True,
        }
        | more
    )
