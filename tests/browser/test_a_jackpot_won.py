"""What a player reads when they have won a jackpot: how much of it is theirs, over the felt and over a locked seat."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from controller.protocol.public import LastRound, PotShown
from controller.protocol.terminals import version_2 as second
from controller.protocol.terminals.seat import SeatNow, Settled, SettledRow
from tests.browser.told import ToldPage

POT = PotShown(jackpot="boxcars", amount=100_000, open=True, bets=("horn:12",), trigger={"roll": "6-6"})
ROUND = 5
YOURS = {
    "en": ("You won $333.00 of jackpot boxcars", "Your part of $1,000.00: seats that win together divide it by stake."),
    "es": ("Ganó $333.00 del bote boxcars", "Su parte de $1,000.00"),
    "zh": ("您赢得累积大奖 boxcars：$333.00", "这是您在 $1,000.00 中的份额"),
}


def hit(page: ToldPage) -> None:
    """Twelve was rolled: the wager is paid, and the floor is asked."""
    last = LastRound(round=ROUND, how="settled", reason="", faces=(6, 6), roll_count=3)
    page.table(phase="settling", last=last, pots=(POT,))
    row = SettledRow(bet="horn:12", stake=100, result="win", paid=3000, stays=False, vigorish=0)
    you = sits(page, credits=83_000, lock="pot")
    page.desk.seat.hear(
        Settled(round=ROUND, how="settled", faces=(6, 6), rows=(row,), returned=(), you=you),
    )
    page.tells()


def sits(page: ToldPage, **more: Any) -> SeatNow:
    assert page.desk.seat.you is not None
    return page.desk.seat.you.model_copy(update=more)


def paid(page: ToldPage, amount: int, prize: int, **more: Any) -> None:
    page.desk.seat.hear(sits(page, **{"credits": 83_000 + amount, "lock": None, **more}))
    page.desk.seat.hear(second.JackpotPart(jackpot="boxcars", amount=amount, prize=prize, by_last_roll=True))
    page.tells()


@pytest.fixture(params=sorted(YOURS))
def seat(browser: Browser, request: pytest.FixtureRequest) -> Iterator[tuple[ToldPage, str]]:
    page = ToldPage(browser, {"field": 500}, request.param)
    yield page, request.param
    page.leave()


def test_the_players_own_part_of_a_jackpot_is_told_in_money_and_is_in_the_last_win(seat: tuple[ToldPage, str]) -> None:
    page, language = seat
    hit(page)
    expect(page.find("#lock .own-pot")).to_have_count(0)  # nothing is said on a guess
    expect(page.find("#last-win")).to_contain_text("$30.00")
    paid(page, 33_300, 100_000)
    won, part = YOURS[language]
    notice = page.find("#notices .own-pot")
    expect(notice.locator("b")).to_have_text(won)
    expect(notice.locator("span")).to_contain_text(part)
    expect(page.find("#last-win")).to_contain_text("$363.00")
    expect(page.find("#wins h3 b")).to_have_text("$363.00")
    expect(page.find("#wins .pot-row b")).to_have_text("+$333.00")
    expect(page.find("#lock")).to_be_hidden()
    assert page.desk.seat.you is not None
    page.desk.seat.hear(Settled(round=6, how="settled", faces=(1, 2), rows=(), returned=(), you=page.desk.seat.you))
    page.tells()
    expect(notice).to_have_count(0)


def test_a_jackpot_that_is_paid_by_hand_is_told_over_the_locked_seat(browser: Browser) -> None:
    page = ToldPage(browser, {"field": 500}, "en")
    hit(page)
    paid(page, 100_000, 100_000, credits=83_000, lock="jackpot", lock_amount=100_000)
    expect(page.find("#lock .sum")).to_have_text("$1,000.00")
    expect(page.find("#lock .own-pot")).to_have_text("You won $1,000.00 of jackpot boxcars All of it is yours.")
    page.leave()
