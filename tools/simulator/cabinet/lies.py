"""What no honest terminal says, for terminals that are none."""

import json
from random import Random
from typing import Any

LIES_AHEAD = 5
"""A liar uses the number before his next one again, and one that he has not come to yet."""


def lies(random: Random, seat: int, next_id: int, number: int, series: int | None, always: str) -> list[bytes]:
    """What no honest terminal says; with a series, in version 2."""

    def bet(**row: Any) -> dict[str, Any]:
        laid = {"do": "place", "bet": always, "amount": 500, **row}
        if series is None:
            return {"kind": "wager", "round": number, **laid}
        return {"kind": "wagers", "v": 2, "series": series, "round": number, "wagers": [laid]}

    told: list[Any] = [
        {"kind": "hello", "seat": seat + 1, "software": "liar"},
        {"kind": "hello", "seat": 9999, "software": "liar"},
        {**bet(amount=700), "id": max(1, next_id - 1)},
        {**bet(bet="lucky_punch"), "id": max(1, next_id - 1)},
        {**bet(), "id": 0},
        {**bet(), "id": 2**63},
        {**bet(), "id": 2**63 - 1},
        {**bet(), "id": next_id + 5000},
        {**bet(), "id": 1, "v": 2, "series": 10**9},
        {**bet(amount=-500), "id": next_id + LIES_AHEAD},
        {**bet(amount=500.5), "id": next_id + LIES_AHEAD},
        {**bet(amount="500"), "id": next_id + LIES_AHEAD},
        {**bet(amount=True), "id": next_id + LIES_AHEAD},
        {**bet(), "id": next_id + LIES_AHEAD, "seat": seat + 1},
        {**bet(), "id": next_id + LIES_AHEAD, "round": number + 1},
        {
            "kind": "act",
            "id": 1,
            "operator": "me",
            "role": "supervisor",
            "act": "credit",
            "seat": seat,
            "amount": 10**9,
        },
        {"kind": "roll_report", "roll_id": 1, "outcome": "ok", "dice": [6, 6]},
        {"kind": "settled"},
        {"kind": "x" * 3000},
        [[[[]]]],
        None,
    ]
    raw = [json.dumps(lie).encode() for lie in told]
    raw += [b"", b"\xff\xfe", b"[" * 4000, b"{" * 20, b'{"kind":"done","id":1e99,"round":1}', random.randbytes(5000)]
    return random.sample(raw, 6)
