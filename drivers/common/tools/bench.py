"""A unit on a technician's bench: who are you, how are you, test yourself, play once.

The tools drive the unit through the same session as the driver does, with this process in the controller's place.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NoReturn, TypeVar

from config.files.secrets import read_secret
from controller.protocol.devices.authentic import KEY_LENGTH
from controller.protocol.devices.unit import LinkDown, LinkUp, NotDone, NothingWanted, RunSelfTest, UnitRebooted
from controller.protocol.message import Message
from drivers.common.serial.port import PortName
from drivers.common.unit.identity import ExpectedUnit
from drivers.common.unit.line import SerialLine
from drivers.common.unit.words import Words

GOOD, REFUSED, LOST, NOT_BELIEVED = 0, 3, 4, 5
"""Exit codes: no result or a refusal by the unit; lost or wrong unit; forged, unverifiable or impossible."""

ANSWER_PATIENCE = 3.0
SELF_TEST_PATIENCE = 10.1
"""The unit promises ten."""
RETURN_PATIENCE = 10.0
"""Seconds that a unit lost in the middle of a play has to come back."""
PLAY_PATIENCE = 30.0
"""Seconds beyond the play itself, losses included, after which it has failed."""
LAST_ID = 2**64 - 1

Wanted = TypeVar("Wanted", bound=Message)


class Stop(Exception):
    """The tool has its answer, or will not get one: exit code, what to print as JSON, and a sentence."""

    def __init__(self, code: int, answer: dict[str, Any], text: str) -> None:
        super().__init__(text)
        self.code, self.answer, self.text = code, answer, text


class Bench:
    """One line, turned until what is asked for is said."""

    def __init__(self, options: argparse.Namespace, words: Words) -> None:
        name: PortName = options.port
        self.words = words
        self._line = SerialLine(name, ExpectedUnit(options.model, options.serial), words)
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
        raise _lost(f"{self._line.session.port}: no {self.words.unit} answers")

    def status(self) -> dict[str, Any]:
        """The unit's own view of itself, field by field."""
        return fields_of(self._await(self.words.status_kind, ANSWER_PATIENCE))

    def self_test(self) -> dict[str, Any]:
        self.status()
        self.tell(RunSelfTest())
        return fields_of(self._await(self.words.tested_kind, SELF_TEST_PATIENCE))

    def next_id(self, given: int | None) -> int:
        """The id of a play: as given, or the one after the unit's last."""
        last: int = self.status()[self.words.fields["last"]] if given is None else 0
        if last >= LAST_ID:
            play = self.words.play
            text = f"the unit's last {play} id is the largest there is"
            raise Stop(REFUSED, {"error": f"no {play} id is left"}, text)
        return last + 1 if given is None else given

    def play(self, wish: Message, answers: tuple[type[Message], ...]) -> Message:
        """The answer to a wanted play. A unit lost meanwhile is waited for: the play stays the same."""
        wanted = self.words.wish(wish)
        assert wanted is not None, "what is played is wished for"
        lost_since: float | None = None
        self.tell(wish)
        for message in self._hear(wanted.longest + PLAY_PATIENCE):
            if isinstance(message, answers) and self.words.play_of(message) == wanted.id:
                return message
            if isinstance(message, LinkDown):
                self._say(message.text)
                lost_since = lost_since or time.monotonic()
            elif isinstance(message, LinkUp):
                lost_since = None
            if lost_since is not None and time.monotonic() - lost_since > RETURN_PATIENCE:
                break
        port, play = self._line.session.port, self.words.play
        raise _lost(f"{port}: the unit was lost in mid-{play} and did not come back with an answer")

    def tell(self, wish: Message) -> None:
        wanted = self.words.wish(wish)
        self._wanted_id = wanted.id if wanted else None
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

    def _hear(self, patience: float) -> Iterator[Message]:
        end = time.monotonic() + patience
        while time.monotonic() < end:
            said = self._line.turn()
            for message in said:  # all of them, before the one that is waited for ends the waiting
                self._mention(message)
            yield from said
            if not said:
                self._line.wait(0.1)

    def _mention(self, message: Message) -> None:
        """What the unit reports of plays that are not this command's."""
        words, port = self.words, self._line.session.port
        which = words.play_of(message)
        if message.kind == "malfunction" and (which is None or which != self._wanted_id):
            self._say(message.model_dump()["text"])
        elif message.kind == f"{words.play}_report" and which != self._wanted_id:
            play = f"{words.play} {which}"
            self._say(f"{port}: {play}: an earlier {words.play}'s report, not acknowledged till now")


def fields_of(message: Message) -> dict[str, Any]:
    """What a message says, as JSON would have it."""
    return message.model_dump(mode="json", exclude={"kind", "v"})


def _lost(text: str) -> Stop:
    return Stop(LOST, {"error": text}, text)


Tool = Callable[[Bench, argparse.Namespace], NoReturn]


def run_tool(tools: Mapping[str, Tool], words: Words, options: argparse.Namespace) -> int:
    """One of these tools, from its options to its exit code."""
    options.key = read_secret(options.key_file, KEY_LENGTH) if options.key_file else None
    bench = Bench(options, words)
    try:
        tools[options.act](bench, options)
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
    now, called = bench.status(), bench.words.fields
    lid = called["open"].removesuffix("_open")
    text = (
        f"{now['state']}, {lid} {'open' if now[called['open']] else 'closed'}, "
        f"faults: {', '.join(now['faults']) or 'none'}, last {bench.words.play} {now[called['last']]}, "
        f"{now['temperature']} °C, {now[called['plays']]} {called['plays']}, "
        f"{now['link_errors']} link errors seen by the unit"
    )
    raise Stop(GOOD, now, text)


def self_test(bench: Bench, _: argparse.Namespace) -> NoReturn:
    bench.meet()
    failures = bench.self_test()["failures"]
    answer = {"good": not failures, "failures": failures}
    if failures:
        raise Stop(REFUSED, answer, f"the unit's self-test found: {', '.join(failures)}")
    raise Stop(GOOD, answer, "the unit's self-test found nothing wrong")


OF_EVERY_UNIT: Mapping[str, Tool] = {"status": status, "hello": hello, "self-test": self_test}


def disbelieved(judgement: str, answer: dict[str, Any], text: str) -> Stop | None:
    """Why a report is not believed; None where it is."""
    if judgement == "authentic":
        return None
    if judgement == "unverifiable":
        return Stop(NOT_BELIEVED, answer, f"{text}, unverifiable: name the unit's key with --key-file")
    hint = "the key is another one, it was asked for earlier with another nonce, or it is forged"
    return Stop(NOT_BELIEVED, answer, f"{text}, not authentic ({judgement.replace('_', ' ')}): {hint}")
