"""What a player does besides laying chips: repeat kept on, layouts, presses, the question about a spot, a led hand."""

from playwright.sync_api import expect

from tests.browser.cabinet import Cabinet
from tests.browser.conftest import Sits
from tests.browser.player import Player, house_rolls, roll


def test_repeat_is_kept_on_round_by_round_and_what_is_taken_down_ends_it(sits: Sits) -> None:
    ann = sits()
    ann.bet("any_craps", chip=5)
    house_rolls(ann, "3 3")
    ann.has_none("any_craps")
    ann.press("auto")
    ann.has("any_craps", "5")
    expect(ann.find(".notice.auto")).to_contain_text("Repeat is kept on.")
    house_rolls(ann, "3 3")
    ann.has("any_craps", "5")
    ann.press("clear")
    ann.has_none("any_craps")
    expect(ann.find(".notice.auto")).to_contain_text("You took a bet down.")
    expect(ann.find('[data-act="auto"]')).to_have_attribute("aria-pressed", "false")


def test_repeat_that_cannot_be_done_ends_and_says_why(sits: Sits) -> None:
    ann = sits()
    ann.bet("field", chip=500)
    house_rolls(ann, "3 3")
    ann.press("auto")
    expect(ann.find(".notice.auto")).to_contain_text("Repeat is off.")
    left = ann.find("#credits").inner_text()
    expect(ann.find(".notice.auto")).to_contain_text(f"You have {left} in credits.")
    ann.has_none("field")
    ann.cabinet.attendant.act("credit", seat=1, amount=50_000)  # what comes next on this cabinet has what it counts on


def test_a_layout_of_the_house_goes_up_whole_and_in_units_that_pay_whole(sits: Sits) -> None:
    ann = sits()
    ann.take(5)
    ann.press("layouts")
    names = ["Line with double odds", "Three-point Molly", "Iron cross"]
    assert ann.find("#layouts [data-layout] b").all_inner_texts() == names
    ann.page.click('[data-lay="iron_cross"]')
    for bet, amount in {"field": "5", "place:5": "5", "place:6": "6", "place:8": "6"}.items():
        ann.has(bet, amount)
    ann.press("undo")
    ann.has_none("field", "place:5", "place:6", "place:8")


def test_a_layout_of_the_players_is_kept_under_a_name_for_every_page_of_the_seat_and_forgotten(sits: Sits) -> None:
    ann = sits()
    ann.bet("hard:8", "field", chip=5)
    ann.press("layouts")
    ann.page.fill("#layout-name", "Two of mine")
    ann.page.click("#layout-keep")
    expect(ann.find('[data-layout="own-0"] b')).to_have_text("Two of mine")
    ann.page.click("#dialog .close")
    ann.press("clear")
    ann.has_none("hard:8", "field")
    ann.page.reload()
    ann.sees_the_felt()
    ann.press("layouts")
    ann.page.click('[data-lay="own-0"]')
    ann.has("hard:8", "5")
    ann.has("field", "5")
    ann.press("layouts")
    ann.page.click('[data-layout="own-0"] .drop')
    expect(ann.find('[data-layout="own-0"]')).to_have_count(0)


def test_the_question_about_a_spot_tells_what_my_stake_would_pay_and_does_what_can_be_done(sits: Sits) -> None:
    ann = sits()
    ann.take(5)
    ann.asks("place:6")
    expect(ann.find("#dialog h3")).to_have_text("A bet of $5.00 here would win:")
    expect(ann.find("#about-pays")).to_contain_text("+$5.83")
    expect(ann.find("#dialog")).to_contain_text("From $6.00 on, in steps of as much, it pays whole credits.")
    expect(ann.find("#dialog")).to_contain_text("1.52 %")
    expect(ann.find("#dialog")).to_contain_text("Not together with")
    ann.page.click('[data-do="whole"]')
    expect(ann.find("#about-pays")).to_contain_text("+$7.00")
    ann.page.click('[data-do="press"]')
    ann.has("place:6", "12")
    ann.page.click('[data-do="half"]')
    ann.has("place:6", "18")
    ann.page.click('[data-do="regress"]')
    ann.has("place:6", "12")
    ann.page.click('[data-do="both"]')
    ann.has("place:8", "12")
    ann.page.click('[data-do="chip"]')
    ann.has("place:6", "7")
    ann.page.click('[data-do="down"]')
    ann.has_none("place:6")
    ann.has("place:8", "12")
    ann.page.click("#dialog .close")
    expect(ann.find("#dialog")).to_be_hidden()


