"""The desk of the panel driver: buttons, keys and doors become events; lamps and the tower follow from the table.

A door that cannot be read counts as open: while the driver or a board is away, and before it was first heard. REPEAT
and CLEAR are the affair of the seat's terminal, which is told of each press once.
"""

from collections.abc import Callable
from typing import Any, get_args

from controller.facts.kinds import Answer
from controller.protocol.devices import panel as wire
from controller.protocol.message import Message
from controller.protocol.stations.hardware import PanelsSeen
from controller.protocol.status import LinkStatus
from controller.protocol.terminals.version_1 import SeatButton
from controller.server.connections.boards import Board, BoardPlace
from controller.server.connections.driver_desk import DriverDesk
from controller.server.connections.terminals import client_of
from controller.server.loop.hub import Floor
from controller.server.loop.news import Turn
from controller.server.loop.ports import Peer
from controller.server.loop.troubles import Trouble
from controller.server.staff.sessions import KEYS, Cabinet
from controller.table import events
from controller.table.state import Door
from controller.table.wishes import wishes

SAID_AGAIN_MS = 5000
ALL_LAMPS: wire.Buttons = get_args(wire.Button)
ALL_LIGHTS: wire.Lights = get_args(wire.Light)

TellSeat = Callable[[Floor, int, SeatButton], None]
"""How the terminal of a seat is told of a button that is its own affair."""


