"""Where cabinets are heard, whatever way they come: who is it, what is asked, and an answer that is signed."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from urllib.parse import parse_qs, urlsplit

import orjson
import structlog
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from controller.floor.jackpots.leases import Leases, PotsVerdict
from controller.floor.keys import key_of_cabinet
from controller.floor.store.alarms import raise_alarm
from controller.floor.store.database import Database, FloorStoreFailure
from controller.floor.store.opening import now_ms
from controller.floor.tickets.office import Office, TicketsVerdict
from controller.floor.uplinks.hints import Hints
from controller.floor.witness.witness import BatchVerdict, Witness
from controller.protocol import floor as wire
from controller.protocol.hints import HINTS_PATH, HintSaid
from controller.protocol.jackpots.pots import POTS_PATH, PotsAnswer, PotsSaid
from controller.protocol.tickets import TICKETS_PATH, AsksSaid, TicketsAnswer
from controller.vault.journal.signing import is_signed

MOST_UNDER_WAY = 64
"""Requests that are worked on at once; more wait a little and are then told to come again."""
PATIENCE = 5.0
LONGEST_NAME = 40
LONGEST_NUMBER = 20
NONCE_BYTES = 16
OK, BAD, FORBIDDEN, NOT_FOUND, AGAIN = 200, 400, 403, 404, 503

Take = Callable[[str, bytes, bytes, str], Awaitable[BatchVerdict]]
"""A batch of a cabinet, whose uplink has this key, with its signature: by a witness here or in another process."""

log = structlog.get_logger()


class UplinkConnection:
    """One connection: its nonce, and how far its requests have counted."""

    def __init__(self) -> None:
        self.nonce, self.number = secrets.token_hex(NONCE_BYTES), 0


class UplinkRequest(NamedTuple):
    """What came, and from whom it says it is."""

    cabinet: str
    proof: str
    path: str
    data: bytes
    signature: str = ""
    """Of a batch."""
    origin: str = ""


class Reply(NamedTuple):
    """What is sent back; the code is the witness's, where it was asked."""

    status: int
    body: bytes
    signature: str = ""
    code: str = ""


class NotHeard(Exception):
    """Who speaks is not who it says."""


