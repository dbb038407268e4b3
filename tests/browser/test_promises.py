"""What the screens promise in every state, size and language: readable, large enough to touch, nothing cut off.

The states are played on the real cabinet (`scenes.py`), the pages measured as they are drawn (`measure.js`).
"""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.cabinet import cabinet
from tests.browser.measuring import SIZES, Looks, look, look_with_a_word, resize
from tests.browser.power import MANY
from tests.browser.scenes import Play

SMALLEST = 2.5
"""Hundredths of the screen's short side, on the display: 13 mm on a screen of half a metre, read from four metres."""

UNDER_THE_BUTTON = """() => [...document.querySelectorAll("#ladder li, .ladder-next, #meters dd")].filter((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map((one) => one.textContent)"""
"""What a player wants to read while SHOOT waits for him, and something else lies on it."""

LONG_WORD = "HORN HIGH 12: This spot takes $1.00 to $5,000.00, in steps of $25.00."
"""As long as a refusal gets."""

Judge = Callable[[Looks], list[str]]


@pytest.fixture(scope="module")
def covered() -> list[str]:
    """Filled while the scenes are played."""
    return []


@pytest.fixture(scope="module")
def seen(browser: Browser, tmp_path_factory: pytest.TempPathFactory, covered: list[str]) -> dict[str, list[Looks]]:
    """All scenes of the electronic book, measured in each size: the player's page and the display."""
    found: dict[str, list[Looks]] = {"player": [], "display": [], "told": [], "powered": []}
    with cabinet(tmp_path_factory.mktemp("scenes"), credits=200_000) as here:
        play = Play(browser, here)
        for scene in play.scenes():
            for size in SIZES:
                for name, page in (("player", play.page), ("display", play.display)):
                    resize(page, size)
                    where = f"{name}, {scene} {size[0]}x{size[1]}"
                    found[name].append(look(page, where))
                    if name == "player":
                        found["told"].append(look_with_a_word(page, where, LONG_WORD))
                if scene == "shooter":
                    found["powered"] += powered(play, size)
                    covered += [f"{size}: {text}" for text in play.page.evaluate(UNDER_THE_BUTTON)]
            resize(play.page, SIZES[0])
        play.close()
    return found


def powered(play: Play, size: tuple[int, int]) -> Iterator[Looks]:
    """The display with every choice of Power Odds, and the player's felt with all of them."""
    for levels in play.power.choices():
        where = f"{size[0]}x{size[1]}, {len(levels)} Power Odds"
        play.power.fall(play.display, levels)
        yield look(play.display, f"display, {where}")
        if len(levels) > MANY:
            play.power.fall(play.page, levels)
            yield look(play.page, f"player, {where}")
    play.power.fall_as_before()


@pytest.mark.parametrize("name", ["player", "display"])
@pytest.mark.parametrize("judge", [Looks.faint, Looks.cut_off], ids=["is readable", "fits where it stands"])
def test_every_text(seen: dict[str, list[Looks]], name: str, judge: Judge) -> None:
    assert [fault for looks in seen[name] for fault in judge(looks)] == []


@pytest.mark.parametrize(
    "judge",
    [Looks.small_targets, Looks.covered, Looks.unnamed],
    ids=["is large enough", "is not covered", "has a name"],
)
def test_every_target(seen: dict[str, list[Looks]], judge: Judge) -> None:
    assert [fault for looks in seen["player"] for fault in judge(looks)] == []


def test_a_word_that_passes_lies_on_no_button(seen: dict[str, list[Looks]]) -> None:
    assert [fault for looks in seen["told"] for fault in looks.covered()] == []


def test_whatever_power_odds_fall_are_named_in_full_and_can_be_read(seen: dict[str, list[Looks]]) -> None:
    judges: list[Judge] = [Looks.faint, Looks.cut_off]
    assert [fault for looks in seen["powered"] for judge in judges for fault in judge(looks)] == []


def test_the_display_is_written_to_be_read_from_four_metres(seen: dict[str, list[Looks]]) -> None:
    shown = [*seen["display"], *(looks for looks in seen["powered"] if looks.where.startswith("display"))]
    assert [fault for looks in shown for fault in looks.smaller_than(SMALLEST)] == []


def test_the_shoot_button_covers_nothing_that_a_shooter_wants_to_read(
    seen: dict[str, list[Looks]], covered: list[str]
) -> None:
    assert any("shooter" in looks.where for looks in seen["player"])
    assert covered == []


def test_no_page_is_larger_than_its_screen(seen: dict[str, list[Looks]]) -> None:
    assert [looks.where for name in seen for looks in seen[name] if looks.wide] == []


def test_the_measure_finds_what_is_wrong(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 400, "height": 300})
    page.set_content(
        """<body style="background:#fff;margin:0">
        <p style="color:#999">grey on white</p><p style="color:#333">dark on white</p>
        <div style="background:linear-gradient(#000,#eee)"><b style="color:#fff">white on a gradient</b></div>
        <div style="overflow:hidden;width:50px;white-space:nowrap">what does not fit here</div>
        <button style="width:30px;height:60px;padding:0">x</button><button style="width:60px;height:60px"></button>
        <svg width="99" height="40"><rect width="99" height="40" fill="#004"/><text y="20" fill="#006">dark</text></svg>
        </body>"""
    )
    found = look(page, "a bad page")
    page.close()
    assert sorted(fault.split("“")[1].split("”")[0] for fault in found.faint()) == [
        "dark", "grey on white", "white on a gradient",
    ]  # fmt: skip
    assert ["what does not fit" in fault for fault in found.cut_off()] == [True]
    assert len(found.small_targets()) == 1
    assert len(found.unnamed()) == 1
