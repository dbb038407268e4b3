"""Processes die with SIGKILL; the screen comes back by itself to the truth."""

import time

from playwright.sync_api import expect

from tests.browser.cabinet import Cabinet
from tests.browser.conftest import Sits
from tests.browser.measuring import resize
from tests.browser.player import a_roll, close_bets, roll

STICKS_OUT = """() => {
  const [words, line] = ["phase", "top"].map((id) => document.getElementById(id).getBoundingClientRect());
  return Math.max(line.top - words.top, words.bottom - line.bottom);
}"""
"""How far what is happening hangs out of the line at the top."""


def test_after_a_crash_of_the_controller_the_bets_stand_where_they_stood(table: Cabinet, sits: Sits) -> None:
    ann = sits()
    ann.bet("pass_line", "place:6", chip=5)
    ann.bet("field", chip=25)
    with table.controller_dead():
        expect(ann.find(".notice.away")).to_contain_text("Connection lost")
        expect(ann.find("main")).to_have_attribute("inert", "")
        expect(ann.find("#ring")).to_have_text("–")  # how much time is left only the table knows
        expect(ann.find('[data-chip="field"]')).to_be_visible()
    table.attendant.table()  # it answers
    began = time.monotonic()
    expect(ann.find(".notice.away")).to_have_count(0)
    back = time.monotonic() - began
    for bet, amount in {"pass_line": "5", "place:6": "5", "field": "25"}.items():
        ann.has(bet, amount)
    ann.is_up(-35)
    print(f"the screen was at the truth {back:.2f} s after the controller answered")
    expect(ann.find(".notice.held")).to_have_count(0)  # the dice unit has answered: until then nothing is taken
    ann.press("remove")
    ann.tap("field")
    ann.has_none("field")
    ann.is_up(-10)


def test_power_lost_after_the_close_asks_each_player_to_keep_or_withdraw(table: Cabinet, sits: Sits) -> None:
    ann, bob = sits(1), sits(2)
    ann.bet("pass_line", chip=25)
    bob.bet("field", chip=10)
    close_bets([ann, bob])
    with table.controller_dead():
        expect(ann.find(".notice.away")).to_be_visible()
    expect(ann.find("#lock h2")).to_have_text("Keep your bets?")
    resize(ann.page, (1366, 768))
    assert ann.page.evaluate(STICKS_OUT) <= 0
    resize(ann.page, (1920, 1080))
    expect(bob.find("#lock")).to_contain_text("You have $10.00 on the table")
    expect(bob.find("#phase")).to_have_text("Power failure: keep or withdraw your bets")
    bob.page.click("#withdraw")
    expect(bob.find("#lock")).not_to_be_visible()
    expect(bob.find("#phase")).to_have_text("Power failure: players keep or withdraw")
    ann.page.click("#keep")
    expect(ann.find("#lock")).not_to_be_visible()
    bob.has_none("field")
    bob.is_up(0)
    ann.has("pass_line", "25")
    ann.phase("shooting")
    table.dice("5 6")
    a_roll([ann, bob], ann)
    ann.won(("PASS LINE", "+$25.00"))


def test_after_a_crash_of_the_terminal_the_page_is_back_with_the_last_win_and_what_repeat_brings(
    table: Cabinet, sits: Sits
) -> None:
    ann = sits()
    ann.bet("pass_line", chip=5)
    ann.bet("any_seven", chip=1)
    roll([ann], "5 6")
    expect(ann.find("#last-win")).to_have_text("$4.00")
    table.kill_terminal(1)
    expect(ann.find(".notice.away")).to_contain_text("Screen is reconnecting")
    table.start_terminal(1)
    expect(ann.find(".notice.away")).to_have_count(0)
    ann.has("pass_line", "5")
    expect(ann.find("#last-win")).to_have_text("$4.00")
    ann.won(("PASS LINE", "+$5.00"))
    ann.press("repeat")
    ann.has("any_seven", "1")
    ann.has("pass_line", "5")  # it stood: nothing of it was missing
