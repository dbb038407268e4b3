"""What a technician asks a dice unit beyond what every unit is asked: roll once."""

import argparse
import os
from collections.abc import Mapping
from typing import Any, NoReturn

from controller.protocol.devices.authentic import NONCE_LENGTH
from controller.protocol.devices.authentic.roll import judge
from controller.protocol.devices.dice import (
    Malfunction,
    RollRefused,
    RollReport,
    WantedRoll,
)
from drivers.common.tools.bench import (
    GOOD,
    NOT_BELIEVED,
    OF_EVERY_UNIT,
    REFUSED,
    Bench,
    Stop,
    Tool,
    disbelieved,
)


def roll(bench: Bench, options: argparse.Namespace) -> NoReturn:
    bench.meet()
    roll_id = bench.next_id(options.roll_id)
    wanted = WantedRoll(
        roll_id=roll_id,
        nonce=os.urandom(NONCE_LENGTH).hex(),
        duration_ms=options.duration,
        strength=options.strength,
    )
    match bench.play(wanted, (RollReport, RollRefused, Malfunction)):
        case RollRefused(verdict=verdict):
            text = f"roll {roll_id} was refused: {verdict.replace('_', ' ')}"
            raise Stop(REFUSED, _no_roll(roll_id, "refused", verdict=verdict), text)
        case Malfunction(text=text):
            raise Stop(NOT_BELIEVED, _no_roll(roll_id, "impossible", error=text), text)
        case RollReport() as report:
            raise _judged(report, wanted, options.key)
    raise AssertionError("a play is answered by one of these")


def _judged(report: RollReport, wanted: WantedRoll, key: bytes | None) -> Stop:
    """The report, believed or not."""
    nonce = bytes.fromhex(wanted.nonce)
    judgement = judge(report, roll_id=wanted.roll_id, nonce=nonce, key=key) if key else "unverifiable"
    answer = {
        "roll_id": report.roll_id,
        "outcome": report.outcome,
        "dice": list(report.dice) if report.dice else None,
        "attempts": report.attempts,
        "elapsed_ms": report.elapsed_ms,
        "authentic": judgement == "authentic",
    }
    what = f"{report.dice[0]} {report.dice[1]}" if report.dice else report.outcome.replace("_", " ")
    times = f"{report.attempts} attempt{'s' * (report.attempts != 1)}, {report.elapsed_ms} ms"
    text = f"roll {report.roll_id}: {what} ({times})"
    if (doubted := disbelieved(judgement, answer, text)) is not None:
        return doubted
    if report.outcome != "ok":
        return Stop(REFUSED, answer, f"{text}, authentic: no roll")
    return Stop(GOOD, answer, f"{text}, authentic")


def _no_roll(roll_id: int, outcome: str, **more: str) -> dict[str, Any]:
    nothing = {"dice": None, "attempts": None, "elapsed_ms": None, "authentic": False}
    return {"roll_id": roll_id, "outcome": outcome, **nothing, **more}


TOOLS: Mapping[str, Tool] = {**OF_EVERY_UNIT, "roll": roll}
