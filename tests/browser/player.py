"""A player at a seat: what a person does with a touch page, and what he sees, in words of the craps table."""

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.cabinet import Cabinet
from tests.browser.power import PowerOdds
from tests.drivers.machines import PATIENCE, eventually

PATIENCE_MS = int(PATIENCE * 1000)
LANDSCAPE = (1920, 1080)

expect.set_options(timeout=PATIENCE_MS)


def cents(text: str) -> int:
    """What an amount on the screen is worth."""
    return round(float(text.replace("$", "").replace(",", "")) * 100)


def money(cents: int) -> str:
    """An amount as the screen writes it."""
    whole, part = divmod(cents, 100)
    return f"${whole:,}.{part:02}"


class Player:
    """One page at one seat."""

    def __init__(
        self,
        browser: Browser,
        cabinet: Cabinet,
        seat: int,
        size: tuple[int, int] = LANDSCAPE,
        power: PowerOdds | None = None,
        **how: Any,
    ) -> None:
        self.seat, self.cabinet = seat, cabinet
        width, height = size
        self.page: Page = browser.new_page(viewport={"width": width, "height": height}, **how)
        self.page.set_default_timeout(PATIENCE_MS)
        self.complaints: list[str] = []
        self.page.on("console", lambda said: self._note(said.text) if said.type == "error" else None)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        if power is not None:
            power.over(self.page)
        self.page.goto(cabinet.address(seat))
        self.sees_the_felt()
        expect(self.find("#credits")).not_to_have_text("–")
        self.brought = cents(self.find("#credits").inner_text())

    def _note(self, complaint: str) -> None:
        """The browser's own word that nobody answers is no fault of the page."""
        if not complaint.startswith("WebSocket connection to") and "ERR_CONNECTION_REFUSED" not in complaint:
            self.complaints.append(complaint)

    def leave(self) -> None:
        """Closes the page; none of its code may have complained."""
        self.page.close()
        assert self.complaints == [], self.complaints

    def sees_the_felt(self) -> None:
        expect(self.spot("pass_line")).to_be_visible()

    # ---- where things are ----

    def find(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def spot(self, bet: str) -> Locator:
        return self.find(f'[data-spot="{bet}"]')

    def spots(self) -> list[str]:
        """Everything that can be touched on the felt."""
        return [str(spot.get_attribute("data-spot")) for spot in self.find("[data-spot]").all()]

    def chip(self, bet: str) -> Locator:
        """What lies on a spot, once it is on disk."""
        return self.find(f'[data-chip="{bet}"]:has(.chip:not(.pending))')

    # ---- what a player does ----

    def take(self, chip: int) -> None:
        """Choose a chip, in dollars."""
        self.page.click(f'#chips [data-chip="{chip * 100}"]')

    def tap(self, *bets: str) -> None:
        for bet in bets:
            self.page.click(f'[data-spot="{bet}"]')

    def bet(self, *bets: str, chip: int | None = None) -> None:
        """Tap, and see each chip turn solid."""
        if chip:
            self.take(chip)
        for bet in bets:
            self.tap(bet)
            expect(self.chip(bet)).to_be_visible()

    def speak(self, language: str) -> None:
        """Choose it from the list, and see the list go."""
        self.page.click("#language")
        self.page.click(f'#tongues [data-language="{language}"]')
        expect(self.find("#tongues")).to_be_hidden()

    def press(self, button: str) -> None:
        """A button of the tray by its name: undo, clear, double, repeat, odds, inside, remove, call …"""
        self.page.click(f'[data-act="{button}"]')

    def hold_down(self, bet: str) -> None:
        """What a long press offers: take it down, until what lies there has gone."""
        self.asks(bet)
        self.page.click('[data-do="down"]')
        self.has_none(bet)
        self.page.click("#dialog .close")

    def asks(self, bet: str) -> None:
        """A long press: what is this?"""
        self.spot(bet).hover()
        self.page.mouse.down()
        expect(self.find(f'#dialog[open] [data-about="{bet}"]')).to_be_visible()
        self.page.mouse.up()

    def done(self) -> None:
        self.page.click("#done")

    def shoot(self) -> None:
        self.page.click("#shoot")

    # ---- what a player sees ----

    def has(self, bet: str, amount: str) -> None:
        """A solid chip with this amount on it."""
        expect(self.chip(bet).locator(".chip text")).to_have_text(amount)

    def has_none(self, *bets: str) -> None:
        for bet in bets:
            expect(self.find(f'[data-chip="{bet}"]')).to_have_count(0)

    def marked(self, bet: str, mark: str) -> None:
        """A mark beside a chip: `is-on`, `is-off`, `lock`, `stays`."""
        expect(self.find(f'[data-chip="{bet}"] .{mark}')).to_be_visible()

    def unmarked(self, bet: str, mark: str) -> None:
        expect(self.chip(bet)).to_be_visible()
        expect(self.find(f'[data-chip="{bet}"] .{mark}')).to_have_count(0)

    def is_up(self, dollars: float) -> None:
        """Credits, against what this player sat down with; below zero he is down."""
        expect(self.find("#credits")).to_have_text(money(self.brought + round(dollars * 100)))

    def told(self, words: str) -> None:
        """A word that passes, such as why a bet was refused."""
        expect(self.find("#toast")).to_contain_text(words)

    def refused(self, bet: str, why: str) -> None:
        """A tap that is refused: the spot shakes and says why."""
        self.tap(bet)
        expect(self.find(f'[data-spot="{bet}"].shake')).to_be_visible()
        self.told(why)

    def won(self, *rows: tuple[str, str]) -> None:
        """The wins of the last roll, wager by wager."""
        for name, amount in rows:
            expect(self.win_row(name)).to_contain_text(amount)

    def win_row(self, name: str) -> Locator:
        return self.page.locator("#wins li.win").filter(has_text=name)

    def phase(self, *phases: str) -> None:
        expect(self.find(", ".join(f'body[data-phase="{phase}"]' for phase in phases))).to_be_visible()

    def sees_round(self, number: int) -> None:
        expect(self.find(f'body[data-round="{number}"]')).to_be_visible()

    def round(self) -> int:
        """The round on the table, as soon as the page has it: settings open the next one, and whoever turned them knows
        before the page does."""
        on_the_table = int(self.cabinet.attendant.table()["round"])
        return eventually(lambda: self._round_of(on_the_table), f"the page has round {on_the_table}")

    def _round_of(self, number: int) -> int:
        shown = int(self.find("body").get_attribute("data-round") or 0)
        return shown if shown >= number else 0


def close_bets(players: Sequence[Player]) -> None:
    """Everybody with wagers says that he is done; then the shooter has the dice."""
    for player in players:
        if player.find("[data-chip]:not(button)").count():
            player.done()
    for player in players:
        player.phase("shooting", "rolling", "settling")


def shooter_of(players: Sequence[Player]) -> Player | None:
    """Who is asked to press SHOOT."""
    return next((player for player in players if player.find("#shoot").is_visible()), None)


def roll(players: Sequence[Player], dice: str) -> dict[str, str]:
    """A round to its end: done, the shooter presses, these dice fall, the next window is open. Returns what chance drew
    for the spots."""
    cabinet = players[0].cabinet
    cabinet.dice(dice)
    close_bets(players)
    shooter = shooter_of(players)
    assert shooter is not None, "nobody is asked to shoot"
    levels: dict[str, str] = cabinet.attendant.table()["levels"]
    a_roll(players, shooter)
    return levels


def a_roll(players: Sequence[Player], shooter: Player) -> None:
    """The shooter presses, and everybody sees the next window open."""
    before = shooter.round()
    shooter.shoot()
    for player in players:
        player.sees_round(before + 1)


def house_rolls(player: Player, dice: str) -> None:
    """With no line bet on the table nobody is asked to shoot."""
    before = player.round()
    player.cabinet.dice(dice)
    player.done()
    player.sees_round(before + 1)
