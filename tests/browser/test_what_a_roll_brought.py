"""What a player is told of the roll on the table: his own, this roll's, and the sum of it."""

import os
import signal
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.cabinet import Cabinet, cabinet
from tests.browser.conftest import Sits
from tests.browser.measuring import resize
from tests.browser.player import Player, a_roll, close_bets, house_rolls, roll
from tests.browser.power import PowerOdds
from tests.drivers.machines import eventually

HEARS = """
const start = AudioBufferSourceNode.prototype.start;
window.sounded = [];
AudioBufferSourceNode.prototype.start = function (...how) {
  window.sounded.push(this.buffer.duration);
  return start.apply(this, how);
};
"""
"""Every piece that is played, by how long it is: no other is as long as one of those for a win."""
FANFARES = """async () => {
  const lengths = [];
  for (const step of [1, 2, 3]) {
    const bytes = await (await fetch(`sounds/win_${step}.ogg`)).arrayBuffer();
    lengths.push((await new AudioContext().decodeAudioData(bytes)).duration);
  }
  return lengths.filter((length) => window.sounded.includes(length)).length;
}"""
"""How many of the three for a win have been heard."""


def test_a_roll_that_decides_nothing_of_a_player_shows_no_older_one(sits: Sits) -> None:
    ann = sits()
    ann.bet("pass_line", "hop:3-4", chip=5)
    roll([ann], "2 2")
    expect(ann.find("#wins")).to_contain_text("HOP 3·4")
    ann.cabinet.dice("5 6")
    ann.done()
    ann.shoot()
    ann.phase("settling", "betting")  # a page on a busy machine may have seen no more of the first
    expect(ann.find(".cell.lost")).to_have_count(0)
    ann.phase("betting")
    expect(ann.find("#rolled")).to_have_text("Rolled 11")
    expect(ann.find("#wins")).to_have_text("Nothing of yours was decided")


def test_a_roll_that_cost_money_is_told_as_a_loss_whatever_it_won(sits: Sits) -> None:
    ann = sits()
    ann.page.add_init_script(HEARS)
    ann.page.reload()
    ann.bet("field", chip=5)
    ann.bet("any_seven", chip=25)
    before = ann.find("#last-win").inner_text()
    house_rolls(ann, "5 6")
    ann.won(("FIELD", "+$5.00"))
    expect(ann.find("#wins h3")).to_have_text("This roll−$20.00")
    expect(ann.find("#last-win:not(.won)")).to_have_text(before)
    assert (ann.page.evaluate("window.sounded.length > 0"), ann.page.evaluate(FANFARES)) == (True, 0)

    house_rolls(ann, "5 6")
    expect(ann.find("#wins h3")).to_have_text("You win$5.00")
    expect(ann.find("#last-win.won")).to_have_text("$5.00")
    eventually(lambda: ann.page.evaluate(FANFARES) == 1, "the fanfare of a small win is heard")


def test_once_bets_are_closed_the_last_roll_is_named_by_its_round(sits: Sits) -> None:
    ann = sits()
    round_of_the_win = ann.round()
    ann.bet("field", chip=5)
    house_rolls(ann, "5 6")
    expect(ann.find("#wins h3")).to_have_text("You win$5.00")
    ann.bet("pass_line", chip=5)
    close_bets([ann])
    expect(ann.find("#wins h3:not(.total)")).to_have_text(f"Round {round_of_the_win}$5.00")
    ann.cabinet.dice("1 2")
    a_roll([ann], ann)
    expect(ann.find("#wins h3")).to_have_text("This roll$0.00")


def test_dice_of_which_nobody_hears_are_not_said_to_roll(table: Cabinet, sits: Sits) -> None:
    ann = sits()
    ann.bet("field", chip=5)
    table.dice("5 6")
    driver = table.child("dice", "drive")
    os.kill(driver, signal.SIGSTOP)
    try:
        ann.done()
        ann.phase("rolling")
        expect(ann.find(".notice.held")).to_contain_text("The dice unit is being connected")
        expect(ann.find("#rolled")).to_have_text("The table is paused")
        expect(ann.find("#dice.rolling")).to_have_count(0)
    finally:
        os.kill(driver, signal.SIGCONT)
    ann.phase("betting", "idle")


