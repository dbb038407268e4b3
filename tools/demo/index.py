"""The page that links the screens of the demo cabinet and its wallets, and turns its keys and doors: plain HTML, on
loopback.

A casino has keys and doors to touch; a demo has these buttons instead. Each gives an order to the emulated panel, the
same that `boxcars panel control` gives; another page's order is refused.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar, NamedTuple

from config.files.page_key import address, is_given, is_held, to_hold
from config.text.money import money
from controller.service.station import CannotServe
from tools.demo.cashier import AMOUNT, Cashier
from tools.demo.serving import Reply, no
from tools.demo.wallet_pages import PREFIX, WalletPages
from tools.emulators.common.control import NoEmulator, order

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
button[aria-pressed=true] {{ border-color: #ffd166; background: #0f4a35; }}
button {{ font: inherit; font-size: 16px; color: #fff; background: #24352e; border: 2px solid #5a7a6c; min-height: 48px;
  border-radius: 10px; padding: 0 1rem; cursor: pointer; }}
code {{ background: #04130e; border-radius: 6px; padding: .1rem .5rem; user-select: all; font-size: 15px; }}
strong {{ background: #ffd166; color: #2b1d00; padding: .1rem .6rem; border-radius: 6px; }}
</style></head>
<body><h1>Boxcars</h1><p><strong>DEMO</strong> The {device} is emulated and the credits are play money.
Open a seat or two, place a bet, and press Done.</p><nav>{links}</nav>
<p>The service menu opens with a key of the cabinet, as in a casino. A new demo knows one supervisor:
<code>{who}</code>, PIN <code>{pin}</code>.</p>
<form method="post">{buttons}</form>
<p>{doors}</p>
{wallets}<p>A player without money hands an attendant some. In a demo this does what the attendant does:</p>
<form method="post">{credits}</form>
<p>The same in a terminal: <code>boxcars panel control --link {usb} CABINET key OPERATOR on</code></p></body></html>
"""
WALLETS = """<p>Every seat takes notes and tickets, and pays by ticket. What a player has to put in:</p>
<nav>{links}</nav>
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
NO_KEY = no(HTTPStatus.NOT_FOUND, "there is no such key")


class Shown(NamedTuple):
    """What the page is about."""

    screens: Mapping[str, int]
    """What is shown there, and at which port."""
    seats: Sequence[int]
    device: str
    """What its outcomes come from, as people call it."""
    usb: Path
    """Where the emulated panels hang."""
    control: Path
    """Where they take orders."""
    supervisor: tuple[str, str]
    """Name and PIN."""
    key: str
    """Of the pages."""
    wallets: Sequence[int] = ()
    """The seats with an acceptor and a printer."""


def page(shown: Shown) -> bytes:
    """As keys and doors are now."""
    links = "".join(f'<a href="{address(at, shown.key)}">{name.capitalize()}</a>' for name, at in shown.screens.items())
    keys, doors = _as_they_are(shown.control)
    buttons = "".join(_button(number, words, keys, doors) for number, words in enumerate(ORDERS))
    credits = "".join(
        f'<button formaction="/credit/{seat}">{money(AMOUNT)} for seat {seat}</button>' for seat in shown.seats
    )
    turned = ", ".join(sorted(keys)) or "none"
    now = f"Keys turned: {turned}. Doors open: {', '.join(sorted(doors)) or 'none'}."
    who, pin = shown.supervisor
    text = PAGE.format(
        device=shown.device,
        links=links,
        buttons=buttons,
        wallets=_wallets(shown.wallets),
        credits=credits,
        doors=now,
        usb=shown.usb,
        who=who,
        pin=pin,
    )
    return text.encode()


def _wallets(seats: Sequence[int]) -> str:
    links = "".join(f'<a href="{PREFIX}{seat}">Wallet at seat {seat}</a>' for seat in seats)
    return WALLETS.format(links=links) if links else ""


def _as_they_are(control: Path) -> tuple[set[str], set[str]]:
    """The keys that are turned, the doors that are open; none where the panel does not answer."""
    try:
        board = order(control, ["show"])["CABINET"]
    except NoEmulator:
        return set(), set()
    return set(board["keys"]), set(board["open_doors"])


def _button(number: int, words: str, keys: set[str], doors: set[str]) -> str:
    """Pressed, if what it does is so already."""
    what, name, way = ORDERS[words]
    now = (name in (keys if what == "key" else doors)) == (way in ("on", "open"))
    return f'<button formaction="/turn/{number}" aria-pressed="{"true" if now else "false"}">{words}</button>'


def serve_index(port: int, shown: Shown, cashier: Cashier, wallet: WalletPages) -> ThreadingHTTPServer:
    """Begin; the caller shuts it down."""
    names = frozenset(f"{host}:{port}" for host in ("127.0.0.1", "localhost"))
    has = {"shown": shown, "cashier": cashier, "wallet": wallet, "names": names, "port": port}
    handler = type("Index", (_Index,), has)
    server = ThreadingHTTPServer(("127.0.0.1", port), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


class _Index(BaseHTTPRequestHandler):
    shown: ClassVar[Shown]
    cashier: ClassVar[Cashier]
    wallet: ClassVar[WalletPages]
    names: ClassVar[frozenset[str]] = frozenset()
    port: ClassVar[int] = 0
    timeout = 10.0
    """Seconds for a request."""

    def do_GET(self) -> None:
        """The one page, or one of the wallet's."""
        if is_given(self.path, self.shown.key):
            self._back_to_the_page()
        elif not self._is_ours():
            why = "this page opens with its key alone: the address that `boxcars run` printed"
            self._give(no(HTTPStatus.FORBIDDEN, why))
        elif self.path.startswith(PREFIX):
            self._give(self.wallet.get(self.path.removeprefix(PREFIX)))
        else:
            self._give(Reply(page(self.shown)))

    def do_POST(self) -> None:
        """A key, a door, credits or a paper, if it is this page that asks."""
        origin = self.headers.get("Origin", "")
        own = self._is_ours() and origin.removeprefix("http://") in self.names
        _, what, number, *_ = (*self.path.split("/"), "", "")
        if not own:
            self._give(no(HTTPStatus.FORBIDDEN, "only this page turns keys"))
        elif self.path.startswith(PREFIX):
            self._give(self.wallet.post(self.path.removeprefix(PREFIX)))
        elif not (number.isascii() and number.isdigit()):
            self._give(NO_KEY)
        elif what == "turn" and int(number[:3]) < len(ORDERS):
            self._do(lambda: self._turn(list(ORDERS.values())[int(number[:3])]))
        elif what == "credit" and int(number[:4]) in self.shown.seats:
            self._do(lambda: self.cashier.give(int(number[:4])))
        else:
            self._give(NO_KEY)

    def _is_ours(self) -> bool:
        """Whether it is asked for by its own name, by somebody who holds the key."""
        held = is_held(self.port, self.headers.get("Cookie", ""), self.shown.key)
        return held and self.headers.get("Host") in self.names

    def _turn(self, words: tuple[str, ...]) -> None:
        order(self.shown.control, ["CABINET", *words])

    def _do(self, what: Callable[[], None]) -> None:
        try:
            what()
        except (NoEmulator, CannotServe) as error:
            self._give(no(HTTPStatus.BAD_GATEWAY, str(error)))
            return
        self._back_to_the_page()

    def _back_to_the_page(self) -> None:
        self.send_response(HTTPStatus.SEE_OTHER)
        self.send_header("Location", "/")
        if is_given(self.path, self.shown.key):
            self.send_header("Set-Cookie", to_hold(self.port, self.shown.key))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _give(self, reply: Reply) -> None:
        self.send_response(reply.status)
        for name, value in reply.headers().items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(reply.body)

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""
