"""What a host does of its own accord when a machine tells something: give a number, pay a ticket, read a transfer."""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tools.sas_host.answers import Answer, Event, Kind
from tools.sas_host.casino import MONEY_METERS, SYSTEM, Casino, HandPay
from tools.sas_host.conversation import Host
from tools.sas_host.wire import aft, tickets
from tools.sas_host.wire.meters import METERS, key

MOST_WAITING = 1000
MOST_VALIDATIONS = 31
GAME = bytes(2)
"""Game 0 is the machine."""
WAITS_FOR_NO_NUMBER = 0x80
CREDITS_BY_HAND = 0x80
"""The level of a hand-pay that is no win."""


@dataclass
class Manners:
    """How this host is set."""

    gives_numbers: bool = True
    """It answers a cash-out with a number; else with a denial, so the machine makes a hand-pay of it."""
    own_numbers: bool = False
    """Machines make their numbers themselves (secure enhanced)."""
    takes_cash_outs: bool = True
    """It takes a cash-out that a machine offers to it (exception 6A)."""


@dataclass
class Duty:
    """Hears of events while polls are under way, and acts between them."""

    host: Host
    casino: Casino
    manners: Manners = field(default_factory=Manners)
    waiting: deque[Event] = field(default_factory=lambda: deque(maxlen=MOST_WAITING))
    seen: list[Event] = field(default_factory=list)

    owed: set[int] = field(default_factory=set)
    """Machines that told of a ticket or hand-pay and were not heard since."""
    unread: set[int] = field(default_factory=set)
    """Those that were done with a ticket, and not heard when they were asked how it went."""
    open: dict[int, aft.Transfer] = field(default_factory=dict)
    """Machine → the transfer of which it is not known how it ended: another would hide that."""

    def hear(self, event: Event) -> None:
        """Keep it for `turn`; what came twice is told twice."""
        self.casino.told[event.address, event.exception] += 1
        self.waiting.append(event)
        if len(self.seen) < MOST_WAITING:
            self.seen.append(event)

    def turn(self) -> None:
        """Do what is due."""
        for address in sorted(self.owed):
            self.read_validation(address)
        for address in sorted(self.unread):
            self.read_ticket(address)
        while self.waiting:
            event = self.waiting.popleft()
            if act := ACTS.get(event.exception):
                act(self, event.address)

    def give_number(self, address: int) -> None:
        """57: a cash-out wants a number."""
        pending = self._told(address, 0x57)
        if pending is None or pending["type"] == WAITS_FOR_NO_NUMBER:
            return
        if not self.manners.gives_numbers:
            self.host.once(address, 0x58, tickets.number_given(0, ""))
            return
        ticket = self.casino.number_for(address, pending["cents"])
        given = tickets.number_given(SYSTEM, ticket.number)
        answer = self.host.once(address, 0x58, given)
        if answer.kind is not Kind.DATA:  # it may have been taken, so a refusal of the same again says nothing
            self.host.ask(address, 0x58, given)
        elif answer.figures["status"] != 0:
            self.casino.take_back(ticket)

    def give_identity(self, address: int) -> None:
        """3F: a machine that makes its numbers itself has no id yet. Each gets its address, and begins after 0."""
        if self.manners.own_numbers:
            self.host.ask(address, 0x4C, tickets.identity(address, 0))

    def read_validation(self, address: int) -> None:
        """3D, 3E: a ticket came out, or a hand-pay was validated."""
        answer = self.host.ask(address, 0x4D, bytes(1))
        if answer.kind is not Kind.DATA:
            answer = self.host.ask(address, 0x3D)
        self.owed.discard(address)
        if answer.kind is not Kind.DATA:
            self.owed.add(address)
            self.casino.object(address, f"told a ticket or hand-pay and says nothing of it: {answer.kind.value}")
        elif "index" in answer.figures and not answer.figures["index"]:
            self._read_again(address)
        elif "index" in answer.figures or answer.number["cents"]:  # 3D without an amount: no ticket ever came out
            self._validated(address, answer)

    def _read_again(self, address: int) -> None:
        """The machine holds all of them for read: an answer was not heard, or it told once more after a cut."""
        for index in range(1, MOST_VALIDATIONS + 1):
            answer = self.host.ask(address, 0x4D, bytes((index,)))
            if answer.kind is not Kind.DATA or not answer.figures["index"]:
                return
            self._validated(address, answer)

    def _validated(self, address: int, answer: Answer) -> None:
        if int(answer.figures.get("type", 0)) in (tickets.CASHABLE, tickets.RESTRICTED):
            self.casino.printed(address, answer.figures, self.manners.own_numbers)
        else:
            self.casino.hand_paid(address, answer.figures)

    def pay_ticket(self, address: int) -> None:
        """67: a ticket is in the acceptor."""
        answer = self.host.ask(address, 0x70)
        if answer.kind is not Kind.DATA or answer.figures["ticket"] == tickets.NO_TICKET:
            return
        data = str(answer.figures["data"])
        ticket = self.casino.offered(data, address)
        word = tickets.word_on(tickets.CASHABLE, ticket.cents, data) if ticket else self._refusal(data)
        self._redeemed(address, self.host.ask(address, 0x71, word))

    def _refusal(self, data: str) -> bytes:
        known = self.casino.tickets.get(data[2:])
        return tickets.word_on(tickets.ALREADY_PAID if known else tickets.NO_SUCH_NUMBER, 0, data)

    def read_ticket(self, address: int) -> None:
        """68: the machine is done with the ticket."""
        answer = self.host.ask(address, 0x71, tickets.asked_status())
        (self.unread.discard if answer.kind is Kind.DATA else self.unread.add)(address)
        self._redeemed(address, answer)

    def _redeemed(self, address: int, answer: Answer) -> None:
        if answer.kind is Kind.DATA:
            self.casino.redeemed(address, answer.figures)

    def read_hand_pay(self, address: int) -> None:
        """51: somebody has to come and pay."""
        figures = self._told(address, 0x1B)
        if figures is not None and figures["cents"]:  # nothing waits any more: it was paid before this was asked
            self.casino.hand_pays[address] = HandPay(figures["cents"], figures["level"] != CREDITS_BY_HAND)

    def forget_hand_pay(self, address: int) -> None:
        """52: it was paid."""
        self.casino.is_over(address)

    def read_transfer(self, address: int) -> bool:
        """69, and after a start: how does the transfer stand? Whether that was heard."""
        answer = self.host.ask(address, 0x72, aft.ask())
        if answer.kind is not Kind.DATA:
            return False
        self.casino.transferred(address, answer.figures)
        transfer = self.open.get(address)
        if transfer is not None and not self._is_pending(transfer, answer):
            del self.open[address]
        return True

    def _is_pending(self, transfer: aft.Transfer, answer: Answer) -> bool:
        """What is told of another's id says that this one never began."""
        is_of_it = answer.figures.get("id") == transfer.id.hex()
        return is_of_it and answer.figures["status"] == aft.PENDING

    def take_cash_out(self, address: int) -> None:
        """6A: the machine offers its credits. While another transfer may be under way they are left to it."""
        if address in self.open:
            self.read_transfer(address)
        if address in self.open:
            return
        status = self._told(address, 0x74, bytes((0xFF, 0, 0, 0)))
        if status is None or not self.manners.takes_cash_outs or not status["cashable"]:
            return
        self.move(address, aft.Cents(status["cashable"]), aft.TO_HOST, status["asset"], aft.FOR_CASH_OUT)

    def move(self, address: int, cents: aft.Cents, kind: int, asset: int, flags: int = 0) -> Answer:
        """A transfer, asked for once; what comes back is remembered."""
        transfer = self.begin(address, cents, kind, asset, flags)
        answer = self.host.once(address, 0x72, transfer.body())
        if answer.kind is Kind.DATA:
            self.casino.transferred(address, answer.figures)
            if not self._is_pending(transfer, answer):
                del self.open[address]
        return answer

    def begin(self, address: int, cents: aft.Cents, kind: int, asset: int, flags: int = 0) -> aft.Transfer:
        """A transfer that is about to be asked for."""
        transfer = self.open[address] = self.casino.new_transfer(address, cents, kind, asset, flags)
        return transfer

    def read_meters(self, address: int) -> dict[int, int]:
        """The meters of money, remembered and held against those before."""
        codes = b"".join(code.to_bytes(2, "little") for code in MONEY_METERS)
        figures = self._told(address, 0x6F, bytes((2 + len(codes),)) + GAME + codes) or {}
        found = {code: figures[key(code)] for code in METERS if key(code) in figures}
        self.casino.metered(address, found)
        return found

    def _told(self, address: int, code: int, body: bytes = b"") -> dict[str, int] | None:
        answer = self.host.ask(address, code, body)
        if answer.kind is not Kind.DATA:
            self.casino.object(address, f"poll {code:02X} is answered by {answer.kind.value} {answer.why}".rstrip())
            return None
        return answer.number


ACTS: Mapping[int, Callable[[Duty, int], object]] = {
    0x17: Duty.read_transfer,
    0x3D: Duty.read_validation,
    0x3E: Duty.read_validation,
    0x3F: Duty.give_identity,
    0x51: Duty.read_hand_pay,
    0x52: Duty.forget_hand_pay,
    0x57: Duty.give_number,
    0x67: Duty.pay_ticket,
    0x68: Duty.read_ticket,
    0x69: Duty.read_transfer,
    0x6A: Duty.take_cash_out,
    0x6B: Duty.take_cash_out,
}
"""Exception → what is done about it; all others are only counted."""
