"""What a page may say: all else is refused by its terminal before the controller hears of it."""

from typing import Any

import pytest

from controller.protocol.message import LARGEST_MESSAGE, decode_strictly, encode
from controller.protocol.terminals.commands import MOST_WAGERS
from controller.protocol.terminals.version_2 import FROM_TERMINAL, WagersInSeries
from terminals.player.acts import MOST_KEPT, Keep, PageAct, PageAsk, Past, command, read_act
from tests.boot.inside import wager

LAY = {"do": "place", "bet": "place:6", "amount": 600}


def one(lay: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "wagers", "tag": 1, "round": 5, "wagers": [lay]}


GOOD: list[dict[str, Any]] = [
    one(LAY),
    one({"do": "take_down", "bet": "hop:1-2", "amount": 100}),
    one({"do": "turn", "bet": "hard:8", "on": False}),
    {"kind": "wagers", "tag": 1, "round": 5, "wagers": [
        {"do": "take_down", "bet": "place:8"}, {"do": "place", "bet": "field", "amount": 500},
        {"do": "turn", "bet": "hard:8", "on": True}]},
    {"tag": 1, **wager(5, do="place", bet="field", amount=500)},
    {"kind": "done", "tag": 2, "round": 5},
    {"kind": "shoot", "tag": 3, "round": 5},
    {"kind": "pass_dice", "tag": 4, "round": 5},
    {"kind": "choose", "tag": 5, "round": 5, "keep": True},
    {"kind": "cash_out", "tag": 6},
    {"kind": "set_limits", "tag": 7, "minutes": 60, "loss": 5000, "stake": 0},
    {"kind": "take_break", "tag": 8}, {"kind": "go_on", "tag": 9},
]  # fmt: skip
WAGER, WAGERS = GOOD[0], GOOD[3]
ROW = {"do": "place", "bet": "dont_come_odds:10", "amount": 500_000}
KEPT = {"name": "mine", "stakes": {"place:6": 600}}
BAD: list[object] = [
    None, 7, "wagers", [], [WAGER], {}, {"kind": "settings"}, {"kind": "wagers"}, {**WAGER, **LAY},
    {**LAY, "kind": "wager", "tag": 1},
    {**WAGER, "seat": 2}, {**WAGER, "id": 1}, {**WAGER, "series": 0}, {**WAGER, "v": 2},
    {**WAGER, "tag": 0}, {**WAGER, "tag": 2**60}, {**WAGER, "tag": "1"},
    {**WAGER, "round": -1}, {**WAGER, "round": 2**64}, {**WAGER, "round": 5.0}, one({**LAY, "do": "win"}),
    one({**LAY, "bet": "PASS LINE"}), one({**LAY, "bet": "x" * 99}),
    one({**LAY, "bet": "place:6\n"}), one({**LAY, "bet": None}),
    one({**LAY, "amount": 0}), one({**LAY, "amount": -600}), one({**LAY, "amount": 600.5}),
    one({**LAY, "amount": 10**16}),
    one({"do": "place", "bet": "place:6"}), one({**LAY, "do": "turn"}),
    {**WAGERS, "wagers": []}, {**WAGERS, "wagers": [ROW] * (MOST_WAGERS + 1)},
    {**WAGERS, "wagers": [{**ROW, "on": True}]},
    {**WAGERS, "wagers": [{"do": "place", "bet": "field"}]}, {**WAGERS, "wagers": [{"do": "turn", "bet": "hard:8"}]},
    {**WAGERS, "wagers": [{**ROW, "amount": 0}]}, {**WAGERS, "wagers": {"0": ROW}}, {**WAGERS, "amount": 5},
    one({**LAY, "amount": True}), one({**LAY, "amount": "600"}), one({**LAY, "amount": float("nan")}),
    one({**LAY, "on": 1}),
    {"kind": "choose", "tag": 1, "round": 5}, {"kind": "choose", "tag": 1, "round": 5, "keep": "no"},
    {"kind": "cash_out", "tag": 1, "amount": 5}, {"kind": "call_service", "seat": 2}, {"kind": "hello", "seat": 1},
    {"kind": "credit", "seat": 1, "amount": 10**6}, {"kind": "touched", "test": "", "touched": 1, "fields": 96},
    {"kind": "touched", "test": "menu/1", "touched": -1, "fields": 96},
    {"kind": "touched", "test": "menu/1", "touched": 1, "fields": 5000},
    {"kind": "set_limits", "tag": 7, "minutes": 1441, "loss": 0, "stake": 0},
    {"kind": "set_limits", "tag": 7, "minutes": 60}, {"kind": "past", "pages": 11}, {"kind": "past", "pages": 0},
    {"kind": "keep", "layouts": [KEPT] * (MOST_KEPT + 1)}, {"kind": "keep", "layouts": [{**KEPT, "name": ""}]},
    {"kind": "keep", "layouts": [{**KEPT, "name": "x" * 25}]}, {"kind": "keep", "layouts": [{**KEPT, "stakes": {}}]},
    {"kind": "keep", "layouts": [{**KEPT, "stakes": {"place:6": 0}}]},
]  # fmt: skip


@pytest.mark.parametrize("said", GOOD, ids=lambda said: said["kind"])
def test_what_a_player_does_becomes_one_command_under_the_terminals_own_number(said: dict[str, Any]) -> None:
    act = read_act(said)
    assert isinstance(act, PageAct)
    asked = command(act, 7, 42)
    assert (asked.series, asked.id) == (7, 42)
    data = encode(asked)
    assert len(data) < LARGEST_MESSAGE
    assert decode_strictly(FROM_TERMINAL, data) == asked
    if isinstance(asked, WagersInSeries):
        assert [row.model_dump(exclude_none=True) for row in asked.wagers] == said["wagers"]
    else:
        for name in said.keys() - {"tag"}:
            assert getattr(asked, name) == said[name]


def test_as_many_wagers_as_a_command_may_have_go_into_one_message() -> None:
    act = read_act({**WAGERS, "round": 2**64 - 1, "wagers": [ROW] * MOST_WAGERS})
    assert isinstance(act, PageAct)
    assert len(encode(command(act, 2**53 - 1, 2**53 - 1))) <= LARGEST_MESSAGE


@pytest.mark.parametrize("kind", ["call_service", "help", "come_back"])
def test_a_question_needs_no_number(kind: str) -> None:
    assert isinstance(read_act({"kind": kind}), PageAsk)


def test_the_past_is_asked_for_by_pages_and_layouts_are_kept_all_together() -> None:
    assert read_act({"kind": "past"}) == Past(kind="past", pages=1)
    kept = read_act({"kind": "keep", "layouts": [KEPT] * MOST_KEPT})
    assert isinstance(kept, Keep)
    assert len(kept.layouts) == MOST_KEPT


@pytest.mark.parametrize("said", BAD, ids=lambda said: str(said)[:70])
def test_anything_else_is_nothing_a_page_says(said: object) -> None:
    assert read_act(said) is None
