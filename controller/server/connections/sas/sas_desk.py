"""The desk of the casino's line: an image of each address after every commit, and what the host has taken and wants.

An order is done when the image that says so follows on the commit that has it; nothing is promised before.
"""

from controller.protocol.devices import sas as wire
from controller.protocol.status import LinkStatus
from controller.server.cash.cashier import minutes_east
from controller.server.connections.driver_desk import DriverDesk
from controller.server.connections.sas.tickets import TicketImages, event_of
from controller.server.connections.sas.transfers import HostClock, aft_image, kept_since, wants_else, wants_money
from controller.server.host.signing import Signed, SoftwareSigning
from controller.server.loop.hub import Hub
from controller.server.loop.news import TurnNews
from controller.server.loop.ports import Peer
from controller.server.loop.troubles import Trouble
from controller.table.sas.events import HostFellSilent, HostOrdered, HostRead, HostTook
from controller.table.sas.hosting import CONTROL, TICKETS
from controller.table.sas.state import SasHost
from controller.table.sas.tickets.state import HostTickets
from controller.table.state import Table
from controller.vault.counts.meters import TABLE, Counts, MeterBook

SAID_AGAIN_MS = 1000
OF_THE_MACHINE = ("games_since_power_up", "games_since_door", "power_ups", "door_openings:main")
"""A seat has no door and no power of its own."""
NO_COUNTS: Counts = {}
NOT_SIGNED = Signed(0, 0, 0)


Order = wire.SasOrdered | wire.SasCancelWanted | wire.SasLockWanted | wire.SasRegistrationWanted


