"""Which desk deals with which role, and the loop that they serve."""

import secrets
from typing import NamedTuple

from controller.server.connections.boards import BoardPlace
from controller.server.connections.dice_desk import DiceDesk
from controller.server.connections.displays import Displays, Watchers
from controller.server.connections.panel_desk import PanelDesk
from controller.server.connections.terminals import SecondProcess, Terminals
from controller.server.host.machine_status import Statusing
from controller.server.loop.hub import Desk, Watch
from controller.server.loop.loop import Loop
from controller.server.loop.ports import Chance, Clock, Role, Store, Transport
from controller.server.loop.public_views import Showing
from controller.server.staff.cap_check import CapCheck
from controller.server.staff.pins import Pins
from controller.server.staff.sessions import Patience
from controller.server.staff.stations import Hardware, Stations


class Desks(NamedTuple):
    """What the desks are told of the cabinet."""

    dice_key: bytes
    shake_ms: int
    shake_strength: int
    boards: dict[str, BoardPlace]
    local_seats: frozenset[int]
    second_process: SecondProcess
    emulated_allowed: bool
    demo: bool
    cap_check: CapCheck
    pins: Pins
    patience: Patience = Patience()
    watches: tuple[Watch, ...] = ()


def lay_desks(desks: Desks, clock: Clock, store: Store, transport: Transport, chance: Chance) -> Loop:
    """A loop with a desk for every role."""
    dice = DiceDesk(desks.dice_key, desks.shake_ms, desks.shake_strength, desks.emulated_allowed, store.table.last_roll)
    terminals = Terminals(desks.local_seats, desks.second_process)
    panel = PanelDesk(desks.boards, desks.emulated_allowed, terminals.press)
    statusing = Statusing(clock.now(), [dice.links, panel.links])
    hardware = Hardware(panel.cabinet, panel.seen, terminals.seen)
    stations = Stations(statusing, desks.cap_check, desks.pins, hardware, desks.patience)
    by_role: dict[Role, Desk] = {
        "terminal": terminals,
        "display": Displays(),
        "operator": stations,
        "console": stations,
        "dice": dice,
        "panel": panel,
        "records": Watchers(statusing),
    }
    showing = Showing(secrets.token_hex(8), desks.demo)
    return Loop(clock, store, transport, chance, by_role, showing, desks.watches)
