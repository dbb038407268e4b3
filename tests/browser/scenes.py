"""The key states of the screens, played on the real cabinet one after another: for pictures and for measuring.

A scene is left as it stands while whoever asked looks at it; then the play goes on.
"""

import os
import signal
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.browser.cabinet import Cabinet
from tests.browser.player import Player, close_bets
from tests.browser.power import PowerOdds

SHOWN = 4
"""Seconds for which a result stands while it is looked at."""
HOT_HAND = ("2 2", *("3 3", "5 3", "4 5", "6 5", "5 5") * 3, "3 4")
"""A point, fifteen rolls that leave it, and the seven-out: the second step of the ladder, the first that pays a win."""
POWER = {"horn": "high", "horn:12": "low", "hop:3-3": "low", "hop:6-6": "high", "hop:2-5": "low"}
"""The Power Odds of every round, where no bet lies that wins: nothing in a scene is drawn by chance."""


class Play:
    """Seat 1 is looked at, seat 2 keeps it company, and the display hangs over them."""

    def __init__(self, browser: Browser, cabinet: Cabinet, language: str = "en") -> None:
        self.cabinet = cabinet
        spoken = {"name": "language", "value": language}
        before: Any = {"cookies": [], "origins": [{"origin": cabinet.origin(1), "localStorage": [spoken]}]}
        cabinet.attendant.act("settings", change={"result_time": SHOWN})
        self.power = PowerOdds(POWER)
        self.player = Player(browser, cabinet, 1, power=self.power, storage_state=before)
        self.friend = Player(browser, cabinet, 2)
        if self.has("hot_shooter"):  # the book that has Power Odds
            self._set(power_odds_chance="0/1")
        else:
            self.power.levels = {}
        self.display: Page = browser.new_page(viewport={"width": 1920, "height": 1080})
        self.power.over(self.display)
        self.display.goto(cabinet.address(0) + f"&language={language}")

    @property
    def page(self) -> Page:
        """The page of seat 1."""
        return self.player.page

    def close(self) -> None:
        for page in (self.display, self.player.page, self.friend.page):
            page.close()

    def scenes(self) -> Iterator[str]:
        """Every state in turn, by its name."""
        for scene in self._played():
            self.power.heard_alike(self.page, self.display)
            yield scene

    def _played(self) -> Iterator[str]:
        yield from self.betting()
        yield from self.rolls()
        if self.has("different_doubles"):
            yield from self.hand_bets()
        yield from self.panels()
        yield from self.trouble()
        if self.has("hot_shooter"):  # what covers the felt is the same in every book
            yield from self.power_cut()
            yield from self.locks()
            yield from self.notes()

    def betting(self) -> Iterator[str]:
        """A seat to be filled, then with many chips, then with a refusal."""
        player = self.player
        yield "idle"
        player.bet(*self._offered("pass_line", "field", "place:6", "place:8", "buy:4", "hard:8", "any_seven"), chip=5)
        player.bet(*self._offered("hop:1-2", "hop:3-3", "c_and_e", "hot_shooter", "fire", "all_small"), chip=1)
        player.bet(*self._offered("replay", "different_doubles", "repeater:2", "repeater:6", "repeater:12"), chip=25)
        player.bet("place:9", chip=100)
        yield "betting"
        player.tap("come")
        expect(player.find("#toast")).to_be_visible()
        yield "refused"
        expect(player.find("#toast")).to_be_hidden()  # it lies on the ladder, that the next one looks at

    def rolls(self) -> Iterator[str]:
        """Bets close, the shooter is asked, the dice are in the air, wins are itemised."""
        player = self.player
        self.friend.bet("field")  # no line bet: seat 1 has the dice
        close_bets([player, self.friend])
        expect(player.find("#shoot")).to_be_visible()
        yield "shooter"
        self.cabinet.dice("5 6")
        driver = self.cabinet.child("dice", "drive")
        os.kill(driver, signal.SIGSTOP)  # so the result is not heard of while somebody looks
        self.power.stay_in("settling")
        player.shoot()
        player.phase("rolling")
        yield "rolling"
        os.kill(driver, signal.SIGCONT)
        expect(player.find(".cell.won").first).to_be_visible()  # a win of this roll, whatever an older one brought
        yield "win"
        self.power.go_on()
        player.phase("betting")

    def hand_bets(self) -> Iterator[str]:
        """A hand with bets that count what comes: they are locked, what came is marked, one wins, a seven ends it. In a
        crapless book a come bet travels to a number that is none elsewhere."""
        player = self.player
        player.bet("pass_line", chip=5)  # so that seat 1 has the dice
        for dice in ("3 3", "6 6", "2 2"):
            self._play_on(dice, wait=True)
        if self.has("come:3"):
            player.bet("come")
            self._play_on("1 2", wait=True)
            player.has("come:3", "5")
        player.asks("different_doubles")
        expect(player.find("#dialog").get_by_text("%")).to_be_visible()
        yield "asked"
        player.page.click("#dialog .close")
        yield "hand"
        self.power.stay_in("settling")
        self._play_on("6 6")
        expect(player.find(".cell.won").first).to_be_visible()
        yield "counted_win"
        self.power.go_on()
        player.phase("betting")
        self.power.stay_in("settling")
        self._play_on("3 4")
        expect(player.find(".cell.lost").first).to_be_visible()
        yield "hand_over"
        self.power.go_on()
        player.phase("betting", "idle")

    def panels(self) -> Iterator[str]:
        """What a player opens over the felt."""
        page = self.page
        page.click("#help-open")
        expect(page.locator("#panel-body td").filter(has_text="%").first).to_be_visible()
        yield "help"
        page.click("#dialog .close")
        page.click("#past-open")
        expect(page.locator("#panel-body .rounds > li").first).to_be_visible()
        yield "own_rounds"
        page.click("#dialog .close")
        page.click("#cash-out")
        expect(page.locator("#cash-yes")).to_be_visible()
        yield "cash_out_question"
        page.keyboard.press("Escape")

    def trouble(self) -> Iterator[str]:
        """The lid is open; nobody answers."""
        player, cabinet = self.player, self.cabinet
        cabinet.unit("lid", "open")
        expect(player.find(".notice.held")).to_be_visible()
        yield "held"
        cabinet.unit("lid", "close")
        expect(player.find(".notice.held")).to_have_count(0)
        cabinet.kill_controller()
        expect(player.find(".notice.away")).to_be_visible()
        yield "connection_lost"
        cabinet.start_controller()
        expect(player.find(".notice")).to_have_count(0)

    def power_cut(self) -> Iterator[str]:
        """Power failed in mid-shake."""
        player, cabinet = self.player, self.cabinet
        close_bets([player, self.friend])
        cabinet.unit("power-cut", "1", "mid-shake")
        player.shoot()
        expect(player.find("#keep")).to_be_visible()
        yield "keep_or_withdraw"
        for one in (player, self.friend):
            if one.find("[data-chip]:not(button)").count():
                one.page.click("#keep")

    def locks(self) -> Iterator[str]:
        """Credits on their way to the player, and a win that an attendant pays."""
        player, staff = self.player, self.cabinet.attendant
        player.phase("betting", "idle")
        self._set(large_win=100)
        player.bet("pass_line", "field")
        self._play_on("5 6")
        expect(player.find("#lock")).to_be_visible()
        yield "large_win"
        staff.act("reset_large_win", seat=1)
        self._set(large_win=100_000_000)
        expect(player.find("#lock")).to_be_hidden()
        player.page.click("#cash-out")
        player.page.click("#cash-yes")
        expect(player.find("#lock")).to_be_visible()
        yield "hand_pay"
        staff.act("cancel_hand_pay", seat=1, reference="scene")
        expect(player.find("#lock")).to_be_hidden()

    def notes(self) -> Iterator[str]:
        """Notes and tickets at this seat, where the cabinet has devices for them."""
        player, cabinet, page = self.player, self.cabinet, self.page
        if not player.find("#takes").is_visible():
            return
        page.click("#cash-out")
        page.click("#cash-yes")
        expect(player.find("#lock")).to_be_visible()
        cabinet.attendant.act("hand_pay", seat=1, reference="scene")
        expect(player.find("#lock")).to_be_hidden()
        yield "no_credits"
        cabinet.slot(1, "note", "100")
        expect(player.find("#toast.news")).to_be_visible()
        yield "note"
        cabinet.slot(1, "insert", "false")
        expect(player.find("#toast:not(.news)")).to_be_visible()
        yield "paper_back"
        page.click("#cash-out")
        expect(page.locator("#cash-yes")).to_be_visible()
        yield "ticket_question"
        page.click("#cash-yes")
        expect(player.find("#toast.news")).to_be_visible()
        yield "ticket"
        cabinet.printer(1, "take")
        expect(player.find(".notice")).to_have_count(0)
        cabinet.slot(1, "power-cut", "0.5", "stacking")
        cabinet.slot(1, "note", "20")
        expect(player.find(".notice.held")).to_be_visible()
        yield "paper_unknown"

    def hot_hand(self) -> Iterator[str]:
        """A long hand that wins Hot Shooter; on a fresh table."""
        player = self.player
        self._set(result_time=1)
        player.bet("pass_line", "hot_shooter", chip=5)
        for dice in HOT_HAND[:-1]:
            player.bet("big:6")  # a round needs a wager that can be seen to arrive
            self._play_on(dice, wait=True)
        self._set(result_time=SHOWN)
        player.bet("big:6")
        self._play_on(HOT_HAND[-1])
        expect(player.win_row("HOT SHOOTER")).to_be_visible()
        yield "hot_shooter"
        player.phase("idle", "betting")

    def _set(self, **change: object) -> None:
        """An operator turns a setting; a new window opens, and a bet of before would be too late for it."""
        before = self.player.round()
        self.cabinet.attendant.act("settings", change=change)
        expect(self.player.find(f'body[data-round="{before}"]')).to_have_count(0)

    def _play_on(self, dice: str, wait: bool = False) -> None:
        """A throw of seat 1; `wait`: until the next window is open."""
        self.cabinet.dice(dice)
        before = self.player.round()
        close_bets([self.player, self.friend])
        self.player.shoot()
        if wait:
            expect(self.player.find(f'body[data-round="{before + 1}"]')).to_be_visible()

    def has(self, bet: str) -> bool:
        """Whether the loaded book offers it."""
        return self.player.spot(bet).count() > 0

    def _offered(self, *bets: str) -> list[str]:
        return [bet for bet in bets if self.has(bet)]
