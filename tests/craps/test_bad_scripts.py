"""Scripts that cannot be played: one clear line, exit 2, never a traceback (docs/scenario.md)."""

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.files.reading import BadFile
from controller.books import load_book
from controller.commands import main
from controller.games.craps.scripts.scenario import play
from controller.games.craps.scripts.script import read_script
from controller.games.scripts import LARGEST_SCRIPT, BadScript

SCRIPT: dict[str, Any] = {
    "rulebook": "electronic",
    "settings": {"limits": {"max": 10_000}},
    "seats": {"1": 100_000, "2": 5},
    "steps": [
        {
            "actions": [
                {"seat": 1, "do": "place", "bet": "place:6", "amount": 600},
                {"seat": 1, "do": "take_down", "bet": "place:6", "amount": 100},
                {"seat": 1, "do": "turn", "bet": "place:6", "to": "on"},
            ],
            "power_odds": {"any_seven": "high"},
            "no_rolls": ["stacked"],
            "dice": [3, 4],
        },
        {"void": True},
        {"settings": {"denomination": 500}},
    ],
}
Way = tuple[str | int, ...]
ACTION: Way = ("steps", 0, "actions", 0)


def altered(way: Way, value: Any) -> dict[str, Any]:
    """The good script with one place turned, or taken away where the value is `...`."""
    script = copy.deepcopy(SCRIPT)
    place: Any = script
    for key in way[:-1]:
        place = place[key]
    if value is ...:
        del place[way[-1]]
    else:
        place[way[-1]] = value
    return script


def complaint(data: bytes) -> str:
    with pytest.raises((BadScript, BadFile)) as caught:
        play(read_script(data), load_book)
    return str(caught.value)


def test_the_good_script_is_good() -> None:
    play(read_script(json.dumps(SCRIPT).encode()), load_book)


FILES = [
    (b"", "the file: is empty"),
    (b" \n", "the file: is empty"),
    (b"{'a': 1}", "the file: not valid JSON: Expecting property name enclosed in double quotes at line 1, column 2"),
    (b"\xff{}", "the file: not UTF-8 text (byte 0)"),
    (b"\xef\xbb\xbf{}", "the file: not valid JSON: Unexpected UTF-8 BOM (decode using utf-8-sig) at line 1, column 1"),
    (b"[]", "the file: must be a table of keys and values, found []"),
    (b"null", "the file: must be a table of keys and values, found null"),
    (b"[" * 100_000, "the file: nested too deeply"),
    (b'{"settings":' * 50_000, "the file: nested too deeply"),
    (b'{"seats": {"1": NaN}}', "the file: not valid JSON: NaN is no number"),
    (b'{"seats": {"1": -Infinity}}', "the file: not valid JSON: -Infinity is no number"),
    (b'{"seats": {"1": ' + b"9" * 5000 + b"}}", "the file: not valid JSON: a number has too many digits"),
    (b'{"steps": [], "steps": []}', 'the file: not valid JSON: the key "steps" stands twice in one table of keys'),
    (b" " * (LARGEST_SCRIPT + 1), f"the file: larger than {LARGEST_SCRIPT} bytes"),
]


@pytest.mark.parametrize("data, said", FILES, ids=range(len(FILES)))
def test_a_file_that_is_no_json_object_is_named_as_such(data: bytes, said: str) -> None:
    assert complaint(data) == said