class PanelDesk(DriverDesk[wire.FromPanelDriver]):
    """One driver, and the boards behind it."""

    def __init__(self, boards: dict[str, BoardPlace], emulated_allowed: bool, tell_seat: TellSeat) -> None:
        super().__init__("panel", wire.FROM_PANEL_DRIVER, emulated_allowed)
        self._boards = boards
        self._tell_seat = tell_seat
        self._known = {board: Board.unread(board) for board in boards}
        self._present: dict[str, bool] = {}
        """Boards as they were read last; one that is not here has not been read since the start."""
        self._keys: dict[str, bool] = {}
        self._latched: dict[str, frozenset[wire.Door]] = {}
        """Door latches that are set and have been recorded: they are to be cleared."""
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

    def _take(self, floor: Floor, message: wire.FromPanelDriver) -> None:
        match message:
            case wire.PanelReport():
                self._report(floor, message)
            case wire.PanelFound(board=board):
                self._lose_board(floor, board)  # it was away; the report that follows says how it is now
            case wire.PanelLost(board=board, text=text):
                floor.counting.trouble(Trouble.PANEL_LOST, board, text, floor.now)
                self._lose_board(floor, board)
            case wire.PanelPress():
                self._press(floor, self._peer, message)
            case wire.PanelHealth(board=board):
                self._health[board] = message
            case wire.StrangeBoard(serial=serial):
                floor.counting.trouble(Trouble.STRANGE_BOARD, "panel", f"nobody configured board {serial}", floor.now)
            case wire.PanelDriverHere():
                raise AssertionError("heard before")

    def _report(self, floor: Floor, report: wire.PanelReport) -> None:
        place = self._boards.get(report.board)
        if place is None:
            return
        if not report.present:
            self._lose_board(floor, report.board)
            return
        if place.cabinet:
            self._latches(floor, report)
            for door in wire.ALL_DOORS:
                self._door_is(floor, door, door in report.open_doors)
            for key in ("ATTENDANT", "OPERATOR"):
                self._key_is(floor, key, key in report.keys)
        self._present[report.board] = True
        self._known[report.board].report = report

    def _latches(self, floor: Floor, report: wire.PanelReport) -> None:
        """A latch tells of a door that was opened. It is recorded before it is cleared, and cleared until it is.

        In the first report after a time in which the board could not be read it tells what nobody saw. Later it follows
        a door that we see open, or one that was opened and closed between two reports.
        """
        board, latched = report.board, frozenset(report.latched_doors)
        for door in sorted(latched - self._latched.get(board, frozenset())):
            self._known[board].latch_found(door)
            if not self._present.get(board, False):
                floor.apply(events.DoorLatched(door.lower()))
            else:
                self._door_is(floor, door, True)
        self._latched[board] = latched
        if latched:
            self._to_clear.add(board)

    def _door_is(self, floor: Floor, door: wire.Door, is_open: bool) -> None:
        name = door.lower()
        if floor.table.doors.get(name, Door()).state != ("open" if is_open else "closed"):
            floor.apply(events.DoorMoved(name, is_open))

    def _key_is(self, floor: Floor, key: str, on: bool) -> None:
        if self._keys.get(key, False) != on:
            self._keys[key] = on
            floor.apply(events.KeyTurned(key.lower(), on))

    def _press(self, floor: Floor, peer: Peer | None, press: wire.PanelPress) -> None:
        place = self._boards.get(press.board)
        if place is None or peer is None:
            return
        self._known[press.board].presses[press.button] += 1
        if place.seat is None:
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
            floor.apply(events.ServiceCalled(place.seat))
        else:
            self._tell_seat(floor, place.seat, press.button)

    # ---- told ----

    def answer(self, floor: Floor, peer: Peer, answer: Answer) -> None:  # noqa: ARG002
        """Of a cash-out by button: the seat's lamps and its terminal show what came of it."""
        if not answer.ok:
            floor.counting.trouble(Trouble.BUTTON_REFUSED, answer.client, answer.reason, floor.now)

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
                if isinstance(wish, wire.WantedLights):
                    self._known[board].lights = wish
                if self._said.get((board, wish.kind)) != wish:
                    self._said[board, wish.kind] = wish
                    floor.say(self._peer, wish)

    def _wishes(self, floor: Floor, board: str, place: BoardPlace) -> list[Message]:
        table, wanted = floor.table, wishes(floor.table)
        tower: Any = wanted.tower if place.cabinet else ()
        testing = table.trial is not None and table.trial.what == "lamp_test"
        shoots = place.seat is not None and wanted.shoot_lamp == place.seat
        if shoots and table.throw is not None:
            self._asking[board] = table.throw.id
        lamps: wire.Buttons = ("SHOOT",) if shoots else ()
        if testing:
            lamps, tower = ALL_LAMPS, ALL_LIGHTS if place.cabinet else ()
        elif place.seat is not None and place.seat in wanted.locks:
            lamps = (*lamps, "CASH_OUT")
        if not testing and place.seat in wanted.calls:
            lamps = (*lamps, "SERVICE_CALL")
        return [
            wire.WantedLights(board=board, lamps=lamps, pattern="blink" if shoots else "steady", tower=tower),
            wire.WantedPress(board=board, asking=self._asking.get(board, 0), buttons=("SHOOT",) if shoots else ()),
        ]

    def _say_all_again(self) -> None:
        self._said.clear()

    # ---- gone ----

    def look_around(self, floor: Floor) -> None:
        """A board that has not been read since the start is no better than one that was lost."""
        super().look_around(floor)
        for board in self._boards:
            if board not in self._present:
                self._lose_board(floor, board)

    def _lose(self, floor: Floor) -> None:
        for board in self._boards:
            self._known[board].dark()
            self._lose_board(floor, board)

    def _lose_board(self, floor: Floor, board: str) -> None:
        """Its doors count as open, its keys as turned back."""
        place = self._boards.get(board)
        if place is None or self._present.get(board) is False:
            return
        self._present[board] = False
        self._known[board].lost()
        self._latched.pop(board, None)
        if place.cabinet:
            for door in wire.ALL_DOORS:
                floor.apply(events.DoorMoved(door.lower(), True, seen=False))
            for key in list(self._keys):
                self._key_is(floor, key, False)

    def seen(self) -> PanelsSeen:
        """Every board as it is now, the cabinet's own first."""
        places = sorted(self._boards.items(), key=lambda item: (not item[1].cabinet, item[1].seat or 0))
        boards = tuple(self._known[board].seen(place) for board, place in places)
        return PanelsSeen(driver=self._peer is not None, boards=boards)

    def links(self, floor: Floor) -> list[LinkStatus]:
        """The boards, at a glance."""
        return [
            LinkStatus(
                role="panel",
                name=board,
                up=self._peer is not None and self._present.get(board, False),
                silent_ms=self._silent_ms(floor),
                details=self._health[board].model_dump(exclude={"kind", "v", "board"}) if board in self._health else {},
            )
            for board in self._boards
        ]
