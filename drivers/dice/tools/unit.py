"""What a technician asks a dice unit: who are you, how are you, roll, test yourself.

The tools drive the unit through the same session as the driver does, with this process in the controller's place.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, NoReturn, TypeVar

from config.secrets import read_secret
from controller.protocol.devices.authentic import KEY_LENGTH, NONCE_LENGTH, judge
from controller.protocol.devices.dice import (
    FromDiceDriver,
    LinkDown,
    LinkUp,
    Malfunction,
    NotDone,
    NothingWanted,
    RollRefused,
    RollReport,
    RunSelfTest,
    SelfTestDone,
    UnitRebooted,
    UnitStatus,
    WantedRoll,
)
from drivers.dice.identity import ExpectedUnit
from drivers.dice.line import SerialLine
from drivers.dice.port import PortName

GOOD, REFUSED, LOST, NOT_BELIEVED = 0, 3, 4, 5
"""Exit codes: a No Roll or a refusal by the unit; lost or wrong unit; forged, unverifiable or impossible."""

ANSWER_PATIENCE = 3.0
SELF_TEST_PATIENCE = 10.1
"""The unit promises ten."""
RETURN_PATIENCE = 10.0
"""Seconds that a unit lost in mid-roll has to come back."""
ROLL_PATIENCE = 30.0
"""Seconds beyond the shake itself, losses included, after which a roll has failed."""
LAST_ROLL_ID = 2**64 - 1

Wanted = TypeVar("Wanted")


class Stop(Exception):
    """The tool has its answer, or will not get one: exit code, what to print as JSON, and a sentence."""

    def __init__(self, code: int, answer: dict[str, Any], text: str) -> None:
        super().__init__(text)
        self.code, self.answer, self.text = code, answer, text


class Bench:
    """A unit on a technician's bench: one line, turned until what is asked for is said."""

    def __init__(self, options: argparse.Namespace) -> None:
        name: PortName = options.port
        self._line = SerialLine(name, ExpectedUnit(options.model, options.serial))
        self._say: Callable[[str], None] = lambda text: print(f"boxcars: {text}", file=sys.stderr)
        self.tell(NothingWanted())

    def close(self) -> None:
        self._line.close()

    def meet(self) -> LinkUp:
        """Open the port and greet the unit: once, for a technician stands by."""
        for message in self._hear(ANSWER_PATIENCE):
            if isinstance(message, LinkUp):
                return message
            if isinstance(message, LinkDown):
                raise _lost(message.text)
        raise _lost(f"{self._line.session.port}: no dice unit answers")

    def status(self) -> UnitStatus:
        return self._await(UnitStatus, ANSWER_PATIENCE)

    def self_test(self) -> SelfTestDone:
        self.status()
        self.tell(RunSelfTest())
        return self._await(SelfTestDone, SELF_TEST_PATIENCE)

    def roll(self, wanted: WantedRoll) -> RollReport | RollRefused | Malfunction:
        """The answer to a wanted roll. A unit lost meanwhile is waited for: the roll stays the same roll."""
        lost_since: float | None = None
        self.tell(wanted)
        for message in self._hear(wanted.duration_ms / 1000 + ROLL_PATIENCE):
            match message:
                case RollReport() | RollRefused() | Malfunction() if message.roll_id == wanted.roll_id:
                    return message
                case LinkDown(text=text):
                    self._say(text)
                    lost_since = lost_since or time.monotonic()
                case LinkUp():
                    lost_since = None
            if lost_since is not None and time.monotonic() - lost_since > RETURN_PATIENCE:
                break
        raise _lost(f"{self._line.session.port}: the unit was lost in mid-roll and did not come back with an answer")

    def tell(self, wish: WantedRoll | NothingWanted | RunSelfTest) -> None:
        self._wanted_id = wish.roll_id if isinstance(wish, WantedRoll) else None
        self._line.session.told(wish, time.monotonic())

    def _await(self, kind: type[Wanted], patience: float) -> Wanted:
        for message in self._hear(patience):
            if isinstance(message, kind):
                return message
            if isinstance(message, LinkDown):
                raise _lost(message.text)
            if isinstance(message, UnitRebooted):
                raise _lost(f"{self._line.session.port}: the unit rebooted meanwhile")
            if isinstance(message, NotDone):
                raise Stop(REFUSED, {"error": message.text}, message.text)
        raise _lost(f"{self._line.session.port}: no answer within {patience:g} s")

    def _hear(self, patience: float) -> Iterator[FromDiceDriver]:
        end = time.monotonic() + patience
        while time.monotonic() < end:
            said = self._line.turn()
            for message in said:  # all of them, before the one that is waited for ends the waiting
                self._mention(message)
            yield from said
            if not said:
                self._line.wait(0.1)

    def _mention(self, message: FromDiceDriver) -> None:
        """What the unit reports of rolls that are not this command's."""
        match message:
            case Malfunction() if message.roll_id is None or message.roll_id != self._wanted_id:
                self._say(message.text)
            case RollReport(roll_id=roll_id) if roll_id != self._wanted_id:
                self._say(
                    f"{self._line.session.port}: roll {roll_id}: an earlier roll's report, not acknowledged till now"
                )


