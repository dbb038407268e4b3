"""What a page may say: all else is refused by its terminal before the controller hears of it."""

from typing import Any

import pytest

from controller.wire.message import LARGEST_MESSAGE, decode, encode
from controller.wire.terminal import FROM_TERMINAL
from terminals.player.acts import Ask, Touched, command, read_act

GOOD: list[dict[str, Any]] = [
    {"kind": "wager", "tag": 1, "round": 5, "do": "place", "bet": "place:6", "amount": 600},
    {"kind": "wager", "tag": 1, "round": 5, "do": "take_down", "bet": "hop:1-2", "amount": 100},
    {"kind": "wager", "tag": 1, "round": 5, "do": "turn", "bet": "hard:8", "on": False},
    {"kind": "done", "tag": 2, "round": 5},
    {"kind": "shoot", "tag": 3, "round": 5},
    {"kind": "pass_dice", "tag": 4, "round": 5},
    {"kind": "choose", "tag": 5, "round": 5, "keep": True},
    {"kind": "cash_out", "tag": 6},
]
WAGER = GOOD[0]
BAD: list[object] = [
    None, 7, "wager", [], [WAGER], {}, {"kind": "settings"}, {"kind": "wager"},
    {**WAGER, "seat": 2}, {**WAGER, "id": 1}, {**WAGER, "tag": 0}, {**WAGER, "tag": 2**60}, {**WAGER, "tag": "1"},
    {**WAGER, "round": -1}, {**WAGER, "round": 2**64}, {**WAGER, "round": 5.0}, {**WAGER, "do": "win"},
    {**WAGER, "bet": "PASS LINE"}, {**WAGER, "bet": "x" * 99}, {**WAGER, "bet": "place:6\n"}, {**WAGER, "bet": None},
    {**WAGER, "amount": 0}, {**WAGER, "amount": -600}, {**WAGER, "amount": 600.5}, {**WAGER, "amount": 10**16},
    {**WAGER, "amount": True}, {**WAGER, "amount": "600"}, {**WAGER, "amount": float("nan")}, {**WAGER, "on": 1},
    {"kind": "choose", "tag": 1, "round": 5}, {"kind": "choose", "tag": 1, "round": 5, "keep": "no"},
    {"kind": "cash_out", "tag": 1, "amount": 5}, {"kind": "call_service", "seat": 2}, {"kind": "hello", "seat": 1},
    {"kind": "credit", "seat": 1, "amount": 10**6}, {"kind": "touched", "test": "", "touched": 1, "fields": 96},
    {"kind": "touched", "test": "menu/1", "touched": -1, "fields": 96},
    {"kind": "touched", "test": "menu/1", "touched": 1, "fields": 5000},
]  # fmt: skip


@pytest.mark.parametrize("said", GOOD, ids=lambda said: said["kind"])
def test_what_a_player_does_becomes_one_command_under_the_terminals_own_number(said: dict[str, Any]) -> None:
    act = read_act(said)
    assert act is not None
    assert not isinstance(act, Ask | Touched)
    asked = command(act, 42)
    assert asked.id == 42
    data = encode(asked)
    assert len(data) < LARGEST_MESSAGE
    assert decode(FROM_TERMINAL, data) == asked
    for name in said.keys() - {"tag"}:
        assert getattr(asked, name) == said[name]


@pytest.mark.parametrize("kind", ["call_service", "help", "past"])
def test_a_question_needs_no_number(kind: str) -> None:
    assert isinstance(read_act({"kind": kind}), Ask)


@pytest.mark.parametrize("said", BAD, ids=lambda said: str(said)[:70])
def test_anything_else_is_nothing_a_page_says(said: object) -> None:
    assert read_act(said) is None
