"""Roulette on a whole cabinet of real processes, `boxcars run` with an emulated wheel, played at a page by touch and by
keyboard."""

import json
import re
from collections.abc import Iterator
from subprocess import check_output
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from controller.games.roulette.racetrack import SERIES
from controller.games.roulette.rules.spots import SPOTS
from tests.browser.cabinet import Cabinet, cabinet
from tests.browser.measuring import LANGUAGES, look, resize
from tests.browser.measuring import SIZES as PROMISED
from tests.drivers.machines import COMMAND, PATIENCE, eventually
from tests.games.roulette.evening import BOOK
from tools.demo.cabinet import PIN, SUPERVISOR

LONG = PATIENCE * 1000
MENU = 3
"""Its page comes after those of two seats."""
CHANGE = {"bet_time": 600, "result_time": 1, "confirm_time": 1}
SIZES = ((1920, 1080), (1366, 768), (1024, 768), (1080, 1920))
FINGER = 34
"""Pixels of nine millimetres, as a browser counts them."""
STAGES = ("launched", "turning", "leaving", "landed")

MISSED = """(finger) => [...document.querySelectorAll("#felt-main [data-spot]")].filter((one) => {
  const box = one.querySelector(".ground").getBoundingClientRect();
  const far = finger / 2 - 0.5;
  const means = (x, y) => [[-far, -far], [far, -far], [0, 0], [-far, far], [far, far]].every(([right, down]) =>
    document.elementFromPoint(x + right, y + down)?.closest("[data-spot]") === one);
  const parts = [0.5, 0.35, 0.65]; // a field beside lines has its own middle
  return !parts.some((x) => parts.some((y) => means(box.x + box.width * x, box.y + box.height * y)));
}).map((one) => one.dataset.spot)"""
"""The spots on which a finger has not the room that it needs."""

NARROW = """(finger) => [...document.querySelectorAll("#felt-props [role=button]")].filter((one) => {
  const box = one.querySelector(".ground").getBoundingClientRect();
  return Math.min(box.width, box.height) < finger;
}).map((one) => one.getAttribute("aria-label"))"""

REACHED = """() => {
  const found = new Set(["straight:1"]);
  for (const bet of found) {
    const from = document.querySelector(`[data-spot="${bet}"]`);
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
      from.focus();
      from.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      found.add(document.activeElement.dataset.spot);
    }
  }
  return [...found];
}"""
"""What the arrows lead to from one number, one after the other."""

OUT_OF_ITS_BOX = """() => [...document.querySelectorAll(".wheel")].filter((one) => {
  const [wheel, box] = [one, one.closest("section")].map((each) => each.getBoundingClientRect());
  return wheel.top < box.top || wheel.bottom > box.bottom || wheel.left < box.left || wheel.right > box.right;
}).map((one) => `${one.getBoundingClientRect().height} pixels`)"""
EMPTY = """() => [...document.querySelectorAll("section, footer, #rolled")].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.width * box.height > 0 && !one.innerText.trim() && !one.querySelector(".ring, .wheel");
}).map((one) => one.id)"""
MOVES = "document.getAnimations().filter((one) => one.playState === 'running').length"
LAUNCHED = """() => {
  const wheel = document.querySelector(".wheel");
  wheel.dataset.stage = "launched";
  wheel.classList.add("turning");
}"""
WATCHED = """() => {
  const wheel = document.querySelector(".wheel");
  window.stages = [];
  const note = () => window.stages.push([wheel.dataset.stage, wheel.dataset.number]);
  new MutationObserver(note).observe(wheel, { attributeFilter: ["data-stage", "data-number"] });
}"""
RECALLED = """async ([seen, round]) => {
  const { recalledFelt, sightOf } = await import("/recall/felt.js");
  const [felt] = recalledFelt(sightOf(seen, round, 1));
  const all = [...felt.querySelectorAll("[data-chip]")];
  return [
    felt.querySelectorAll("[data-spot]").length,
    Object.fromEntries(all.map((one) => [one.dataset.chip, one.dataset.amount])),
    felt.querySelector(".dolly").dataset.number,
    Object.fromEntries(all.map((one) => [one.dataset.chip, one.closest(".cell").classList.contains("won")])),
  ];
}"""
TOLD = """async (table) => (await import("/wheel/stages.js")).wheelNow(table)"""


expect.set_options(timeout=LONG)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cabinet]:
    with cabinet(tmp_path_factory.mktemp("roulette"), book=BOOK, credits=80_000, falls="17", change=CHANGE) as found:
        yield found


@pytest.fixture
def faults() -> list[str]:
    return []