class SasDesk(DriverDesk[wire.FromSasDriver]):
    """One driver, and the addresses of ours on its line."""

    def __init__(self, emulated_allowed: bool, signing: SoftwareSigning | None = None) -> None:
        super().__init__("sas", wire.FROM_DRIVER, emulated_allowed)
        self._signing = signing
        self._signed: dict[int, Signed] = {}
        self._said: dict[int, wire.SasImage] = {}
        self._done: dict[int, int] = {}
        """Address → the last order of this driver that was taken."""
        self._kept: dict[int, int] = {}
        """Address → the last transfer that was done of those the driver was told."""
        self._clock = HostClock()
        self._links: dict[int, wire.SasLink] = {}
        self._tickets = TicketImages()
        self._looked_at: Table | None = None
        self._say_at = 0

    # ---- heard ----

    def _take(self, hub: Hub, message: wire.FromSasDriver) -> None:
        match message:
            case wire.SasTaken(address=address, number=number):
                host = hub.table.sas.get(address)
                if host is not None and any(one.number == number for one in host.waiting):
                    hub.apply(HostTook(address, number))
            case wire.SasOrdered(address=address):
                host = hub.table.sas.get(address)
                if host is not None and CONTROL.get(message.order, TICKETS) in host.controls:
                    self._order(hub, message)
            case wire.SasTransferWanted(address=address):
                host = hub.table.sas.get(address)
                if host is not None and "transfers" in host.controls:
                    wants_money(hub, message, self._seconds(hub, host))
                    self._looked_at = None
            case wire.SasCancelWanted() | wire.SasLockWanted() | wire.SasRegistrationWanted():
                host = hub.table.sas.get(message.address)
                if host is not None and "transfers" in host.controls:
                    self._order(hub, message)
            case wire.SasSignatureWanted(address=address, number=number, seed=seed):
                if self._signing is not None and address in hub.table.sas:
                    self._signing.want(address, number, seed)
            case wire.SasProgressives(levels=levels):
                self._stand_at(hub, levels)
            case wire.SasRead(address=address, what=what, number=number):
                host = hub.table.sas.get(address)
                if host is not None and host.tickets.style and _is_news(host.tickets, what, number):
                    hub.apply(HostRead(address, what, number))
            case wire.SasLink(address=address, linked=linked):
                was = self._links.get(address)
                self._links[address] = message
                if was is not None and was.linked and not linked:
                    hub.counters.trouble(
                        Trouble.SAS_LINK_DOWN, f"address {address}", "it is not polled", hub.now, address=address
                    )
            case wire.SasDriverHere():
                raise AssertionError("heard before")

    def _stand_at(self, hub: Hub, levels: dict[int, int]) -> None:
        """Shown on every screen; the host is told when it has told nothing for too long."""
        if hub.public_views.stand_at(levels) and not levels:
            hub.apply(HostFellSilent())

    def _seconds(self, hub: Hub, host: SasHost) -> int:
        """The time of the house, by the host's clock."""
        now = hub.store.wall_clock() // 1000
        return now + host.clock + 60 * minutes_east(hub.table, now)

    def _order(self, hub: Hub, order: Order) -> None:
        """Heard twice it is done once."""
        if order.number <= self._done.get(order.address, 0):
            return
        if isinstance(order, wire.SasOrdered):
            ordered = HostOrdered(order.address, order.order, order.notes, order.after_each, order.clock)
            hub.apply(event_of(order) or ordered)
        else:
            wants_else(hub, order)
        self._done[order.address] = order.number
        self._looked_at = None

    # ---- told ----

    def tell(self, hub: Hub, news: TurnNews) -> None:  # noqa: ARG002
        """What has changed with this commit, and all of it once a second."""
        if self._peer is None or (hub.table is self._looked_at and hub.now < self._say_at):
            return
        if hub.now >= self._say_at:
            self._say_at = hub.now + SAID_AGAIN_MS
            self._said.clear()
        self._looked_at = hub.table
        zone = minutes_east(hub.table, hub.store.wall_clock() // 1000)
        for address, host in hub.table.sas.items():
            signed = self._signed.get(address, NOT_SIGNED)
            image = image_of(hub, address, host, self._done.get(address, 0), zone).model_copy(
                update={
                    "signed": signed.number,
                    "signature": signed.value,
                    "tickets": self._tickets.of(hub.table, address),
                }
            )
            if self._said.get(address) != image:
                self._said[address] = image
                hub.say(self._peer, image)
            self._say_kept(hub, self._peer, address, host)

    def _say_kept(self, hub: Hub, peer: Peer, address: int, host: SasHost) -> None:
        """Transfers that were done since the last that the driver was told of."""
        for some in kept_since(address, host, self._kept.get(address, 0)):
            hub.say(peer, some)
            self._kept[address] = some.transfers[-1].number

    def _say_all_again(self) -> None:
        """The driver is new, or may have missed something: it counts its orders, and asks for what was not done."""
        self._said.clear()
        self._done.clear()
        self._kept.clear()
        self._signed.clear()
        self._looked_at = None

    # ---- gone ----

    def look_around(self, hub: Hub) -> None:
        """A line that no address is on has no driver to be missed."""
        if self._signing is not None and (signed := self._signing.worked_out()) is not None:
            self._signed[signed.address] = signed
            self._looked_at = None
        if hub.table.sas:
            self._clock.look(hub)
            super().look_around(hub)

    def _lose(self, hub: Hub) -> None:
        self._links.clear()
        hub.public_views.stand_at({})

    def links(self, hub: Hub) -> list[LinkStatus]:
        """Each address, at a glance."""
        return [
            LinkStatus(
                role="sas",
                name=f"address {address}",
                up=self._peer is not None and address in self._links and self._links[address].linked,
                silent_ms=self._silent_ms(hub),
                details=self._details(address, host),
            )
            for address, host in hub.table.sas.items()
        ]

    def _details(self, address: int, host: SasHost) -> dict[str, int | float | str | bool]:
        link = self._links.get(address)
        line = link.model_dump(exclude={"kind", "v", "address"}) if link is not None else {}
        codes = " ".join(f"{one.code:02x}" for one in host.waiting)
        own = {"seat": host.seat, "waiting": len(host.waiting), "disabled": host.disabled, "exceptions": codes}
        return {**own, **_of_tickets(host.tickets), **line}


def _is_news(tickets: HostTickets, what: str, number: int) -> bool:
    """Read twice, it is known already."""
    if what == "validation":
        return any(one.serial <= number for one in tickets.unread)
    return tickets.redemption is not None and tickets.redemption.serial == number


def _of_tickets(tickets: HostTickets) -> dict[str, int | float | str | bool]:
    if not tickets.style:
        return {}
    last = tickets.redemption
    return {
        "validation": tickets.style,
        "unread": len(tickets.unread),
        "last_ticket": f"{last.status:02x}" if last is not None else "",
    }


def image_of(hub: Hub, address: int, host: SasHost, done: int, zone: int) -> wire.SasImage:
    """All that is answered from at this address."""
    table, seat = hub.table, host.seat
    events = host.waiting[: wire.EVENTS_TOLD]
    seats = [seat] if seat else list(table.game.seat_numbers())
    return wire.SasImage(
        address=address,
        seat=seat,
        demo=hub.store.demo,
        controls=host.controls,  # type: ignore[arg-type]
        meters=meters_of(hub.store.meters, seat),
        credits=sum(table.game.money(number).credits for number in seats),
        events=tuple(wire.SasEvent(number=one.number, code=one.code, amount=one.amount) for one in events),
        waiting=len(host.waiting),
        disabled=host.disabled,
        bills=not host.bills_off and any(table.cash[number].setup.notes for number in seats if number in table.cash),
        aft=aft_image(table, host),
        hand_pay=table.seats[seat].hand_pay if seat else 0,
        win=table.seats[seat].hand_pay > 0 and table.seats[seat].jackpot if seat else False,
        clock=host.clock,
        zone=zone,
        done=done,
    )


def meters_of(meters: MeterBook, seat: int) -> Counts:
    """Those of the vault that SAS has a code for."""
    machine = meters.lifetime.get(TABLE, NO_COUNTS)
    own = meters.lifetime.get(seat, NO_COUNTS) if seat else machine
    kept = {name: (machine if name in OF_THE_MACHINE else own).get(name, 0) for name in wire.METERS}
    return kept | {name: count for name, count in own.items() if name.startswith("bills:")}
