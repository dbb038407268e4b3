"""A player's terminal and the player at it: bets as planned, shoots and chooses as he likes, and may misbehave.

It is written from `docs/wire.md` and shares nothing with the terminal that we ship. It keeps a command until it has
its answer and sends it again with the same number; a terminal that crashed has forgotten all that. Those of even seats
speak version 2 of the wire.
"""

import json
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Any

from controller.server.loop.ports import Who
from tools.simulator.cabinet.agenda import Agenda
from tools.simulator.cabinet.lies import LIES_AHEAD, lies
from tools.simulator.cabinet.network import Network
from tools.simulator.cabinet.plan import Item
from tools.simulator.checks import LawBroken

TICK, HELLO_AGAIN = 1000, 350
LOST_AFTER = 3000
AGAIN_AFTER = 1000
MOST_UNDER_WAY = 64
FLOOD, QUESTIONS, NAGGING = 700, 400, 30
WINDOW = ("idle", "betting")
NOBODY_BETS = 1500
"""Milliseconds of an idle table after which somebody bets, so that play goes on."""

Told = dict[str, Any]
Answered = Callable[[str, Told, Told | None], None]
"""Who wants to know of every answer that was told: to which client, what, and to which command."""


class Terminal:
    """One seat."""

    def __init__(self, seat: int, agenda: Agenda, network: Network, seed: int, answered: Answered, bets: str) -> None:
        self.seat = seat
        self._agenda, self._network, self._answered, self._bets = agenda, network, answered, bets
        self._random = Random(f"{seed}/terminal/{seat}")
        self._second = seat % 2 == 0
        self._who = Who(f"key of seat {seat}", "terminal", seat)
        self._connection = network.connect(self._who, self._hear, self.see)
        self._plans: dict[int, list[Item]] = {}
        self._epoch = ""
        self._ticking = 0
        self.table: Told = {}
        self.you: Told = {}
        self.purse_now: Told = {}
        self._lied_about: deque[int] = deque(maxlen=MOST_UNDER_WAY)
        self._lies_answered = 0
        self.resting = False
        """Whether the player has had enough: no more commands."""
        self._forget()
        self._begin_ticking()

    def _forget(self) -> None:
        """As a process that has just started."""
        self.up = False
        self._heard_at = 0
        self._series: int | None = None
        self._next_id = 0
        """0 before anybody has welcomed us."""
        self._under_way: dict[int, tuple[Told, int]] = {}
        self._answered_last: dict[int, Told] = {}
        self._played = 0
        self._acted = (0, "")

    def plan(self, number: int, items: list[Item]) -> None:
        """What the player wants in a round."""
        self._plans = {number: items}
        self._look()

    # ---- the line ----

    def _say(self, **message: Any) -> None:
        self._connection.say(json.dumps({"v": 2, **message} if self._second else message).encode())

    def _begin_ticking(self) -> None:
        self._ticking += 1
        number = self._ticking
        self._agenda.after(self._random.randrange(1, TICK), lambda: self._tick(number))

    def _tick(self, number: int) -> None:
        if number != self._ticking:
            return
        now = self._agenda.time
        if self.up and now - self._heard_at > LOST_AFTER:
            self.up = False
        if self.up:
            self._say(kind="heartbeat", n=now)
            for command, said_at in list(self._under_way.values()):
                if now - said_at >= AGAIN_AFTER:
                    self._send(command)
        else:
            more = {"series": self._series} if self._second else {}
            self._say(kind="hello", seat=self.seat, software="simulated", unfinished=sorted(self._under_way), **more)
        self._agenda.after(TICK if self.up else HELLO_AGAIN, lambda: self._tick(number))

    def command(self, kind: str, **fields: Any) -> None:
        """Something with a number, sent until it is answered."""
        if self._next_id and len(self._under_way) < MOST_UNDER_WAY and not self.resting:
            counted = {"series": self._series, "id": self._next_id} if self._second else {"id": self._next_id}
            self._send({"kind": kind, **counted, **fields})
            self._next_id += 1

    def _send(self, command: Told) -> None:
        self._under_way[command["id"]] = command, self._agenda.time
        self._say(**command)

    def _hear(self, data: bytes) -> None:
        message = json.loads(data)
        self._heard_at = self._agenda.time
        match message["kind"]:
            case "welcome":
                self._welcome(message)
            case "answer":
                command, _ = self._under_way.pop(message["id"], (self._answered_last.get(message["id"]), 0))
                self._answered(f"seat-{self.seat}", message, self._perhaps_a_lie(message["id"], command))
                if command is not None:
                    self._answered_last[message["id"]] = command
                    self._answered_last.pop(message["id"] - MOST_UNDER_WAY, None)
                self.purse_now = message["purse"] or self.purse_now
            case "seat":
                self._sit(message)
            case "settled":
                self._sit(message["you"])
            case "table":
                self.see(data)
            case "not_taken" if message["code"] in ("hello_first", "flood", "taken_over"):
                self.up = False

    def _welcome(self, welcome: Told) -> None:
        self.up = True
        if self._second and welcome["series"] != self._series:
            self._series = welcome["series"]
            self._under_way.clear()
            self._answered_last.clear()
        self._next_id = max(welcome["last_id"], *self._under_way, 0) + 1
        for number in welcome["unknown"]:
            if number in self._under_way:
                self._send(self._under_way[number][0])
        self.table = welcome["table"]
        self._sit(welcome["you"])
        self._look()

    def _sit(self, you: Told) -> None:
        if you["seat"] != self.seat:
            raise LawBroken("privacy", f"seat {self.seat} was told what seat {you['seat']} has")
        self.you = you
        self.purse_now = {name: you[name] for name in ("credits", "layout", "vigorish")}
        if you["asked"]:
            self._choose()

    def see(self, data: bytes) -> None:
        """A broadcast."""
        table = parsed(data)
        if table["epoch"] == self.table.get("epoch") and table["seq"] < self.table["seq"]:
            return
        if self._epoch not in ("", table["epoch"]):
            self.up = False  # another controller: it does not know us
        self._epoch = table["epoch"]
        self.table = table
        self._look()

    # ---- the player ----

    def _look(self) -> None:
        table = self.table
        if not self.up or not table or table["holds"]:
            return
        number, phase = table["round"], table["phase"]
        if phase in WINDOW and number in self._plans and self._played != number:
            self._played = number
            for item in self._plans.pop(number):
                self._agenda.after(item.after, lambda item=item: self._do(number, item))  # type: ignore[misc]
            if self.seat == 1:
                self._agenda.after(NOBODY_BETS, lambda: self._somebody_bets(number))
        elif phase == "shooting" and table["shooter"] == self.seat and self._acted != (number, phase):
            self._acted = number, phase
            self._agenda.after(self._random.randrange(50, 600), lambda: self._shoot(number))

    def _do(self, number: int, item: Item) -> None:
        if item.what == "wager":
            self._bet(number, [tuple(item.args[1:])])
        elif item.what == "wagers":
            self._bet(number, [tuple(wish) for wish in item.args[1]])
        elif item.what == "done":
            self.command("done", round=number)
        elif item.what == "cash_out":
            self.command("cash_out")

    def _bet(self, number: int, wishes: list[tuple[Any, ...]]) -> None:
        """One command for all of them, where there is one; else one each."""
        if self._second:
            rows = [_row(*wish) for wish in wishes]
            self._command_if_it_is_one("wagers", all(map(_can_be_said, wishes)), round=number, wagers=rows)
            return
        for wish in wishes:
            said = dict(zip(("do", "bet", "amount", "on"), wish, strict=True))
            self._command_if_it_is_one("wager", _can_be_said(wish), round=number, **said)

    def _command_if_it_is_one(self, kind: str, is_one: bool, **fields: Any) -> None:
        """What is no message of the wire is no command, and gets no answer."""
        if is_one:
            self.command(kind, **fields)
        else:
            self._say(kind=kind, id=max(1, self._next_id), **fields)

    def _somebody_bets(self, number: int) -> None:
        table = self.table
        if table["round"] == number and table["phase"] == "idle":
            self._bet(number, [("place", self._bets, self._random.choice((500, 1000, 2500)), None)])
        if table["round"] == number and table["phase"] in WINDOW:
            self._agenda.after(NOBODY_BETS, lambda: self._somebody_bets(number))

    def _shoot(self, number: int) -> None:
        chance = self._random.random()
        if chance < 0.9:
            self.command("shoot" if chance < 0.8 else "pass_dice", round=number)

    def _choose(self) -> None:
        number = self.table.get("round", 0)
        if self._acted != (number, "asking"):
            self._acted = number, "asking"
            keep = self._random.random() < 0.6
            self._agenda.after(
                self._random.randrange(50, 2000), lambda: self.command("choose", round=number, keep=keep)
            )

    # ---- misbehaviour ----

    def misbehave(self, what: str, milliseconds: int, seed: int) -> None:
        """Crash, hang, lie, flood, ask and not listen, nag, or be two."""
        match what:
            case "crash":
                self._network.close(self._connection)
                self._ticking += 1
                self._agenda.after(milliseconds, self._come_back)
            case "hang":
                self._connection.reads = False
                self._ticking += 1
                self._agenda.after(milliseconds, self._wake)
            case "lie":
                series = (self._series or 0) if self._second else None
                for lie in lies(Random(seed), self.seat, self._next_id, self.table.get("round", 1), series, self._bets):
                    self._connection.say(lie)
                self._lied_about.extend((max(1, self._next_id - 1), self._next_id + LIES_AHEAD))
            case "flood":
                for number in range(FLOOD):
                    self._say(kind="heartbeat", n=number)
            case "deaf":
                self._connection.reads = False
                for _ in range(QUESTIONS):
                    self._say(kind="snapshot_wanted")
                self._agenda.after(milliseconds, self._wake)
            case "nag":
                number = self.table.get("round", 0)
                for _ in range(NAGGING):
                    self._bet(number, [("place", self._bets, 10**7, None)])
            case "second":
                self._come_back()
            case "goodbye":
                self._say(kind="goodbye")

    def _perhaps_a_lie(self, number: int, command: Told | None) -> Told | None:
        """Of a number under which lies were told nobody knows which command is answered: each may be another one."""
        if command is None or number not in self._lied_about:
            return command
        self._lies_answered += 1
        return {**command, "or_a_lie": self._lies_answered}

    def _come_back(self) -> None:
        """Another process for the same seat; one that is still there does not know of it."""
        self._connection.hear = lambda _data: None
        self._connection.listen = None
        self._connection = self._network.connect(self._who, self._hear, self.see)
        self._forget()
        self._begin_ticking()

    def _wake(self) -> None:
        self._connection.read_again()
        self._begin_ticking()

    def ask(self) -> None:
        """Say what you know, and hear how it really is."""
        self.you = {}
        self._say(kind="snapshot_wanted")

    @property
    def is_quiet(self) -> bool:
        """Up, and with an answer to everything."""
        return self.up and not self._under_way


def _row(do: str, bet: str, amount: int | None, on: bool | None) -> Told:
    """As version 2 has it: nothing that the act does not need."""
    said = {"do": do, "bet": bet, "amount": amount, "on": on}
    return {name: value for name, value in said.items() if value is not None}


def _can_be_said(wish: tuple[Any, ...]) -> bool:
    """Whether the wire has such a message."""
    return wish[2] is None or wish[2] >= 1


_last: tuple[bytes, Told] = b"", {}


def parsed(data: bytes) -> Told:
    """A broadcast is the same for all; read it once."""
    global _last
    if _last[0] is not data:
        _last = data, json.loads(data)
    return _last[1]
