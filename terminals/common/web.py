"""The page's end of a screen: files and one WebSocket, on loopback, for the kiosk browser of this machine alone.

Whoever has not the key of the pages (`config/files/page_key.py`) sees none of them. Whoever asks by another name than
this machine's own is refused (a page from elsewhere whose name was bent to point here), and so is a WebSocket that
another page opens. Nothing may be loaded from anywhere else.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import structlog
from aiohttp import WSCloseCode, WSMsgType, web

from config.files.page_key import is_given, is_held, to_hold, without_key
from terminals.common.callers import Callers, Quiet
from terminals.common.preloading import ONE_SHEET, preloaded, styled

LOOPBACK = "127.0.0.1"
LARGEST_SAID = 8192
"""Bytes in one message of a page."""
MOST_PAGES = 4
MOST_WAITING = 256
"""Messages for a page that does not read; then it is let go and comes back for the whole truth."""
SAID_A_SECOND = 100

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-cache",
}
COMMON = Path(__file__).parent / "page"
INDEX = "index.html"
OWN_SOUNDS = (".ogg",)
"""Of a house's folder with sounds of its own nothing else is served."""
TYPES = {
    ".ogg": "audio/ogg",
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".woff2": "font/woff2",
}

WORN, OUR_OWN = "house.css", "emerald"
"""What a page asks for to wear the colours of the house, and whose they are where nobody has chosen."""

Said = dict[str, Any]
log = structlog.get_logger()


class Page:
    """One page that is open, and what waits for it."""

    def __init__(self) -> None:
        self.waiting: asyncio.Queue[str | None] = asyncio.Queue(MOST_WAITING)

    def tell(self, message: Mapping[str, Any]) -> None:
        """In order; a page that does not read is let go."""
        try:
            self.waiting.put_nowait(json.dumps(message, separators=(",", ":"), ensure_ascii=False))
        except asyncio.QueueFull:
            self.let_go()

    def let_go(self) -> None:
        """What waits for it will not be said any more."""
        while not self.waiting.empty():
            self.waiting.get_nowait()
        self.waiting.put_nowait(None)


