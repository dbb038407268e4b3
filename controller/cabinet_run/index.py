"""The page that links the screens of the demo cabinet: plain HTML, on loopback."""

import sys
import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Boxcars - demo</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
body {{ margin: 0; min-height: 100vh; display: grid; place-content: center; gap: 1.5rem; text-align: center;
  background: #07251b; color: #f4efe2; font: 18px/1.5 system-ui, sans-serif; }}
h1 {{ font-size: 3rem; margin: 0; letter-spacing: .04em; }}
p {{ margin: 0 auto; max-width: 34rem; color: #cfe3d8; }}
nav {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 1rem; width: min(90vw, 44rem); }}
a {{ display: block; padding: 1.4rem 1rem; border-radius: 12px; background: #0f4a35; color: #fff; font-weight: 600;
  text-decoration: none; border: 2px solid #2f7d5d; }}
a:hover, a:focus {{ border-color: #ffd166; }}
code {{ background: #04130e; border-radius: 6px; padding: .1rem .5rem; user-select: all; font-size: 15px; }}
strong {{ background: #ffd166; color: #2b1d00; padding: .1rem .6rem; border-radius: 6px; }}
</style></head>
<body><h1>Boxcars</h1><p><strong>DEMO</strong> The dice are emulated and the credits are play money.
Open a seat or two, place a bet, and press SHOOT.</p><nav>{links}</nav>
<p>The service menu opens with a key of the cabinet, as it would in a casino. Turn it:<br><code>{key_on}</code><br>
and back: the same with <code>off</code>. Doors: <code>CABINET door LOGIC open</code>.</p></body></html>
"""
HEADERS = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}


def serve_index(port: int, screens: Mapping[str, int], usb: Path) -> ThreadingHTTPServer:
    """Begin; the caller shuts it down. `usb` is where the emulated panels hang."""
    links = "".join(f'<a href="http://127.0.0.1:{at}/">{name.capitalize()}</a>' for name, at in screens.items())
    key_on = f"{Path(sys.prefix) / 'bin' / 'boxcars'} panel control --link {usb} CABINET key OPERATOR on"
    handler = type("Index", (_Index,), {"body": PAGE.format(links=links, key_on=key_on).encode()})
    server = ThreadingHTTPServer(("127.0.0.1", port), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


class _Index(BaseHTTPRequestHandler):
    body: ClassVar[bytes] = b""

    def do_GET(self) -> None:
        """The one page."""
        self.send_response(200)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(self.body)))
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""
