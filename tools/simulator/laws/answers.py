"""What must hold of answers: what is told is on the disk, happened once, and is told alike however often."""

import json
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, NamedTuple

from tools.simulator.checks import LawBroken

ANSWERS_COMPARED = 600
"""For each client; the controller itself keeps fewer."""
OF_THE_MOMENT = ("stale_id", "id_jump", "series_over")
"""Refusals of a number, which may be another one when it is asked again."""


class Said(NamedTuple):
    """An answer that somebody was told, to what, and how often the controller had started by then."""

    ok: bool
    code: str
    details: str
    command: str
    starts: int


class Answers:
    """To all clients."""

    def __init__(self) -> None:
        self.count = self.starts = 0
        self._accepted: dict[str, OrderedDict[int, bool]] = {}
        self._told: dict[str, OrderedDict[int, list[Said]]] = {}
        """The answers under each number: more than one where a refusal left no trace and the number was used again."""
        self._series: dict[str, int] = {}
        """The last that each client has begun; its numbers are those of no other."""

    def begun(self, client: str, series: int) -> None:
        """This client counts from 1 again."""
        self._series[client] = series
        self._accepted.pop(client, None)
        self._told.pop(client, None)

    def accepted(self, client: str, id: int) -> None:
        """A command has happened, says the disk."""
        known = self._accepted.setdefault(client, OrderedDict())
        if known and id <= next(reversed(known)):
            raise LawBroken("twice", f"command {id} of {client} was applied after {next(reversed(known))}")
        known[id] = True
        keep(known, ANSWERS_COMPARED)

    def told(self, client: str, answer: Mapping[str, Any], command: Mapping[str, Any] | None) -> None:
        """To this client, of this command.

        A refusal past the bound is not journalled: after a start the command is looked at anew, and a terminal that
        has forgotten it may use its number for another one (decision 505). The network may double what was told of
        the first one until after that.
        """
        self.count += 1
        if answer.get("series", (now := self._series.get(client))) != now:
            return  # a doubled answer to what the client said before it began anew
        id, ok, code = answer["id"], answer["ok"], answer["code"]
        if ok and id not in self._accepted.get(client, {}):
            raise LawBroken("durable", f"command {id} of {client} was acknowledged and is not on the disk")
        if code in OF_THE_MOMENT or command is None:
            return
        known = self._told.setdefault(client, OrderedDict())
        said = Said(ok, code, json.dumps(answer["details"], sort_keys=True), json.dumps(command), self.starts)
        *earlier, before = known.setdefault(id, [said])
        if before[:3] != said[:3] and said[:3] not in [one[:3] for one in earlier]:
            if before.ok or (before.starts, before.command) == (said.starts, said.command):
                raise LawBroken("answer", f"command {id} of {client} was answered {before}, and then {said}")
            known[id].append(said)
        keep(known, ANSWERS_COMPARED)


def keep(known: "OrderedDict[int, Any]", most: int) -> None:
    """The newest so many."""
    while len(known) > most:
        known.popitem(last=False)