def test_taps_lay_what_pays_whole_while_the_player_wants_that(sits: Sits) -> None:
    ann = sits()
    ann.take(5)
    ann.press("whole")
    ann.bet("place:6", "place:5", "field")
    ann.has("place:6", "6")
    ann.has("place:5", "5")
    ann.has("field", "5")


def test_a_chip_is_drawn_from_spot_to_spot_and_beside_the_felt_it_comes_back(sits: Sits) -> None:
    ann = sits()
    ann.bet("field", chip=5)
    draw(ann, "field", '[data-spot="any_craps"]')
    ann.has_none("field")
    ann.has("any_craps", "5")
    draw(ann, "any_craps", "#purse")
    ann.has_none("any_craps")
    ann.is_up(0)


def test_a_chip_that_may_not_lie_where_it_is_drawn_stays_where_it_was(sits: Sits) -> None:
    ann = sits()
    ann.bet("pass_line", "field", chip=5)
    draw(ann, "field", '[data-spot="dont_pass"]')
    expect(ann.find("#toast")).to_contain_text("Not together with your bet on PASS LINE.")
    ann.has("field", "5")
    ann.has_none("dont_pass")


def draw(ann: Player, bet: str, to: str) -> None:
    """With the mouse, from a spot to somewhere else."""
    there, here = (ann.find(one).bounding_box() for one in (to, f'[data-spot="{bet}"] .chip'))
    assert here is not None
    assert there is not None
    ann.page.mouse.move(here["x"] + here["width"] / 2, here["y"] + here["height"] / 2)
    ann.page.mouse.down()
    ann.page.mouse.move(there["x"] + there["width"] / 2, there["y"] + there["height"] / 2, steps=5)
    ann.page.mouse.up()


def test_a_first_hand_is_led_step_by_step_and_left_at_any_time(new_hand: Cabinet, sits: Sits) -> None:
    ann = sits()
    ann.page.click("#help-open")
    ann.page.click("#first-hand")
    expect(ann.find("#first")).to_contain_text("Choose a chip and touch PASS LINE.")
    expect(ann.find('[data-spot="pass_line"].led')).to_be_visible()
    ann.bet("pass_line", chip=5)
    expect(ann.find("#first")).to_contain_text("Your bet lies there.")
    ann.done()
    expect(ann.find("#first")).to_contain_text("press SHOOT")
    new_hand.dice("4 4")
    ann.shoot()
    expect(ann.find("#first")).to_contain_text("The point is 8")
    ann.page.click("#first-leave")
    expect(ann.find("#first")).to_be_hidden()
    expect(ann.find(".led")).to_have_count(0)
    roll([ann], "3 4")


def test_my_rounds_say_their_net_and_are_found_by_bet(sits: Sits) -> None:
    ann = sits()
    for bet, dice in (("field", "1 2"), ("any_craps", "3 4")):
        ann.bet(bet, chip=5)
        house_rolls(ann, dice)
    net = ann.find(".rounds > li").filter(has_text="ANY CRAPS").locator(".net").first
    while True:  # the records tell of a round a moment after it has ended
        ann.page.click("#past-open")
        expect(net).to_be_visible()
        if "−$10.00" in net.inner_text():
            break
        ann.page.click("#dialog .close")
    ann.page.select_option("#past-bet", "any_craps")
    expect(ann.find(".rounds > li").first.locator(".net")).to_contain_text("−$10.00")
    ann.page.click('[data-tab="figures"]')
    expect(ann.find("#past")).to_contain_text("Dice have no memory")
    expect(ann.find("#session-line")).to_be_visible()
    expect(ann.find("#since")).to_contain_text("HARD 8")
