"""One address of ours: what it answers, what it has to say again, what was acknowledged. Pure.

Whatever the host says that shows it has read the last answer is an acknowledgement of it; the same poll again shows
that it has not, and gets the same bytes.
"""

from collections.abc import Iterator

from config.sas import SasSettings
from controller.protocol.devices.sas import SasImage
from drivers.sas.codec import GENERAL, NACK, NONE
from drivers.sas.engine.effects import AddressCounts, Effect
from drivers.sas.engine.orders import HostOrders
from drivers.sas.engine.said import LastAnswer, WaitingPoll
from drivers.sas.engine.telling import Telling
from drivers.sas.polls.answers import Answer, AnswerPoll, whole
from drivers.sas.polls.exceptions import in_real_time, polled
from drivers.sas.polls.meters import Figures
from drivers.sas.polls.orders import OrderWanted
from drivers.sas.polls.progressives import ONE, SEVERAL
from drivers.sas.polls.signing import SIGNATURE, Signing
from drivers.sas.polls.table import BONUS, POLLS, REAL_TIME, Poll, wanted
from drivers.sas.polls.transfers import (
    CANCEL,
    COMPLETE,
    TRANSFER,
    AftWanted,
    CancelWanted,
    Transfers,
    only_asks,
    request_of,
)

LOST_AFTER = 5.0
"""Seconds without a poll for this address."""
DEAF_AFTER = 30.0
"""Seconds without an acknowledgement."""
BUSY = b"\x00"
GENERAL_POLL = b""
"""As it is known here: a poll of no bytes but the address."""


