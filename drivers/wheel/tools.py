"""What a technician asks a wheel unit beyond what every unit is asked: spin once."""

import argparse
import os
from collections.abc import Mapping
from typing import Any, NoReturn

from controller.protocol.devices.authentic import NONCE_LENGTH
from controller.protocol.devices.authentic.spin import OUTCOMES, contradictions, judge_spin
from controller.protocol.devices.wheel import (
    SpinRefused,
    SpinReport,
    WantedSpin,
    WheelMalfunction,
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


def spin(bench: Bench, options: argparse.Namespace) -> NoReturn:
    bench.meet()
    wanted = WantedSpin(
        spin_id=bench.next_id(options.spin_id),
        nonce=os.urandom(NONCE_LENGTH).hex(),
        rotor=options.rotor,
        launch=options.launch,
        hold_ms=options.hold,
    )
    raise _answer(bench.play(wanted, (SpinReport, SpinRefused, WheelMalfunction)), wanted, options.key)


def _answer(said: object, wanted: WantedSpin, key: bytes | None) -> Stop:
    match said:
        case SpinReport():
            return _judged(said, wanted, key)
        case WheelMalfunction(text=text):
            return Stop(NOT_BELIEVED, _no_spin(wanted.spin_id, "malfunction", error=text), text)
        case SpinRefused(verdict=verdict):
            text = f"spin {wanted.spin_id} was refused: {verdict.replace('_', ' ')}"
            return Stop(REFUSED, _no_spin(wanted.spin_id, "refused", verdict=verdict), text)
    raise AssertionError("a spin is answered by one of these")


def _judged(report: SpinReport, wanted: WantedSpin, key: bytes | None) -> Stop:
    """The report, believed or not, contradictory or sound."""
    nonce = bytes.fromhex(wanted.nonce)
    judgement = judge_spin(report, spin_id=wanted.spin_id, nonce=nonce, key=key) if key else "unverifiable"
    flaws = contradictions(report)
    answer = _in_words(report) | {"contradictions": list(flaws), "authentic": judgement == "authentic"}
    text = _sentence(report, answer["outcome"])
    if (doubted := disbelieved(judgement, answer, text)) is not None:
        return doubted
    if flaws:
        return Stop(NOT_BELIEVED, answer, f"{text}, authentic and contradictory ({', '.join(flaws)}): no result")
    if answer["number"] is None:
        return Stop(REFUSED, answer, f"{text}, authentic: no result")
    return Stop(GOOD, answer, f"{text}, authentic")


def _in_words(report: SpinReport) -> dict[str, Any]:
    """Every field of a report, the outcome by its name."""
    fields = report.model_dump(exclude={"kind", "v", "payload", "mac"})
    known = report.outcome < len(OUTCOMES)
    outcome = OUTCOMES[report.outcome] if known else f"outcome {report.outcome}"
    return fields | {"outcome": outcome, "number": report.number if report.outcome == 0 else None}


def _sentence(report: SpinReport, outcome: str) -> str:
    what = str(report.number) if report.outcome == 0 else outcome.replace("_", " ")
    ball = {1: "clockwise", -1: "anticlockwise", 0: "not moving"}.get(report.ball, f"going {report.ball}")
    turns = f"{report.revolutions} revolution{'s' * (report.revolutions != 1)}"
    return f"spin {report.spin_id}: {what} ({turns}, ball {ball}, rotor {report.rotor} rpm, {report.elapsed_ms} ms)"


def _no_spin(spin_id: int, outcome: str, **more: str) -> dict[str, Any]:
    return {"spin_id": spin_id, "outcome": outcome, "number": None, "authentic": False, **more}


TOOLS: Mapping[str, Tool] = {**OF_EVERY_UNIT, "spin": spin}
