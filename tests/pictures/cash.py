"""Scenes of notes and tickets: what a player sees, and the wallet beside the seat."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, expect

from config.files.page_key import LENGTH, address
from config.files.secrets import read_secret
from tests.browser.cabinet import Cabinet
from tools.demo.wallet_pages import PREFIX

SEAT = 1
PRINTS_FOR = 20
"""Seconds of a ticket that is looked at while it is printed."""
WAIT_MS = 120_000

STAYS = """const wait = window.setTimeout;
window.setTimeout = (does, ms, ...more) => wait(does, ms === 4500 ? 120000 : ms, ...more);"""
"""A word that passes stays while somebody looks: a busy machine would miss it."""

Scene = tuple[str, Page]


class Scenes:
    """A player at a seat, and their wallet."""

    def __init__(self, browser: Browser, cabinet: Cabinet, language: str) -> None:
        self._cabinet = cabinet
        self.key = read_secret(cabinet.place / "page.key", LENGTH).hex()
        self.context = browser.new_context(viewport={"width": 1920, "height": 1080}, locale="en-US")
        self.context.set_default_timeout(WAIT_MS)
        expect.set_options(timeout=WAIT_MS)
        self.context.add_init_script(STAYS)
        self.context.add_init_script(f"localStorage.setItem('language', '{language}')")
        self.player, self.wallet = self.context.new_page(), self.context.new_page()
        self.player.goto(cabinet.address(SEAT))
        self.wallet.goto(address(cabinet.port, self.key))
        self.wallet.click(f'a[href="{PREFIX}{SEAT}"]')
        expect(self.wallet.locator("[data-note]").first).to_be_visible()

    def close(self) -> None:
        self.context.close()

    def all(self) -> Iterator[Scene]:
        """One after another, each left as it stands while it is looked at."""
        for scenes in (self._notes, self._tickets):
            yield from scenes()

    # ---- at the seat ----

    def _notes(self) -> Iterator[Scene]:
        player, wallet = self.player, self.wallet
        expect(player.locator("#attract .slot")).to_be_visible()
        before = player.locator("#attract .slot").inner_text()
        yield "invites", player
        self._slot("stacker", "out")
        expect(player.locator("#attract .slot")).not_to_have_text(before)
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
