"""Whatever terminals, drivers and panels say, the journal of it is read back, verified, replayed and started from."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from controller.protocol.catalogue import WAYS
from tests.server.simulated import SimulatedCabinet, Someone
from tests.server.test_act_fields import on_a_journal, proved_after_a_crash

WORDS = some.text(max_size=40) | some.sampled_from(["\x1b[2J", "a\nb", "\x00", "\u202e", "骰子", "", "x" * 300])
NUMBERS = some.integers(-3, 12) | some.sampled_from([2**31, 2**32, 2**53, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**30])
FRACTIONS = some.floats(allow_nan=True, allow_infinity=True)


def whatever(node: dict[str, Any], defs: dict[str, Any]) -> some.SearchStrategy[Any]:
    """Mostly what the schema allows, now and then what it does not."""
    if "$ref" in node:
        return whatever(defs[node["$ref"].rpartition("/")[2]], defs)
    for way in ("anyOf", "oneOf"):
        if way in node:
            return some.one_of([whatever(one, defs) for one in node[way]])
    if "const" in node:
        return some.just(node["const"])
    if "enum" in node:
        return some.sampled_from(node["enum"])
    match node.get("type"):
        case "integer":
            low, high = node.get("minimum", 0), node.get("maximum", 10)
            return some.integers(low, min(high, low + 50)) | some.just(high) | NUMBERS
        case "number":
            return FRACTIONS | some.integers(0, 5)
        case "boolean":
            return some.booleans()
        case "null":
            return some.none()
        case "string":
            return some.from_regex(node["pattern"], fullmatch=True) if "pattern" in node else WORDS
        case "array":
            inner = [whatever(one, defs) for one in node.get("prefixItems", [])]
            return some.tuples(*inner) if inner else some.lists(whatever(node.get("items", {}), defs), max_size=3)
        case "object" if "properties" in node:
            needed = set(node.get("required", ())) | {"kind"}
            fields = {name: whatever(one, defs) for name, one in node["properties"].items() if name != "v"}
            return some.fixed_dictionaries(
                {name: one for name, one in fields.items() if name in needed},
                optional={name: one for name, one in fields.items() if name not in needed},
            )
    return some.none() | NUMBERS | WORDS


def messages(way: str) -> some.SearchStrategy[dict[str, Any]]:
    schema = WAYS[way].messages.json_schema()
    return whatever(schema, schema["$defs"])


SAID = some.lists(
    some.one_of(
        some.tuples(some.just("terminal"), messages("from_terminal")),
        some.tuples(some.just("dice"), messages("from_dice_driver")),
        some.tuples(some.just("panel"), messages("from_panel_driver")),
        some.tuples(some.just("time"), some.integers(1, 3_000)),
    ),
    min_size=1,
    max_size=25,
)


def playing(place: Path) -> tuple[SimulatedCabinet, dict[str, Someone]]:
    """A terminal with credits, a technician's test under way, drivers that are heard."""
    cabinet = on_a_journal(place)
    terminal = cabinet.terminal(1, credits=50_000)
    cabinet.panel.say(kind="panel_driver_here", boards=["CABINET"], emulated=True)
    eve = cabinet.supervisor()
    for act in ("begin_service", "self_test"):
        assert eve.act(act)["ok"]
    return cabinet, {"terminal": terminal, "dice": cabinet.dice, "panel": cabinet.panel}


@settings(max_examples=12, suppress_health_check=list(HealthCheck), deadline=None)
@given(said=SAID)
def test_whatever_is_said_the_journal_is_good_and_starts(
    said: list[tuple[str, Any]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    place = tmp_path_factory.mktemp("said") / "vault"
    cabinet, peers = playing(place)
    for who, what in said:
        if who == "time":
            cabinet.turn(what)
            continue
        peers[who].say_bytes(json.dumps(what).encode())
        cabinet.turn()
    proved_after_a_crash(cabinet, place)


def test_what_a_driver_could_not_do_is_recorded_in_words(tmp_path: Path) -> None:
    cabinet, peers = playing(tmp_path / "vault")
    evil = "no\x1b[2J\n2026-01-01 all is well"
    peers["dice"].say(kind="not_done", command="run_self_test", text=evil)
    cabinet.turn()
    told = cabinet.loop.counters.troubles()[0].text
    assert "\x1b" not in told
    assert "\\x1b[2J\\n2026" in told
    assert cabinet.table.trial is None
    proved_after_a_crash(cabinet, tmp_path / "vault")
