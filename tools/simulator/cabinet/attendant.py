"""The person on the floor: puts credits on, pays by hand, ends what holds the table. And the panel with its doors.

He sees the table as everybody in the room does, and acts through a station, one act at a time, sent again until it
is answered.
"""

import json
from collections.abc import Callable
from random import Random
from typing import Any

from controller.server.loop.ports import Who
from controller.table.cash.moves import next_by_hand
from controller.table.state import Table
from tools.simulator.cabinet.agenda import Agenda
from tools.simulator.cabinet.network import Network
from tools.simulator.cabinet.terminals import Answered
from tools.simulator.cash.staff import CashStaff, waits_for_authority
from tools.simulator.dome.dome import Dome

LOOK_EVERY = 400
AGAIN_AFTER = 1000
CREDITS, POOR = 200_000, 20_000
BOARD = "board-1"
NAME = "ann"
SIGN_IN_EVERY = 3
"""Looks between two tries."""
NO_SESSION = ("no_session", "stolen_session", "forged", "removed", "key_needed", "key_back", "idle", "operator_key")
REPORT_EVERY = 1000
ALL_DOORS = ("MAIN", "LOGIC", "DROP", "DOME")

Told = dict[str, Any]
Look = Callable[[], Table | None]


class Attendant:
    """A supervisor at a console, signed in again whenever that is over."""

    def __init__(
        self,
        agenda: Agenda,
        network: Network,
        look: Look,
        answered: Answered,
        dome: Dome,
        panel: "Panel",
        seed: int,
        cash: CashStaff,
    ) -> None:
        self._agenda, self._look, self._answered = agenda, look, answered
        self._dome, self._panel, self._cash = dome, panel, cash
        self._random = Random(f"{seed}/attendant")
        self._connection = network.connect(Who("local console", "console"), self._hear)
        self._session = ""
        """Empty while nobody is signed in."""
        self._first = True
        self._next_id = 0
        self._under_way: Told | None = None
        self._change: Told | None = None
        self._said_at = self._said_hello = 0
        self._moves: list[str] = []
        agenda.after(1, self._tick)

    def _say(self, **message: Any) -> None:
        self._connection.say(json.dumps(message).encode())

    def _hear(self, data: bytes) -> None:
        message = json.loads(data)
        match message["kind"]:
            case "station_welcome":
                self._entered(message["entry"])
            case "entry":
                self._first = message["first_supervisor"]
            case "session":
                self._session = message["session"]
                self._next_id = max(self._next_id, message["last_id"] + 1)
            case "session_ended" | "not_taken":
                self._session = ""
            case "preview" if self._change is not None:
                change, self._change = self._change, None
                if message["ok"]:
                    self.act("settings", change=change, confirm=message["confirm"])
            case "answer":
                self._told(message)

    def _entered(self, entry: Told) -> None:
        self._session, self._first = "", entry["first_supervisor"]

    def _told(self, answer: Told) -> None:
        if answer["code"] in NO_SESSION:
            self._session = ""
        mine = self._under_way is not None and answer["id"] == self._under_way["id"]
        command = self._under_way if mine and answer["ok"] else None  # a refusal may be the desk's, which forgets it
        self._answered(f"operator/{NAME}", answer, command)
        self._under_way = None if mine else self._under_way
        self._moves += [answer["details"]["move"]] if "move" in answer["details"] else []
        del self._moves[:-8]

    def act(self, act: str, **fields: Any) -> None:
        """Do this, if nothing else is being done."""
        if self._under_way is not None or not self._session:
            return
        if act == "settings" and "confirm" not in fields:
            self._change = fields["change"]
            self._say(kind="preview_wanted", session=self._session, change=self._change)
            return
        if act == "reverse":
            fields["reference"] = self._random.choice(self._moves) if self._moves else "nothing"
            fields["reason"] = "simulated"
        self._under_way = {"kind": "act", "id": self._next_id, "operator": NAME, "act": act, **fields}
        self._next_id += 1
        self._send()

    def _send(self) -> None:
        if self._under_way is not None:
            self._said_at = self._agenda.time
            self._say(**self._under_way, session=self._session, role="supervisor")

    def _sign_in(self) -> None:
        """From the hello on: what was said before may have been lost."""
        self._panel.turn_key_on("OPERATOR")
        self._say(kind="station_hello", software="simulated")
        self._say(kind="first_supervisor" if self._first else "sign_in", name=NAME, pin="270846")

    def _tick(self) -> None:
        self._said_hello = (self._said_hello + 1) % SIGN_IN_EVERY
        if not self._session:
            if self._said_hello == 0:
                self._sign_in()
        elif self._under_way is not None:
            if self._agenda.time - self._said_at >= AGAIN_AFTER:
                self._send()
        else:
            if self._said_hello == 0:
                self._say(kind="still_here", session=self._session)
            table = self._look()
            if table is not None:
                self._attend(table)
        self._agenda.after(LOOK_EVERY, self._tick)

    def _attend(self, table: Table) -> None:
        act = self._cash.next_act(table) if table.cash else None
        if act is not None:
            name, fields = act
            return self.act(name, **fields)
        for claim in table.jackpots.claims:
            if claim.refused:
                return self.act("release_jackpot", seat=claim.stakes[0][0], reason="simulated")
        for seat, state in table.seats.items():
            if state.hand_pay and waits_for_authority(table, seat):
                continue
            if state.hand_pay:
                paid = next_by_hand(table, seat)
                form = self._form(0 if paid is None else paid.form)
                if self._random.random() < 0.1 and not form:
                    return self.act("cancel_hand_pay", seat=seat, reference="simulated")
                return self.act("hand_pay", seat=seat, reference=f"receipt {self._next_id}", **form)
            if state.large_win:
                return self.act("reset_large_win", seat=seat, **self._form(state.form))
            if not state.open and self._random.random() < 0.2:
                return self.act("open_seat", seat=seat)
            if table.game.money(seat).credits < POOR and state.lock is None:
                return self.act("credit", seat=seat, amount=CREDITS)
        if table.holds:
            self._remedy(self._random.choice(sorted(table.holds)), table)
        return None

    def _form(self, amount: int) -> dict[str, str]:
        """The number of a form, where one is wanted."""
        return {"form": f"form {self._next_id}"} if amount else {}

    def _remedy(self, hold: str, table: Table) -> None:
        match hold:
            case "service":
                self.act("end_service")
            case "unit_changed" | "roll_jump":
                if self._random.random() < 0.3:
                    self.act("accept_unit")
            case "lid":
                self._dome.close_lid()
            case "dice_fault":
                self._dome.clear_faults()
            case "door_dome" | "door_logic":
                self._panel.close_doors()
            case "operator" | "no_rolls" | "dice" | "malfunction" | "door_latch":
                own = table.game.course.voids_result
                if own and table.throw is not None and self._random.random() < 0.3:
                    self.act(own, reference="simulated")
                elif table.result is None and self._random.random() < 0.1:
                    self.act(self._random.choice(("void", "close_out")), reference="simulated")
                else:
                    self.act("resume")