def test_a_hand_that_is_over_has_no_next_step(new_hand: Cabinet, sits: Sits) -> None:
    power = PowerOdds()
    ann = sits(power=power)
    ann.bet("pass_line", chip=5)
    roll([ann], "2 2")
    expect(ann.find(".ladder-next")).to_have_text("7 more to the next step")
    power.stay_in("settling")
    new_hand.dice("3 4")
    ann.bet("field")
    ann.done()
    ann.shoot()
    ann.phase("settling")
    expect(ann.find("#roll-count")).to_have_text("2")
    expect(ann.find(".ladder-next")).to_have_count(0)
    power.go_on()
    ann.phase("idle", "betting")


def test_power_odds_strike_once_and_not_again_on_a_felt_of_another_size(sits: Sits) -> None:
    power = PowerOdds({"hop:3-3": "low"})
    ann = sits(power=power)
    ann.bet("pass_line")
    close_bets([ann])
    expect(ann.find("[data-power]")).to_have_count(1)
    assert ann.find(".halo.strike").count() == 1
    resize(ann.page, (1366, 768))
    expect(ann.find("[data-power]")).to_have_count(1)
    assert ann.find(".halo.strike").count() == 0
    ann.shoot()
    ann.phase("idle", "betting")


def test_a_terminal_that_comes_while_a_roll_is_paid_tells_what_that_roll_brought(table: Cabinet, sits: Sits) -> None:
    """The journal tells of a round only once the next one is open: who asks before is told of an older one."""
    ann = sits()
    ann.bet("field", chip=5)
    house_rolls(ann, "5 6")
    expect(ann.find("#wins h3")).to_have_text("You win$5.00")
    table.attendant.act("settings", change={"result_time": 12})
    ann.has_none("field")
    ann.bet("any_seven", chip=25)
    table.dice("1 2")
    driver = table.child("dice", "drive")
    os.kill(driver, signal.SIGSTOP)
    try:
        ann.done()
        ann.phase("rolling")
        table.kill_terminal(1)
    finally:
        os.kill(driver, signal.SIGCONT)
    eventually(lambda: table.attendant.table()["phase"] == "settling", "the roll is paid")
    table.start_terminal(1)
    expect(ann.find(".notice.away")).to_have_count(0)
    for _ in ("as it was left", "loaded anew"):
        expect(ann.find("#wins li.lose")).to_contain_text("ANY 7")
        expect(ann.find("#wins")).not_to_contain_text("You win")
        ann.phase("idle", "betting")
        ann.page.reload()
    table.attendant.act("settings", change={"result_time": 1})


def test_after_a_restart_of_everything_in_mid_roll_a_lost_bet_is_told_as_lost(browser: Browser, tmp_path: Path) -> None:
    with cabinet(tmp_path, seats=1, credits=600_000) as table:
        ann = Player(browser, table, 1)
        ann.bet("field", chip=5)
        house_rolls(ann, "5 6")
        expect(ann.find("#wins h3")).to_have_text("You win$5.00")
        ann.take(500)
        ann.tap("field")
        ann.has("field", "505")
        table.dice("3 4")
        table.unit("slow", "5000")  # so the unit has rolled, and nobody has heard
        ann.done()
        ann.phase("rolling")
        table.kill_controller()
        table.start_again()
        table.attendant.table()  # it answers
        expect(ann.find("body")).not_to_have_attribute("data-phase", "away")
        if ann.find("#keep").is_visible():  # where the unit had not begun to shake
            ann.page.click("#keep")
        for _ in ("as it was left", "loaded anew"):
            expect(ann.find("#wins li.lose")).to_contain_text("FIELD")
            expect(ann.find("#wins li.lose")).to_contain_text("−$505")
            expect(ann.find("#wins")).not_to_contain_text("You win")
            expect(ann.find("#risk")).to_have_text("$0.00")
            ann.page.reload()
        ann.page.close()
