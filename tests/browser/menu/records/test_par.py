"""The par sheet: every cell on the glass, on paper and in the files is the console's."""

import csv
import io
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from config.cabinet import read_cabinet
from controller.compliance.check import Machine, lines
from controller.compliance.profile import find_profile
from controller.table.staff.settings import TableSettings
from tests.browser.menu.cabinet import Menu
from tests.browser.menu.records.reading import facts, per_cent, printed
from tests.browser.menu.week import WeekCabinet, cents, document, rows_of, saved

AMOUNTS = ("limits.min", "limits.max", "limits.step", "denomination")


def shown(row: dict[str, Any]) -> list[str]:
    """A bet as it has to stand on the page, but for its name."""
    return [
        f"{row['house_edge_percent']:.4f} %",
        *(
            "–" if row[name] is None else per_cent(row[name], 4)
            for name in ("house_edge_resolved", "house_edge_per_roll")
        ),
        *(per_cent(row[name], 3) for name in ("win", "push", "lose")),
        f"{float(Fraction(row['expected_rolls'])):.3f}",
        f"{row['standard_deviation']:.3f}",
        " · ".join(pay["odds"] for pay in row["pays"]),
    ]


def settings(told: dict[str, Any], of: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in told.items():
        if isinstance(value, dict):
            yield from settings(value, f"{of}{name}.")
        else:
            yield f"{of}{name}", value


def same_settings(values: list[str], told: dict[str, Any]) -> None:
    assert (values[0], values[1].replace(" ", "")) == (told["rulebook"], told["digest"])
    wanted = list(settings(told["settings"]))
    assert len(values) == 2 + len(wanted)
    for text, (name, value) in zip(values[2:], wanted, strict=True):
        if isinstance(value, bool):
            assert text == ("Yes" if value else "No")
        else:
            assert (cents(text) if name in AMOUNTS else text) == value


def test_every_cell_of_the_par_sheet_is_the_consoles_on_glass_and_paper_and_in_files(
    menu: Menu, week: WeekCabinet
) -> None:
    said = week.console("par")
    menu.go("par")
    on_screen = rows_of(menu, "#par")
    assert {bet: row[1:] for bet, row in on_screen.items()} == {bet: shown(row) for bet, row in said["bets"].items()}
    assert all(row[0] for row in on_screen.values())
    same_settings([value for _, value in facts(menu, "#page-par")], said)

    law = list(rows_of(menu, "#profile-lines").values())
    paper = printed(menu)
    first = paper.index(next(iter(on_screen.values())))
    assert paper[first : first + len(on_screen)] == list(on_screen.values())
    same_settings([value for _, value in paper[:first]], said)
    assert paper[-len(law) :] == law

    assert document(menu) == said
    rows = {row["bet"]: row for row in csv.DictReader(io.StringIO(saved(menu, '[data-export="csv"]')))}
    assert rows.keys() == said["bets"].keys()
    for bet, row in said["bets"].items():
        pays = "; ".join(f"{pay['odds']} ({pay['probability']})" for pay in row["pays"])
        told = {name: "" if value is None else value for name, value in row.items()} | {"pays": pays}
        for name, text in rows[bet].items():
            if name != "bet":
                assert (float(text) if isinstance(told[name], float) else text) == told[name], (bet, name)


def test_a_law_is_chosen_and_every_line_says_how_the_machine_stands_to_it(
    menu: Menu, week: WeekCabinet, tmp_path: Path
) -> None:
    menu.go("par")
    assert len(rows_of(menu, "#profile-lines")) == 50
    menu.see('#profiles button:text-is("UK")').click()
    expect(menu.see("#profile")).to_contain_text("Great Britain")
    settings_then = profile_document_of(week, "uk")
    rows = rows_of(menu, "#profile-lines")
    assert {name: row[2] for name, row in rows.items()} == settings_then
    assert rows["least_round"] == [
        "No more games begin in an hour than a law allows",
        "1.1",
        "Turned off",
        "Least time of a round: 0",
    ]
    well = sum(stands in ("Fulfilled", "Not used") for stands in settings_then.values())
    expect(menu.see("#profile-well")).to_have_text(f"{well} of {len(rows)} fulfilled or not used")
    menu.see("#profile").scroll_into_view_if_needed()
    menu.page.screenshot(path=tmp_path / "profile.png")


def profile_document_of(week: WeekCabinet, name: str) -> dict[str, str]:
    """Line by line how it stands, by the settings that the machine has: nobody has turned any that a law asks about."""
    found, config = find_profile(name), week.place / "cabinet.toml"
    cabinet = read_cabinet(config)
    settings = TableSettings().model_dump() | cabinet.table.settings
    told = lines(found, Machine(settings, cabinet.model_dump()))
    return {line.name: line.stands.capitalize() for line in told}
