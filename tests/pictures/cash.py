"""Scenes of notes and tickets: what a player sees, the wallet beside the seat, and the menu's pages of cash."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, expect

from config.page_key import LENGTH, address
from config.secrets import read_secret
from tests.browser.cabinet import Cabinet
from tools.demo.cabinet import PIN, SUPERVISOR
from tools.demo.cashier import CASHIER
from tools.demo.wallet_pages import PREFIX

SEAT = 1
PRINTS_FOR = 20
"""Seconds of a ticket that is looked at while it is printed."""
WAIT_MS = 120_000

Scene = tuple[str, Page]


class Scenes:
    """A player at a seat, their wallet, and a supervisor at the menu."""

    def __init__(self, browser: Browser, cabinet: Cabinet, language: str) -> None:
        self._cabinet, self._language = cabinet, language
        self.key = read_secret(cabinet.place / "page.key", LENGTH).hex()
        self.context = browser.new_context(viewport={"width": 1920, "height": 1080}, locale="en-US")
        self.context.set_default_timeout(WAIT_MS)
        expect.set_options(timeout=WAIT_MS)
        self.context.add_init_script(
            f"for (const name of ['language', 'menu-language']) localStorage.setItem(name, '{language}')"
        )
        self.player, self.wallet, self.menu = (self.context.new_page() for _ in range(3))
        self.player.goto(cabinet.address(SEAT))
        self.wallet.goto(address(cabinet.port, self.key))
        self.wallet.click(f'a[href="{PREFIX}{SEAT}"]')
        expect(self.wallet.locator("[data-note]").first).to_be_visible()

    def close(self) -> None:
        self.context.close()

    def all(self) -> Iterator[Scene]:
        """One after another, each left as it stands while it is looked at."""
        for scenes in (self._notes, self._tickets, self._unknown, self._staff):
            yield from scenes()

    # ---- at the seat ----

    def _notes(self) -> Iterator[Scene]:
        player, wallet = self.player, self.wallet
        expect(player.locator("#attract .slot")).to_be_visible()
        yield "invites", player
        self._slot("stacker", "out")
        expect(player.locator("#attract .how")).not_to_contain_text(player.locator("#takes").inner_text() or "?")
        player.wait_for_timeout(3000)
        yield "invites_to_an_attendant", player
        self._slot("stacker", "in")
        player.click("#attract")
        with self._stopped("bills"):
            self._slot("note", "20")
            wallet.wait_for_timeout(2000)
            yield "wallet_note_in", wallet
        expect(player.locator("#toast.news")).to_be_visible()
        yield "note_in", player
        self._slot("insert", "false")
        expect(player.locator("#toast:not(.news)")).to_be_visible()
        yield "note_back", player
        yield "wallet_note_back", wallet

    def _tickets(self) -> Iterator[Scene]:
        player, wallet = self.player, self.wallet
        self._printer("slow", str(PRINTS_FOR))
        self._cash_out()
        expect(player.locator(".notice.paper")).to_be_visible()
        yield "ticket_printing", player
        expect(wallet.locator("#bezel img")).to_be_visible()
        yield "ticket_out", player
        yield "wallet_ticket_out", wallet
        self._printer("slow", "0.1")
        wallet.click('[data-do="take"]')
        expect(wallet.locator("#held [data-number]")).to_have_count(1)
        with self._stopped("bills"):
            wallet.click("#held [data-number]")
            wallet.wait_for_timeout(2000)
            yield "wallet_ticket_in_escrow", wallet
        expect(player.locator("#toast.news")).to_be_visible()
        yield "ticket_in", player
        self._printer("next", "pulled")
        self._cash_out()
        expect(player.locator("#lock")).to_be_visible()
        yield "ticket_unknown", player
        yield from self._at_the_menu("menu_ticket_unknown", "notes")

    def _unknown(self) -> Iterator[Scene]:
        player = self.player
        self._cabinet.attendant.act("hand_pay", seat=SEAT, reference="scene")
        expect(player.locator("#lock")).to_be_hidden()
        self._slot("power-cut", "0.5", "stacking")
        self._slot("note", "50")
        expect(player.locator(".notice.held")).to_be_visible()
        yield "note_unknown", player

    # ---- the menu ----

    def _staff(self) -> Iterator[Scene]:
        menu = self.menu
        yield from self._at_the_menu("menu_note_unknown", "notes")
        menu.click('[data-waits="unknown"] [data-act="settle_unknown"]')
        menu.fill("#witness", CASHIER)
        yield "menu_settle", menu
        menu.keyboard.press("Escape")
        self._slot("stacker", "out")
        expect(menu.locator('[data-waits="drop-1"], [data-waits^="drop-"]').first).to_be_visible()
        yield "menu_drop", menu
        menu.click('[data-act="count_stacker"] >> nth=0')
        menu.fill("#amount", "1")
        yield "menu_count", menu
        menu.click("#dialog-go")
        expect(menu.locator("#dialog")).to_be_hidden()
        menu.click("#drops > button")
        menu.click("#drops tbody button >> nth=0")
        expect(menu.locator(".sheet")).to_be_visible()
        yield "menu_drop_report", menu
        menu.keyboard.press("Escape")
        self._printer("paper", "low")
        for page in ("diagnostics", "shift", "meters"):
            yield from self._at_the_menu(f"menu_{page}", page)
            if page == "shift":
                menu.locator("#cash-report").scroll_into_view_if_needed()
                yield "menu_shift_cash", menu
                menu.click('[data-key="report"]')
                expect(menu.locator(".sheet")).to_be_visible()
                yield "menu_shift_report", menu
                menu.keyboard.press("Escape")

    def _at_the_menu(self, name: str, page: str) -> Iterator[Scene]:
        menu = self.menu
        if menu.url == "about:blank":
            self._cabinet.panel("CABINET", "key", "OPERATOR", "on")
            menu.goto(address(self._cabinet.port + OF_THE_MENU, self.key))
            menu.click(f'[data-name="{SUPERVISOR}"]')
            for digit in PIN:
                menu.click(f'.pad button:text-is("{digit}")')
            menu.click("#sign-in")
        menu.click(f'[data-entry="{page}"]')
        expect(menu.locator(f"#page-{page}")).to_be_visible()
        menu.wait_for_timeout(2500)
        yield name, menu

    # ---- hands ----

    def _slot(self, *words: str) -> None:
        self._cabinet.slot(SEAT, *words)

    def _printer(self, *words: str) -> None:
        self._cabinet.printer(SEAT, *words)

    def _cash_out(self) -> None:
        self.player.click("#cash-out")
        self.player.click("#cash-yes")

    @contextmanager
    def _stopped(self, kind: str) -> Iterator[None]:
        """The driver is deaf, so that a paper stands at escrow while it is looked at."""
        driver = self._cabinet.child(kind, "drive")
        os.kill(driver, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(driver, signal.SIGCONT)


SEATS = 2
OF_THE_MENU = SEATS + 2
"""The port of the menu, counted from the first page's."""
