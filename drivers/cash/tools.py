"""A bill acceptor on a technician's bench: watch it, let notes in or not, stack one or give it back.

The tools drive the acceptor through the same session as a driver does, with this process in the controller's place.
Nothing is credited: what is stacked here has to be counted.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any, NoReturn

from drivers.cash.acceptor import (
    Accept,
    Acceptor,
    Booked,
    Enable,
    Enabled,
    Foreign,
    Lost,
    Note,
    NoteAtEscrow,
    NotRouted,
    Order,
    Ready,
    Rejected,
    Reset,
    Return,
    Returned,
    Stacked,
    TicketAtEscrow,
    Told,
)
from drivers.cash.line import AcceptorLine
from drivers.common.serial.port import PortName

GOOD, REFUSED, LOST = 0, 3, 4
"""Exit codes: as asked; the acceptor or its paper did otherwise; lost, wrong, or nothing came."""
ANSWER_PATIENCE = 10.0
"""Seconds to find out who is there."""
LOOK_EVERY = 0.1


class AcceptorStop(Exception):
    """The tool has its answer, or will not get one: exit code, and a sentence."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code, self.text = code, text


class AcceptorBench:
    """One acceptor, turned until what is asked for is told."""

    def __init__(self, port: PortName, acceptor: Acceptor, options: argparse.Namespace) -> None:
        self._line = AcceptorLine(port, acceptor)
        self._port, self._options = port.text, options
        self.standing: Told | None = None  # at escrow

    def close(self) -> None:
        self._line.close()

    def tell(self, order: Order) -> None:
        self._line.acceptor.told(order, time.monotonic())

    def hear(self, seconds: float | None) -> Iterator[Told]:
        """What is told, each printed as it comes."""
        end = time.monotonic() + seconds if seconds is not None else float("inf")
        while time.monotonic() < end:
            for told in self._line.turn():
                self._print(told)
                self._keep(told)
                yield told
            self._line.wait(min(LOOK_EVERY, max(0.0, end - time.monotonic())))

    def meet(self) -> Ready:
        """Find out who is there: once, for a technician stands by."""
        for told in self.hear(ANSWER_PATIENCE):
            if isinstance(told, Ready):
                return told
            if isinstance(told, Lost | Foreign):
                raise AcceptorStop(LOST, told.text)
        raise AcceptorStop(LOST, f"{self._port}: no acceptor answers")

    def let_in(self, ready: Ready, *, unless_said: bool) -> Enabled:
        """What the command line allows, which without a word is all or nothing."""
        allowed, known = self._options.allow, frozenset(note.value for note in ready.notes)
        everything = unless_said if allowed is None else "all" in allowed
        notes = known if everything else frozenset(allowed or ())
        if unknown := notes - known:
            raise AcceptorStop(REFUSED, f"it has no notes of {_listed(unknown)}; it has {_listed(known)}")
        self.tell(Enable(notes, self._options.tickets))
        for told in self.hear(ANSWER_PATIENCE):
            if isinstance(told, Enabled):
                return told
            if isinstance(told, Lost | Foreign):
                raise AcceptorStop(LOST, told.text)
        raise AcceptorStop(LOST, f"{self._port}: it was told what to let in and did not answer")

    def shut(self) -> None:
        """Let nothing in, as far as the acceptor answers."""
        self.tell(Enable())
        for told in self.hear(ANSWER_PATIENCE):
            if isinstance(told, Enabled | Lost | Foreign):
                return

    def _keep(self, told: Told) -> None:
        if isinstance(told, NoteAtEscrow | TicketAtEscrow):
            self.standing = told
        elif isinstance(told, Stacked | Reset):
            self.tell(Booked())
            self.standing = None
        elif isinstance(told, Returned | Rejected):
            self.standing = None

    def _print(self, told: Told) -> None:
        said = as_json(told)
        if self._options.json:
            print(json.dumps(said), flush=True)
        elif self._options.act == "watch" or not isinstance(told, Ready | Enabled | Lost | Foreign):
            print(sentence(said), flush=True)


Tool = Callable[[AcceptorBench, argparse.Namespace], NoReturn]


