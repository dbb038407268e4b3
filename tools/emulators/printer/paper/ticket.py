"""What stands on a paper: the words of each template, in the language that was asked for. No places, no picture."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from tools.emulators.printer.paper.amounts import figures, in_words
from tools.emulators.printer.wire import ASSET, HAND_PAY, HOUSE, MANY, ONE, PLACE, SIGN, TEST, TICKET, Job

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "ticket": "CASH-OUT TICKET",
        "hand_pay": "HAND PAY",
        "test": "TEST PRINT",
        "not_redeemable": "NOT REDEEMABLE",
        "asset": "Asset",
        "sequence": "Sequence",
        "validation": "Validation",
        "days": "Valid for {} days",
        "day": "Valid for 1 day",
        "demo": "DEMO · NO CASH VALUE",
        "signed": "Paid by ______________ Witness ______________ Player ______________",
    },
    "es": {
        "ticket": "TICKET DE COBRO",
        "hand_pay": "PAGO MANUAL",
        "test": "IMPRESIÓN DE PRUEBA",
        "not_redeemable": "NO CANJEABLE · NOT REDEEMABLE",
        "asset": "Máquina",
        "sequence": "Secuencia",
        "validation": "Validación",
        "days": "Válido por {} días",
        "day": "Válido por 1 día",
        "demo": "DEMO · SIN VALOR",
        "signed": "Pagado por ______________ Testigo ______________ Jugador ______________",
    },
    "zh": {
        "ticket": "兑现票",
        "hand_pay": "人工派彩",
        "test": "测试打印",
        "not_redeemable": "不可兑换 · NOT REDEEMABLE",
        "asset": "机台",
        "sequence": "序号",
        "validation": "验证号",
        "days": "有效期 {} 天",
        "day": "有效期 1 天",
        "demo": "演示 DEMO · 无现金价值",
        "signed": "付款人 ______________ 见证人 ______________ 玩家 ______________",
    },
}
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
    words = WORDS.get(job.language, WORDS["en"])
    slip = job.template == HAND_PAY
    validity = words["day"] if job.days == 1 else words["days"].format(job.days)
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
