"""What a terminal makes of the rounds that the records tell it, of whatever game."""

from typing import Any

import pytest

from terminals.common.past import remembered, shown


def told(**came: Any) -> dict[str, Any]:
    """A round as recall tells it, in which seat 1 won."""
    won = {"bet": "red", "stake": 500, "result": "win", "paid": 500, "stays": False, "vigorish": 0}
    return {
        "round": 7,
        "how": "settled",
        "seats": {},
        "layout": {"1": {"stakes": [["red", 500]]}},
        "happened": [
            {"what": "phase", "seq": 3, "phase": "rolling"},
            {"what": "result", "seq": 4, "roll_id": 9, **came},
            {"what": "settled", "seq": 5, "seat": 1, **won},
        ],
    }


@pytest.mark.parametrize("came, faces", [({"number": 17}, None), ({"faces": [3, 4]}, [3, 4])])
def test_what_a_round_brought_is_remembered_whatever_its_device_showed(came: dict[str, Any], faces: Any) -> None:
    memory = remembered([told(**came)], 1)
    assert memory.last is not None
    assert (memory.last["faces"], memory.last["net"]) == (faces, 500)
    assert memory.laid == (7, {"red": 500})


@pytest.mark.parametrize("how", ["settled", "void", "empty"])
def test_a_wager_that_was_given_back_is_among_the_rounds_own_and_has_not_stood(how: str) -> None:
    one = told(faces=[3, 4]) | {"how": how, "ended_at": 0, "layout": {"1": {"stakes": [["red", 500], ["black", 300]]}}}
    back = {"what": "returned", "seq": 6, "bet": "black", "amount": 300, "why": "settings changed"}
    one["happened"] += [{**back, "seat": 1}, {**back, "seat": 2}]
    (read,) = shown([one], 1)
    assert [(row["bet"], row["stake"], row["result"]) for row in read["rows"]] == [
        ("red", 500, "win"),
        ("black", 300, "returned"),
    ]


def test_a_round_in_which_nothing_lay_is_not_shown() -> None:
    assert shown([told() | {"how": "empty", "ended_at": 0, "layout": {}, "happened": []}], 1) == []
