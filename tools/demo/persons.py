"""Persons who play at a demo by themselves, so that whoever looks sees a table that lives. Each has a seat.

They speak as a terminal of the cabinet does (`docs/wire.md`), and know of the game what its players like to lay. In
each window they lay a few wagers, shoot when the dice are theirs, and go to the cashier when they are nearly broke.
"""

import contextlib
import json
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

import zmq

from controller.games.registry import game_row
from controller.games.row import Habits
from controller.protocol.client import OUT_OF_COUNT, Commands, Line
from controller.server.zmq.endpoints import broadcasts_endpoint, commands_endpoint
from controller.service.station import CannotServe
from tools.demo.cashier import Cashier
from tools.emulators.common.control import NoEmulator

CHIP, MOST_CHIPS, MOST_MORE = 500, 4, 3
POOR = 10_000
LOOK_MS = 200
LIKES_TO_WAIT = 6.0
"""Seconds at most between two things that a person does."""
WINDOW = ("idle", "betting")

Told = dict[str, Any]


class Player:
    """What a person at this seat does next, by what they have been told; nothing here speaks."""

    def __init__(self, seat: int, habits: Habits, random: Random) -> None:
        self.seat, self._habits, self._random = seat, habits, random
        self.table: Told = {}
        self.you: Told = {}
        self._round, self._left = -1, list[str]()

    def wants(self) -> Told | None:
        """A command without its number; None: to wait."""
        table, random = self.table, self._random
        if not table or table["holds"]:
            return None
        if table["phase"] == "shooting" and table["shooter"] == self.seat:
            return {"kind": "shoot", "round": table["round"]}
        if table["phase"] not in WINDOW:
            return None
        if table["round"] != self._round:
            self._round = table["round"]
            more = random.sample(self._habits.favourites, random.randint(1, MOST_MORE))
            self._left = [self._habits.always, *more]
        if not self._left or self.you.get("credits", 0) < CHIP * MOST_CHIPS:
            return None
        wager = {"do": "place", "bet": self._left.pop(0), "amount": CHIP * random.randint(1, MOST_CHIPS)}
        return {"kind": "wagers", "round": table["round"], "wagers": [wager]}


class Person(threading.Thread):
    """One, with a line to the controller."""

    def __init__(self, run: Path, seat: int, game: str, seed: int) -> None:
        super().__init__(name=f"person at seat {seat}")
        self._run, self._random = run, Random(seed)
        self._player = Player(seat, game_row(game).habits, self._random)
        self._line, self._commands = Line(hello_again=1.0), Commands[Told, None]()
        self._cashier = Cashier(run)
        self._ending = threading.Event()
        self._mine: Any = None

    def leave(self) -> None:
        """And wait until the line is hung up."""
        self._ending.set()
        self.join()

    def run(self) -> None:
        """Until told to leave."""
        with zmq.Context() as context, context.socket(zmq.SUB) as heard, context.socket(zmq.DEALER) as self._mine:
            heard.linger = self._mine.linger = 0
            heard.subscribe(b"")
            heard.connect(broadcasts_endpoint(self._run))
            self._mine.connect(commands_endpoint(self._run, "terminal"))
            poller = zmq.Poller()
            poller.register(heard, zmq.POLLIN)
            poller.register(self._mine, zmq.POLLIN)
            acts_at = time.monotonic()
            while not self._ending.is_set():
                self._keep_line()
                for socket, _ in poller.poll(LOOK_MS):
                    self._hear(json.loads(socket.recv()), socket is self._mine)
                if self._line.up and time.monotonic() >= acts_at:
                    acts_at = time.monotonic() + self._random.uniform(1.0, LIKES_TO_WAIT)
                    self._act()

    def _keep_line(self) -> None:
        now = time.monotonic()
        if self._line.is_due(now):
            self._say({"kind": "heartbeat", "n": int(now)}) if self._line.up else self._hello()
        for silent in self._commands.due(now):
            self._say(silent)

    def _act(self) -> None:
        wanted = self._player.wants()
        if wanted is not None and not self._commands.is_full:
            message = {**wanted, "series": self._commands.series, "id": self._commands.next_id}
            self._commands.send(message, None, time.monotonic())
            self._say(message)
        elif self._player.you.get("credits", POOR) < POOR:
            with contextlib.suppress(CannotServe, NoEmulator):  # the next time, then
                self._cashier.give(self._player.seat)

    def _hear(self, message: Told, is_mine: bool) -> None:
        if is_mine:
            self._line.heard(time.monotonic())
        elif not self._line.follows(message["epoch"]):
            return
        player = self._player
        match message["kind"]:
            case "welcome":
                self._welcomed(message)
            case "table":
                player.table = message
            case "seat":
                player.you = message
            case "settled":
                player.you = message["you"]
            case "answer":
                self._commands.answered(message["id"], message["code"], message["details"])
                if message["code"] in OUT_OF_COUNT:
                    self._hello()
                if message["purse"]:
                    player.you = {**player.you, **message["purse"]}
            case "not_taken":
                self._line.not_taken(message["code"])

    def _welcomed(self, message: Told) -> None:
        self._line.welcomed(message["epoch"])
        self._commands.begin(message["series"])
        self._commands.count_from(message["last_id"])
        for lost in self._commands.unknown(message["unknown"], time.monotonic()):
            self._say(lost)
        self._player.table, self._player.you = message["table"], message["you"]

    def _hello(self) -> None:
        asked = {"series": self._commands.series, "unfinished": sorted(self._commands.under_way)}
        self._say({"kind": "hello", "seat": self._player.seat, "software": "person", **asked})

    def _say(self, message: Told) -> None:
        self._mine.send(json.dumps({"v": 2, **message}).encode())