@pytest.fixture
def page(browser: Browser, faults: list[str]) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1280, "height": 800}, has_touch=True)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    yield page
    page.close()


def rounds(table: Cabinet) -> int:
    return int(table.attendant.table()["game"]["spins"])


def cleared(page: Page) -> None:
    page.locator("[data-act=clear]").click()
    expect(page.locator("#risk")).to_have_text("$0.00")


def sits(page: Page, table: Cabinet, seat: int) -> None:
    """On a felt on which nothing lies, whatever a test before this one has left."""
    page.goto(table.address(seat))
    page.locator("[data-spot='straight:17'].open").wait_for(timeout=LONG)
    if page.locator("#risk").inner_text() != "$0.00":
        cleared(page)


def middle(page: Page, spot: str) -> tuple[float, float]:
    box = page.locator(f"[data-spot='{spot}'] > .ground").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def lies(page: Page, spot: str, amount: int) -> None:
    """Recorded, in cents."""
    chip = page.locator(f"[data-chip='{spot}'][data-amount='{amount}']:has(.chip:not(.pending))")
    expect(chip).to_be_visible()


def spins(page: Page, table: Cabinet, seat: int, spot: str) -> None:
    """A round, from a chip on this spot to its number."""
    sits(page, table, seat)
    page.locator(f"[data-spot='{spot}']").click()
    lies(page, spot, 500)
    before = rounds(table)
    page.get_by_role("button", name="Done").click()
    eventually(lambda: rounds(table) == before + 1, "the number has been settled")


def has(page: Page, credits: str) -> None:
    expect(page.locator("#credits")).to_have_text(credits)


def test_a_player_bets_by_touch_and_by_keyboard_and_is_paid(table: Cabinet, page: Page, faults: list[str]) -> None:
    page.goto(table.address(1))
    page.locator("[data-spot='straight:17']").click(timeout=LONG)
    red = page.locator("[data-spot='red']")
    red.focus()
    red.press("Enter")
    has(page, "$790.00")
    before = rounds(table)
    page.get_by_role("button", name="Done").click()
    eventually(lambda: rounds(table) == before + 1, "the number has been settled")
    has(page, "$970.00")  # 790 + 5 and 35 times 5, and red is lost
    page.locator("#rolled", has_text="17 black").wait_for(timeout=LONG)
    assert page.locator("#history .number").first.inner_text() == "17"
    expect(page.locator("#counts")).to_contain_text("The wheel has no memory")
    assert not page.locator("#puck").is_visible()
    assert faults == []


def test_a_touch_on_a_line_or_a_corner_lays_on_what_it_covers(table: Cabinet, page: Page, faults: list[str]) -> None:
    sits(page, table, 2)
    page.touchscreen.tap(*middle(page, "corner:1-2-4-5"))
    lies(page, "corner:1-2-4-5", 500)
    page.touchscreen.tap(*middle(page, "street:0-1-2"))
    lies(page, "street:0-1-2", 500)
    expect(page.locator("main .covered")).to_have_count(0)

    # a finger that is still down sees what it means, and may slide to another spot
    stops_counting(page)
    page.mouse.move(*middle(page, "split:14-17"))
    page.mouse.down()
    expect(page.locator(".loupe")).to_be_visible()
    expect(page.locator(".loupe b")).to_have_text("Split 14·17")
    expect(page.locator("#felt-main .covered")).to_have_count(2)
    page.mouse.move(*middle(page, "six_line:13-18"))
    expect(page.locator(".loupe b")).to_have_text("Six line 13·18")
    expect(page.locator("#felt-main .covered")).to_have_count(6)
    page.mouse.up()
    counts_again(page)
    lies(page, "six_line:13-18", 500)
    expect(page.locator(".loupe")).to_be_hidden()
    expect(page.locator("[data-chip^='split']")).to_have_count(0)

    # a long press on a chip asks what it is and lays nothing; what was asked offers to take it down
    page.mouse.move(*middle(page, "six_line:13-18"))
    page.mouse.down()
    expect(page.locator("#dialog [data-about='six_line:13-18'] h2")).to_have_text("Six line 13·18")
    page.mouse.up()
    expect(page.locator(".loupe")).to_be_hidden()
    lies(page, "six_line:13-18", 500)
    page.locator("#dialog [data-do=down]").click()
    expect(page.locator("[data-chip='six_line:13-18']")).to_have_count(0)
    page.locator("#dialog .close").click()
    expect(page.locator("#dialog")).to_be_hidden()
    page.locator("[data-act=clear]").click()
    has(page, "$800.00")

    # a screen reader presses without a finger
    page.locator("[data-spot='corner:1-2-4-5']").evaluate(
        "one => one.dispatchEvent(new MouseEvent('click', { bubbles: true }))"
    )
    lies(page, "corner:1-2-4-5", 500)
    page.locator("[data-act=clear]").click()
    has(page, "$800.00")
    assert faults == []


