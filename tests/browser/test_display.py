"""The screen over the dome, and what every page does for people who do not touch, see little or want no motion."""

from pathlib import Path

from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.cabinet import Cabinet, cabinet
from tests.browser.conftest import Sits
from tests.browser.measuring import SIZES, resize
from tests.browser.player import Player, roll

MOVES = "document.getAnimations().filter((one) => one.playState === 'running').length"
FOCUSED = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const seen = (style) => style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
  const ground = one.querySelector(":scope > .ground");
  const shown = seen(getComputedStyle(one)) || (ground && parseFloat(getComputedStyle(ground).strokeWidth) >= 4);
  return [one.id || one.dataset.spot || one.dataset.act || one.dataset.chip || one.textContent, Boolean(shown)];
}"""


def hang(browser: Browser, table: Cabinet, words: str = "&language=en", motion: bool = True) -> tuple[Page, list[str]]:
    """The display in a page of its own, and what its code complains about."""
    page = browser.new_page(viewport={"width": 1920, "height": 1080}, reduced_motion=None if motion else "reduce")
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda asked: None if "127.0.0.1" in asked.url else complaints.append(asked.url))
    page.goto(table.address(0) + words)
    return page, complaints


def test_the_display_follows_a_hand(browser: Browser, new_hand: Cabinet, sits: Sits) -> None:
    page, complaints = hang(browser, new_hand)
    player = sits(1)
    expect(page.locator("#demo")).to_be_visible()
    expect(page.locator("#limits")).to_contain_text("$1.00 to $5,000.00")
    player.bet("pass_line", "field", chip=5)
    expect(page.locator("#clock")).to_be_visible()
    roll([player], "4 4")
    expect(page.locator("#total")).to_have_text("8")
    expect(page.locator("#call")).to_have_text("sets the point")
    expect(page.locator(".box.on b")).to_have_text("8")
    expect(page.locator("#shooter")).to_have_text("Last shooterSeat 1")
    roll([player], "3 3")
    expect(page.locator("#call")).to_have_text("HARD 6")
    expect(page.locator("#count b")).to_have_text("2")
    roll([player], "5 3")
    expect(page.locator("#call")).to_have_text("point made")
    expect(page.locator('.box:has(b:text-is("8")) i')).to_be_visible()
    player.bet("pass_line", "field")
    roll([player], "2 2")
    player.bet("field")
    roll([player], "3 4")
    expect(page.locator("#call")).to_have_text("seven-out")
    expect(page.locator("#hands li", has_text="5 rolls").first).to_be_visible()
    assert set(page.locator("#history li").all_inner_texts()[0].split()) == {"✕", "7", "3·4"}
    page.close()
    assert complaints == []


def test_the_dice_lie_beside_what_they_make_however_the_display_hangs(browser: Browser, table: Cabinet) -> None:
    page, complaints = hang(browser, table)
    expect(page.locator("#dice .stage")).to_be_visible()
    for size in SIZES:
        resize(page, size)
        dice, made = (page.locator(where).bounding_box() for where in ("#dice .stage", "#rolled"))
        assert dice is not None
        assert made is not None
        assert dice["y"] + dice["height"] <= made["y"] + 1, size
    page.close()
    assert complaints == []


def test_the_display_says_what_stands_in_the_way(browser: Browser, table: Cabinet) -> None:
    page, complaints = hang(browser, table, "&language=es")
    table.unit("lid", "open")
    expect(page.locator(".notice.held")).to_contain_text("La tapa de los dados está abierta")
    for size in SIZES:
        resize(page, size)
        band = page.locator(".notice.held").bounding_box()
        assert band is not None
        for where in ("#boxes", "#throw", "#rolls"):  # what was thrown stays in sight
            box = page.locator(where).bounding_box()
            assert box is not None
            beside = band["x"] >= box["x"] + box["width"] or band["y"] + band["height"] <= box["y"] + 1
            assert beside or band["y"] >= box["y"] + box["height"], (size, where, band, box)
    table.unit("lid", "close")
    expect(page.locator(".notice")).to_have_count(0)
    with table.controller_stopped():
        expect(page.locator(".notice.away")).to_contain_text("Sin conexión con la mesa")
    expect(page.locator(".notice")).to_have_count(0)
    page.close()
    assert complaints == []


def test_a_long_notice_over_the_dome_covers_no_other_panel(browser: Browser, table: Cabinet) -> None:
    page, complaints = hang(browser, table)
    with table.controller_stopped():
        expect(page.locator(".notice.away")).to_contain_text("No connection to the table")
        for size in SIZES:
            resize(page, size)
            band = page.locator(".notice.away").bounding_box()
            assert band is not None
            for where in ("#boxes", "#throw", "#rolls", "#hand"):
                box = page.locator(where).bounding_box()
                assert box is not None
                beside = band["x"] >= box["x"] + box["width"] - 1 or band["y"] >= box["y"] + box["height"] - 1
                assert beside or band["y"] + band["height"] <= box["y"] + 1, (size, where, band, box)
    page.close()
    assert complaints == []


def test_before_its_words_are_there_the_display_says_nothing(browser: Browser, table: Cabinet) -> None:
    page = browser.new_page(viewport={"width": 1920, "height": 1080})
    held: list[Route] = []
    page.route("**/words/en.json", lambda route: held.append(route))
    with page.expect_request("**/words/en.json"):
        page.goto(table.address(0) + "&language=en", wait_until="commit")
    while not held:
        page.wait_for_timeout(10)  # the request is handed to who holds it
    assert page.locator("#phase").inner_text() == ""
    assert page.locator(".notice").count() == 0
    held[0].continue_()
    expect(page.locator("#phase")).not_to_be_empty()
    assert "phase." not in page.locator("#phase").inner_text()
    page.close()


def test_with_nobody_playing_the_display_invites(browser: Browser, table: Cabinet, sits: Sits) -> None:
    page, complaints = hang(browser, table)
    expect(page.locator("#attract h1")).to_have_text("Electronic Craps")
    expect(page.locator("#attract .demo")).to_be_visible()
    sits(1).bet("field")
    expect(page.locator("#attract")).to_be_hidden()
    page.close()
    assert complaints == []


def test_who_wants_no_motion_sees_none_on_the_display(browser: Browser, table: Cabinet) -> None:
    page, complaints = hang(browser, table, motion=False)
    expect(page.locator("#attract .dance")).to_be_visible()
    assert page.evaluate(MOVES) == 0
    page.close()
    assert complaints == []


def by_arrows(player: Player, stop: str, reached: dict[str, bool]) -> set[str]:
    """The spots that arrows lead to, from one to the next, and whether each is seen to have the focus."""
    found, ahead = {stop}, [stop]
    while ahead:
        here = ahead.pop()
        for key in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"):
            player.spot(here).focus()
            player.page.keyboard.press(key)
            name, shown = player.page.evaluate(FOCUSED)
            if name not in found:
                found.add(name)
                ahead.append(name)
                reached[name] = shown
    return found


def test_everything_can_be_reached_and_seen_with_the_keyboard_alone(sits: Sits) -> None:
    player = sits(1)
    page = player.page
    page.locator("body").press("Tab")
    reached: dict[str, bool] = {}
    while (focused := page.evaluate(FOCUSED)) and focused[0] not in reached:
        reached[focused[0]] = focused[1]
        page.keyboard.press("Tab")
    wanted = set(page.evaluate("[...document.querySelectorAll('[data-spot].open')].map((one) => one.dataset.spot)"))
    every = set(
        page.evaluate("[...document.querySelectorAll('[data-spot][role=button]')].map((one) => one.dataset.spot)")
    )
    (stop,) = every & reached.keys()  # one stop of Tab on the felt; arrows lead on
    assert wanted - by_arrows(player, stop, reached) == set()
    assert {"help-open", "past-open", "service", "language", "sound", "cash-out"} - reached.keys() == set()
    assert [name for name, shown in reached.items() if not shown] == []
    player.spot("field").focus()
    page.keyboard.press("Enter")
    expect(player.chip("field")).to_be_visible()
    expect(player.find('[data-act="undo"]')).to_be_enabled()
    player.find('[data-act="undo"]').focus()
    page.keyboard.press("Enter")
    player.has_none("field")


def test_the_display_of_another_book_shows_what_that_book_counts(browser: Browser, tmp_path: Path) -> None:
    with cabinet(tmp_path, book="maryland") as table:
        page, complaints = hang(browser, table)
        expect(page.locator("#ladder")).to_contain_text("Points made")
        expect(page.locator("#ladder")).to_contain_text("Numbers rolled")
        assert page.locator("#ladder .ladder").count() == 0
        page.close()
    assert complaints == []


def test_a_display_that_changes_its_language_changes_every_word(browser: Browser, table: Cabinet) -> None:
    page, complaints = hang(browser, table, "")
    expect(page.locator("#boxes")).to_contain_text("Come-out")
    before = table.attendant.table()["languages"]
    table.attendant.act("settings", change={"languages": ["es"]})
    expect(page.locator("#phase")).to_contain_text("Apueste")
    expect(page.locator("#boxes")).to_contain_text("Salida")
    expect(page.locator("#boxes")).not_to_contain_text("Come-out")
    table.attendant.act("settings", change={"languages": before})
    expect(page.locator("#boxes")).to_contain_text("Come-out")
    page.close()
    assert complaints == []
