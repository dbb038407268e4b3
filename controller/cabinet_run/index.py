"""The page that links the screens of the demo cabinet, and turns its keys and doors: plain HTML, on loopback.

A casino has keys and doors to touch; a demo has these buttons instead. Each gives an order to the emulated panel, the
same that `boxcars panel control` gives; another page's order is refused.
"""

import threading
from collections.abc import Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

from drivers.emulation.control import NoEmulator, order

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Boxcars - demo</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
body {{ margin: 0; min-height: 100vh; display: grid; place-content: center; justify-items: center;
  gap: 1.5rem; text-align: center;
  background: #07251b; color: #f4efe2; font: 18px/1.5 system-ui, sans-serif; }}
h1 {{ font-size: 3rem; margin: 0; letter-spacing: .04em; }}
p {{ margin: 0 auto; max-width: 36rem; color: #cfe3d8; }}
nav {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 1rem; width: min(90vw, 44rem); }}
a {{ display: block; padding: 1.4rem 1rem; border-radius: 12px; background: #0f4a35; color: #fff; font-weight: 600;
  text-decoration: none; border: 2px solid #2f7d5d; }}
a:hover, a:focus, button:hover, button:focus {{ border-color: #ffd166; }}
form {{ max-width: 46rem; display: flex; flex-wrap: wrap; gap: .6rem; justify-content: center; }}
button {{ font: inherit; font-size: 16px; color: #fff; background: #24352e; border: 2px solid #5a7a6c; min-height: 48px;
  border-radius: 10px; padding: 0 1rem; cursor: pointer; }}
code {{ background: #04130e; border-radius: 6px; padding: .1rem .5rem; user-select: all; font-size: 15px; }}
strong {{ background: #ffd166; color: #2b1d00; padding: .1rem .6rem; border-radius: 6px; }}
</style></head>
<body><h1>Boxcars</h1><p><strong>DEMO</strong> The dice are emulated and the credits are play money.
Open a seat or two, place a bet, and press SHOOT.</p><nav>{links}</nav>
<p>The service menu opens with a key of the cabinet, as in a casino. A new demo knows one supervisor:
<code>{who}</code>, PIN <code>{pin}</code>.</p>
<form method="post">{buttons}</form>
<p>The same in a terminal: <code>boxcars panel control --link {usb} CABINET key OPERATOR on</code></p></body></html>
"""
ORDERS = {
    "OPERATOR key on": ("key", "OPERATOR", "on"),
    "OPERATOR key off": ("key", "OPERATOR", "off"),
    "ATTENDANT key on": ("key", "ATTENDANT", "on"),
    "ATTENDANT key off": ("key", "ATTENDANT", "off"),
    "Open the logic door": ("door", "LOGIC", "open"),
    "Close the logic door": ("door", "LOGIC", "close"),
}
"""What a button says, and what it does to the emulated panel of the cabinet."""
HEADERS = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}


def serve_index(
    port: int, screens: Mapping[str, int], usb: Path, control: Path, supervisor: tuple[str, str]
) -> ThreadingHTTPServer:
    """Begin; the caller shuts it down. `usb` is where the emulated panels hang, `control` where they take orders."""
    links = "".join(f'<a href="http://127.0.0.1:{at}/">{name.capitalize()}</a>' for name, at in screens.items())
    buttons = "".join(f'<button formaction="/turn/{number}">{words}</button>' for number, words in enumerate(ORDERS))
    who, pin = supervisor
    body = PAGE.format(links=links, buttons=buttons, usb=usb, who=who, pin=pin).encode()
    names = frozenset(f"{host}:{port}" for host in ("127.0.0.1", "localhost"))
    handler = type("Index", (_Index,), {"body": body, "control": control, "names": names})
    server = ThreadingHTTPServer(("127.0.0.1", port), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


class _Index(BaseHTTPRequestHandler):
    body: ClassVar[bytes] = b""
    control: ClassVar[Path] = Path()
    names: ClassVar[frozenset[str]] = frozenset()

    def do_GET(self) -> None:
        """The one page."""
        self._say(HTTPStatus.OK, self.body)

    def do_POST(self) -> None:
        """A key or a door, if it is this page that asks."""
        origin = self.headers.get("Origin", "")
        own = self.headers.get("Host") in self.names and origin.removeprefix("http://") in self.names
        number = self.path.removeprefix("/turn/")
        orders = list(ORDERS.values())
        if not own:
            self._say(HTTPStatus.FORBIDDEN, b"only this page turns keys")
        elif not (number.isascii() and number.isdigit() and int(number[:3]) < len(orders)):
            self._say(HTTPStatus.NOT_FOUND, b"there is no such key")
        else:
            self._turn(orders[int(number[:3])])

    def _turn(self, words: tuple[str, ...]) -> None:
        try:
            order(self.control, ["CABINET", *words])
        except NoEmulator as error:
            self._say(HTTPStatus.BAD_GATEWAY, str(error).encode())
            return
        self.send_response(HTTPStatus.SEE_OTHER)
        self.send_header("Location", "/")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _say(self, status: HTTPStatus, body: bytes) -> None:
        self.send_response(status)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""