def test_a_chip_is_drawn_from_spot_to_spot_and_beside_the_felt_it_comes_back(
    table: Cabinet, page: Page, faults: list[str]
) -> None:
    sits(page, table, 2)
    page.locator("[data-spot='straight:8']").click()
    lies(page, "straight:8", 500)
    draws(page, middle(page, "straight:8"), middle(page, "corner:25-26-28-29"), "Corner 25·26·28·29")
    lies(page, "corner:25-26-28-29", 500)
    expect(page.locator("[data-chip='straight:8']")).to_have_count(0)

    # a finger that slides no further than it misses still looks for its spot
    near = middle(page, "straight:8")
    page.locator("[data-spot='straight:8']").click()
    lies(page, "straight:8", 500)
    draws(page, near, (near[0] + 12, near[1]), "8", carried=False)
    lies(page, "straight:8", 1000)

    box = page.locator("#tray").bounding_box()
    assert box
    draws(page, middle(page, "corner:25-26-28-29"), (box["x"] + 4, box["y"] + 4), None)
    expect(page.locator("[data-chip='corner:25-26-28-29']")).to_have_count(0)
    cleared(page)
    assert faults == []


def stops_counting(page: Page) -> None:
    """On a busy machine a finger is down for longer than a press that asks what a spot is: until it is up that time
    does not pass."""
    page.evaluate("() => { window.counts = window.setTimeout; window.setTimeout = () => 0; }")


def counts_again(page: Page) -> None:
    page.evaluate("() => { window.setTimeout = window.counts; }")


def draws(
    page: Page, here: tuple[float, float], there: tuple[float, float], means: str | None, carried: bool = True
) -> None:
    """A finger comes down here and lets go there; `means`: what the glass over it names then."""
    stops_counting(page)
    page.mouse.move(*here)
    page.mouse.down()
    page.mouse.move(*there, steps=6)
    expect(page.locator(".dragged")).to_have_count(int(carried))
    if means:
        expect(page.locator(".loupe b")).to_have_text(means)
    counts_again(page)
    page.mouse.up()
    expect(page.locator(".dragged, .loupe:visible")).to_have_count(0)


def test_every_spot_is_large_enough_for_a_finger_and_named_and_the_wheel_covers_nothing(
    table: Cabinet, page: Page, faults: list[str]
) -> None:
    sits(page, table, 2)
    for size in SIZES:
        resize(page, size)
        assert (size, page.evaluate(MISSED, FINGER)) == (size, [])
        assert (size, page.evaluate(NARROW, FINGER)) == (size, [])
        assert (size, page.evaluate(OUT_OF_ITS_BOX)) == (size, [])
    named = page.locator("#felt-main [role=button]").evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert len(set(named)) == len(SPOTS)
    assert "Corner 1·2·4·5, pays 8:1" in named
    assert faults == []


