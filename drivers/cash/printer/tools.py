"""What a technician asks a ticket printer: how it is, and to print one ticket that is worth nothing."""

import argparse
import time
from collections.abc import Mapping
from typing import NoReturn

from controller.protocol.devices.printer import (
    JobNotSent,
    JobRefused,
    JobReport,
    PrinterMalfunction,
    WantedJob,
)
from controller.protocol.devices.reprint import FATES
from controller.protocol.message import Message
from drivers.cash.printer.words import OUTCOMES
from drivers.common.tools.bench import GOOD, NOT_BELIEVED, OF_EVERY_UNIT, REFUSED, Bench, Stop, Tool, fields_of

NO_NUMBER = "0" * 18
"""System 00 is none that an authority pays."""
ANSWERS = (JobReport, JobRefused, JobNotSent, PrinterMalfunction)


def status(bench: Bench, _: argparse.Namespace) -> NoReturn:
    bench.meet()
    now = bench.status()
    text = (
        f"{now['state'].replace('_', ' ')}, paper {now['paper']}, "
        f"{'a ticket' if now['ticket_at_bezel'] else 'no ticket'} at the bezel, "
        f"faults: {', '.join(now['faults']) or 'none'}, last job {now['last_job']}, {now['printed']} printed, "
        f"{now['link_errors']} link errors seen by the unit"
    )
    raise Stop(GOOD, now, text)


def print_test(bench: Bench, options: argparse.Namespace) -> NoReturn:
    unit = bench.meet().unit
    job = bench.next_id(options.job_id)
    wanted = WantedJob(
        job_id=job,
        serial=unit.serial,
        template="test",
        amount=0,
        exponent=2,
        language=options.language,
        number=NO_NUMBER,
        time=int(time.time()),
        zone=time.localtime().tm_gmtoff // 60,
        days=0,
        sequence=0,
        demo=True,
    )
    raise _answer(bench.play(wanted, ANSWERS), job)


def _answer(said: Message, job: int) -> Stop:
    answer = fields_of(said)
    match said:
        case JobReport(outcome="whole", taken=taken):
            return Stop(GOOD, answer, f"job {job}: printed whole, ticket {taken.replace('_', ' ')}")
        case JobReport(outcome=outcome):
            fate = FATES[OUTCOMES.index(outcome)].replace("_", " ")
            return Stop(REFUSED, answer, f"job {job}: {outcome.replace('_', ' ')}: {fate}; it is not printed again")
        case JobRefused(verdict=verdict):
            return Stop(REFUSED, answer, f"job {job} was refused: {verdict.replace('_', ' ')}; nothing was printed")
        case JobNotSent(why=why):
            return Stop(REFUSED, answer, f"job {job} was not sent: {WHY_NOT[why]}")
        case PrinterMalfunction(text=text):
            return Stop(NOT_BELIEVED, answer, text)
    raise AssertionError("a job is answered by one of these")


WHY_NOT: Mapping[str, str] = {
    "other_printer": "it belongs to another printer",
    "memory_fault": "the printer tells of a fault of its memory; let it be repaired before it prints",
    "known_before": "the printer knew of it before and does not now",
    "job_number": "the printer has had a higher or the same job number; take a higher one",
    "texts": "the printer did not take the texts of a ticket; see [ticket_texts]",
}
TOOLS: Mapping[str, Tool] = {**OF_EVERY_UNIT, "status": status, "print-test": print_test}
