"""The floor's page, on loopback: its files, signing in, and every machine as it is now. What else is asked: `looks`.

What is new is pushed: a page that is open hears of a change a fraction of a second after it was kept.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import orjson
import structlog
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import terminals
from config.text.languages import floor_languages
from controller.floor.screen.looks import Look, Looks
from controller.floor.screen.metrics import page as metrics_page
from controller.floor.screen.people import SEES_MONEY, SESSION_SECONDS, People, SignedIn
from controller.floor.store.database import Database, FloorStoreFailure
from controller.floor.store.opening import now_ms
from controller.floor.store.read.reports import machines
from controller.floor.tickets.counter import Counter
from controller.floor.tickets.page import CageLooks
from controller.floor.uplinks.hints import Hints

LOOPBACK = "127.0.0.1"
LARGEST_SAID = 4096
MOST_OPEN = 64
"""Pages that are told of changes."""
LEAST_PAUSE = 0.25
"""Seconds between two words to the pages, however much is new."""
LONGEST_PAUSE = 5.0
FOLDER = Path(__file__).parent / "page"
SCREENS = Path(terminals.__file__).parent
FOLDERS = (SCREENS / "common" / "page", SCREENS / "menu" / "page", FOLDER)
"""The drawing of the cabinet's own pages is used here too; what has the same name here stands in its place."""
TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".woff2": "font/woff2",
}
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}

log = structlog.get_logger()


