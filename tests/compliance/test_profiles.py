"""Fifty things that laws ask: each names settings and tests that there are; profiles that contradict are refused."""

import ast
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from config.cabinet import Cabinet, TableStart, read_cabinet
from config.files.reading import BadFile
from controller.books import all_names, book_file, find_book
from controller.commands import main
from controller.compliance.check import FULFILLED, NOT_USED, TURNED_OFF, lines, machine_of
from controller.compliance.profile import ProfileFile, find_profile, line_of_bet, profile_names
from controller.compliance.requirements import SOURCES, requirements
from controller.games.registry import game_of
from controller.server.loop.journal import first_table
from controller.table.staff.settings import TableSettings
from tests.documents.pages import ROOT

Out = pytest.CaptureFixture[str]
Write = Callable[[str], Path]
HEAD = 'name = "house"\ntitle = "a house"\n'
CABINET = ROOT / "config/cabinet.toml"


@pytest.fixture
def house(tmp_path: Path) -> Write:
    """A profile of a house."""

    def write(rest: str) -> Path:
        path = tmp_path / "house.toml"
        path.write_text(HEAD + rest)
        return path

    return write


def has_key(key: str) -> bool:
    """Whether `cabinet.toml` may have it."""
    first, _, rest = key.partition(".")
    field = Cabinet.model_fields.get(first)
    return field is not None and (not rest or rest in str(field.annotation) or _inner_has(field.annotation, rest))


def _inner_has(annotation: object, key: str) -> bool:
    models = [*getattr(annotation, "__args__", ()), annotation]
    return any(key in getattr(model, "model_fields", {}) for model in models)


def test_there_are_fifty_and_each_is_asked_by_a_public_source() -> None:
    assert len(requirements()) == 50
    assert {source for row in requirements().values() for source in row.sources} == SOURCES.keys()


@pytest.mark.parametrize("name", requirements())
def test_whatever_a_line_names_is_there(name: str) -> None:
    row = requirements()[name]
    for test in row.tests:
        path, _, function = test.partition("::")
        names = {
            node.name for node in ast.walk(ast.parse((ROOT / path).read_text())) if isinstance(node, ast.FunctionDef)
        }
        assert function in names, f"{name} names {test}"
    known = row.setting in ("", "rulebook") or row.setting in TableSettings.model_fields or has_key(row.setting)
    assert known, f"{name}: neither the table nor cabinet.toml has a setting {row.setting}"


def test_every_profile_of_ours_can_be_played_by_and_is_checked_line_by_line(capsys: Out) -> None:
    assert profile_names() == ["au", "nj", "none", "on", "uk"]
    for name in profile_names():
        first_table(TableStart(seats=2, profile=name))
        told = lines(find_profile(name), machine_of(find_profile(name), None, None))
        assert told, name
        main(["profile", "check", name, "--config", str(CABINET)])
        said = capsys.readouterr().out
        assert all(line.name in said for line in told)


def test_the_least_round_of_great_britain_is_fulfilled_by_its_profile_and_not_once_it_is_turned_off(
    house: Write,
) -> None:
    uk = find_profile("uk")
    first = first_table(TableStart(seats=2, profile="uk"))
    assert first.settings.least_round == 72
    stands = {line.name: line.stands for line in lines(uk, machine_of(uk, None, None))}
    assert stands["least_round"] == FULFILLED
    without = ProfileFile(house('source = "gb"\n[settings]\nleast_round = 0\n'))
    assert {line.name: line.stands for line in lines(without, machine_of(without, None, None))}[
        "least_round"
    ] == TURNED_OFF


def test_what_a_profile_needs_of_a_cabinet_is_missed_and_what_it_does_not_need_is_not_used() -> None:
    uk = find_profile("uk")
    stands = {line.name: line.stands for line in lines(uk, machine_of(uk, read_cabinet(CABINET), CABINET))}
    assert (stands["backup"], stands["printer_faults"]) == (TURNED_OFF, NOT_USED)


@pytest.mark.parametrize(
    "rest, why",
    [
        (
            "[settings]\nleast_round = 50\n[bounds]\nleast_round = { least = 60 }\n",
            "house.toml:4: least_round = 50 contradicts house.toml:6: least_round = { least = 60 } of profile house",
        ),
        (
            "[bounds]\nbet_time = { least = 9, most = 8 }\n",
            "house.toml:4: bet_time = { least = 9, most = 8 }: contradicts",
        ),
        (
            '[returns]\nleast = "9/10"\nmost = "8/10"\n',
            'house.toml:4: least = "9/10" contradicts house.toml:5: most = "8/10"',
        ),
        ("[settings]\nbet_tim = 9\n", "house.toml:4: bet_tim = 9: the table has no setting bet_tim"),
        ("[settings]\nbet_time = 0\n", "settings: bet_time: must be at least 1"),
    ],
)
def test_a_profile_that_contradicts_itself_is_refused_with_both_lines(rest: str, why: str, house: Write) -> None:
    with pytest.raises(BadFile) as refused:
        ProfileFile(house(rest))
    assert why in str(refused.value)


def test_a_book_whose_bet_returns_too_little_is_refused_with_both_lines(house: Write) -> None:
    found, book = ProfileFile(house('[returns]\nleast = "85/100"\n')), book_file("maryland")
    found.check_book(find_book("electronic"), book_file("electronic"))
    with pytest.raises(BadFile) as refused:
        found.check_book(find_book("maryland"), book)
    number = book.read_text().splitlines().index("[bets.any_seven]") + 1
    there = f"maryland.toml:{number}: [bets.any_seven] (any_seven) returns 83.3333 %"
    assert str(refused.value) == f'{there} and contradicts house.toml:4: least = "85/100"'


def test_every_bet_of_every_book_has_its_line() -> None:
    for name in all_names():
        book = find_book(name)
        without = [bet for bet in game_of(book).spots(book) if ".toml:" not in line_of_bet(book_file(name), bet)]
        assert not without, name


def test_a_cabinet_that_wants_what_its_profile_forbids_is_refused(tmp_path: Path, capsys: Out) -> None:
    with pytest.raises(BadFile, match=r"least_round = 30 contradicts uk.toml:\d+: least_round"):
        first_table(TableStart(seats=2, profile="uk", settings={"least_round": 30}))
    path = tmp_path / "cabinet.toml"
    path.write_text(CABINET.read_text().replace("[table.settings] ", "[table.settings]\nleast_round = 30\n#"))
    assert main(["profile", "check", "uk", "--config", str(path)]) == 2
    assert re.search(r"cabinet.toml:\d+: least_round = 30 contradicts uk.toml:", capsys.readouterr().err)
