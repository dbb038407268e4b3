"""Which desk deals with which role, and the loop that they serve."""

import secrets
from collections.abc import Mapping
from typing import NamedTuple

from controller.games.registry import table_row
from controller.server.cash.authority import Authority
from controller.server.cash.cashier import Cashier
from controller.server.cash.floor import FloorAuthority
from controller.server.cash.local import LocalAuthority
from controller.server.cash.pots import Pots
from controller.server.connections.boards import BoardPlace
from controller.server.connections.cash.bills_desk import BillsDesk
from controller.server.connections.cash.cash_clock import CashClock
from controller.server.connections.cash.tickets_desk import TicketsDesk
from controller.server.connections.displays import Displays, Watchers
from controller.server.connections.panel_desk import PanelDesk
from controller.server.connections.sas.sas_desk import SasDesk
from controller.server.connections.seats.terminals import SecondProcess, Terminals
from controller.server.connections.units.devices import desks_of
from controller.server.connections.units.unit_desk import UnitDeskSettings as UnitDeskSettings
from controller.server.connections.uplink_desk import UplinkDesk
from controller.server.host.machine_status import MachineStatus
from controller.server.host.releases import NONE, Releases
from controller.server.host.signing import SoftwareSigning
from controller.server.loop.hub import Desk, Watch
from controller.server.loop.loop import Loop
from controller.server.loop.ports import Chance, Clock, Role, Store, Transport
from controller.server.loop.public_views import NOBODY, PublicViews
from controller.server.staff.looks import Hardware
from controller.server.staff.pins import Pins
from controller.server.staff.sessions import Patience
from controller.server.staff.settings.cap_check import CapCheck
from controller.server.staff.stations import Stations


class DeskSettings(NamedTuple):
    """What the desks are told of the cabinet."""

    unit_key: bytes
    """Of the device that the game of the journal is played with."""
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
    decimals: int = 2
    """Of the currency, as tickets are printed in it."""
    authority: Authority | None = None
    """Over tickets; None: the journal's own, and the floor where the settings of a seat say so."""
    watches: tuple[Watch, ...] = ()
    signing: SoftwareSigning | None = None
    """Of the installed files, with the seed of the casino's host."""
    identity: Mapping[str, str] = NOBODY
    """By which house and regulator know the machine."""
    releases: Releases = NONE


def build_loop(settings: DeskSettings, clock: Clock, store: Store, transport: Transport, chance: Chance) -> Loop:
    """A loop with a desk for every role."""
    of_unit = UnitDeskSettings(
        settings.unit_key,
        settings.emulated_allowed,
        store.table.last_roll,
        settings.shake_ms,
        settings.shake_strength,
    )
    unit, of_devices = desks_of(table_row(store.table.game.name).device, of_unit)
    terminals = Terminals(settings.local_seats, settings.second_process)
    panel = PanelDesk(settings.boards, settings.emulated_allowed, terminals.press)
    bills = BillsDesk(settings.emulated_allowed)
    sas = SasDesk(settings.emulated_allowed, settings.signing)
    tickets = TicketsDesk(settings.emulated_allowed, settings.decimals)
    machine_status = MachineStatus(
        clock.now(), [unit.links, panel.links, bills.links, tickets.links, sas.links], settings.releases
    )
    hardware = Hardware(panel.cabinet, panel.seen, terminals.seen)
    stations = Stations(machine_status, settings.cap_check, settings.pins, hardware, settings.patience)
    panel.roles_here = stations.roles_here
    own = settings.authority or LocalAuthority(
        lambda: store.tickets, lambda: store.wall_clock() // 1000, lambda: store.demo
    )
    floor = FloorAuthority(lambda: store.tickets, own)
    pots = Pots(lambda: chance.draw((), {}).nonce)
    by_role: dict[Role, Desk] = {
        "terminal": terminals,
        "display": Displays(),
        "operator": stations,
        "console": stations,
        **of_devices,
        "panel": panel,
        "bills": bills,
        "tickets": tickets,
        "sas": sas,
        "records": Watchers(machine_status),
        "floor": UplinkDesk(floor, pots),
    }
    public_views = PublicViews(secrets.token_hex(8), settings.demo, settings.identity)
    actors = (bills, CashClock(), pots)
    cashier = Cashier(floor, chance)
    return Loop(clock, store, transport, chance, by_role, public_views, settings.watches, actors, cashier)
