"""One player leaves, the next one sits down: nothing of the first is left on the screen."""

from playwright.sync_api import expect

from tests.browser.cabinet import Cabinet
from tests.browser.conftest import PURSE, Sits
from tests.browser.player import Player, cents, house_rolls


def cashes_out(player: Player) -> None:
    """Everything, and an attendant pays it."""
    player.page.click("#cash-out")
    player.page.click("#cash-yes")
    expect(player.find("#lock")).to_be_visible()
    expect(player.find("#phase")).to_have_text("This seat waits for an attendant.")
    player.page.click("#past-open")
    player.cabinet.attendant.act("hand_pay", seat=player.seat, reference=f"paid {player.round()}")
    expect(player.find("#dialog")).to_be_hidden()
    expect(player.find("#lock")).to_be_hidden()
    expect(player.find("#credits")).to_have_text("$0.00")


def sees_nothing_of_before(player: Player) -> None:
    expect(player.find("#wins")).to_have_text("Your results appear here.")
    expect(player.find("#last-win")).to_have_text("$0.00")
    expect(player.find("#said-net")).to_have_text("")
    for button in ("repeat", "undo", "clear", "double"):
        expect(player.find(f'[data-act="{button}"]')).to_be_disabled()
    expect(player.find('[data-act="remove"]')).to_have_attribute("aria-pressed", "false")
    player.page.click("#past-open")
    expect(player.find("#panel-body p")).to_have_text("You have not played a round yet.")
    player.page.keyboard.press("Escape")


def test_after_a_cash_out_the_next_player_finds_nothing_of_the_last(table: Cabinet, sits: Sits) -> None:
    ann = sits()
    ann.bet("field", chip=5)
    house_rolls(ann, "5 6")
    expect(ann.find("#last-win")).to_have_text("$5.00")
    ann.press("remove")
    ann.tap("field")
    ann.has_none("field")
    cashes_out(ann)
    sees_nothing_of_before(ann)

    # in the same window the next one is given more than was paid; the terminal's process is another one, too
    table.attendant.act("credit", seat=1, amount=PURSE)
    expect(ann.find("#credits")).to_have_text("$800.00")
    table.kill_terminal(1)
    expect(ann.find(".notice.away")).to_be_visible()
    table.start_terminal(1)
    expect(ann.find(".notice.away")).to_have_count(0)
    sees_nothing_of_before(ann)

    # what he plays himself he sees, and nothing else
    ann.bet("any_seven", chip=10)
    house_rolls(ann, "5 6")
    ann.page.click("#past-open")
    expect(ann.find(".rounds > li")).to_have_count(1)
    expect(ann.find(".rounds > li")).to_contain_text("ANY 7 $10.00")
    ann.page.keyboard.press("Escape")
    expect(ann.find('[data-act="repeat"]')).to_be_enabled()
    assert cents(ann.find("#credits").inner_text()) == PURSE - 1000
    table.attendant.act("credit", seat=1, amount=1000)
