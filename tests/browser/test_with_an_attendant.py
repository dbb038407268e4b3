"""What brings an attendant to a seat or to the table, as the player sees it, and how play goes on."""

from playwright.sync_api import expect

from tests.browser.cabinet import Cabinet
from tests.browser.conftest import Sits
from tests.browser.player import close_bets, house_rolls, money, roll


def test_a_cash_out_asks_once_more_and_waits_for_the_attendant_who_pays(table: Cabinet, sits: Sits) -> None:
    ann = sits()
    ann.page.click("#cash-out")
    expect(ann.find("#dialog")).to_contain_text(money(ann.brought))
    ann.page.click("#dialog button:not(#cash-yes)")
    ann.bet("field", chip=5)
    ann.page.click("#cash-out")
    expect(ann.find("#dialog")).to_contain_text("Bets that can be taken down go back to your credits")
    ann.page.click("#cash-yes")
    expect(ann.find("#lock h2")).to_have_text("Cash-out: waiting for an attendant")
    expect(ann.find("#lock .sum")).to_have_text(money(ann.brought - 500))
    expect(ann.find("#plays-on")).to_have_text("You have no bets on the table.")
    expect(ann.find("main")).to_have_attribute("inert", "")
    table.attendant.act("hand_pay", seat=1, reference="R-1")
    expect(ann.find("#lock")).not_to_be_visible()
    expect(ann.find("#credits")).to_have_text("$5.00")
    table.attendant.act("credit", seat=1, amount=ann.brought - 500)
    ann.is_up(0)


def test_a_seat_that_nobody_plays_invites_until_credits_are_put_on_it(table: Cabinet, sits: Sits) -> None:
    ann = sits()
    ann.page.click("#cash-out")
    ann.page.click("#cash-yes")
    expect(ann.find("#lock")).to_be_visible()
    table.attendant.act("hand_pay", seat=1, reference="R-2")
    expect(ann.find("#lock")).not_to_be_visible()
    ann.page.reload()
    expect(ann.find("#attract")).to_contain_text("Real dice. Your roll.")
    expect(ann.find("#attract")).to_contain_text("DEMO")
    ann.page.click("#attract")
    expect(ann.find("#attract")).not_to_be_visible()
    ann.page.reload()
    expect(ann.find("#attract")).to_be_visible()
    table.attendant.act("credit", seat=1, amount=ann.brought)
    expect(ann.find("#attract")).not_to_be_visible()
    ann.is_up(0)


def test_a_large_win_locks_the_seat_until_an_attendant_has_looked(table: Cabinet, sits: Sits) -> None:
    ann = sits()
    with table.settings(large_win=4000):
        ann.bet("hop:5-6", chip=5)
        house_rolls(ann, "5 6")
        expect(ann.find("#lock h2")).to_have_text("Congratulations! Large win")
        table.attendant.act("reset_large_win", seat=1)
        expect(ann.find("#lock")).not_to_be_visible()
    ann.bet("field")


def test_a_locked_seat_sees_what_plays_on_and_throws_the_dice_it_holds(new_hand: Cabinet, sits: Sits) -> None:
    ann, bob = sits(1), sits(2)
    ann.bet("pass_line", chip=5)
    roll([ann], "2 2")
    ann.bet("field", chip=5)
    ann.page.click("#cash-out")
    ann.page.click("#cash-yes")
    expect(ann.find("#plays-on")).to_have_text("These bets play on until they are decided: PASS LINE $5.00")
    expect(ann.find("#when")).to_contain_text("Bets close in")  # a locked seat has no Done to press
    new_hand.dice("3 1")
    bob.bet("any_seven", chip=5)
    bob.done()
    ann.page.click("#lock-shoot")
    expect(ann.find("#plays-on")).to_have_text("You have no bets on the table.")
    expect(ann.find("#lock-shoot")).to_have_count(0)
    new_hand.attendant.act("cancel_hand_pay", seat=1, reference="plays on")
    expect(ann.find("#lock")).not_to_be_visible()
    ann.is_up(5)


def test_who_cashes_out_with_bets_closed_reads_that_the_roll_counts_and_what_came_back_after_it(sits: Sits) -> None:
    ann, bob = sits(1), sits(2)
    ann.bet("field", chip=5)
    bob.bet("pass_line", chip=5)
    close_bets([ann, bob])
    ann.page.click("#cash-out")
    ann.page.click("#cash-yes")
    expect(ann.find("#lock")).to_contain_text("The roll under way still counts")
    expect(ann.find("#plays-on")).to_have_text("These bets are on the roll under way: FIELD $5.00")
    ann.cabinet.dice("1 2")
    bob.shoot()
    expect(ann.find("#plays-on")).to_have_text("You have no bets on the table.")
    expect(ann.find("#lock")).to_contain_text("What could be taken down is back in your credits")
    ann.cabinet.attendant.act("cancel_hand_pay", seat=1, reference="plays on")
    expect(ann.find("#lock")).not_to_be_visible()
    ann.is_up(5)


def test_a_closed_seat_is_not_asked_for_bets(table: Cabinet, sits: Sits) -> None:
    ann = sits()
    table.attendant.act("close_seat", seat=1)
    try:
        expect(ann.find(".notice.held")).to_contain_text("This seat is closed")
        expect(ann.find("#phase")).to_have_text("This seat is closed")
    finally:
        table.attendant.act("open_seat", seat=1)
    expect(ann.find("#phase")).to_have_text("Place a bet to start")


def test_an_open_lid_pauses_the_table_and_says_so_across_the_screen(table: Cabinet, sits: Sits) -> None:
    ann = sits()
    ann.bet("pass_line", chip=5)
    table.unit("lid", "open")
    expect(ann.find(".notice.held")).to_contain_text("The lid over the dice is open")
    expect(ann.find("#phase")).to_have_text("The table is paused")
    expect(ann.find("#ring")).to_have_text("–")
    ann.refused("field", "The table is paused")
    table.unit("lid", "close")
    expect(ann.find(".notice.held")).to_have_count(0)
    ann.bet("field")
    ann.press("clear")


def test_a_call_for_an_attendant_is_confirmed(sits: Sits) -> None:
    ann = sits()
    ann.page.click("#service")
    ann.told("An attendant has been called")


def test_a_void_gives_back_what_went_up_and_keeps_the_words_of_the_staff_for_the_record(
    table: Cabinet, sits: Sits
) -> None:
    ann = sits()
    ann.bet("pass_line", chip=5)
    close_bets([ann])
    table.attendant.act("void", reference="a die was seen to stick")
    expect(ann.find(".notice.note")).to_have_text("The round was voided; the bets made in it were returned.")
    ann.has_none("pass_line")
    ann.is_up(0)
