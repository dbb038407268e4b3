"""The floor's end of the uplinks: HTTPS, requests that are signed for their connection, answers that are signed."""

import asyncio
import secrets
import ssl
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar
from weakref import WeakKeyDictionary

import orjson
import structlog
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from config.floor import Floor
from controller.floor.hints import Hints
from controller.floor.keys import CERTIFICATE, KEY, key_of_cabinet
from controller.floor.store.alarms import raise_alarm
from controller.floor.store.database import Database, StoreFailure
from controller.floor.store.opening import now_ms
from controller.floor.witness.witness import Verdict, Witness
from controller.protocol import floor as wire
from controller.protocol.hints import HINTS_PATH, HintSaid
from controller.vault.journal.signing import is_signed

MOST_CONNECTIONS = 1000
MOST_UNDER_WAY = 64
"""Requests that are worked on at once; more wait a little and are then told to come again."""
PATIENCE = 5.0
LONGEST_NAME = 40
NONCE_BYTES = 16

log = structlog.get_logger()


class NotHeard(Exception):
    """Who speaks is not who it says."""


Said = TypeVar("Said", wire.HeadSaid, HintSaid)


def _read(kind: type[Said], data: bytes, cabinet: str) -> Said:
    """What a cabinet says of itself, and of nobody else."""
    try:
        said = wire.read(kind, orjson.loads(data), "batch_unreadable")
    except (orjson.JSONDecodeError, wire.BadBatch) as error:
        raise web.HTTPBadRequest(text=str(error)) from None
    if said.cabinet != cabinet:
        raise web.HTTPForbidden(text="other_cabinet")
    return said


class Line:
    """One connection: its nonce, and how far its requests have counted."""

    def __init__(self) -> None:
        self.nonce, self.number = secrets.token_hex(NONCE_BYTES), 0


