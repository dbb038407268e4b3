"""What a player does at the felt between two rolls, and what the page says to him."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.cabinet import Cabinet
from tests.browser.conftest import Sits
from tests.browser.player import a_roll, close_bets, roll


def test_a_chip_is_pending_until_the_bet_is_on_disk(table: Cabinet, sits: Sits) -> None:
    ann = sits()
    with table.controller_stopped():
        ann.tap("pass_line")
        expect(ann.find('[data-chip="pass_line"] .chip.pending')).to_be_visible()
        ann.has_none("field")
    ann.has("pass_line", "5")


def test_undo_clear_double_and_take_down(sits: Sits) -> None:
    ann = sits()
    ann.bet("pass_line", "field", chip=5)
    ann.press("undo")
    ann.has_none("field")
    ann.bet("field", "any_craps")
    ann.press("double")
    ann.has("pass_line", "10")
    ann.has("field", "10")
    ann.has("any_craps", "10")
    ann.hold_down("any_craps")
    ann.has_none("any_craps")
    ann.press("remove")
    ann.tap("field")
    ann.has_none("field")
    ann.press("remove")
    ann.press("clear")
    ann.has_none("pass_line")
    ann.is_up(0)


def test_once_bets_are_closed_nothing_of_the_tray_that_bets_is_lit(table: Cabinet, sits: Sits) -> None:
    ann = sits()
    ann.bet("pass_line", chip=5)
    table.dice("3 4")
    close_bets([ann])
    choices = "".join(f':not([data-act="{name}"])' for name in ("auto", "whole", "layouts", "rack"))
    for button in ann.find(f"#buttons button{choices}").all():
        expect(button).to_be_disabled()
    a_roll([ann], ann)
    expect(ann.find('[data-act="remove"]')).to_be_enabled()


def test_undo_takes_back_whatever_one_tap_has_put_up(sits: Sits) -> None:
    ann = sits()
    ann.bet("field", chip=5)
    ann.press("across")
    for number in (4, 5, 6, 8, 9, 10):
        ann.has(f"place:{number}", "5")
    ann.press("double")
    ann.has("place:10", "10")
    ann.press("undo")
    for number in (4, 5, 6, 8, 9, 10):
        ann.has(f"place:{number}", "5")
    ann.press("undo")
    ann.has_none(*(f"place:{number}" for number in (4, 5, 6, 8, 9, 10)))
    ann.has("field", "5")
    ann.press("undo")
    ann.has_none("field")
    ann.is_up(0)


def test_what_goes_together_is_taken_whole_or_not_at_all_and_says_which_was_refused(sits: Sits) -> None:
    ann = sits()
    ann.bet("field", chip=5)
    for bet in ("any_seven", "any_craps"):
        ann.bet(bet, chip=100)
    ann.bet("hop:3-4", chip=500)
    ann.press("double")
    ann.told("ANY 7: You have")
    for bet, amount in {"field": "5", "any_seven": "100", "any_craps": "100", "hop:3-4": "500"}.items():
        ann.has(bet, amount)
    ann.press("clear")
    ann.is_up(0)


def test_a_group_leaves_the_point_out(sits: Sits) -> None:
    ann = sits()
    ann.bet("pass_line", chip=5)
    roll([ann], "3 3")
    for button, numbers in {"inside": (5, 8, 9), "outside": (4, 5, 9, 10), "across": (4, 5, 8, 9, 10)}.items():
        ann.press(button)
        for number in numbers:
            ann.has(f"place:{number}", "5")
        ann.has_none("place:6")
        ann.press("undo")
        ann.has_none(*(f"place:{number}" for number in numbers))
    roll([ann], "3 4")


def test_inside_outside_and_across_are_one_tap_each(sits: Sits) -> None:
    ann = sits()
    ann.take(10)
    ann.press("inside")
    for number in (5, 6, 8, 9):
        ann.has(f"place:{number}", "10")
    ann.has_none("place:4", "place:10")
    ann.press("outside")
    for number, amount in {4: "10", 5: "20", 6: "10", 8: "10", 9: "20", 10: "10"}.items():
        ann.has(f"place:{number}", amount)
    ann.press("clear")
    ann.press("across")
    for number in (4, 5, 6, 8, 9, 10):
        ann.has(f"place:{number}", "10")
    ann.press("clear")
    ann.is_up(0)


def test_repeat_brings_back_what_was_bet_in_the_round_before(sits: Sits) -> None:
    ann = sits()
    ann.bet("pass_line", "any_seven", chip=5)
    roll([ann], "1 1")
    ann.has_none("pass_line", "any_seven")
    ann.press("repeat")
    ann.has("pass_line", "5")
    ann.has("any_seven", "5")
    ann.is_up(-20)


def test_a_spot_that_another_bet_closes_is_dark_and_says_which_bet_it_is(sits: Sits) -> None:
    ann = sits()
    ann.bet("place:6", chip=5)
    for bet in ("lay:4", "place_to_lose:6"):
        expect(ann.find(f'[data-spot="{bet}"]:not(.open)')).to_be_visible()
        ann.refused(bet, "Not together with your bet on Place 6")
    expect(ann.find('[data-spot="buy:4"].open')).to_be_visible()
    ann.press("clear")
    expect(ann.find('[data-spot="lay:4"].open')).to_be_visible()
    ann.page.click("#help-open")
    expect(ann.find('[data-kind="lay"]')).to_contain_text("Not together with: Place, Buy")
    expect(ann.find('[data-kind="place"]')).to_contain_text("turns OFF by itself when a point is made")
    expect(ann.find('[data-kind="pass_odds"]')).to_contain_text("At most 2× the bet it stands behind")
    expect(ann.find('[data-kind="dont_come_odds"]')).to_contain_text("4× (4, 10), 3× (5, 9), 2.4× (6, 8)")
    expect(ann.find('[data-kind="dont_pass"]')).to_contain_text("A 12 on its first roll leaves it where it is")


def test_a_bet_is_marked_to_stay_where_every_win_left_to_it_leaves_it(sits: Sits) -> None:
    ann = sits()
    ann.bet("dont_pass", chip=5)
    roll([ann], "6 6")
    ann.marked("dont_pass", "stays")  # a 2 or a 3 would leave it
    roll([ann], "2 2")
    ann.marked("dont_pass", "lock")
    ann.unmarked("dont_pass", "stays")  # a 7 gives it back
    roll([ann], "3 4")
    ann.has_none("dont_pass")


def test_repeat_lays_what_is_missing_of_the_layout_and_a_second_touch_adds_nothing(sits: Sits) -> None:
    ann = sits()
    ann.bet("pass_line", "place:6", chip=5)
    roll([ann], "2 2")
    ann.press("odds")
    ann.has("pass_odds", "10")
    ann.bet("any_seven", chip=5)
    roll([ann], "5 6")
    expect(ann.find('[data-act="repeat"]')).to_be_enabled()
    ann.find('[data-act="repeat"]').dblclick()
    ann.has("any_seven", "5")
    for bet, amount in {"pass_line": "5", "place:6": "5", "pass_odds": "10"}.items():
        ann.has(bet, amount)  # these stood
    expect(ann.find('[data-act="repeat"]')).to_be_disabled()
    roll([ann], "3 4")
    ann.has_none("pass_line", "place:6", "pass_odds")
    ann.press("repeat")  # a seven-out that followed a roll in which only odds were added
    for bet in ("pass_line", "place:6", "any_seven"):
        ann.has(bet, "5")
    ann.has_none("pass_odds")  # there is no point


@pytest.mark.usefixtures("new_hand")
def test_repeat_brings_back_hot_shooter_with_the_bets_that_it_needs_beside_it(sits: Sits) -> None:
    ann = sits()
    ann.bet("pass_line", "hot_shooter", chip=5)
    roll([ann], "2 2")
    roll([ann], "3 4")
    ann.has_none("pass_line", "hot_shooter")
    ann.press("repeat")
    ann.has("pass_line", "5")
    ann.has("hot_shooter", "5")
    expect(ann.find('[data-act="repeat"]')).to_be_disabled()


def test_a_button_that_would_lay_nothing_cannot_be_pressed(sits: Sits) -> None:
    ann = sits()
    groups = ("inside", "outside", "across")
    ann.bet("pass_line", chip=5)
    expect(ann.find('[data-act="odds"]')).to_be_disabled()  # before there is a point
    for group in groups:
        expect(ann.find(f'[data-act="{group}"]')).to_be_enabled()
    roll([ann], "2 2")
    expect(ann.find('[data-act="double"]')).to_be_disabled()  # a line bet does not grow here
    ann.press("odds")
    ann.has("pass_odds", "10")
    expect(ann.find('[data-act="odds"]')).to_be_disabled()
    ann.bet("lay:6", chip=5)  # who lays against a number places none
    for group in groups:
        expect(ann.find(f'[data-act="{group}"]')).to_be_disabled()
    roll([ann], "3 4")


def test_a_refused_bet_shakes_and_says_why_with_the_range_that_is_allowed(new_hand: Cabinet, sits: Sits) -> None:
    ann = sits()
    ann.refused("come", "Only while a point stands")
    ann.refused("come:6", "travels here by itself")
    ann.refused("come_odds:6", "Bet Come 6 first")
    expect(ann.find('[data-spot="hot_shooter"]:not(.open)')).to_be_visible()
    ann.refused("hot_shooter", "Have at least $3.00 on other bets first")
    ann.bet("pass_line", chip=5)
    ann.refused("dont_pass", "Not together with your bet on PASS LINE")
    before = ann.round()
    with new_hand.settings(limits={"max": 2000}):
        ann.sees_round(before + 1)
        ann.take(25)
        ann.refused("field", "This spot takes $1.00 to $20.00, in steps of $1.00")
    ann.sees_round(before + 2)
    ann.bet("pass_line", chip=5)
    roll([ann], "2 2")
    ann.take(25)
    ann.refused("pass_odds", "At most $10.00 on your PASS LINE")
    ann.asks("pass_line")  # what cannot be done is not offered, and the page says why
    expect(ann.find("#dialog .panel-body")).to_contain_text("Only before the come-out roll")
    expect(ann.find("#dialog [data-do]")).to_have_count(0)
    ann.page.click("#dialog .close")
    ann.press("remove")
    ann.refused("pass_line", "Locked until it is decided")
    ann.press("remove")
    ann.take(500)
    ann.bet("field")
    ann.refused("any_seven", "in credits")
    ann.has("pass_line", "5")
    ann.has_none("come", "pass_odds", "dont_pass", "any_seven")
    ann.press("clear")
    roll([ann], "3 4")


def test_limits_by_kind_and_a_multiple_of_odds_are_told_and_kept_at_the_seat(new_hand: Cabinet, sits: Sits) -> None:
    ann = sits()
    before = ann.round()
    with new_hand.settings(line={"min": 1000, "step": 500}, hardways={"max": 2000}, odds_times="1x"):
        ann.sees_round(before + 1)
        expect(ann.find("#limits")).to_have_text("Table $1.00 to $5,000.00; some bets have limits of their own")
        ann.take(25)
        ann.refused("hard:8", "This spot takes $1.00 to $20.00, in steps of $1.00")
        ann.bet("pass_line", chip=1)
        ann.has("pass_line", "10")
        roll([ann], "2 2")
        ann.take(25)
        ann.refused("pass_odds", "At most $10.00 on your PASS LINE")
        roll([ann], "3 4")
    ann.sees_round(before + 4)


def test_a_page_that_is_loaded_anew_in_mid_round_shows_where_things_are(table: Cabinet, sits: Sits) -> None:
    ann = sits()
    ann.bet("pass_line", "place:6", chip=5)
    close_bets([ann])
    ann.page.reload()
    ann.has("pass_line", "5")
    ann.has("place:6", "5")
    expect(ann.find("#phase")).to_have_text("Your roll: press SHOOT")
    table.dice("5 6")
    a_roll([ann], ann)
    ann.won(("PASS LINE", "+$5.00"))
    ann.page.reload()
    ann.won(("PASS LINE", "+$5.00"))
    expect(ann.find("#last-win")).to_have_text("$5.00")


def test_the_whole_round_can_be_played_from_the_keyboard(table: Cabinet, sits: Sits) -> None:
    ann = sits()
    ann.page.keyboard.press("3")
    ann.spot("field").focus()
    ann.page.keyboard.press("Enter")
    ann.has("field", "10")
    ann.page.keyboard.press("x")
    ann.has("field", "20")
    ann.page.keyboard.press("u")
    ann.has("field", "10")
    ann.spot("pass_line").focus()
    ann.page.keyboard.press("Space")
    ann.has("pass_line", "10")
    ann.spot("field").focus()
    ann.page.keyboard.press("Delete")
    ann.has_none("field")
    table.dice("5 6")
    ann.page.keyboard.press("d")
    expect(ann.find("#shoot")).to_be_visible()
    ann.page.keyboard.press("s")
    ann.won(("PASS LINE", "+$10.00"))


def test_a_seat_where_all_are_done_waits_no_longer_and_the_timer_shows_seconds(sits: Sits) -> None:
    ann, bob = sits(1), sits(2)
    ann.bet("pass_line")
    bob.bet("field")
    expect(ann.find("#ring .ring-text")).to_have_text(re.compile(r"^\d+$"))
    ann.done()
    expect(ann.find("#done")).to_have_text("Waiting")
    ann.phase("betting")
    bob.done()
    ann.phase("shooting")
    ann.cabinet.dice("5 6")
    a_roll([ann, bob], ann)
    expect(ann.find("#done")).to_have_text("Done")
    expect(ann.find("#done")).to_be_enabled()


def test_words_change_language_and_money_does_not(sits: Sits) -> None:
    ann = sits()
    expect(ann.find('[data-act="undo"]')).to_have_text("Undo")
    ann.speak("es")
    expect(ann.find("html")).to_have_attribute("lang", "es")
    expect(ann.find('[data-act="undo"]')).to_have_text("Deshacer")
    ann.refused("come", "Solo")
    ann.speak("zh")
    expect(ann.find("html")).to_have_attribute("lang", "zh-Hans")
    expect(ann.find('[data-act="undo"]')).to_have_text("撤销")
    ann.is_up(0)


def test_help_explains_every_bet_that_is_offered_with_the_edge_of_the_loaded_book(sits: Sits) -> None:
    ann = sits()
    ann.page.click("#help-open")
    for kind, edge in {"pass_line": "1.41 %", "place": "1.52 %", "hot_shooter": "9.90 %"}.items():
        expect(ann.find(f'[data-kind="{kind}"]')).to_contain_text(edge)
    expect(ann.find(".bets article td:last-child").filter(has_text="–")).to_have_count(0)
    offered = {bet.split(":")[0] for bet in ann.spots()}
    expect(ann.find(".bets article")).to_have_count(len(offered))
    ann.page.keyboard.press("Escape")
    expect(ann.find("#dialog")).not_to_be_visible()


def test_what_cannot_be_told_now_is_told_later_to_whoever_still_looks_and_in_no_other_panel(
    table: Cabinet, sits: Sits
) -> None:
    ann = sits()
    with table.records_stopped():
        ann.page.click("#help-open")
        expect(ann.find("#panel-body")).to_contain_text("cannot be shown right now")
    expect(ann.find('[data-kind="pass_line"]')).to_contain_text("1.41 %")
    ann.page.click("#dialog .close")
    with table.records_stopped():
        ann.page.click("#help-open")
        ann.page.click("#dialog .close")
        ann.page.click("#past-open")
        expect(ann.find("#panel-body")).to_contain_text("Your rounds cannot be shown right now")
        expect(ann.find("#panel-body article")).to_have_count(0)
    expect(ann.find("#panel-body")).not_to_contain_text("cannot be shown")
    expect(ann.find("#panel-body article")).to_have_count(0)


def test_a_player_reads_his_own_past_rounds_and_nobody_elses(sits: Sits) -> None:
    ann, bob = sits(1), sits(2)
    ann.bet("pass_line", chip=10)
    bob.bet("field", chip=25)
    roll([ann, bob], "5 6")
    ann.page.click("#past-open")
    newest = ann.find(".rounds > li").first
    expect(newest.locator(".dice")).to_have_attribute("aria-label", "Rolled 11")
    expect(newest).to_contain_text("PASS LINE $10.00")
    expect(newest).to_contain_text("+$10.00")
    expect(newest).not_to_contain_text("FIELD")


def test_sound_has_steps_and_stays_as_it_was_left(sits: Sits) -> None:
    ann = sits()
    for shown in ("Sound 2/3", "Sound 3/3", "Sound off"):
        expect(ann.find("#sound")).to_have_text(shown)
        if shown != "Sound off":
            ann.page.click("#sound")
    ann.page.reload()
    expect(ann.find("#sound")).to_have_attribute("aria-pressed", "false")


def test_nothing_moves_for_who_wants_no_motion(sits: Sits) -> None:
    ann = sits(1, reduced_motion="reduce")
    ann.bet("pass_line")
    close_bets([ann])
    expect(ann.find("#shoot")).to_have_css("animation-name", "none")
    ann.cabinet.dice("5 6")
    a_roll([ann], ann)