class BadRequest(Exception):
    """It is none; the text is its code."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class FloorDesk:
    """Hears cabinets."""

    def __init__(
        self,
        keys: Path,
        key: Ed25519PrivateKey,
        database: Database,
        witness: Witness,
        office: Office,
        leases: Leases,
        take: Take | None = None,
    ) -> None:
        self._keys, self._key, self._database = keys, key, database
        self._witness, self._office, self._leases = witness, office, leases
        self._take = take or witness.take
        self._under_way = asyncio.Semaphore(MOST_UNDER_WAY)
        self.hints = Hints()
        self.changed: Callable[[], None] = lambda: None
        """Told whenever something may be new."""

    async def asked(self, line: UplinkConnection, request: UplinkRequest) -> Reply:
        """A request that is signed for its line."""
        try:
            key, id = self._who(line, request)
        except NotHeard as error:
            return await self._refuse(request, str(error))
        return await self._work(request, key, id)

    async def delivered(self, request: UplinkRequest) -> Reply:
        """A batch that somebody else brings: its own signature says whose it is, and the answer names its id."""
        key = self._key_of(request.cabinet)
        if key is None:
            return await self._refuse(request, "no_key")
        return await self._work(request, key, wire.id_of(request.data))

    async def hinted(self, request: UplinkRequest) -> None:
        """What goes ahead and wants no answer."""
        key = self._key_of(request.cabinet)
        if key is None or not _signed(key, request.signature, wire.hint_text(wire.id_of(request.data))):
            await self._refuse(request, "no_key" if key is None else "proof_bad")
            return
        try:
            await self._hint(request)
        except (BadRequest, FloorStoreFailure) as error:
            log.warning("a hint is none", cabinet=request.cabinet, why=str(error))
        self.changed()

    async def _work(self, request: UplinkRequest, key: bytes, id: str) -> Reply:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._under_way.acquire()
        except TimeoutError:
            return Reply(AGAIN, b"busy")
        try:
            verdict = await self._verdict(request, key)
        except BadRequest as error:
            return Reply(error.status, str(error).encode("ascii", "replace"))
        except FloorStoreFailure as error:
            log.error("the store does not answer", why=str(error))
            return Reply(AGAIN, b"store")
        finally:
            self._under_way.release()
        self.changed()
        return self._answer(request.cabinet, id, verdict)

    async def _verdict(self, request: UplinkRequest, key: bytes) -> BatchVerdict | TicketsVerdict | PotsVerdict:
        match urlsplit(request.path).path:
            case wire.BATCHES_PATH:
                return await self._take(request.cabinet, key, request.data, request.signature)
            case wire.HEADS_PATH:
                return await self._witness.head(_read(wire.HeadSaid, request))
            case path if path == TICKETS_PATH:
                return await self._office.ask(_read(AsksSaid, request))
            case path if path == POTS_PATH:
                return await self._leases.ask(_read(PotsSaid, request))
            case path if path == HINTS_PATH:
                return await self._hint(request)
            case path if path.startswith(f"{wire.CURSOR_PATH}/"):
                asked = parse_qs(urlsplit(request.path).query).get("seq", [""])[0]
                seq = int(asked) if asked.isdecimal() and len(asked) < LONGEST_NUMBER else None
                journal = path.removeprefix(f"{wire.CURSOR_PATH}/")[:LONGEST_NAME]
                return await self._witness.cursor(request.cabinet, journal, seq)
        raise BadRequest(NOT_FOUND, "nothing is there")

    async def _hint(self, request: UplinkRequest) -> BatchVerdict:
        said = _read(HintSaid, request)
        verdict = await self._witness.cursor(request.cabinet, said.journal)
        self.hints.take(said, verdict.seq)
        return verdict

    def _answer(self, cabinet: str, id: str, verdict: BatchVerdict | TicketsVerdict | PotsVerdict) -> Reply:
        said: dict[str, Any] = {
            **{"cabinet": cabinet, "journal": verdict.journal or "none", "of": id, "code": verdict.code},
            **{"seq": verdict.seq, "hash": verdict.hash.hex(), "at": now_ms()},
        }
        answer: wire.FloorAnswer
        if isinstance(verdict, TicketsVerdict):
            answer = TicketsAnswer(**said, told=verdict.told, last=verdict.last)
        elif isinstance(verdict, PotsVerdict):
            more = {name: getattr(verdict, name) for name in ("nonce", "leased", "lease", "pots", "wins")}
            answer = PotsAnswer(**{**said, "at": verdict.at}, **more)
        else:
            answer = wire.FloorAnswer(**said, above=verdict.above)
        body = orjson.dumps(answer.model_dump(exclude_none=True))
        return Reply(OK, body, self._key.sign(wire.answer_text(wire.id_of(body))).hex(), verdict.code)

    # ---- who speaks ----

    def _key_of(self, cabinet: str) -> bytes | None:
        name = "".join(sign for sign in cabinet if sign not in "-_.")
        known = cabinet.isascii() and name.isalnum() and len(cabinet) <= LONGEST_NAME
        return key_of_cabinet(self._keys, cabinet) if known else None

    def _who(self, line: UplinkConnection, request: UplinkRequest) -> tuple[bytes, str]:
        """The key of the cabinet, and what this request is called; each number is taken once."""
        key = self._key_of(request.cabinet)
        if key is None:
            raise NotHeard("no_key")
        number, _, signature = request.proof.partition(" ")
        counted = int(number) if number.isdecimal() and len(number) < LONGEST_NUMBER else 0
        text = wire.request_text(line.nonce, counted, request.path, wire.id_of(request.data))
        if counted <= line.number or not _signed(key, signature, text):
            raise NotHeard("proof_bad")
        line.number = counted
        return key, wire.id_of(text)

    async def _refuse(self, request: UplinkRequest, code: str) -> Reply:
        cabinet = request.cabinet[:LONGEST_NAME]
        named = "".join(sign for sign in cabinet if sign.isascii() and (sign.isalnum() or sign in "-_."))
        log.warning("not heard", cabinet=named, code=code)
        try:
            async with self._database.writing() as transaction:
                origin = f"from {request.origin}"
                await raise_alarm(transaction, now_ms(), code, named, "", 0, origin, of_a_stranger=True)
        except FloorStoreFailure as error:
            log.error("the store does not answer", why=str(error))
        return Reply(FORBIDDEN, code.encode())


Said = TypeVar("Said", wire.HeadSaid, HintSaid, AsksSaid, PotsSaid)


def _read(kind: type[Said], request: UplinkRequest) -> Said:
    """What a cabinet says of itself, and of nobody else."""
    try:
        said = wire.read(kind, orjson.loads(request.data), "batch_unreadable")
    except (orjson.JSONDecodeError, wire.BadBatch) as error:
        raise BadRequest(BAD, str(error)) from None
    if said.cabinet != request.cabinet:
        raise BadRequest(FORBIDDEN, "other_cabinet")
    return said


def _signed(key: bytes, digits: str, text: bytes) -> bool:
    try:
        return is_signed(key, bytes.fromhex(digits), text)
    except ValueError:
        return False