class Screen:
    """Serves a folder of page files and speaks with the pages that are open."""

    def __init__(
        self,
        folder: Path,
        key: str,
        greet: Callable[[], list[Said]],
        hear: Callable[[Page, Said], Awaitable[None]],
        gone: Callable[[Page], None] = lambda _: None,
        counted: Callable[[], None] = lambda: None,
        house: str = OUR_OWN,
        sounds: str | None = None,
    ) -> None:
        """`key`: of who may look; `house`: whose colours the page wears. `greet` is the whole truth, for a page that
        has just come; `gone` is told of one that was closed, `counted` whenever there are more or fewer. `sounds`: a
        folder whose sounds and calls stand in for ours of the same names."""
        self._paths = {**_files((COMMON, folder)), WORN: COMMON / f"house/{house}.css"}
        if sounds is not None:
            self._paths |= {name: path for name, path in _files((Path(sounds),)).items() if path.suffix in OWN_SOUNDS}
        self._key, self._port = key, 0
        self._greet, self._hear, self._gone, self._counted = greet, hear, gone, counted
        self._pages: dict[Page, None] = {}
        """In the order in which they came."""
        self._names: set[str] = set()
        self._files: dict[str, tuple[bytes, str]] = {}
        """Of those paths, what was read."""
        self._runner: web.AppRunner | None = None
        self._callers: Callers | None = None
        self._server: asyncio.Server | None = None

    def tell(self, message: Mapping[str, Any]) -> None:
        """To every page."""
        for page in self._pages:
            page.tell(message)

    @property
    def pages(self) -> int:
        """How many are open."""
        return len(self._pages)

    @property
    def port(self) -> int:
        """Where pages are served; 0 before that."""
        return self._port

    def tell_one(self, message: Mapping[str, Any]) -> None:
        """To the page that was opened last: what is to be done once is done by one."""
        if self._pages:
            next(reversed(self._pages)).tell(message)

    async def serve(self, port: int) -> int:
        """Begin; returns the port, which the system chooses when it is 0."""
        app = web.Application(client_max_size=LARGEST_SAID)
        app.router.add_get("/ws", self._socket)
        app.router.add_get("/pages", self._count)
        app.router.add_get("/favicon.ico", self._no_icon)
        app.router.add_get("/{path:.*}", self._file)
        self._runner = runner = web.AppRunner(
            app, access_log=None, handle_signals=False, shutdown_timeout=1.0, logger=Quiet()
        )
        await runner.setup()
        assert runner.server is not None
        loop = asyncio.get_running_loop()
        self._callers = Callers(runner.server)
        self._server = await loop.create_server(self._callers, LOOPBACK, port)
        self._port = found = int(self._server.sockets[0].getsockname()[1])
        self._names = {f"{LOOPBACK}:{found}", f"localhost:{found}"}
        return found

    async def close(self) -> None:
        """Let all pages go: they come back when somebody serves them again."""
        for page in self._pages:
            page.let_go()
        if self._callers is not None and self._server is not None:
            self._callers.close()
            self._server.close()
        if self._runner is not None:
            await self._runner.cleanup()

    async def _no_icon(self, request: web.Request) -> web.Response:
        """Browsers ask for one by themselves."""
        self._check(request)
        return web.Response(status=204, headers=HEADERS)

    async def _count(self, request: web.Request) -> web.Response:
        """How many pages are open, for whoever watches over the browser (`terminals/common/kiosk.py`)."""
        self._check(request)
        return web.json_response({"pages": self.pages}, headers=HEADERS)

    async def _file(self, request: web.Request) -> web.Response:
        self._check(request)
        name = request.match_info["path"] or INDEX
        if name not in self._files:
            self._files |= self._made(name)
        if name not in self._files:
            raise web.HTTPNotFound(headers=HEADERS)
        body, kind = self._files[name]
        charset = None if name.endswith(OWN_SOUNDS) else "utf-8"
        return web.Response(body=body, content_type=kind, charset=charset, headers=HEADERS)

    def _made(self, name: str) -> dict[str, tuple[bytes, str]]:
        """The file of this name as it is served; the page comes with its one sheet of style."""
        page = self._read(INDEX) if name in (INDEX, ONE_SHEET) else None
        if page is not None:
            page, sheets = styled(page)
            style = b"\n".join(self._read(sheet) or b"" for sheet in sheets)
            return {INDEX: (preloaded(page, self._read), TYPES[".html"]), ONE_SHEET: (style, TYPES[".css"])}
        body = self._read(name)
        return {} if body is None else {name: (body, TYPES[Path(name).suffix])}

    def _read(self, name: str) -> bytes | None:
        """A page's file by its name."""
        path = self._paths.get(name)
        return None if path is None else path.read_bytes()

    def _check(self, request: web.Request) -> None:
        if self._callers is not None:
            self._callers.asks(request)
        if request.host not in self._names:
            raise web.HTTPForbidden(text="this screen is for its own kiosk", headers=HEADERS)
        if is_given(request.raw_path, self._key):
            cookie = {"Set-Cookie": to_hold(self._port, self._key)}
            raise web.HTTPSeeOther(without_key(request.raw_path), headers={**HEADERS, **cookie})
        if not is_held(self._port, request.headers.get("Cookie", ""), self._key):
            raise web.HTTPForbidden(text="this screen opens with its key alone", headers=HEADERS)

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        self._check(request)
        origin = request.headers.get("Origin", "")
        if origin.removeprefix("http://") not in self._names or not origin.startswith("http://"):
            log.warning("a page from elsewhere was refused", origin=origin[:100])
            raise web.HTTPForbidden(text="another page may not speak here", headers=HEADERS)
        if len(self._pages) >= MOST_PAGES:
            raise web.HTTPServiceUnavailable(text="too many pages are open", headers=HEADERS)
        socket = web.WebSocketResponse(max_msg_size=LARGEST_SAID, heartbeat=5.0)
        await socket.prepare(request)
        if self._callers is not None:
            self._callers.lasts(request)
        page = Page()
        for message in self._greet():
            page.tell(message)
        self._pages[page] = None
        self._counted()
        writing = asyncio.create_task(_write(page, socket))
        try:
            await self._listen(page, socket)
        finally:
            self._pages.pop(page, None)
            self._counted()
            self._gone(page)
            writing.cancel()
            with suppress(asyncio.CancelledError):
                await writing
        return socket

    async def _listen(self, page: Page, socket: web.WebSocketResponse) -> None:
        """What the page says, not faster than a person could."""
        clock = asyncio.get_running_loop().time
        second, said = clock(), 0
        async for message in socket:
            if clock() - second >= 1:
                second, said = clock(), 0
            said += 1
            if message.type is not WSMsgType.TEXT or said > SAID_A_SECOND:
                await socket.close(code=WSCloseCode.POLICY_VIOLATION)
                return
            found = _read(message.data)
            if isinstance(found, dict):
                await self._hear(page, found)


def _read(data: str) -> object:
    """What a page said; nothing, if it is no JSON, or could not be said back: half a sign, a number that is none."""
    try:
        found: object = json.loads(data)
        json.dumps(found, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        return None
    return found


def _files(folders: tuple[Path, ...]) -> dict[str, Path]:
    """By the one name that each has; where two folders have a file of the same name, the later one's."""
    return {
        path.relative_to(folder).as_posix(): path
        for folder in folders
        for path in folder.rglob("*")
        if path.suffix in TYPES and path.is_file()
    }


async def _write(page: Page, socket: web.WebSocketResponse) -> None:
    while (text := await page.waiting.get()) is not None:
        await socket.send_str(text)
    await socket.close(code=WSCloseCode.TRY_AGAIN_LATER)
