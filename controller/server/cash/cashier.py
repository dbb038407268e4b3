"""What the loop does for notes and tickets besides the desks: draws their digits, and carries asks and answers. What
the casino's host is asked, the desk of its line carries.

Digits and answers are applied before the turn's commit; asks are said after it, since nothing is said before it is on
the disk.
"""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from controller.server.cash.authority import Authority
from controller.server.loop.hub import Hub
from controller.server.loop.ports import Chance
from controller.table.cash.events import TicketDigits
from controller.table.cash.seat import AuthorityAsk
from controller.table.jackpots import claims
from controller.table.sas.events import HandPayStamped
from controller.table.sas.state import clock_of
from controller.table.sas.tickets.state import MOST_RECORDS
from controller.table.state import Table

SAY_AGAIN = 1000
"""Milliseconds after which an ask that has no answer is said again."""


class Cashier:
    """Between the table and its authority."""

    def __init__(self, authority: Authority, chance: Chance) -> None:
        self._authority, self._chance = authority, chance
        self._said: dict[AuthorityAsk, int] = {}
        self._looked_at: tuple[object, object] = (None, None)

    def act(self, hub: Hub) -> None:
        """Before the commit: what has been answered, and what chance and the clock give to a ticket."""
        for news in self._authority.news():
            hub.apply(news)
        for seat, wanted in hub.wishes.cash.items():
            if wanted.digits:
                hub.apply(self._digits(hub, seat))
        for address, host in hub.table.sas.items():
            if host.tickets.unstamped and len(host.tickets.unread) < MOST_RECORDS:
                hub.apply(_stamp(hub, address, host.seat))

    def _digits(self, hub: Hub, seat: int) -> TicketDigits:
        seconds = hub.store.wall_clock() // 1000
        drawn = int(self._chance.draw((), {}).nonce, 16) % 1000
        zone = minutes_east(hub.table, seconds)
        last = max(self._authority.last_sequence(), hub.store.drawn_before)
        return TicketDigits(seat, f"{drawn:03d}", seconds + clock_of(hub.table.sas, seat), zone, last)

    def tell(self, hub: Hub) -> None:
        """After the commit: what is asked, when it is new and each second."""
        table = hub.table
        cash, jackpots = self._looked_at
        if not self._said and cash is table.cash and jackpots is table.jackpots:
            return
        self._looked_at = table.cash, table.jackpots
        seats = [seat for seat in table.cash.values() if seat.setup.authority != "sas"]
        wanted = [ask for seat in seats for ask in seat.asks] + claims.asks(table)
        said = {ask: self._said[ask] for ask in wanted if ask in self._said}
        for ask in wanted:
            if ask not in said or hub.now - said[ask] >= SAY_AGAIN:
                said[ask] = hub.now
                self._authority.asked(ask)
        self._said = said

    def waits(self) -> bool:
        """Whether the next turn has something to do at once."""
        return self._authority.waits()


def _stamp(hub: Hub, address: int, seat: int) -> HandPayStamped:
    """For the validation of a hand-pay."""
    seconds = hub.store.wall_clock() // 1000
    return HandPayStamped(address, seconds + clock_of(hub.table.sas, seat), minutes_east(hub.table, seconds))


def minutes_east(table: Table, seconds: int) -> int:
    """Of Greenwich, where the machine stands; by UTC if this machine does not know the zone."""
    try:
        offset = datetime.fromtimestamp(seconds, UTC).astimezone(ZoneInfo(table.settings.time_zone)).utcoffset()
    except (OSError, ValueError, KeyError):
        offset = None
    return 0 if offset is None else int(offset.total_seconds()) // 60
