"""What the floor is asked about tickets and jackpots, from the controller to the floor and back: a line and a thread of
its own, so that a player at a bezel waits for no batch.

The controller says which entries ask; what they ask is read in the journal. Nothing is kept here: what is lost on
either side is said again, and the floor answers the same again the same.
"""

import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import orjson
import structlog
import zmq
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from config.cabinet import Cabinet
from config.floor import Uplink
from controller.protocol.jackpots.pots import PotsAnswer, PotsSaid
from controller.protocol.message import LARGEST_TOLD, BadMessage, Message, decode, encode
from controller.protocol.tickets import MOST_TOGETHER, AskSaid, AsksSaid, TicketsAnswer
from controller.protocol.uplink import TO_UPLINK, FloorAnswered, FloorAsk, FloorAsks, PotsAsked, PotsTold, UplinkHere
from controller.server.zmq.endpoints import commands_endpoint
from controller.uplink.believing import NoFloor, NotBelieved, TurnedAway
from controller.uplink.line import FloorLine
from controller.uplink.outbox import CannotSend, UplinkOutbox
from controller.vault.faults import VaultFault
from controller.vault.read.old_records import facts_of

if TYPE_CHECKING:
    from controller.uplink.nats_line import NatsLine

HERE_EVERY = 1.0
POLL_MS = 100
PATIENCE = 2.0
"""Seconds for the floor to answer; a paper waits at a bezel for eight."""
SAID_IN = frozenset({"do", "request", "number", "amount", "until"})
UNDER_WAY = 256
"""Messages of the controller that wait; it says all of it again each second."""

log = structlog.get_logger()


class TicketLine(Protocol):
    """A way to the floor."""

    def tickets(self, said: AsksSaid) -> TicketsAnswer:
        """What is asked about tickets."""

    def pots(self, said: PotsSaid) -> PotsAnswer:
        """How the pots stand, and the floor's lease."""

    def end(self) -> None:
        """For good."""


class Asking:
    """Puts asks as they stand in the journal before the floor."""

    def __init__(self, cabinet: str, outbox: UplinkOutbox, line: TicketLine) -> None:
        self._cabinet, self._outbox, self._line = cabinet, outbox, line

    def ask(self, asks: FloorAsks) -> list[FloorAnswered]:
        """What was answered to them."""
        standing = self._outbox.standing()
        said = AsksSaid(
            cabinet=self._cabinet,
            journal=standing.journal,
            heard=asks.heard,
            heard_hash=asks.hash,
            asks=[self._as_written(ask) for ask in asks.asks],
        )
        answer = self._line.tickets(said)
        if answer.journal != standing.journal:
            raise NotBelieved(f"an answer about {answer.journal}")
        return list(_decided(answer))

    def pots(self, asked: PotsAsked) -> PotsTold:
        """How they stand; NotBelieved where that was said to another question."""
        journal = self._outbox.standing().journal
        said = PotsSaid(cabinet=self._cabinet, journal=journal, nonce=asked.nonce, jackpots=asked.jackpots)
        answer = self._line.pots(said)
        if (answer.journal, answer.nonce) != (journal, asked.nonce):
            raise NotBelieved(f"pots of {answer.journal}, asked otherwise")
        told = answer.model_dump(include={"nonce", "leased", "lease", "at", "pots", "wins"})
        return PotsTold.model_validate({name: _as_tuple(value) for name, value in told.items()})

    def _as_written(self, ask: FloorAsk) -> AskSaid:
        """What the entry says that asks."""
        body, hash = self._outbox.entry(ask.entry)
        for fact in facts_of(orjson.loads(body)):
            if fact["type"] == "FloorAsked" and (fact["do"], fact["request"]) == (ask.do, ask.request):
                what = {name: value for name, value in fact.items() if name in SAID_IN}
                return AskSaid(seq=ask.entry, hash=hash.hex(), **what)
        raise CannotSend("journal_gap", f"entry {ask.entry} does not ask to {ask.do} {ask.request}")

    def close(self) -> None:
        """Let go."""
        self._line.end()
        self._outbox.close()