def test_the_arrows_lead_to_every_spot_and_one_tab_leaves_the_felt(
    table: Cabinet, page: Page, faults: list[str]
) -> None:
    sits(page, table, 2)
    assert set(page.evaluate(REACHED)) == SPOTS.keys()
    page.locator("[data-spot='straight:1']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    expect(page.locator("[data-spot='corner:1-2-4-5']")).to_be_focused()
    expect(page.locator("#felt-main .covered")).to_have_count(4)
    page.keyboard.press("Enter")
    lies(page, "corner:1-2-4-5", 500)
    page.keyboard.press("Delete")
    has(page, "$800.00")
    page.keyboard.press("Tab")
    expect(page.locator("[data-track='straight:0']")).to_be_focused()
    assert faults == []


def test_a_series_is_laid_whole_or_not_at_all(table: Cabinet, page: Page, faults: list[str]) -> None:
    sits(page, table, 2)
    page.locator("#chips [data-chip='50000']").click()
    page.locator("[data-series=voisins]").click()
    expect(page.locator("#toast")).to_be_visible()
    expect(page.locator("main .chip")).to_have_count(0)
    has(page, "$800.00")
    page.locator("#chips [data-chip='500']").click()
    page.locator("[data-series=voisins]").focus()
    page.keyboard.press("Enter")
    for spot, chips in SERIES["voisins"].items():
        lies(page, spot, 500 * chips)
    has(page, "$755.00")
    page.locator("#neighbours").click()  # three on each side
    page.locator("[data-track='straight:0']").click()
    for number in (12, 35, 3, 26, 0, 32, 15, 19, 4)[1:-1]:
        lies(page, f"straight:{number}", 500)
    has(page, "$720.00")
    page.locator("[data-act=undo]").click()
    has(page, "$755.00")
    page.locator("[data-act=remove]").click()
    page.locator("[data-series=voisins]").click()
    has(page, "$800.00")
    assert faults == []


def test_the_display_shows_the_wheel_and_no_box_is_empty(table: Cabinet, page: Page, faults: list[str]) -> None:
    page.goto(table.address(0) + "&language=en")
    expect(page.locator(".wheel")).to_be_visible()
    for name in ("#boxes", "#chart-box", "#best", "#hand"):
        assert not page.locator(name).is_visible(), name
    for size in SIZES:
        resize(page, size)
        assert (size, page.evaluate(EMPTY)) == (size, [])
    assert faults == []


def test_the_ball_lies_on_no_number_before_the_wheel_has_said_it(
    table: Cabinet, browser: Browser, page: Page, faults: list[str]
) -> None:
    sits(page, table, 2)
    over = browser.new_page(viewport={"width": 1920, "height": 1080})
    over.goto(table.address(0) + "&language=en")
    expect(over.locator(".wheel[data-stage]")).to_be_visible()
    for one in (over, page):
        one.evaluate(WATCHED)
    page.locator("[data-spot='black']").click()
    lies(page, "black", 500)
    before = rounds(table)
    page.get_by_role("button", name="Done").click()
    eventually(lambda: rounds(table) == before + 1, "the number has been settled")
    for one in (over, page):
        expect(one.locator(".wheel[data-stage=rest][data-number='17']")).to_be_visible()
        seen = one.evaluate("window.stages")
        on_its_way = [stage for stage, number in seen if not number]
        assert set(on_its_way) & {"waiting", *STAGES}, seen
        assert not {stage for stage, number in seen if number} - {"number", "rest"}, seen
    expect(over.locator("#total")).to_have_text("17 black")
    over.close()
    assert faults == []


def test_each_stage_of_the_ball_is_shown_as_the_table_tells_it(table: Cabinet, page: Page) -> None:
    page.goto(table.address(0) + "&language=en")
    expect(page.locator(".wheel")).to_be_visible()
    now = page.evaluate
    last: dict[str, Any] = {"last": {"how": "settled", "game": {"number": 4}}, "game": {"numbers": [{"number": 4}]}}
    for stage in STAGES:
        for phase in ("drawing", "rolling", "recovery"):
            told = now(TOLD, {**last, "phase": phase, "device": {"ball": stage}})
            assert told == {"stage": stage, "outcome": None}
    assert now(TOLD, {**last, "phase": "rolling"})["stage"] == "waiting"
    known = now(TOLD, {**last, "phase": "rolling", "device": {"ball": "landed"}, "result": {"number": 9}})
    assert known == {"stage": "number", "outcome": {"number": 9}}
    assert now(TOLD, {**last, "phase": "betting"}) == {"stage": "rest", "outcome": {"number": 4}}
    void = {**last, "last": {"how": "void", "game": {"number": 9}}}
    assert now(TOLD, {**void, "phase": "betting"}) == {"stage": "last", "outcome": {"number": 4}}
    assert now(TOLD, {"phase": "idle", "last": None, "game": {"numbers": []}})["stage"] == "none"


def test_the_help_has_the_exact_edge_and_the_rules_of_this_game(table: Cabinet, page: Page, faults: list[str]) -> None:
    sits(page, table, 2)
    page.locator("#help-open").click()
    of = page.locator("#panel-body article")
    expect(of).to_have_count(len({spot.kind for spot in SPOTS.values()}))
    expect(of.locator("td:last-child", has_text="1/37 ≈ 2.70 %")).to_have_count(of.count())
    expect(page.locator(".rules")).to_contain_text("The wheel has no memory")
    expect(page.locator(".rules")).not_to_contain_text("dice")
    assert faults == []


def test_a_players_own_rounds_have_their_numbers(table: Cabinet, page: Page, faults: list[str]) -> None:
    spins(page, table, 1, "odd")
    page.locator("body[data-phase=idle]").wait_for(timeout=LONG)
    page.locator("#past-open").click()
    expect(page.locator(".rounds > li").first).to_contain_text("17 black")
    assert faults == []


def test_recall_draws_the_felt_as_it_lay_with_the_number_that_came(
    table: Cabinet, page: Page, faults: list[str]
) -> None:
    sits(page, table, 1)
    for spot in ("split:14-17", "red"):
        page.locator(f"[data-spot='{spot}']").click()
        lies(page, spot, 500)
    round = int(page.locator("body").get_attribute("data-round") or 0)
    page.get_by_role("button", name="Done").click()
    page.locator(f"body[data-round='{round + 1}']").wait_for(timeout=LONG)
    words = ["recall", "--journal", str(table.place / "journal"), "--round", str(round), "--json"]
    (told,) = json.loads(check_output([*COMMAND, *words]))["rounds"]
    seen = json.loads(check_output([*COMMAND, *words, "--felt"]))
    page.goto(table.address(3))
    page.locator("#languages button").first.wait_for(timeout=LONG)
    spots, chips, dolly, marks = page.evaluate(RECALLED, [seen, told])
    assert (spots, dolly) == (len(SPOTS), "17")
    assert chips == {"split:14-17": "500", "red": "500"}
    assert marks == {"split:14-17": True, "red": False}
    assert faults == []


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_who_wants_no_motion_sees_a_wheel_that_stands(table: Cabinet, browser: Browser, motion: Any) -> None:
    page = browser.new_page(reduced_motion=motion)
    page.goto(table.address(0) + "&language=en")
    expect(page.locator(".wheel")).to_be_visible()
    page.evaluate(LAUNCHED)
    page.evaluate("() => new Promise(requestAnimationFrame)")
    moves = motion == "no-preference"
    eventually(lambda: (page.evaluate(MOVES) > 0) == moves, f"the wheel {'turns' if moves else 'stands'}")
    page.close()


def test_both_screens_can_be_read_in_every_size_and_language(table: Cabinet, page: Page, faults: list[str]) -> None:
    sits(page, table, 2)
    page.locator("[data-series=tiers]").click()
    page.locator("[data-spot='dozen:2']").click()
    page.locator("[data-spot='column:3']").click()
    lies(page, "column:3", 500)
    found = []
    for language in LANGUAGES:
        page.locator("#language").click()
        page.locator(f"#tongues [data-language={language}]").click()
        for size in SIZES:
            resize(page, size)
            looks = look(page, f"seat {language} {size}")
            found += [*looks.faint(), *looks.cut_off(), *looks.unnamed()]
            assert not looks.wide
    cleared(page)
    for language in LANGUAGES:
        page.goto(table.address(0) + f"&language={language}")
        expect(page.locator(".wheel")).to_be_visible()
        for size in SIZES:
            resize(page, size)
            looks = look(page, f"display {language} {size}")
            found += [*looks.faint(), *looks.cut_off(), *(looks.smaller_than(2.5) if size in PROMISED else [])]
            assert not looks.wide
    assert found == []
    assert faults == []


def test_a_void_says_why_and_gives_the_stake_back(table: Cabinet, page: Page, faults: list[str]) -> None:
    sits(page, table, 2)
    before = page.locator("#credits").inner_text()
    table.unit("next", "few-revolutions", "2")
    page.locator("[data-spot='dozen:2']").click()
    lies(page, "dozen:2", 500)
    page.get_by_role("button", name="Done").click()
    page.locator("#notices", has_text="Under four revolutions.").wait_for(timeout=LONG)
    has(page, before)
    assert faults == []


def test_the_menu_speaks_of_the_wheel_counts_its_numbers_and_recalls_one(
    table: Cabinet, page: Page, faults: list[str]
) -> None:
    spins(page, table, 1, "even")
    table.panel("CABINET", "key", "OPERATOR", "on")
    page.goto(table.address(MENU))
    page.locator(f"[data-name='{SUPERVISOR}']").click(timeout=LONG)
    for digit in PIN:
        page.locator(f".pad button:text-is('{digit}')").click()
    page.locator("#sign-in").click()
    page.locator("[data-entry='dice']", has_text="Wheel").click(timeout=LONG)
    page.locator("#unit-link", has_text="The wheel is connected").wait_for(timeout=LONG)
    page.locator("#rolls", has_text=re.compile(rf"\b{rounds(table)} spins?\b")).wait_for(timeout=LONG)
    assert page.locator("[data-histogram]").evaluate_all("all => all.map(one => one.dataset.histogram)") == [
        "numbers",
        "sectors",
    ]
    assert not re.search(r"\b(dice|roll|lid)", page.locator("#main").inner_text(), re.IGNORECASE)
    page.locator("[data-entry='recall']").click()
    page.locator("tr", has_text="17 black").locator("[data-round]").first.click(timeout=LONG)
    page.locator("figure[data-throw='17']", has_text="17 black").wait_for(timeout=LONG)
    page.locator("#script").click()
    page.locator("#agrees[data-agrees='true']").wait_for(timeout=LONG)
    assert faults == []
