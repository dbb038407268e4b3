"""The desk of the panel driver: buttons, keys and doors become events; lamps and the tower follow from the table.

A door that cannot be read counts as open: while the driver or a board is away, and before it was first heard. REPEAT
and CLEAR are handled by the seat's terminal, which is told of each press once.
"""

from collections.abc import Callable
from typing import Any, get_args

from controller.facts.kinds import Answer
from controller.protocol.devices import panel as wire
from controller.protocol.message import Message
from controller.protocol.stations.hardware import PanelsSeen
from controller.protocol.status import LinkStatus
from controller.protocol.terminals.commands import CashOut
from controller.protocol.terminals.version_1 import SeatButton
from controller.server.connections.boards import BoardPlace, KnownBoard
from controller.server.connections.driver_desk import DriverDesk
from controller.server.connections.seats.terminals import client_of
from controller.server.loop.hub import Hub
from controller.server.loop.news import TurnNews
from controller.server.loop.ports import Peer
from controller.server.loop.troubles import Trouble
from controller.server.staff.sessions import KEYS, CabinetPanel
from controller.table import events
from controller.table.service.state import Door
from controller.table.staff.act import EVERYBODY, FLOOR, WORKSHOP

SAID_AGAIN_MS = 5000
LOW_BATTERY = 20
"""Percent of a board's battery, which keeps its latches while the power is off."""
ALL_LAMPS: wire.Buttons = get_args(wire.Button)
ALL_LIGHTS: wire.Lights = get_args(wire.Light)

MAY_OPEN: dict[wire.Door, frozenset[str]] = {"MAIN": EVERYBODY, "LOGIC": WORKSHOP, "DROP": FLOOR, "DOME": WORKSHOP}
"""Whoever of these roles is signed in while a key is turned opens the door with leave."""
LEAST_ALARM_MS = 1500
"""So long an alarm sounds at least, however soon somebody silences it."""

TellSeat = Callable[[Hub, int, SeatButton], None]
"""How the terminal of a seat is told of a button that it handles itself."""


