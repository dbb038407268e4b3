"""The desk of the panel driver: buttons, keys and doors become events; lamps and the tower follow from the table.

A door that cannot be read counts as open: while the driver or a board is away, and before it was first heard.
"""

from typing import Any, NamedTuple

import structlog

from controller.server.floor import Floor
from controller.server.news import Turn
from controller.server.ports import Arrival, Peer
from controller.server.sessions import KEYS, Cabinet
from controller.server.terminals import client_of
from controller.table import events
from controller.table.decisions import Answer
from controller.table.wishes import wishes
from controller.wire import panel as wire
from controller.wire.message import BadMessage, Message, WhoIsThere, decode
from controller.wire.status import LinkStatus

LOST_AFTER_MS = 3000
SAID_AGAIN_MS = 5000

log = structlog.get_logger()


class BoardPlace(NamedTuple):
    """What a board is for: the buttons of a seat, the doors and the tower of the cabinet, or both."""

    seat: int | None
    cabinet: bool


class PanelDesk:
    """One driver, and the boards behind it."""

    def __init__(self, boards: dict[str, BoardPlace], emulated_allowed: bool) -> None:
        self._boards = boards
        self._emulated_allowed = emulated_allowed
        self._peer: Peer | None = None
        self._heard: int | None = None
        self._present: dict[str, bool] = {}
        self._keys: dict[str, bool] = {}
        self._health: dict[str, wire.PanelHealth] = {}
        self._said: dict[tuple[str, str], Message] = {}
        self._say_at = 0
        self._asking: dict[str, int] = {}
        self._to_clear: set[str] = set()

    def cabinet(self) -> Cabinet:
        """What the cabinet's own boards say of themselves and of the keys."""
        places = [board for board, place in self._boards.items() if place.cabinet]
        if not places:
            return Cabinet("none", ())
        if any(self._present.get(board) for board in places):
            return Cabinet("alive", tuple(key for key in KEYS if self._keys.get(key.upper())))
        return Cabinet("dead" if all(board in self._present for board in places) else "alive", ())

    # ---- heard ----

    def hear(self, floor: Floor, arrival: Arrival) -> None:
        """One message."""
        try:
            message = decode(wire.FROM_PANEL_DRIVER, arrival.data)
        except BadMessage as error:
            floor.not_taken(arrival, "bad_message", str(error))
            return
        if isinstance(message, wire.PanelDriverHere):
            self._here(floor, arrival, message)
        elif arrival.peer != self._peer:
            floor.say(arrival.peer, WhoIsThere())
        else:
            self._heard = floor.now
            self._take(floor, message)

    def _here(self, floor: Floor, arrival: Arrival, here: wire.PanelDriverHere) -> None:
        """Law 13 holds for panels too: nobody plays with pretended doors on a live journal."""
        if here.emulated and not self._emulated_allowed:
            floor.not_taken(arrival, "emulator_on_live", "emulated panels have no business with a live journal")
            return
        log.info("panel driver here", boards=here.boards, emulated=here.emulated)
        self._peer, self._heard = arrival.peer, floor.now
        self._said.clear()

    def _take(self, floor: Floor, message: wire.FromPanelDriver) -> None:
        match message:
            case wire.PanelReport():
                self._report(floor, message)
            case wire.PanelFound(board=board, latched_doors=doors):
                self._opened_meanwhile(floor, board, doors)
            case wire.PanelLost(board=board, text=text):
                floor.counting.trouble("panel_lost", board, text, floor.now)
                self._lose(floor, board)
            case wire.PanelPress():
                self._press(floor, self._peer, message)
            case wire.PanelHealth(board=board):
                self._health[board] = message
            case wire.StrangeBoard(serial=serial):
                floor.counting.trouble("strange_board", "panel", f"nobody configured board {serial}", floor.now)
            case wire.PanelDriverHere():
                raise AssertionError("heard before")

    def _report(self, floor: Floor, report: wire.PanelReport) -> None:
        place = self._boards.get(report.board)
        if place is None:
            return
        if not report.present:
            self._lose(floor, report.board)
            return
        self._present[report.board] = True
        if place.cabinet:
            self._opened_meanwhile(floor, report.board, report.latched_doors)
            self._doors_are(floor, frozenset(report.open_doors))
            for key in ("ATTENDANT", "OPERATOR"):
                self._key_is(floor, key, key in report.keys)

    def _opened_meanwhile(self, floor: Floor, board: str, latched: wire.Doors) -> None:
        """A latch tells of a door that was opened when nobody looked: it is recorded before the latch is cleared."""
        place = self._boards.get(board)
        if place is None or not place.cabinet or not latched or board in self._to_clear:
            return
        for door in latched:
            self._door_is(floor, door, True)
        self._to_clear.add(board)

    def _doors_are(self, floor: Floor, open_doors: frozenset[wire.Door]) -> None:
        for door in wire.ALL_DOORS:
            self._door_is(floor, door, door in open_doors)

    def _door_is(self, floor: Floor, door: wire.Door, is_open: bool) -> None:
        if floor.table.doors.get(door.lower()) != is_open:
            floor.apply(events.DoorMoved(door.lower(), is_open))

    def _key_is(self, floor: Floor, key: str, on: bool) -> None:
        if self._keys.get(key, False) != on:
            self._keys[key] = on
            floor.apply(events.KeyTurned(key.lower(), on))

    def _press(self, floor: Floor, peer: Peer | None, press: wire.PanelPress) -> None:
        place = self._boards.get(press.board)
        if place is None or place.seat is None or peer is None:
            return
        floor.counting.counters[f"pressed.{press.button}"] += 1
        if press.button == "SHOOT":
            fresh = press.asking is not None and press.asking == self._asking.get(press.board)
            floor.apply(events.ButtonPressed(place.seat, fresh))
        elif press.button == "CASH_OUT":
            name = client_of(place.seat) + "/panel"
            known = floor.table.clients.get(name)
            cash_out = events.CashOut(place.seat, name, known.last_id + 1 if known else 1)
            floor.command(cash_out, peer, self)
        elif press.button == "SERVICE_CALL":
            text = f"seat {place.seat} calls an attendant"
            floor.counting.trouble("service_call", f"seat {place.seat}", text, floor.now)

    # ---- told ----

    def answer(self, floor: Floor, peer: Peer, answer: Answer) -> None:  # noqa: ARG002
        """Of a cash-out by button: the seat's lamps and its terminal show what came of it."""
        if not answer.ok:
            floor.counting.trouble("button_refused", answer.client, answer.reason, floor.now)

    def tell(self, floor: Floor, news: Turn) -> None:  # noqa: ARG002
        """Lamps, tower and questions, where they changed; all of it every few seconds."""
        if self._peer is None:
            return
        for board in self._to_clear:
            floor.say(self._peer, wire.ClearLatches(board=board))
        self._to_clear.clear()
        if floor.now >= self._say_at:
            self._say_at = floor.now + SAID_AGAIN_MS
            self._said.clear()
        for board, place in self._boards.items():
            for wish in self._wishes(floor, board, place):
                if self._said.get((board, wish.kind)) != wish:
                    self._said[board, wish.kind] = wish
                    floor.say(self._peer, wish)

    def _wishes(self, floor: Floor, board: str, place: BoardPlace) -> list[Message]:
        table, wanted = floor.table, wishes(floor.table)
        tower: Any = wanted.tower if place.cabinet else ()
        shoots = place.seat is not None and wanted.shoot_lamp == place.seat
        if shoots and table.throw is not None:
            self._asking[board] = table.throw.id
        lamps: wire.Buttons = ("SHOOT",) if shoots else ()
        if place.seat is not None and place.seat in wanted.locks:
            lamps = (*lamps, "CASH_OUT")
        return [
            wire.WantedLights(board=board, lamps=lamps, pattern="blink" if shoots else "steady", tower=tower),
            wire.WantedPress(board=board, asking=self._asking.get(board, 0), buttons=("SHOOT",) if shoots else ()),
        ]

    # ---- gone ----

    def look_around(self, floor: Floor) -> None:
        """Boards of a driver that is not heard cannot be read."""
        if not self._boards:
            return
        if self._heard is None:
            self._heard = floor.now
        if floor.now - self._heard > LOST_AFTER_MS:
            if self._peer is not None:
                text = f"not heard for {LOST_AFTER_MS} ms"
                floor.counting.trouble("panel_driver_lost", "panel", text, floor.now)
            self._peer = None
            for board in self._boards:
                self._lose(floor, board)

    def gone(self, floor: Floor, peer: Peer) -> None:
        """The driver's connection has ended."""
        if peer == self._peer:
            self._peer = None
            for board in self._boards:
                self._lose(floor, board)

    def caught_up(self, floor: Floor, peer: Peer) -> None:  # noqa: ARG002
        """It reads again: say everything anew."""
        self._said.clear()

    def _lose(self, floor: Floor, board: str) -> None:
        place = self._boards.get(board)
        self._present[board] = False
        if place is not None and place.cabinet:
            self._doors_are(floor, frozenset(wire.ALL_DOORS))

    def links(self, floor: Floor) -> list[LinkStatus]:
        """The boards, at a glance."""
        silent = floor.now - self._heard if self._heard is not None else 0
        return [
            LinkStatus(
                role="panel",
                name=board,
                up=self._peer is not None and self._present.get(board, False),
                silent_ms=silent,
                details=self._health[board].model_dump(exclude={"kind", "v", "board"}) if board in self._health else {},
            )
            for board in self._boards
        ]
