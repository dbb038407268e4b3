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


def test_what_a_roll_won_of_jackpots_belongs_to_it_whenever_the_floor_said_so_and_to_nobody_else() -> None:
    def paid(seq: int, seat: int, amount: int, roll: int = 9) -> dict[str, Any]:
        of = {"jackpot": "boxcars", "prize": 1000, "details": "", "decision": 4}
        return {"what": "jackpot_paid", "seq": seq, "seat": seat, "amount": amount, "roll": roll, **of}

    later = told() | {"round": 8, "how": "open", "layout": {}}
    later["happened"] = [{"what": "phase", "seq": 8, "phase": "idle"}, paid(9, 2, 666), paid(10, 1, 334)]
    memory = remembered([later, told()], 1)
    assert memory.last is not None
    assert memory.last["pots"] == [{"jackpot": "boxcars", "amount": 334, "prize": 1000}]
    assert (memory.last["net"], memory.won) == (834, {"round": 7, "amount": 834})
    older = told()
    older["happened"].append(paid(6, 1, 50, roll=3))  # of a roll that is not among these
    memory = remembered([older], 1)
    assert memory.last is not None
    assert (memory.last["pots"], memory.won) == ([], {"round": 7, "amount": 500})


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