WHOLE = "must be a whole number, found"
PLACES: list[tuple[Way, Any, str]] = [
    (("rulebook",), ..., "rulebook: is missing"),
    (("rulebook",), 5, "rulebook: must be a text, found 5"),
    (("rulebook",), "", 'rulebook: must not be empty, found ""'),
    (
        ("rulebook",),
        "poker",
        'no rule book is called "poker"; there is american, crapless, electronic, maryland, mbs_v3, '
        "or a path to a file",
    ),
    (("rulebook",), "/no/book.toml", "/no/book.toml: cannot be read: No such file or directory"),
    (("rulebook",), "/a\0.toml", "/a\0.toml: is no path to a file"),
    (("rulebook",), "/", "/: cannot be read: Is a directory"),
    (("sets",), {}, "sets: is not a key of this place, which has rulebook, settings, seats, steps"),
    (("a\nb",), {}, "a\\nb: is not a key of this place, which has rulebook, settings, seats, steps"),
    (("seats",), {}, "seats: must not be empty, found {}"),
    (("seats",), {"01": 5}, 'seats.01: must be a seat number such as "1", found "01"'),
    (("seats", "1"), -1, "seats.1: must be at least 0, found -1"),
    (("seats", "1"), 10**30, f"seats.1: must be at most {10**15}, found {10**30}"),
    (("seats", "1"), True, f"seats.1: {WHOLE} true"),
    (("seats", "1"), 5.0, f"seats.1: {WHOLE} 5.0"),
    (("seats", "1"), None, f"seats.1: {WHOLE} null"),
    (("steps",), {}, "steps: must be a list, found {}"),
    (("steps", 0), [], "steps[0]: must be a table of keys and values, found []"),
    (("steps", 0, "dice"), [3, 4, 5], "steps[0].dice: must be two faces from 1 to 6, found [3, 4, 5]"),
    (("steps", 0, "dice"), [0, 4], "steps[0].dice: must be two faces from 1 to 6, found [0, 4]"),
    (("steps", 0, "dice"), [True, 4], "steps[0].dice: must be two faces from 1 to 6, found [true, 4]"),
    (("steps", 0, "dice"), ..., "steps[0]: needs exactly one of dice, void and settings, has none"),
    (("steps", 0, "void"), True, "steps[0]: needs exactly one of dice, void and settings, has dice and void"),
    (("steps", 1, "void"), False, "steps[1].void: must be true, found false"),
    (("steps", 2, "no_rolls"), ["stacked"], "steps[2]: a settings step has no roll, so no power_odds and no no_rolls"),
    (("steps", 0, "power_odds"), {"field": "low"}, "steps[0].power_odds.field: has no Power Odds in this rule book"),
    (("steps", 0, "power_odds"), {"e": 1}, 'steps[0].power_odds.e: must be "none", "low" or "high", found 1'),
    (("steps", 0, "no_rolls"), ["lost"], "steps[0].no_rolls[0]: must be one of off_the_table, off_table, stacked, "),
    ((*ACTION, "amount"), "600", f'steps[0].actions[0].amount: {WHOLE} "600"'),
    ((*ACTION, "amount"), 600.0, f"steps[0].actions[0].amount: {WHOLE} 600.0"),
    ((*ACTION, "amount"), True, f"steps[0].actions[0].amount: {WHOLE} true"),
    ((*ACTION, "amount"), ..., "steps[0].actions[0].amount: is missing"),
    ((*ACTION, "amont"), 5, "steps[0].actions[0].amont: is not a key of this place, which has seat, do, bet, amount"),
    ((*ACTION, "do"), "steal", 'steps[0].actions[0].do: must be one of "place", "take_down", "turn", found "steal"'),
    ((*ACTION, "do"), ..., "steps[0].actions[0].do: is missing"),
    ((*ACTION, "seat"), 3, "steps[0].actions[0].seat: must be listed in seats, found 3"),
    ((*ACTION, "seat"), "1", f'steps[0].actions[0].seat: {WHOLE} "1"'),
    ((*ACTION, "bet"), None, "steps[0].actions[0].bet: must be a text, found null"),
    (
        ("steps", 0, "actions", 1, "amount"),
        None,
        "steps[0].actions[1].amount: must be left out rather than null, found null",
    ),
    (("steps", 0, "actions", 2, "to"), "up", 'steps[0].actions[2].to: must be "on" or "off", found "up"'),
    (("settings",), None, "settings: must be a table of keys and values, found null"),
    (("settings", "limits", "max"), -5, "settings.limits.max: must be at least 1, found -5"),
    (("settings", "limits", "max"), 50, "settings.limits: no multiple of step 100 lies between min 100 and max 50"),
    (
        ("settings", "free_odds"),
        True,
        "settings.free_odds: is no setting of electronic, which has denomination, field, hand, hardways, ",
    ),
    (("settings", "speed"), 5, "settings.speed: is not a key of this place, which has limits, line, odds, "),
    (("settings", "power_odds_chance"), 0.5, 'settings.power_odds_chance: must be a share such as "5/100", found 0.5'),
    (("steps", 2, "settings"), {"limits": {"mx": 1}}, "steps[2].settings.limits.mx: is not a key of this place"),
    (("steps", 2, "settings"), {"denomination": None}, f"steps[2].settings.denomination: {WHOLE} null"),
]