class Pages:
    """Serves the page and what it asks for."""

    def __init__(
        self, floor: str, life: str, key: Ed25519PrivateKey, database: Database, people: People, counter: Counter
    ) -> None:
        self._floor, self._life, self._database, self._people = floor, life, database, people
        looks = Looks(key, database, people, HEADERS)
        self._looks = {**looks.routes(), **CageLooks(looks, counter).routes()}
        self.hints = Hints()
        self.unsent: Callable[[], int] = lambda: 0
        """Notices to staff that should be out by now."""
        self._files = {
            path.relative_to(folder).as_posix(): path
            for folder in FOLDERS
            for path in folder.rglob("*")
            if path.suffix in TYPES
        }
        self._names: set[str] = set()
        self._open: set[asyncio.Queue[bytes | None]] = set()
        self._new = asyncio.Event()
        self._telling: asyncio.Task[None] | None = None
        self._runner: web.AppRunner | None = None
        self._port = 0

    async def serve(self, port: int) -> int:
        """Begin; returns the port."""
        app = web.Application(client_max_size=LARGEST_SAID)
        app.router.add_post("/session", self._sign_in)
        app.router.add_delete("/session", self._sign_out)
        app.router.add_get("/who", self._who_am_i)
        app.router.add_get("/languages", self._languages)
        app.router.add_get("/now", self._now)
        for (method, path), (look, roles) in self._looks.items():
            app.router.add_route(method, path, self._looked(look, roles))
        app.router.add_get("/metrics", self._metrics)
        app.router.add_get("/{path:.*}", self._file)
        self._runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.TCPSite(self._runner, LOOPBACK, port).start()
        self._port = int(self._runner.addresses[0][1])
        self._names = {f"{LOOPBACK}:{self._port}", f"localhost:{self._port}"}
        self._telling = asyncio.create_task(self._tell())
        return self._port

    @property
    def tasks(self) -> "tuple[asyncio.Task[None], ...]":
        """What goes on beside the answers."""
        return () if self._telling is None else (self._telling,)

    def changed(self) -> None:
        """Something may be new."""
        self._new.set()

    async def close(self) -> None:
        """No more."""
        for waiting in self._open:
            _put(waiting, None)
        if self._telling is not None:
            self._telling.cancel()
        if self._runner is not None:
            await self._runner.cleanup()

    # ---- who looks ----

    def _check(self, request: web.Request) -> None:
        """Asked by its own name, and not by another page."""
        origin = request.headers.get("Origin", "")
        if request.host not in self._names or (origin and origin.removeprefix("http://") not in self._names):
            raise web.HTTPForbidden(text="this page is served to who asks for it by its own name", headers=HEADERS)

    def _session(self, request: web.Request) -> str:
        cookie = SimpleCookie()
        cookie.load(request.headers.get("Cookie", ""))
        found = cookie.get(f"boxcars-floor-{self._port}")
        return "" if found is None else found.value

    def _person(self, request: web.Request) -> SignedIn:
        self._check(request)
        person = self._people.who(self._session(request))
        if person is None:
            raise web.HTTPUnauthorized(text="not signed in", headers=HEADERS)
        return person

    async def _sign_in(self, request: web.Request) -> web.Response:
        self._check(request)
        try:
            said = orjson.loads(await request.read())
            name, password = str(said["name"])[:64], str(said["password"])
        except (orjson.JSONDecodeError, LookupError, TypeError):
            raise web.HTTPBadRequest(headers=HEADERS) from None
        key = await self._people.sign_in(name, password)
        if key is None:
            log.warning("not signed in", name=name)
            raise web.HTTPForbidden(text="wrong", headers=HEADERS)
        cookie = f"boxcars-floor-{self._port}={key}; Path=/; HttpOnly; SameSite=Strict; Max-Age={SESSION_SECONDS}"
        return web.json_response({}, headers={**HEADERS, "Set-Cookie": cookie})

    async def _sign_out(self, request: web.Request) -> web.Response:
        self._check(request)
        self._people.sign_out(self._session(request))
        return web.json_response({}, headers=HEADERS)

    async def _who_am_i(self, request: web.Request) -> web.Response:
        person = self._person(request)
        told = {"name": person.name, "role": person.role, "money": person.role in SEES_MONEY}
        return web.json_response({**told, "floor": self._floor, "life": self._life}, headers=HEADERS)

    async def _languages(self, request: web.Request) -> web.Response:
        """For the door, too: whoever stands there reads it in theirs."""
        self._check(request)
        return web.json_response(floor_languages(), headers=HEADERS)

    # ---- what they see ----

    def _looked(self, look: Look, roles: frozenset[str]) -> Any:
        async def answer(request: web.Request) -> web.StreamResponse:
            person = self._person(request)
            if person.role not in roles:
                raise web.HTTPForbidden(text="not for this role", headers=HEADERS)
            try:
                return await look(request, person)
            except FloorStoreFailure:
                raise web.HTTPServiceUnavailable(text="the store does not answer", headers=HEADERS) from None

        return answer

    async def _metrics(self, request: web.Request) -> web.Response:
        """For whoever is on this machine; no money is in it."""
        self._check(request)
        try:
            async with self._database.reading() as transaction:
                text = metrics_page(await machines(transaction, now_ms()), self.unsent())
        except FloorStoreFailure:
            text = metrics_page(None)
        return web.Response(text=text, headers=HEADERS)

    async def _now(self, request: web.Request) -> web.StreamResponse:
        """A stream of the whole truth, each time something is new."""
        self._person(request)
        if len(self._open) >= MOST_OPEN:
            raise web.HTTPServiceUnavailable(text="too many pages are open", headers=HEADERS)
        stream = web.StreamResponse(headers={**HEADERS, "Content-Type": "text/event-stream"})
        await stream.prepare(request)
        waiting: asyncio.Queue[bytes | None] = asyncio.Queue(1)
        self._open.add(waiting)
        self._new.set()
        try:
            while (said := await waiting.get()) is not None and self._people.who(self._session(request)) is not None:
                await stream.write(b"data: " + said + b"\n\n")
        except (ConnectionError, asyncio.CancelledError):
            pass  # whoever has left is no news
        finally:
            self._open.discard(waiting)
        return stream

    async def _tell(self) -> None:
        """Looked up once for all pages, and only where there are any."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._new.wait(), LONGEST_PAUSE)
            self._new.clear()
            if self._open:
                try:
                    async with self._database.reading() as transaction:
                        said = orjson.dumps(self.hints.add_to(await machines(transaction, now_ms())))
                except FloorStoreFailure as error:
                    said = orjson.dumps({"at": now_ms(), "trouble": str(error)})
                for waiting in self._open:
                    _put(waiting, said)
            await asyncio.sleep(LEAST_PAUSE)

    async def _file(self, request: web.Request) -> web.Response:
        self._check(request)
        path = self._files.get(request.match_info["path"] or "index.html")
        if path is None:
            raise web.HTTPNotFound(headers=HEADERS)
        return web.Response(body=path.read_bytes(), content_type=TYPES[path.suffix], charset="utf-8", headers=HEADERS)


def _put(waiting: "asyncio.Queue[Any]", said: Any) -> None:
    """The newest in the place of one that nobody has fetched."""
    if waiting.full():
        waiting.get_nowait()
    waiting.put_nowait(said)
