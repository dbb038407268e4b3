"""Many terminals in one process, each with a player who bets at random and keeps his own account.

A player counts his credits himself: down by what he puts up, up by what settlements pay. After a crash he starts from
what the controller says he has, for a settlement may have been on its way; what was acknowledged to him he remembers.
Those of even seats speak version 2 of the wire, and lay what they want in one command.
"""

import json
import random
import time
from collections import Counter
from typing import Any

import zmq

from controller.server.zmq.endpoints import commands_endpoint
from tests.server.cabinets import CabinetOfProcesses

BETS = ("pass_line", "field", "place:6", "place:8", "any_seven", "hard:8", "horn:12")
AGAIN_AFTER = 1.0
LOST_AFTER = 3.0


class Player:
    """One seat."""

    def __init__(self, seat: int, endpoint: str, chance: random.Random) -> None:
        self.seat = seat
        self.chance = chance
        self.socket: zmq.Socket[bytes] = zmq.Context.instance().socket(zmq.DEALER)
        self.socket.setsockopt(zmq.LINGER, 0)
        self.socket.connect(endpoint)
        self.table: dict[str, Any] = {}
        self.you: dict[str, Any] = {}
        self.credits: int | None = None
        """By his own account."""
        self.second = seat % 2 == 0
        self.series: int | None = None
        self.last_id = 0
        self.unanswered: dict[int, dict[str, Any]] = {}
        self.said: dict[int, float] = {}
        self.acknowledged: set[int] = set()
        self.refused: Counter[str] = Counter()
        self.settled = 0
        self.disputes: list[str] = []
        self.heard_at = self.beat_at = self.hello_at = 0.0
        self.acted_in = (0, "")
        self.done_in = (0, "")
        """Where this player has laid his wagers and is to say that he is done: once they are all answered, so that
        no round closes before the others have come to bet, however fast the controller is."""

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps({"v": 2, **message} if self.second else message).encode())

    def hear_all(self, now: float) -> None:
        while self.socket.poll(0):
            self.heard_at = now
            self._hear(json.loads(self.socket.recv()))

    def _hear(self, message: dict[str, Any]) -> None:
        match message["kind"]:
            case "welcome":
                self.table, self.you = message["table"], message["you"]
                self.series = message.get("series")
                self.last_id = max(self.last_id, message["last_id"])
                self.credits = self.you["credits"]
                for number in message["unknown"]:
                    self.say(**self.unanswered[number])
            case "answer":
                self._answered(message)
            case "settled":
                self.settled += 1
                self._count(message)
                self.you = message["you"] if self.you else {}
                if self.you and not self.unanswered and self.credits != self.you["credits"]:
                    self.disputes.append(f"round {message['round']}: {self.credits} by his account, {self.you}")
            case "seat":
                self.you = message
            case "not_taken" if message["code"] == "hello_first":
                self.hello_at = 0.0
                self.heard_at = 0.0

    def _answered(self, answer: dict[str, Any]) -> None:
        command = self.unanswered.pop(answer["id"], None)
        if not answer["ok"]:
            self.refused[answer["code"]] += 1
            return
        self.acknowledged.add(answer["id"])
        if command is not None and command["kind"] in ("wager", "wagers") and self.credits is not None:
            self.credits -= sum(row["amount"] for row in command.get("wagers", [command]))

    def _count(self, settled: dict[str, Any]) -> None:
        assert self.credits is not None
        for row in settled["rows"]:
            back = 0 if row["stays"] or row["result"] == "lose" else row["stake"]
            self.credits += row["paid"] + back
        self.credits += sum(row["amount"] for row in settled["returned"])

    def act(self, now: float, table: dict[str, Any]) -> None:
        """Keep the link, send again what has no answer, and play."""
        if now - self.heard_at > LOST_AFTER:
            if now - self.hello_at > AGAIN_AFTER:
                self.hello_at = now
                more = {"series": self.series} if self.second else {}
                self.say(kind="hello", seat=self.seat, software="test", unfinished=sorted(self.unanswered), **more)
            return
        if now - self.beat_at > AGAIN_AFTER:
            self.beat_at = now
            self.say(kind="heartbeat", n=int(now))
            for number, command in self.unanswered.items():
                if now - self.said[number] > AGAIN_AFTER:
                    self.say(**command)
        here = (table["round"], table["phase"])
        if here == self.done_in and not self.unanswered:
            self.done_in = (0, "")
            self.command("done", now, round=here[0])
        if here == self.acted_in or table["holds"] or self.credits is None:
            return
        self.acted_in = here
        if table["phase"] in ("idle", "betting"):
            bets = [self.chance.choice(BETS) for _ in range(self.chance.randint(1, 4))]
            rows = [{"do": "place", "bet": bet, "amount": 600} for bet in bets]
            if self.second:
                self.command("wagers", now, round=here[0], wagers=rows)
            else:
                for row in rows:
                    self.command("wager", now, round=here[0], **row)
            self.done_in = here
        elif table["phase"] == "shooting" and table["shooter"] == self.seat:
            self.command("shoot", now, round=here[0])
        elif table["phase"] == "asking":
            self.command("choose", now, round=here[0], keep=True)

    def command(self, kind: str, now: float, **fields: Any) -> None:
        self.last_id += 1
        more = {"series": self.series} if self.second else {}
        self.unanswered[self.last_id] = {"kind": kind, "id": self.last_id, **more, **fields}
        self.said[self.last_id] = now
        self.say(**self.unanswered[self.last_id])


class Players:
    """All of them, in one loop."""

    def __init__(self, cabinet: CabinetOfProcesses, seats: int, seed: int, kind: type[Player] = Player) -> None:
        chance = random.Random(seed)
        endpoint = commands_endpoint(cabinet.run, "terminal")
        self.all = [kind(seat, endpoint, random.Random(chance.random())) for seat in range(1, seats + 1)]
        self.listener = cabinet.listener()
        self.table: dict[str, Any] | None = None

    @property
    def refused(self) -> Counter[str]:
        """What they were refused, by its code."""
        return sum((player.refused for player in self.all), Counter())

    def play(self, until_round: int, settled: int = 0, patience: float = 200.0) -> None:
        """Until the table has come to this round, and each was told so often how a round of his ended."""
        end = time.monotonic() + patience
        while (
            self.table is None
            or self.table["round"] < until_round
            or any(player.settled < settled for player in self.all)
        ):
            now = time.monotonic()
            assert now < end, f"not at round {until_round} after {patience} s: {self.table}"
            self.turn(now)

    def rest(self, patience: float = 60.0) -> None:
        """Until every command has its answer; nobody begins another."""
        end = time.monotonic() + patience
        while any(player.unanswered for player in self.all):
            now = time.monotonic()
            assert now < end, {player.seat: player.unanswered for player in self.all if player.unanswered}
            self.turn(now, playing=False)

    def ask_what_they_have(self, patience: float = 60.0) -> None:
        """Until each has heard all that was said to him, and what his seat has."""
        end = time.monotonic() + patience
        for player in self.all:
            player.you = {}
            player.say(kind="snapshot_wanted")
        while not all(player.you for player in self.all):
            assert time.monotonic() < end
            self.turn(time.monotonic(), playing=False)

    def turn(self, now: float, playing: bool = True) -> None:
        self.listener.socket.poll(5)
        while self.listener.socket.poll(0):
            self.table = json.loads(self.listener.socket.recv())
        for player in self.all:
            player.hear_all(now)
            if self.table is not None:
                table = self.table if playing else {**self.table, "holds": {"rest": "the evening is over"}}
                player.act(now, table)

    def close(self) -> None:
        for player in self.all:
            player.socket.close()