@pytest.mark.parametrize("way, value, said", PLACES)
def test_what_is_wrong_is_said_with_json_path_value_and_what_is_allowed(way: Way, value: Any, said: str) -> None:
    assert complaint(json.dumps(altered(way, value)).encode()).startswith(said)


def test_many_mistakes_are_counted_within_one_place() -> None:
    script = SCRIPT | {"rulebook": 5, "seats": {"1": "x"}}
    assert complaint(json.dumps(script).encode()).endswith("rulebook: must be a text, found 5 (and 1 more)")


@pytest.mark.parametrize("amount", [0, -5, 10**30, int("9" * 4300)])
def test_an_amount_that_no_spot_takes_is_a_refused_action_and_no_bad_script(amount: int) -> None:
    for action in (0, 1):
        script = altered(("steps", 0, "actions", action, "amount"), amount)
        refused = play(read_script(json.dumps(script).encode()), load_book)["steps"][0]["refused"]
        assert action in [row["action"] for row in refused]
        assert all(len(row["reason"]) < 200 for row in refused)


def test_a_mistake_in_the_file_is_one_line_on_standard_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.json"
    file.write_text(json.dumps(altered(("steps", 0, "dice"), [3, 4, 5])))
    assert main(["scenario", str(file)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == f"boxcars: {file}: steps[0].dice: must be two faces from 1 to 6, found [3, 4, 5]\n"


# ---- anything at all ----

ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**30), 10**30),
    st.floats(allow_nan=False),
    st.text(max_size=8),
    st.sampled_from(["place:6", "horn", "low", "on", "1", "5/100", "electronic", "maryland", "\ud800", "x" * 5000]),
    st.lists(st.integers(0, 7), max_size=3),
    st.dictionaries(st.text(max_size=5), st.integers(), max_size=2),
)


def places(value: Any, way: Way = ()) -> list[Way]:
    """Every place in the script."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = [way] if way else []
    for key, inner in entries:
        found += places(inner, (*way, key))
    return found


def plays_or_complains(data: bytes) -> None:
    try:
        json.dumps(play(read_script(data), load_book))
    except (BadScript, BadFile) as problem:
        said = str(problem)
        assert len(said) < 700
        assert not re.search(r"Traceback|validat|pydantic|input should|\n", said), said


@given(st.lists(st.tuples(st.sampled_from(places(SCRIPT)), ODD), min_size=1, max_size=3))
def test_a_script_turned_anywhere_plays_or_is_told_in_one_line(turns: list[tuple[Way, Any]]) -> None:
    script = copy.deepcopy(SCRIPT)
    for way, value in turns:
        place: Any = script
        try:
            for key in way[:-1]:
                place = place[key]
            place[way[-1]] = value
        except (TypeError, KeyError, IndexError):  # an earlier turn took this place away
            continue
    plays_or_complains(json.dumps(script).encode())


@given(st.binary(max_size=60), st.integers(0, 400), st.integers(0, 60))
def test_a_file_broken_anywhere_plays_or_is_told_in_one_line(noise: bytes, at: int, cut: int) -> None:
    data = json.dumps(SCRIPT).encode()
    plays_or_complains(data[:at] + noise + data[at + cut :])
