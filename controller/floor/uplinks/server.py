"""The floor's end of the uplinks by HTTPS: each connection has a nonce, what is asked on it goes to the desk."""

import ssl
from pathlib import Path
from weakref import WeakKeyDictionary

from aiohttp import web

from config.floor import Floor
from controller.floor.keys import CERTIFICATE, KEY
from controller.floor.uplinks.desk import FloorDesk, UplinkConnection, UplinkRequest
from controller.protocol import floor as wire
from controller.protocol.hints import HINTS_PATH
from controller.protocol.jackpots.pots import POTS_PATH
from controller.protocol.tickets import TICKETS_PATH

MOST_CONNECTIONS = 1000


class UplinkServer:
    """Hears cabinets."""

    def __init__(self, floor: Floor, desk: FloorDesk) -> None:
        self._floor, self._desk = floor, desk
        self._lines: WeakKeyDictionary[object, UplinkConnection] = WeakKeyDictionary()
        self._runner: web.AppRunner | None = None
        self.port = 0

    async def serve(self) -> int:
        """Begin; returns the port."""
        app = web.Application(client_max_size=wire.LARGEST_ENTRY + 1)
        app.router.add_get(wire.NONCE_PATH, self._nonce)
        for path in (wire.BATCHES_PATH, wire.HEADS_PATH, HINTS_PATH, TICKETS_PATH, POTS_PATH):
            app.router.add_post(path, self._asked)
        app.router.add_get(wire.CURSOR_PATH + "/{journal}", self._asked)
        self._runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=1.0)
        await self._runner.setup()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        keys = Path(self._floor.keys)
        context.load_cert_chain(keys / CERTIFICATE, keys / KEY)
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

    async def _nonce(self, request: web.Request) -> web.Response:
        return web.json_response({"nonce": self._line(request).nonce})

    async def _asked(self, request: web.Request) -> web.Response:
        headers = request.headers
        asked = UplinkRequest(
            cabinet=headers.get(wire.CABINET_HEADER, ""),
            proof=headers.get(wire.PROOF_HEADER, ""),
            path=request.path_qs,
            data=await request.read(),
            signature=headers.get(wire.BATCH_HEADER, ""),
            origin=str(request.remote),
        )
        reply = await self._desk.asked(self._line(request), asked)
        signed = {wire.ANSWER_HEADER: reply.signature} if reply.signature else {}
        return web.Response(status=reply.status, body=reply.body, content_type="application/json", headers=signed)

    def _line(self, request: web.Request) -> UplinkConnection:
        return self._lines.setdefault(request.transport, UplinkConnection())