class Panel:
    """A driver and one board: the cabinet's doors and keys, and the buttons of seat 1."""

    def __init__(self, agenda: Agenda, network: Network) -> None:
        self._agenda, self._network = agenda, network
        self._open: set[str] = set()
        self._latched: set[str] = set()
        self._keys: set[str] = {"OPERATOR"}
        self._asking: int | None = None
        self._life = 0
        self._start()

    def _start(self) -> None:
        self._life += 1
        life = self._life
        self._connection = self._network.connect(Who("local panel", "panel"), self._hear)
        self._announced: object = None
        self._frozen = False
        self._agenda.after(1, lambda: self._tick(life))

    def trouble(self, what: str, milliseconds: int) -> None:
        """Killed, stopped, or its board unplugged."""
        if what == "kill":
            self._network.close(self._connection)
            self._life += 1
            self._agenda.after(milliseconds, self._start)
        elif what == "freeze":
            self._frozen = True
            self._agenda.after(milliseconds, self._thaw)
        else:
            self._say(kind="panel_lost", board=BOARD, why="absent", text="unplugged")
            self._agenda.after(milliseconds, self._report)

    def _thaw(self) -> None:
        self._frozen = False

    def _tick(self, life: int) -> None:
        if life != self._life:
            return
        if not self._frozen:
            self._report()
        self._agenda.after(REPORT_EVERY, lambda: self._tick(life))

    def _say(self, **message: Any) -> None:
        if self._announced != self._connection.peer and self._network.up:
            self._announced = self._connection.peer
            here = {"kind": "panel_driver_here", "boards": [BOARD], "emulated": True}
            self._connection.say(json.dumps(here).encode())
        self._connection.say(json.dumps(message).encode())

    def _report(self) -> None:
        report = {"keys": sorted(self._keys), "open_doors": sorted(self._open), "latched_doors": sorted(self._latched)}
        self._say(kind="panel_report", board=BOARD, present=True, **report)

    def _hear(self, data: bytes) -> None:
        message = json.loads(data)
        match message["kind"]:
            case "who_is_there":
                self._announced = None
            case "wanted_press":
                self._asking = message["asking"] if message["buttons"] else None
            case "clear_latches":
                self._latched.clear()

    def open_door(self, door: str) -> None:
        """Somebody opens it, and leaves it open until he is told to close it."""
        self._open.add(door)
        self._latched.add(door)
        self._report()

    def close_doors(self) -> None:
        """All of them."""
        self._open.clear()
        self._report()

    def turn_key(self, key: str) -> None:
        """And back, the next time."""
        self._keys ^= {key}
        self._report()

    def turn_key_on(self, key: str) -> None:
        """If it is not."""
        if key not in self._keys:
            self.turn_key(key)

    def press(self, button: str) -> None:
        """A button of the seat."""
        asking = self._asking if button == "SHOOT" else None
        self._say(kind="panel_press", board=BOARD, button=button, asking=asking)