class PanelDesk(DriverDesk[wire.FromPanelDriver]):
    """One driver, and the boards behind it."""

    def __init__(self, boards: dict[str, BoardPlace], emulated_allowed: bool, tell_seat: TellSeat) -> None:
        super().__init__("panel", wire.FROM_DRIVER, emulated_allowed)
        self._boards = boards
        self._tell_seat = tell_seat
        self._known = {board: KnownBoard.unread(board) for board in boards}
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
        self.roles_here: Callable[[], set[str]] = set
        """The roles of those who are signed in; the stations say so."""
        self._alarm_since: dict[str, int] = {}
        self._sounds_until = 0

    def cabinet(self) -> CabinetPanel:
        """What the cabinet's own boards say of themselves and of the keys."""
        places = [board for board, place in self._boards.items() if place.cabinet]
        if not places:
            return CabinetPanel("none", ())
        if any(self._present.get(board) for board in places):
            return CabinetPanel("alive", tuple(key for key in KEYS if self._keys.get(key.upper())))
        return CabinetPanel("dead" if all(board in self._present for board in places) else "alive", ())

    # ---- heard ----

    def _take(self, hub: Hub, message: wire.FromPanelDriver) -> None:
        match message:
            case wire.PanelReport():
                self._report(hub, message)
            case wire.PanelFound(board=board):
                self._lose_board(hub, board)  # it was away; the report that follows says how it is now
            case wire.PanelLost(board=board, text=text):
                hub.counters.trouble(Trouble.PANEL_LOST, board, text, hub.now, board=board, words=text)
                self._lose_board(hub, board)
            case wire.PanelPress():
                self._press(hub, self._peer, message)
            case wire.PanelHealth(board=board):
                self._health[board] = message
            case wire.StrangeBoard(serial=serial):
                hub.counters.trouble(
                    Trouble.STRANGE_BOARD, "panel", f"nobody configured board {serial}", hub.now, board=serial
                )
            case wire.PanelDriverHere():
                raise AssertionError("heard before")

    def _report(self, hub: Hub, report: wire.PanelReport) -> None:
        place = self._boards.get(report.board)
        if place is None:
            return
        if not report.present:
            self._lose_board(hub, report.board)
            return
        if place.cabinet:
            self._latches(hub, report)
            for door in wire.ALL_DOORS:
                self._door_is(hub, door, door in report.open_doors, report)
            for key in ("ATTENDANT", "OPERATOR"):
                self._key_is(hub, key, key in report.keys)
        self._present[report.board] = True
        before, self._known[report.board].report = self._known[report.board].report, report
        if _is_low(report) and not _is_low(before):
            left = report.supply_percent
            about = {"board": report.board, "percent": left}
            hub.counters.trouble(Trouble.BATTERY_LOW, report.board, f"{left} %", hub.now, **about)

    def _latches(self, hub: Hub, report: wire.PanelReport) -> None:
        """A latch tells of a door that was opened. It is recorded before it is cleared, and cleared until it is.

        In the first report after a time in which the board could not be read it tells what nobody saw. Later it follows
        a door that we see open, or one that was opened and closed between two reports.
        """
        board, latched = report.board, frozenset(report.latched_doors)
        for door in sorted(latched - self._latched.get(board, frozenset())):
            self._known[board].latch_found(door)
            if not self._present.get(board, False):
                hub.apply(events.DoorLatched(door.lower()))
            else:
                self._door_is(hub, door, True, report)
        self._latched[board] = latched
        if latched:
            self._to_clear.add(board)

    def _door_is(self, hub: Hub, door: wire.Door, is_open: bool, report: wire.PanelReport) -> None:
        name = door.lower()
        if hub.table.doors.get(name, Door()).state != ("open" if is_open else "closed"):
            leave = not is_open or (bool(report.keys) and not MAY_OPEN[door].isdisjoint(self.roles_here()))
            hub.apply(events.DoorMoved(name, is_open, leave=leave))

    def _key_is(self, hub: Hub, key: str, on: bool) -> None:
        if self._keys.get(key, False) != on:
            self._keys[key] = on
            hub.apply(events.KeyTurned(key.lower(), on))

    def _press(self, hub: Hub, peer: Peer | None, press: wire.PanelPress) -> None:
        place = self._boards.get(press.board)
        if place is None or peer is None:
            return
        self._known[press.board].presses[press.button] += 1
        if place.seat is None:
            return
        hub.counters.counts[f"pressed.{press.button}"] += 1
        if press.button == "SHOOT":
            fresh = press.asking is not None and press.asking == self._asking.get(press.board)
            hub.apply(events.ButtonPressed(place.seat, fresh))
        elif press.button == "CASH_OUT":
            name = client_of(place.seat) + "/panel"
            known = hub.table.clients.get(name)
            cash_out = events.FromSeat(place.seat, name, known.last_id + 1 if known else 1, CashOut())
            hub.command(cash_out, peer, self)
        elif press.button == "SERVICE_CALL":
            hub.apply(events.ServiceCalled(place.seat))
        else:
            self._tell_seat(hub, place.seat, press.button)

    # ---- told ----

    def answer(self, hub: Hub, peer: Peer, answer: Answer) -> None:  # noqa: ARG002
        """Of a cash-out by button: the seat's lamps and its terminal show what came of it."""
        if not answer.ok:
            hub.counters.trouble(Trouble.BUTTON_REFUSED, answer.client, answer.reason, hub.now, code=answer.code)

    def tell(self, hub: Hub, news: TurnNews) -> None:  # noqa: ARG002
        """Lamps, tower and questions, where they changed; all of it every few seconds."""
        if self._peer is None:
            return
        for board in self._to_clear:
            hub.say(self._peer, wire.ClearLatches(board=board))
        self._to_clear.clear()
        if hub.now >= self._say_at:
            self._say_at = hub.now + SAID_AGAIN_MS
            self._said.clear()
        for board, place in self._boards.items():
            for wish in self._wishes(hub, board, place):
                if isinstance(wish, wire.WantedLights):
                    self._known[board].lights = wish
                if self._said.get((board, wish.kind)) != wish:
                    self._said[board, wish.kind] = wish
                    hub.say(self._peer, wish)

    def _wishes(self, hub: Hub, board: str, place: BoardPlace) -> list[Message]:
        table, wanted = hub.table, hub.wishes
        tower: Any = self._tower(hub) if place.cabinet else ()
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

    def _tower(self, hub: Hub) -> tuple[str, ...]:
        """As wished; an alarm that has begun sounds for its least time."""
        wanted, sounds = hub.wishes.tower, hub.now < self._sounds_until
        return (*wanted, "sounder") if sounds and "sounder" not in wanted else wanted

    def _alarms(self, hub: Hub) -> None:
        """How long each has sounded; of a door that is closed it ends by itself when that was long enough."""
        table = hub.table
        for door in table.alarms:
            if door not in self._alarm_since:
                self._alarm_since[door] = hub.now
                self._sounds_until = max(self._sounds_until, hub.now + LEAST_ALARM_MS)
        for door, since in list(self._alarm_since.items()):
            if door not in table.alarms:
                del self._alarm_since[door]
            elif not table.doors.get(door, Door()).is_open and hub.now - since >= _least(table.settings.door_alarm):
                hub.apply(events.AlarmOver(door))

    def _say_all_again(self) -> None:
        self._said.clear()

    # ---- gone ----

    def look_around(self, hub: Hub) -> None:
        """A board that has not been read since the start is no better than one that was lost."""
        super().look_around(hub)
        self._alarms(hub)
        for board in self._boards:
            if board not in self._present:
                self._lose_board(hub, board)

    def _lose(self, hub: Hub) -> None:
        for board in self._boards:
            self._known[board].dark()
            self._lose_board(hub, board)

    def _lose_board(self, hub: Hub, board: str) -> None:
        """Its doors count as open, its keys as turned back."""
        place = self._boards.get(board)
        if place is None or self._present.get(board) is False:
            return
        self._present[board] = False
        self._known[board].lost()
        self._latched.pop(board, None)
        if place.cabinet:
            for door in wire.ALL_DOORS:
                hub.apply(events.DoorMoved(door.lower(), True, seen=False))
            for key in list(self._keys):
                self._key_is(hub, key, False)

    def seen(self) -> PanelsSeen:
        """Every board as it is now, the cabinet's own first."""
        places = sorted(self._boards.items(), key=lambda item: (not item[1].cabinet, item[1].seat or 0))
        boards = tuple(self._known[board].seen(place) for board, place in places)
        return PanelsSeen(driver=self._peer is not None, boards=boards)

    def links(self, hub: Hub) -> list[LinkStatus]:
        """The boards, at a glance."""
        return [
            LinkStatus(
                role="panel",
                name=board,
                up=self._peer is not None and self._present.get(board, False),
                silent_ms=self._silent_ms(hub),
                details=self._health[board].model_dump(exclude={"kind", "v", "board"}) if board in self._health else {},
            )
            for board in self._boards
        ]


def _least(seconds: int) -> int:
    """Milliseconds for which an alarm sounds at least."""
    return max(LEAST_ALARM_MS, 1000 * seconds)


def _is_low(report: wire.PanelReport) -> bool:
    return report.supply_percent is not None and report.supply_percent < LOW_BATTERY
