"""What stands on a paper: the words of each template, in the language that was asked for. No places, no picture."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from tools.emulators.printer.paper.amounts import figures, in_words
from tools.emulators.printer.paper.languages import language_of
from tools.emulators.printer.wire import ASSET, HAND_PAY, HOUSE, MANY, ONE, PLACE, SIGN, TEST, TICKET, Job

TITLES = {TICKET: "ticket", HAND_PAY: "hand_pay", TEST: "test"}


@dataclass(frozen=True)
class Face:
    """The front of a paper. What is empty is not there."""

    title: str
    house: str
    place: str
    number: str
    """As people read it; empty on a slip that nobody can redeem."""
    barcode: str
    """The digits of the symbol."""
    amount: str
    in_words: str
    when: str
    asset: str
    sequence: str
    validity: str
    warning: str
    demo: str
    signed: str


def face(job: Job, texts: Sequence[str]) -> Face:
    """What stands on the paper of this job, with the texts that the printer keeps."""
    spoken = language_of(job.language)
    words, slip = spoken.words, job.template == HAND_PAY
    validity = words["day" if spoken.is_one(job.days) else "days"].format(job.days)
    return Face(
        title=words[TITLES[job.template]],
        house=texts[HOUSE],
        place=texts[PLACE],
        number="" if slip else f"{words['validation']} {grouped(job.digits)}",
        barcode="" if slip else job.digits,
        amount=figures(job.amount, job.exponent, texts[SIGN]),
        in_words=in_words(job.amount, job.exponent, job.language, texts[ONE], texts[MANY]),
        when=when(job.time, job.zone),
        asset=f"{words['asset']} {texts[ASSET]}",
        sequence=f"{words['sequence']} {job.sequence}",
        validity=validity if job.template == TICKET else "",
        warning="" if job.template == TICKET else words["not_redeemable"],
        demo=words["demo"] if job.demo else "",
        signed=words["signed"] if slip else "",
    )


def grouped(digits: str) -> str:
    """`00-0001-0000-0171-2345`, as an eye can compare it."""
    return "-".join([digits[:2], *(digits[at : at + 4] for at in range(2, len(digits), 4))])


def when(time: int, zone: int) -> str:
    """Date and time of day there, with the zone."""
    there = timezone(timedelta(minutes=zone))
    return datetime.fromtimestamp(time, there).strftime("%Y-%m-%d %H:%M:%S ") + there.tzname(None)