def run_tool(port: PortName, acceptor: Acceptor, options: argparse.Namespace) -> int:
    """One of the tools, to its exit code."""
    bench = AcceptorBench(port, acceptor, options)
    try:
        TOOLS[options.act](bench, options)
    except AcceptorStop as stop:
        if stop.code != GOOD:
            print(f"boxcars: {stop.text}", file=sys.stderr)
        return stop.code
    except KeyboardInterrupt:
        return GOOD
    finally:
        bench.close()


def watch(bench: AcceptorBench, options: argparse.Namespace) -> NoReturn:
    letting_in = options.allow is not None or options.tickets
    for told in bench.hear(options.seconds):
        if isinstance(told, Ready) and letting_in:
            bench.let_in(told, unless_said=False)
    if letting_in:
        bench.shut()
    raise AcceptorStop(GOOD, "watched")


def inhibit(bench: AcceptorBench, options: argparse.Namespace) -> NoReturn:
    enabled = bench.let_in(bench.meet(), unless_said=False)
    if not options.json:
        tickets = "and tickets" if enabled.tickets else "and no tickets"
        print(f"let in: {_listed(enabled.notes) or 'no notes'} {tickets}")
    raise AcceptorStop(GOOD, "inhibited")


def accept(bench: AcceptorBench, options: argparse.Namespace) -> NoReturn:
    _route(bench, options, Accept(), Stacked)


def give_back(bench: AcceptorBench, options: argparse.Namespace) -> NoReturn:
    _route(bench, options, Return(), Returned)


def _route(bench: AcceptorBench, options: argparse.Namespace, order: Order, outcome: type[Told]) -> NoReturn:
    """The paper at escrow, or the next that comes there, to where it is ordered; after it nothing is let in."""
    ready = bench.meet()
    if bench.standing is None:
        bench.let_in(ready, unless_said=True)
    try:
        _follow(bench, options, order, outcome)
    finally:
        bench.shut()


def _follow(bench: AcceptorBench, options: argparse.Namespace, order: Order, outcome: type[Told]) -> NoReturn:
    if bench.standing is not None:
        bench.tell(order)
    for told in bench.hear(options.seconds):
        match told:
            case NoteAtEscrow() | TicketAtEscrow():
                bench.tell(order)
            case Stacked() | Returned():
                code = GOOD if isinstance(told, outcome) else REFUSED
                raise AcceptorStop(code, sentence(as_json(told)))
            case NotRouted(text=text):
                raise AcceptorStop(REFUSED, text)
            case Lost(text=text) | Foreign(text=text):
                raise AcceptorStop(LOST, text)
    raise AcceptorStop(LOST, f"nothing came within {options.seconds:g} s")


TOOLS: dict[str, Tool] = {"watch": watch, "inhibit": inhibit, "accept": accept, "return": give_back}


def as_json(told: Told) -> dict[str, Any]:
    """What was told, with its name, as JSON has it."""
    told_fields = {field.name: _plain(getattr(told, field.name)) for field in fields(told)}
    return {"told": _name(type(told)), **told_fields}


def _plain(value: Any) -> Any:
    if isinstance(value, Note):
        return {"type": value.type, "value": value.value}
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return {"epoch": value.epoch, "counter": value.counter} if hasattr(value, "counter") else value


def _name(kind: type[Told]) -> str:
    """`NoteAtEscrow` → note at escrow."""
    return "".join(f" {sign.lower()}" if sign.isupper() else sign for sign in kind.__name__).strip()


def sentence(said: dict[str, Any]) -> str:
    """The same for a person, without the mark."""
    parts = [
        f"{name.replace('_', ' ')} {_in_words(value)}" for name, value in said.items() if name not in ("told", "mark")
    ]
    return f"{said['told']}: {', '.join(parts)}" if parts else str(said["told"])


def _in_words(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(_in_words(one) for one in value) or "none"
    if isinstance(value, dict):
        return str(value["value"])
    if value is None or isinstance(value, bool):
        return {None: "not known", True: "yes", False: "no"}[value]
    return f"{value:.1f}" if isinstance(value, float) else str(value)


def _listed(values: frozenset[int]) -> str:
    return " ".join(map(str, sorted(values)))
