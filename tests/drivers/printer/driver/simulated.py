"""The printer driver's mind and a scripted printer on one simulated line and clock."""

from typing import Any

from config.drivers import TicketTexts
from controller.protocol.devices.printer import (
    JobNotSent,
    JobRefused,
    JobReport,
    PrinterMalfunction,
    PrinterStatus,
    WantedJob,
)
from drivers.cash.printer.words import PrinterWords
from tests.drivers.printer.driver.scripted import ScriptedPrinter
from tests.drivers.simulated import SerialLine

TEXTS = TicketTexts(house="The House", place="Macau 澳門", asset="B-0042", sign="$", one="dollar", many="dollars")
Answer = JobReport | JobRefused | JobNotSent


def job(job_id: int, **more: Any) -> WantedJob:
    """A job as it is always wanted."""
    said: dict[str, Any] = {
        "job_id": job_id,
        "serial": 3001,
        "template": "ticket",
        "amount": 12_345,
        "exponent": 2,
        "language": "en",
        "number": "001234000000012345",
        "time": 1_790_000_000,
        "zone": -300,
        "days": 90,
        "sequence": job_id % 2**32,
        "demo": True,
    }
    return WantedJob.model_validate(said | more)


class World(SerialLine):
    """A printer, and who wants tickets of it."""

    def __init__(self, printer: ScriptedPrinter | None = None, words: PrinterWords | None = None) -> None:
        self.printer = printer or ScriptedPrinter()
        super().__init__(self.printer, words or PrinterWords(TEXTS))

    def want(self, wanted: WantedJob) -> None:
        """Tell of a job, and go on telling."""
        self.host.session.told(wanted, self.now)
        self.wish, self.told_at = wanted.model_copy(update={"fresh": False}), self.now

    def answer(self, wanted: WantedJob) -> Answer:
        """Want a job until it has an answer."""
        since = len(self.said)
        self.want(wanted)
        self.run_until(lambda: self.answers(wanted.job_id, since) != [])
        self.wish = None
        return self.answers(wanted.job_id, since)[0]

    def answers(self, number: int, since: int = 0) -> list[Answer]:
        kinds = JobReport, JobRefused, JobNotSent
        return [said for said in self.said[since:] if isinstance(said, kinds) and said.job_id == number]

    def malfunctions(self) -> list[tuple[str, int | None]]:
        return [(said.what, said.job_id) for said in self.of(PrinterMalfunction)]

    def lose_the_line(self) -> None:
        """The printer hears nothing until the driver has given it up, and is back then."""
        self.printer.deaf = True
        self.run_until(lambda: not self.host.session.up)
        self.printer.deaf = False


def met(printer: ScriptedPrinter | None = None, words: PrinterWords | None = None) -> World:
    """A printer that was greeted and looked at."""
    world = World(printer, words)
    world.run_until(lambda: world.of(PrinterStatus) != [])
    world.run_for(0.1)
    world.printer.heard.clear()
    return world
