"""The whole demo cabinet with its service menu, for tests that use it as a person would: doors, keys, PIN, fingers.

One cabinet a test process: it is started when the first test wants it. Whoever leaves it leaves it playing: nobody
signed in, keys turned back, nothing held, no wager on the layout.
"""

import re
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Route, expect

from config.files.page_key import LENGTH, address
from config.files.secrets import read_secret
from tests.drivers.machines import COMMAND, PATIENCE, eventually
from tests.ports import free_ports
from tools.demo.place import give_birth, lay_out
from tools.emulators.common.control import order

SEATS = 2
PATIENCE_MS = int(PATIENCE * 1000)
LONG_BET_TIME = 600
"""Nothing here waits for it: whoever has bet says that he is done."""
PINS = {"eve": "730159", "ann": "402688", "tom": "915037"}
ROLES = {"eve": "supervisor", "ann": "attendant", "tom": "technician"}
FIRST_PIN = "509317"
"""What a supervisor chooses for somebody, who has to change it."""


class Cabinet:
    """`boxcars run`, and what a person can do to it."""

    def __init__(self, place: Path, port: int) -> None:
        self.place, self.port = place, port
        screens = (place / "demo" / "screens.toml").read_text()
        found = re.search(r'"ipc://(.*?)/public/broadcasts"', screens)
        assert found is not None
        self.run = Path(found[1])

    @property
    def menu(self) -> str:
        return self.opened_at(self.port + SEATS + 2)

    def opened_at(self, port: int) -> str:
        """With the key of the pages."""
        return address(port, self.page_key)

    @property
    def page_key(self) -> str:
        return read_secret(self.keys / "page.key", LENGTH).hex()

    @property
    def keys(self) -> Path:
        return self.place / "demo"

    def key(self, name: str, way: str) -> None:
        self._panel("CABINET", "key", name, way)

    def door(self, name: str, way: str) -> None:
        self._panel("CABINET", "door", name, way)

    def panel_dies(self, seconds: int) -> None:
        self._panel("CABINET", "unplug", str(seconds))

    def cash_out(self, seat: int) -> None:
        self._panel(f"TERMINAL-{seat:02}", "press", "CASH_OUT")

    def board(self, name: str, *order: str) -> None:
        """What a person, or an accident, does to a board: `press REPEAT`, `hold SHOOT`, `door DROP open`."""
        self._panel(name, *order)

    def shoot(self, seat: int) -> None:
        self._panel(f"TERMINAL-{seat:02}", "press", "SHOOT")

    def next_dice(self, *words: str) -> None:
        _good(order(self.run / "unit.control", ["next", *words]))

    def _panel(self, *words: str) -> None:
        _good(order(self.run / "usb.control", list(words)))


def _good(answer: dict[str, object]) -> None:
    assert answer.get("ok"), answer


@contextmanager
def playing(place: Path, more: str = "") -> Iterator[Cabinet]:
    """A cabinet born before it is switched on, so that it knows nobody; `more` goes into its settings."""
    folder = place / "demo"
    born = lay_out(folder, SEATS, "electronic", LONG_BET_TIME)
    born.cabinet.write_text(born.cabinet.read_text() + more)
    give_birth(born)
    shutil.rmtree(born.run)
    port = free_ports(SEATS + 3)
    words = ["run", "--place", folder, "--port", port, "--seats", SEATS, "--fast", "--no-cash"]
    with (place / "run.log").open("wb") as log:
        process = subprocess.Popen([*COMMAND, *map(str, words)], stdout=log, stderr=log)
    try:
        eventually(lambda: "Open" in (place / "run.log").read_text() or process.poll() is not None, "the cabinet plays")
        assert process.poll() is None, (place / "run.log").read_text()
        yield Cabinet(place, port)
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)


Serves = Callable[[Route], None]


def _is_error(said: ConsoleMessage) -> bool:
    """What the page says itself; that something could not be fetched the browser says."""
    return said.type == "error" and bool(said.args)