class Exchange:
    """Between one controller and one floor."""

    def __init__(
        self, run: Path, journal: Path, settings: Uplink, key: Ed25519PrivateKey, agreed: Callable[[], bool]
    ) -> None:
        """`agreed`: whether this journal is known to be the one that the floor has."""
        self._agreed = agreed
        self._asking = Asking(
            settings.cabinet, UplinkOutbox(journal, settings.archives, settings.cabinet), _line(settings, key)
        )
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self._socket = self._context.socket(zmq.DEALER)
        for option, value in ((zmq.LINGER, 0), (zmq.IMMEDIATE, 1), (zmq.RCVHWM, UNDER_WAY), (zmq.SNDHWM, UNDER_WAY)):
            self._socket.setsockopt(option, value)
        self._socket.setsockopt(zmq.RECONNECT_IVL_MAX, 1000)
        self._socket.connect(commands_endpoint(run, "floor"))
        self._here_at = 0.0
        self._trouble = ""

    def turn(self) -> None:
        """Hear what is asked, ask it, and say what was answered."""
        if time.monotonic() >= self._here_at:
            self._here_at = time.monotonic() + HERE_EVERY
            self._say(UplinkHere())
        if not self._socket.poll(POLL_MS):
            return
        heard, pots = self._heard()
        if not self._agreed():
            return
        for asks in heard:
            self._try(lambda asks=asks: self._asking.ask(asks))  # type: ignore[misc]
        if pots is not None:
            self._try(lambda: [self._asking.pots(pots)])

    def _try(self, ask: Callable[[], Iterable[Message]]) -> None:
        try:
            for answered in ask():
                self._say(answered)
            trouble = ""
        except (NoFloor, NotBelieved, TurnedAway, CannotSend, VaultFault) as error:
            trouble = str(error) or type(error).__name__
        if trouble != self._trouble:
            self._trouble = trouble
            log.log(30 if trouble else 20, "exchange", trouble=trouble or "none")

    def _heard(self) -> tuple[list[FloorAsks], PotsAsked | None]:
        """What is asked now; of what was said meanwhile the last word counts."""
        asks, last, pots = dict[tuple[str, str], FloorAsk](), None, None
        for _ in range(UNDER_WAY):
            try:
                said = decode(TO_UPLINK, self._socket.recv(zmq.NOBLOCK), LARGEST_TOLD)
            except zmq.Again:
                break
            except BadMessage as error:
                log.warning("message from the controller refused", why=str(error))
                continue
            if isinstance(said, PotsAsked):
                pots = said
            elif isinstance(said, FloorAsks):
                last = said
                asks |= {(ask.do, ask.request): ask for ask in said.asks}
            else:
                self._here_at = 0.0
        if last is None:
            return [], pots
        every = list(asks.values())
        groups = [every[first : first + MOST_TOGETHER] for first in range(0, len(every), MOST_TOGETHER)]
        return [last.model_copy(update={"asks": some}) for some in groups], pots

    def _say(self, message: Message) -> None:
        try:
            self._socket.send(encode(message), zmq.NOBLOCK)
        except zmq.Again:
            log.debug("the controller is not there")

    def close(self) -> None:
        """Let go."""
        self._asking.close()
        self._socket.close()
        self._context.term()


def _as_tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _decided(answer: TicketsAnswer) -> Iterable[FloorAnswered]:
    for one in answer.told:
        yield FloorAnswered(
            do=one.do,
            request=one.request,
            verdict=one.verdict,
            amount=one.amount,
            decision=one.decision,
            hash=one.hash,
            last=answer.last,
        )


def _line(settings: Uplink, key: Ed25519PrivateKey) -> "FloorLine | NatsLine":
    if settings.nats is None:
        return FloorLine(settings, key, PATIENCE)
    from controller.uplink.nats_line import NatsLine  # a cabinet without a broker needs none of it

    return NatsLine(settings, key, PATIENCE)


class Exchanging:
    """The exchange in its thread, beside the turns of the uplink."""

    def __init__(self, cabinet: Cabinet, settings: Uplink, key: Ed25519PrivateKey, agreed: Callable[[], bool]) -> None:
        self._of = Path(cabinet.run), Path(cabinet.journal.directory), settings, key, agreed
        self._stopping = threading.Event()
        self._failed: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="tickets")
        self._thread.start()

    def _run(self) -> None:
        try:
            exchange = Exchange(*self._of)  # in its thread: a journal is read by the thread that opened it
            try:
                while not self._stopping.is_set():
                    exchange.turn()
            finally:
                exchange.close()
        except Exception as error:
            self._failed = error

    def check(self) -> None:
        """What nobody expected ends the process, and the next start asks anew."""
        if self._failed is not None:
            raise self._failed

    def close(self) -> None:
        """No more."""
        self._stopping.set()
        self._thread.join()
