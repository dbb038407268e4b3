"""The page is drawn from the rule book's offer: the other books, each on a cabinet of its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.cabinet import Cabinet, cabinet
from tests.browser.measuring import LANGUAGES, SIZES, look, not_free, resize
from tests.browser.menu.cabinet import Menu
from tests.browser.player import Player, cents, house_rolls, roll
from tests.browser.test_recalled import Station
from tests.browser.told import ToldPage
from tools.demo.cabinet import PIN, SUPERVISOR

ROOT = Path(__file__).parents[2]


@contextmanager
def alone_at(browser: Browser, place: Path, book: str) -> Iterator[tuple[Cabinet, Player]]:
    with cabinet(place, book=book, seats=1, credits=100_000) as table:
        player = Player(browser, table, 1)
        yield table, player
        player.leave()


def test_in_singapore_wagers_are_called_on_and_off_and_a_line_bet_grows_after_the_point(
    browser: Browser, tmp_path: Path
) -> None:
    with alone_at(browser, tmp_path, "mbs_v3") as (_, ann):
        assert not [bet for bet in ann.spots() if bet.startswith(("hop:", "big:", "fire", "hot_shooter"))]
        ann.bet("pass_line", chip=5)
        ann.bet("place:6", "place:8", "hard:6", chip=10)
        for bet in ("place:6", "place:8", "hard:6"):
            ann.marked(bet, "is-off")  # before the come-out, unless called on

        # one spot
        ann.press("call")
        ann.tap("place:6")
        ann.marked("place:6", "is-on")
        # a group
        ann.page.click('[data-call="hard on"]')
        ann.marked("hard:6", "is-on")
        ann.marked("place:8", "is-off")
        # all
        ann.page.click('[data-call="all off"]')
        ann.marked("place:6", "is-off")
        ann.marked("hard:6", "is-off")
        ann.page.click('[data-call="place on"]')
        ann.marked("place:8", "is-on")
        ann.page.click("#calls-back")

        # called on, a place bet wins on the come-out, and the book gives the stake back; the 6 is the point
        roll([ann], "2 4")
        ann.won(("Place 6", "+$11.66"))
        ann.has_none("place:6")
        ann.marked("hard:6", "is-on")  # with the puck on it works again
        ann.bet("pass_line", chip=5)
        ann.has("pass_line", "10")
        left = cents(ann.find("#credits").inner_text()) // 100
        ann.press("odds")
        ann.has("pass_odds", str(left))  # up to the table's maximum, as far as the credits go
        ann.press("undo")
        ann.has_none("pass_odds")
        ann.take(10)
        ann.bet("pass_odds")
        ann.tap("pass_odds")
        ann.has("pass_odds", "20")

        # a buy bet pays its vigorish up front
        ann.bet("buy:4", chip=100)
        ann.is_up(11.66 - (5 + 10 + 10) - (5 + 20) - (100 + 5))


def test_in_maryland_fire_and_bonus_bets_show_pays_limits_and_the_numbers_made(
    browser: Browser, tmp_path: Path
) -> None:
    with alone_at(browser, tmp_path, "maryland") as (_, ann):
        assert {"whirl", "six_seven_eight", "horn_high:2"} <= set(ann.spots())
        assert not [bet for bet in ann.spots() if bet in ("hop:1-1", "hop:1-2", "hop:5-6", "hop:6-6", "pass_odds")]
        for pays in ("24:1", "249:1", "999:1", "$1.00–$5,000.00"):
            expect(ann.spot("fire")).to_contain_text(pays)
        expect(ann.spot("all_small")).to_contain_text("34:1")
        expect(ann.spot("all_or_nothing")).to_contain_text("175:1")
        expect(ann.spot("all_or_nothing")).to_contain_text("$1.00–$5,000.00")
        expect(ann.find("[data-made]")).to_have_count(0)

        ann.page.click("#help-open")
        horn = ann.find('[data-kind="horn"]')
        expect(horn).to_contain_text("HORN: $4.00 to $5,000.00, in steps of $4.00.")
        expect(horn).to_contain_text("2, 3, 11, 12: $1.00 to $5,000.00, in steps of $1.00.")
        expect(horn).to_contain_text("HORN: It is 4 bets of equal size in one")
        ann.page.keyboard.press("Escape")

        for size in ((1366, 768), (1024, 768), (1920, 1080)):
            resize(ann.page, size)
            assert look(ann.page, f"{size}").cut_off() == []

        ann.bet("pass_line", "fire", "all_small", "all_tall", "all_or_nothing", chip=5)
        ann.bet("whirl", "six_seven_eight", "c_and_e", "horn", "hard:8", "any_craps", "horn:11", "lay:4")
        for size in ((1366, 768), (1024, 768), (1920, 1080)):
            resize(ann.page, size)
            assert (size, not_free(ann.page)) == (size, [])
        for bet in ("whirl", "six_seven_eight", "c_and_e", "horn", "hard:8", "any_craps", "horn:11", "lay:4"):
            ann.hold_down(bet)
        for dice in ("2 2", "1 2", "5 6", "1 3"):
            roll([ann], dice)
        ann.bet("pass_line")
        made(ann, "fire", 4)
        made(ann, "all_small", 3, 4)
        made(ann, "all_tall", 11)
        expect(ann.spot("all_or_nothing")).to_contain_text("3 / 10")
        for bet in ("fire", "all_small", "all_tall", "all_or_nothing"):
            ann.marked(bet, "lock")
        ann.refused("fire", "Only before the first roll of a hand")

        # a don't come bet that has travelled may come down in this book
        roll([ann], "2 2")
        ann.bet("dont_come")
        roll([ann], "4 5")
        ann.has("dont_come:9", "5")
        ann.hold_down("dont_come:9")
        ann.has_none("dont_come:9")


def made(player: Player, bet: str, *numbers: int) -> None:
    """These numbers, and no others, are marked as made."""
    marks = player.spot(bet).locator("[data-made]")
    expect(marks).to_have_count(len(numbers))
    for mark, number in zip(marks.all(), numbers, strict=True):
        expect(mark).to_have_attribute("data-made", str(number))


def test_in_the_american_book_bets_on_the_hand_count_what_comes_and_stay_until_they_are_decided(
    browser: Browser, tmp_path: Path
) -> None:
    with alone_at(browser, tmp_path, "american") as (_, ann):
        on_the_hand = ("replay", "different_doubles", "repeater:2", "repeater:4")
        ann.bet("pass_line", *on_the_hand, chip=5)
        ann.asks("replay")
        about = ann.find("#dialog")
        expect(about).to_contain_text("24.81 %")
        expect(about.locator("#about-pays li").first).to_have_text("3×4120:1+$600.00")
        expect(about.locator('[data-do="down"]')).to_be_visible()
        ann.page.click("#dialog .close")

        roll([ann], "2 2")
        for bet in on_the_hand:
            ann.marked(bet, "lock")
            ann.asks(bet)
            expect(about).to_contain_text("Only before the first roll of a hand")
            expect(about.locator("[data-do]")).to_have_count(0)
            ann.page.click("#dialog .close")
        made(ann, "different_doubles", 2)
        expect(ann.spot("repeater:4")).to_contain_text("1 / 4")

        # the point of 4 is made three times, and with it come four fours
        roll([ann], "1 3")
        expect(ann.spot("replay")).to_contain_text("×1")
        ann.bet("pass_line")
        roll([ann], "2 2")
        roll([ann], "3 1")
        ann.won(("REPEATER 4", "+$325.00"))
        ann.has_none("repeater:4")
        ann.bet("pass_line")
        roll([ann], "2 2")
        roll([ann], "1 3")
        made(ann, "replay", 4)
        ann.bet("pass_line")
        roll([ann], "3 3")
        roll([ann], "1 1")
        expect(ann.spot("repeater:2")).to_contain_text("1 / 2")
        made(ann, "different_doubles", 1, 2, 3)
        roll([ann], "3 4")
        ann.won(("REPLAY", "+$600.00"), ("DIFFERENT DOUBLES", "+$20.00"))
        expect(ann.find("#wins li.lose").filter(has_text="REPEATER 2")).to_contain_text("−$5.00")
        expect(ann.find("[data-made]")).to_have_count(0)
        ann.is_up(3 * 5 - 5 + 325 + 600 + 20 - 5)

        ann.page.click("#help-open")
        expect(ann.find('[data-kind="replay"]')).to_contain_text("3×4 3×10 → 120:1")
        expect(ann.find('[data-kind="repeater"]')).to_contain_text("6, 8: It has to come 6 times")
        ann.page.keyboard.press("Escape")


def test_where_every_number_is_a_point_2_and_12_are_made_3_is_lost_and_a_bought_11_pays_its_commission(
    browser: Browser, tmp_path: Path
) -> None:
    with alone_at(browser, tmp_path, "crapless") as (_, ann):
        assert not [bet for bet in ann.spots() if "dont" in bet or bet.startswith("lay")]
        ann.bet("pass_line", chip=5)
        roll([ann], "6 6")
        expect(ann.find("#puck")).to_contain_text("Point 12")
        expect(ann.find("#wins")).to_contain_text("Nothing of yours was decided")
        ann.bet("pass_odds", "come")
        ann.asks("pass_odds")
        expect(ann.find("#about-pays li")).to_have_text(["126:1+$30.00"])  # what its point pays, and nothing else
        ann.page.click("#dialog .close")
        roll([ann], "1 1")
        ann.has("come:2", "5")
        ann.bet("come_odds:2")
        ann.bet("buy:11", chip=25)
        ann.asks("buy:11")
        expect(ann.find("#dialog")).to_contain_text("5 % of the bet is charged when you bet.")
        ann.page.click("#dialog .close")
        roll([ann], "5 6")
        ann.won(("Buy 11", "+$75.00"))
        expect(ann.find("#wins li.lose")).to_have_text(["commission−$1.25"])
        expect(ann.find("#wins .total")).to_contain_text("$73.75")
        roll([ann], "1 1")
        ann.won(("Come 2", "+$5.00"), ("Come odds 2", "+$30.00"))
        roll([ann], "6 6")
        ann.won(("PASS LINE", "+$5.00"), ("PASS ODDS", "+$30.00"))
        ann.bet("pass_line", chip=5)
        roll([ann], "1 2")
        roll([ann], "3 4")
        ann.is_up(73.75 + 35 + 35 - 5)

        ann.page.click("#help-open")
        expect(ann.find("#panel-body")).to_contain_text("7 wins for the pass line, and no number loses")
        ann.page.keyboard.press("Escape")
        ann.page.click("#past-open")
        expect(ann.find("#past .rounds > li").filter(has_text="Buy 11 $25.00")).to_contain_text("commission−$1.25")
        ann.page.keyboard.press("Escape")


ON_THE_HAND = {f"repeater:{number}": 500 for number in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)} | {"different_doubles": 500}
OF_MANY = {
    "american": ON_THE_HAND,
    "crapless": ON_THE_HAND,
    "maryland": {"all_small": 500, "hard:8": 500},
    "mbs_v3": {},
}


@pytest.mark.parametrize("book", OF_MANY)
def test_a_felt_of_many_numbers_and_bets_on_the_hand_has_room_for_fingers_words_and_chips(
    browser: Browser, book: str
) -> None:
    stakes = {**OF_MANY[book], "pass_line": 500, "place:6": 1200, "place:10": 2500, "buy:4": 2500}
    for language in LANGUAGES:
        seat = ToldPage(browser, stakes, language, book)
        for size in (*SIZES, (1024, 768)):
            resize(seat.page, size)
            where = f"{book} {language} {size}"
            looks = look(seat.page, where)
            assert [*looks.small_targets(), *looks.cut_off(), *looks.covered()] == []
            assert (where, not_free(seat.page)) == (where, [])
            assert (where, seat.page.evaluate(SMALL_CHIPS)) == (where, [])
        seat.leave()


SMALL_CHIPS = """() => [...document.querySelectorAll(".cell .chip > text")].filter((text) => {
  const size = parseFloat(text.getAttribute("font-size"));
  return size * text.getScreenCTM().a < 9;
}).map((text) => `${text.closest("[data-spot]").dataset.spot}: ${text.textContent}`)"""
"""Chips on which nobody can read how much lies there."""


def test_chips_that_make_no_whole_stake_on_this_felt_are_not_offered(browser: Browser, tmp_path: Path) -> None:
    """A step of $10: the $25 chip would stake $30."""
    text = (ROOT / "config/rulebooks/electronic.toml").read_text()
    house = tmp_path / "house.toml"
    house.write_text(text.replace("min = 100, max = 500000, step = 100", "min = 1000, max = 500000, step = 1000"))
    with alone_at(browser, tmp_path, str(house)) as (_, ann):
        chips = ann.page.locator("#chips [data-chip]")
        expect(chips).to_have_count(5)
        assert [chip.get_attribute("data-chip") for chip in chips.all()] == [
            "1000",
            "10000",
            "50000",
            "100000",
            "500000",
        ]
        ann.bet("field", chip=100)
        ann.has("field", "100")


def test_another_book_is_announced_to_players_and_who_turns_it_is_told_of_them(
    browser: Browser, tmp_path: Path
) -> None:
    with cabinet(tmp_path, seats=1) as table:
        ann = Player(browser, table, 1)
        ann.bet("field", chip=25)
        house_rolls(ann, "2 2")
        table.panel("CABINET", "key", "OPERATOR", "on")
        menu = Menu(browser, Station(table.address(2)))  # type: ignore[arg-type]
        menu.sign_in(SUPERVISOR, PIN)
        menu.go("settings")
        menu.page.select_option('[data-setting="rulebook"]', "mbs_v3")
        menu.tap("#preview-go")
        expect(menu.see("#who-plays")).to_contain_text("On the seats: $525.00")
        expect(menu.see("#who-plays")).to_contain_text("A hand is running")
        expect(ann.find(".notice.note")).to_have_count(0)
        menu.tap("#accept")
        menu.confirm()
        expect(ann.find(".notice.note")).to_contain_text("This table plays by other rules now: Craps (Version 3)")
        table.attendant.act("settings", change={"limits": {"max": 400_000}})
        expect(ann.find(".notice.note")).to_contain_text("limits of this table have changed")
        ann.has_none("field")
        ann.is_up(25)
        menu.close()
        ann.leave()