class Menu:
    """A page of the service menu, and the hands of a person before it."""

    def __init__(
        self, browser: Browser, cabinet: Cabinet, touch: bool = True, instead: Mapping[str, Serves] | None = None
    ) -> None:
        """`instead`: files of the page that a test serves in its own way."""
        context = browser.new_context(viewport={"width": 1280, "height": 800}, has_touch=touch, locale="en-US")
        context.set_default_timeout(PATIENCE_MS)
        self.cabinet, self._context = cabinet, context
        self.page: Page = context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda said: self.errors.append(said.text) if _is_error(said) else None)
        self.page.add_init_script("window.printed = 0; window.print = () => { window.printed += 1; };")
        for asked, serves in (instead or {}).items():
            self.page.route(asked, serves)
        self.page.goto(cabinet.menu)

    def close(self) -> None:
        self._context.close()
        assert self.errors == []

    def see(self, what: str) -> Locator:
        return self.page.locator(what)

    def tap(self, what: str) -> None:
        self.page.tap(what)

    # ---- the door ----

    def sign_in(self, name: str, pin: str | None = None) -> None:
        """Name and PIN on the glass, as they are."""
        self.tap(f'[data-name="{name}"]')
        for digit in pin or PINS[name]:
            self.tap(f'.pad button:text-is("{digit}")')
        self.tap("#sign-in")

    def enter(self, name: str) -> None:
        """Sign in, and see that one is in."""
        self.sign_in(name)
        expect(self.see("#operator")).to_have_text(name, timeout=PATIENCE_MS)

    def leave(self) -> None:
        self.tap("#sign-out")
        expect(self.see("#door")).to_be_visible(timeout=PATIENCE_MS)

    def turn_back(self, key: str) -> None:
        """The key, and the menu has heard of it: turned again before that, it would find the door as it was."""
        self.cabinet.key(key, "off")
        expect(self.see("#shut")).to_be_visible(timeout=PATIENCE_MS)

    def go(self, entry: str) -> None:
        self.tap(f'[data-entry="{entry}"]')
        expect(self.see(f"#page-{entry}")).to_be_visible()

    def act(self, act: str) -> None:
        self.tap(f'[data-act="{act}"]')

    def confirm(self) -> None:
        """The one button of a dialog that does it."""
        self.tap("#dialog-go")

    def shut_dialog(self) -> None:
        self.page.keyboard.press("Escape")
        expect(self.see("#dialog")).to_be_hidden()

    def says(self, words: str) -> None:
        expect(self.see("#toast")).to_contain_text(words, timeout=PATIENCE_MS)


def make_the_first_supervisor(menu: Menu) -> None:
    """A new machine knows nobody and asks for its first supervisor."""
    page = menu.page
    expect(menu.see("#first")).to_be_visible(timeout=PATIENCE_MS)
    page.fill("#name", "eve")
    page.fill("#pin", PINS["eve"])
    page.fill("#pin-again", PINS["eve"])
    menu.tap("#sign-in")
    expect(menu.see("#operator")).to_have_text("eve", timeout=PATIENCE_MS)


def let_in(menu: Menu, name: str) -> None:
    """A supervisor adds a person; the person comes in and changes the PIN that somebody else chose."""
    menu.go("users")
    menu.act("add_person")
    menu.page.fill("#person-name", name)
    menu.tap(f'#dialog [data-value="{ROLES[name]}"]')
    menu.page.fill("#person-pin", FIRST_PIN)
    menu.confirm()
    expect(menu.see(f'[data-row="{name}"]')).to_contain_text("has to change the PIN", timeout=PATIENCE_MS)


def change_first_pin(menu: Menu, name: str) -> None:
    menu.sign_in(name, FIRST_PIN)
    expect(menu.see("#page-pin")).to_contain_text("Choose a PIN that only you know", timeout=PATIENCE_MS)
    menu.page.fill("#pin-old", FIRST_PIN)
    menu.page.fill("#pin-new", PINS[name])
    menu.page.fill("#pin-again", PINS[name])
    menu.tap("#pin-go")
    expect(menu.see("#page-table")).to_be_visible(timeout=PATIENCE_MS)


def put_credits_on(menu: Menu, seat: int, *notes: int) -> None:
    menu.go("seats")
    menu.tap(f'[data-seat="{seat}"]')
    menu.act("credit")
    for note in notes:
        menu.tap(f'#dialog button:text-is("+ ${note:,}.00")')
    expect(menu.see("#sum")).to_have_text(f"${sum(notes):,}.00")
    menu.confirm()
    expect(menu.see(".sheet h1")).to_have_text("Receipt: credits on", timeout=PATIENCE_MS)


def seated(browser: Browser, cabinet: Cabinet, seat: int) -> Page:
    page = browser.new_page(viewport={"width": 1920, "height": 1080})
    page.set_default_timeout(PATIENCE_MS)
    page.goto(cabinet.opened_at(cabinet.port + 1 + seat))
    page.wait_for_selector('[data-spot="pass_line"].open')
    return page


def turn(menu: Menu, setting: str, value: str) -> None:
    """A supervisor changes one setting, in its two steps."""
    menu.enter("eve")
    menu.go("settings")
    menu.page.fill(f'[data-setting="{setting}"]', value)
    menu.tap("#preview-go")
    menu.tap("#accept")
    menu.confirm()
    menu.says("The settings are changed")
    menu.leave()