def _lost(text: str) -> Stop:
    return Stop(LOST, {"error": text}, text)


def run_tool(options: argparse.Namespace) -> int:
    """One of the tools below, from its options to its exit code."""
    tool: Callable[[Bench, argparse.Namespace], NoReturn] = TOOLS[options.act]
    options.key = read_secret(options.key_file, KEY_LENGTH) if options.key_file else None
    bench = Bench(options)
    try:
        tool(bench, options)
    except Stop as stop:
        if options.json:
            print(json.dumps(stop.answer))
        elif stop.code == GOOD:
            print(stop.text)
        if stop.code != GOOD:
            print(f"boxcars: {stop.text}", file=sys.stderr)
        return stop.code
    finally:
        bench.close()


def hello(bench: Bench, _: argparse.Namespace) -> NoReturn:
    unit = bench.meet().unit
    text = f"model {unit.model}, serial {unit.serial}, firmware {unit.firmware}, boot {unit.boot_id:08x}"
    raise Stop(GOOD, unit.model_dump(exclude={"kind", "v"}), text)


def status(bench: Bench, _: argparse.Namespace) -> NoReturn:
    bench.meet()
    now = bench.status()
    lid = "open" if now.lid_open else "closed"
    text = (
        f"{now.state}, lid {lid}, faults: {', '.join(now.faults) or 'none'}, last roll {now.last_roll}, "
        f"{now.temperature} °C, {now.shakes} shakes, {now.link_errors} link errors seen by the unit"
    )
    raise Stop(GOOD, now.model_dump(mode="json", exclude={"kind", "v"}), text)


def self_test(bench: Bench, _: argparse.Namespace) -> NoReturn:
    bench.meet()
    failures = bench.self_test().failures
    answer = {"good": not failures, "failures": list(failures)}
    if failures:
        raise Stop(REFUSED, answer, f"the unit's self-test found: {', '.join(failures)}")
    raise Stop(GOOD, answer, "the unit's self-test found nothing wrong")


def roll(bench: Bench, options: argparse.Namespace) -> NoReturn:
    bench.meet()
    roll_id = options.roll_id if options.roll_id is not None else bench.status().last_roll + 1
    if roll_id > LAST_ROLL_ID:
        raise Stop(REFUSED, {"error": "no roll id is left"}, "the unit's last roll id is the largest there is")
    wanted = WantedRoll(
        roll_id=roll_id,
        nonce=os.urandom(NONCE_LENGTH).hex(),
        duration_ms=options.duration,
        strength=options.strength,
    )
    answer = bench.roll(wanted)
    if isinstance(answer, RollRefused):
        text = f"roll {roll_id} was refused: {answer.verdict.replace('_', ' ')}"
        raise Stop(REFUSED, _no_roll(roll_id, "refused", verdict=answer.verdict), text)
    if isinstance(answer, Malfunction):
        raise Stop(NOT_BELIEVED, _no_roll(roll_id, "impossible", error=answer.text), answer.text)
    raise _judged(answer, wanted, options.key)


def _judged(report: RollReport, wanted: WantedRoll, key: bytes | None) -> Stop:
    """The report, believed or not."""
    judgement = (
        judge(report, roll_id=wanted.roll_id, nonce=bytes.fromhex(wanted.nonce), key=key) if key else "unverifiable"
    )
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
    if judgement == "unverifiable":
        return Stop(NOT_BELIEVED, answer, f"{text}, unverifiable: name the unit's key with --key-file")
    if judgement != "authentic":
        hint = "the key is another one, the roll was asked for earlier with another nonce, or it is forged"
        return Stop(NOT_BELIEVED, answer, f"{text}, not authentic ({judgement.replace('_', ' ')}): {hint}")
    if report.outcome != "ok":
        return Stop(REFUSED, answer, f"{text}, authentic: no roll")
    return Stop(GOOD, answer, f"{text}, authentic")


def _no_roll(roll_id: int, outcome: str, **more: str) -> dict[str, Any]:
    nothing = {"dice": None, "attempts": None, "elapsed_ms": None, "authentic": False}
    return {"roll_id": roll_id, "outcome": outcome, **nothing, **more}


TOOLS = {"status": status, "hello": hello, "roll": roll, "self-test": self_test}