class Address:
    """What is answered at one address."""

    def __init__(self, address: int, settings: SasSettings, image: SasImage, now: float, asks: int = 0) -> None:
        self.address, self.image, self.counts = address, image, AddressCounts()
        self.awake = False
        """Another machine, or everybody, was polled since the start; before that nothing is answered."""
        self.last_poll = b""
        self.transfers = Transfers(address, asks)
        self._settings = settings
        self._real_time = False
        self._answered: LastAnswer | None = None
        self._waiting: WaitingPoll | None = None
        self._telling, self._orders = Telling(address, now), HostOrders(address)
        self._signing = Signing(address)
        self._polled_at = self._acked_at = now
        self._linked = True
        self._effects: list[Effect] = []

    # ---- what the engine is told ---------------------------------------------------------------

    def told(self, image: SasImage) -> bytes:
        """A commit. Returns the answer that waited for it."""
        self.image = image
        self._telling.told(image)
        settled = self.transfers.settle(AnswerPoll(b"", image, self._settings, 0))
        if settled and self._waiting is not None and self._waiting.poll[1] == TRANSFER:
            poll, self._waiting = self._waiting.poll, None
            return self._say(poll, whole(self.address, TRANSFER, settled))
        if self._waiting is not None and self._orders.is_done(self._waiting.poll, image.done):
            return self._acknowledge_order(self._waiting.poll)
        return b""

    def told_anew(self) -> None:
        """Nobody knows whether the controller has heard the effects.

        So an exception may be told twice, and an order is given again when the host asks again.
        """
        self._telling.told_anew()
        self._orders.told_anew()
        self._effects += self.transfers.want_anew()
        self._effects += self._signing.want_anew()

    def due(self, now: float) -> bytes:
        """The busy answer of an order that was not done in time. As a link goes down, what was said is forgotten."""
        linked = self.is_linked(now)
        if self._linked and not linked:
            self._answered = None
        self._linked = linked
        if self._waiting is not None and now >= self._waiting.until:
            return self._pending(self._waiting.poll) or self._busy()
        return b""

    def deadline(self) -> float:
        """When to be asked `due` at the latest."""
        return self._waiting.until if self._waiting else float("inf")

    def is_linked(self, now: float) -> bool:
        """Whether the host polls this address and reads what it says."""
        return now - self._polled_at < LOST_AFTER and now - self._acked_at < DEAF_AFTER

    def take_effects(self) -> Iterator[Effect]:
        """What there is to do."""
        while self._effects:
            yield self._effects.pop(0)

    # ---- what is heard -------------------------------------------------------------------------

    def heard_other(self, now: float) -> None:
        """Somebody else is spoken to: what was said last has been read."""
        self.awake = True
        self._waiting = None
        self._acknowledged(now)

    def not_said(self) -> None:
        """What was to be said last never went out, for the host had gone on: it was not read by anybody."""
        self.counts.broken += self._answered is not None
        self._answered = None

    def general_poll(self, now: float) -> bytes:
        """Anything to tell? Nothing to tell is looked for anew each time."""
        self._polled(GENERAL_POLL, now)
        self._telling.look(now)
        if not self.awake:
            return b""
        return self._repeat(GENERAL_POLL, now) or self._say_signature(GENERAL_POLL) or self._say_event(now)

    def long_poll(self, poll: Poll, message: bytes, now: float, seconds: int) -> bytes:
        """A poll that is whole and sound."""
        self._polled(message, now)
        if not self.awake:
            return b""
        if again := self._repeat(message, now):
            return again
        asked = self._asked(poll, message, seconds)
        if poll.code == REAL_TIME:
            return self._turn_real_time(message, asked.data[0])
        if poll.code == SIGNATURE:
            return self._sign(message, int.from_bytes(asked.data, "little"))
        if poll.code in (ONE, SEVERAL):
            return self._say(message, bytes((self.address,)))
        if poll.code == BONUS:
            return self._refuse(message)
        if poll.control == "transfers" and asked.image.aft is None:
            return b""
        if poll.code == TRANSFER:
            return self._transfer(poll, message, asked, now)
        if poll.order is not None and not only_asks(poll.code, asked.data):
            return self._order(poll, message, asked, now)
        return self._answer(poll.answer, poll, message, asked) if poll.answer is not None else b""

    def broadcast(self, poll: Poll, message: bytes, seconds: int) -> None:
        """The same, said to all: done, and not answered."""
        what = wanted(poll, self._asked(poll, message, seconds))
        if what is not None:
            self._effects.append(self._orders.give(what))

    # ---- polls, repeats, acknowledgements ------------------------------------------------------

    def _asked(self, poll: Poll, message: bytes, seconds: int) -> AnswerPoll:
        return AnswerPoll(poll.of(message), self.image, self._settings, seconds, self._telling.known)

    def _polled(self, message: bytes, now: float) -> None:
        self.counts.polls += 1
        self.last_poll = message or bytes((GENERAL | self.address,))
        self._polled_at = now
        self._waiting = None

    def _repeat(self, message: bytes, now: float) -> bytes:
        """The same poll again, after an answer; any other has acknowledged that answer."""
        if self._answered is not None and self._answered.poll == message:
            self.counts.repeated += 1
            return self._out(self._answered.said)
        self._acknowledged(now)
        return b""

    def _acknowledged(self, now: float) -> None:
        answered, self._answered = self._answered, None
        if answered is None:
            return
        self._acked_at = now
        if answered.signs:
            self._signing.told()
        self._effects += self._telling.acknowledged(self.image, answered.event, answered.ended, now)
        self._effects += self._telling.read(answered.read, now)

    # ---- answers -------------------------------------------------------------------------------

    def _say_event(self, now: float) -> bytes:
        event, told = self._telling.next(self.image, now), self._settings
        figures = Figures(self.image.meters, self.image.credits, told.denomination, told.unit)
        if event is None:
            self._acked_at = now  # nothing is lost if it was not read
            return self._out(NONE)
        said = in_real_time(self.address, event, figures, told.country) if self._real_time else polled(event, figures)
        return self._say(GENERAL_POLL, said, event.number)

    def _turn_real_time(self, message: bytes, on: int) -> bytes:
        if on not in (0, 1):
            return self._refuse(message)
        self._real_time = on == 1
        return self._say(message, bytes((self.address,)))

    def _sign(self, message: bytes, seed: int) -> bytes:
        if said := self._say_signature(message, seed):
            return said
        self._effects += self._signing.want(seed)
        return self._say(message, bytes((self.address,)))

    def _say_signature(self, message: bytes, seed: int | None = None) -> bytes:
        said = self._signing.worked_out(self.image, seed)
        return self._say(message, said, signs=True) if said is not None else b""

    def _answer(self, answer: Answer, poll: Poll, message: bytes, asked: AnswerPoll) -> bytes:
        """Sealed, with what the host knows by it."""
        said = answer(asked)
        if said is None:
            return b""
        read = poll.read(asked) if poll.read is not None else None
        return self._say(message, whole(self.address, poll.code, said), read=read)

    def _refuse(self, message: bytes) -> bytes:
        return self._say(message, bytes((self.address | NACK,)))

    def _busy(self) -> bytes:
        """Not an answer that stands: the same poll again asks anew."""
        self._waiting = None
        self.counts.busy += 1
        return self._out(bytes((self.address,)) + BUSY)

    def _say(
        self, message: bytes, said: bytes, event: int = 0, signs: bool = False, read: tuple[str, int] | None = None
    ) -> bytes:
        ends = self.transfers.reads(message, self.image.aft)
        ended = tuple(one.number for one in self.image.events if one.code == COMPLETE) if ends else ()
        self._answered = LastAnswer(message, said, event, signs, read, ended)
        return self._out(said)

    def _out(self, said: bytes) -> bytes:
        self.counts.answers += 1
        return said

    # ---- orders --------------------------------------------------------------------------------

    def _order(self, poll: Poll, message: bytes, asked: AnswerPoll, now: float) -> bytes:
        self._orders.look(now)
        if self._orders.is_done(message, self.image.done):
            return self._acknowledge_order(message)
        if message not in self._orders:
            what = self._wanted(poll, asked)
            if what is None:
                return self._answer(poll.refused, poll, message, asked) if poll.refused else self._refuse(message)
            if self._orders.is_full():
                return self._busy()
            self._effects.append(self._orders.give(what, now, message))
        self._wait_for(message, now)
        return b""

    def _wait_for(self, message: bytes, now: float) -> None:
        self._waiting = WaitingPoll(message, now + self._settings.order_wait_ms / 1000)

    def _wanted(self, poll: Poll, asked: AnswerPoll) -> OrderWanted | AftWanted | None:
        if poll.code == TRANSFER:
            return CancelWanted(self.transfers.pending.ask if self.transfers.pending else 0)
        return wanted(poll, asked)

    def _acknowledge_order(self, message: bytes) -> bytes:
        """By the bare address, or by what the poll itself has to say of it."""
        self._orders.end(message)
        self._waiting = None
        poll = POLLS[message[1]]
        answer = self.transfers.asked if poll.code == TRANSFER else poll.answer
        if answer is None:
            return self._say(message, bytes((self.address,)))
        return self._answer(answer, poll, message, self._asked(poll, message, 0))

    # ---- transfers -----------------------------------------------------------------------------

    def _transfer(self, poll: Poll, message: bytes, asked: AnswerPoll, now: float) -> bytes:
        """A transfer is told to the table and answered once that has, or is pending for now."""
        aft = asked.image.aft
        assert aft is not None
        if only_asks(TRANSFER, asked.data):
            return self._answer(self.transfers.asked, poll, message, asked)
        if asked.data[1:2] == bytes((CANCEL,)):
            return self._order(poll, message, asked, now)
        request = request_of(asked.data)
        if isinstance(request, int) or self.transfers.pending is not None:
            return self._say(message, whole(self.address, TRANSFER, self.transfers.refuses(aft, request)))
        self._effects.append(self.transfers.want(request))
        self._wait_for(message, now)
        return b""

    def _pending(self, message: bytes) -> bytes:
        """Of a transfer that the table has not answered in time; nothing, of any other poll."""
        aft, pending = self.image.aft, self.transfers.pending
        if message[1] != TRANSFER or message in self._orders or aft is None or pending is None:
            return b""
        self._waiting = None
        said = self.transfers.refuses(aft, pending.request)
        return self._say(message, whole(self.address, TRANSFER, said))