class UplinkServer:
    """Hears cabinets."""

    def __init__(self, floor: Floor, key: Ed25519PrivateKey, database: Database, witness: Witness) -> None:
        self._floor, self._key, self._database, self._witness = floor, key, database, witness
        self._keys = Path(floor.keys)
        self._lines: WeakKeyDictionary[object, Line] = WeakKeyDictionary()
        self.hints = Hints()
        self._under_way = asyncio.Semaphore(MOST_UNDER_WAY)
        self.changed: Callable[[], None] = lambda: None
        """Told whenever something may be new."""
        self._runner: web.AppRunner | None = None
        self.port = 0

    async def serve(self) -> int:
        """Begin; returns the port."""
        app = web.Application(client_max_size=wire.LARGEST_ENTRY + 1)
        app.router.add_get(wire.NONCE_PATH, self._nonce)
        app.router.add_post(wire.BATCHES_PATH, self._batch)
        app.router.add_post(wire.HEADS_PATH, self._head)
        app.router.add_post(HINTS_PATH, self._hint)
        app.router.add_get(wire.CURSOR_PATH + "/{journal}", self._cursor)
        self._runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=1.0)
        await self._runner.setup()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.load_cert_chain(self._keys / CERTIFICATE, self._keys / KEY)
        site = web.TCPSite(
            self._runner, self._floor.listen, self._floor.port, ssl_context=context, backlog=MOST_CONNECTIONS
        )
        await site.start()
        self.port = int(self._runner.addresses[0][1])
        return self.port

    async def close(self) -> None:
        """No more."""
        if self._runner is not None:
            await self._runner.cleanup()

    # ---- requests ----

    async def _nonce(self, request: web.Request) -> web.Response:
        return web.json_response({"nonce": self._line(request).nonce})

    async def _batch(self, request: web.Request) -> web.Response:
        signature = request.headers.get(wire.BATCH_HEADER, "")

        async def take(cabinet: str, key: bytes, data: bytes) -> Verdict:
            return await self._witness.take(cabinet, key, data, signature)

        return await self._answer(request, take)

    async def _head(self, request: web.Request) -> web.Response:
        async def take(cabinet: str, _key: bytes, data: bytes) -> Verdict:
            return await self._witness.head(_read(wire.HeadSaid, data, cabinet))

        return await self._answer(request, take)

    async def _hint(self, request: web.Request) -> web.Response:
        async def take(cabinet: str, _key: bytes, data: bytes) -> Verdict:
            said = _read(HintSaid, data, cabinet)
            verdict = await self._witness.cursor(cabinet, said.journal)
            self.hints.take(said, verdict.seq)
            return verdict

        return await self._answer(request, take)

    async def _cursor(self, request: web.Request) -> web.Response:
        journal, asked = request.match_info["journal"][:LONGEST_NAME], request.query.get("seq", "")
        seq = int(asked) if asked.isdecimal() and len(asked) < LONGEST_NAME // 2 else None

        async def look(cabinet: str, _key: bytes, _data: bytes) -> Verdict:
            return await self._witness.cursor(cabinet, journal, seq)

        return await self._answer(request, look)

    async def _answer(
        self, request: web.Request, do: Callable[[str, bytes, bytes], Awaitable[Verdict]]
    ) -> web.Response:
        """Who is it, do it, and sign what came of it."""
        data = await request.read()
        try:
            cabinet, key, id = self._who(request, data)
        except NotHeard as error:
            return await self._refuse(request, str(error))
        try:
            async with asyncio.timeout(PATIENCE):
                await self._under_way.acquire()
        except TimeoutError:
            return web.Response(status=503, text="busy")
        try:
            verdict = await do(cabinet, key, data)
        except StoreFailure as error:
            log.error("the store does not answer", why=str(error))
            return web.Response(status=503, text="store")
        finally:
            self._under_way.release()
        self.changed()
        return self._signed(cabinet, id, verdict)

    def _signed(self, cabinet: str, id: str, verdict: Verdict) -> web.Response:
        answer = wire.Answer(
            cabinet=cabinet,
            journal=verdict.journal or "none",
            of=id,
            code=verdict.code,
            seq=verdict.seq,
            hash=verdict.hash.hex(),
            at=now_ms(),
        )
        body = orjson.dumps(answer.model_dump())
        signature = self._key.sign(wire.answer_text(wire.id_of(body))).hex()
        return web.Response(body=body, content_type="application/json", headers={wire.ANSWER_HEADER: signature})

    # ---- who speaks ----

    def _line(self, request: web.Request) -> Line:
        return self._lines.setdefault(request.transport, Line())

    def _who(self, request: web.Request, data: bytes) -> tuple[str, bytes, str]:
        """The cabinet, its key and what this request is called; each number is taken once."""
        cabinet = request.headers.get(wire.CABINET_HEADER, "")[:LONGEST_NAME]
        if (
            not cabinet
            or not cabinet.isascii()
            or not cabinet.replace("-", "").replace("_", "").replace(".", "").isalnum()
        ):
            raise NotHeard("no_key")
        key = key_of_cabinet(self._keys, cabinet)
        if key is None:
            raise NotHeard("no_key")
        number, _, signature = request.headers.get(wire.PROOF_HEADER, "").partition(" ")
        line = self._line(request)
        counted = int(number) if number.isdecimal() and len(number) < LONGEST_NAME // 2 else 0
        text = wire.request_text(line.nonce, counted, request.path_qs, wire.id_of(data))
        try:
            signed = is_signed(key, bytes.fromhex(signature), text)
        except ValueError:
            signed = False
        if counted <= line.number or not signed:
            raise NotHeard("proof_bad")
        line.number = counted
        return cabinet, key, wire.id_of(text)

    async def _refuse(self, request: web.Request, code: str) -> web.Response:
        cabinet = request.headers.get(wire.CABINET_HEADER, "")[:LONGEST_NAME]
        named = "".join(sign for sign in cabinet if sign.isascii() and (sign.isalnum() or sign in "-_."))
        log.warning("not heard", cabinet=named, code=code)
        try:
            async with self._database.writing() as transaction:
                await raise_alarm(transaction, now_ms(), code, named, "", 0, f"from {request.remote}")
        except StoreFailure as error:
            log.error("the store does not answer", why=str(error))
        return web.Response(status=403, text=code)
